//! Response times that the company promises.

use std::sync::LazyLock;
use std::time::Duration;

use crate::context::Context;
use crate::lead::NewLead;
use crate::phrases::Phrases;

const HOUR: Duration = Duration::from_secs(3600);

/// Time within which each promise is due. The site's own are read from the facts that its pages show, at each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promises {
    /// Emergencies.
    pub emergency: Duration,
    pub elite: Duration,
    pub premium: Duration,
    /// The Basic plan, and whoever is promised no time.
    pub basic: Duration,
}

impl Default for Promises {
    /// The times that the program's own content promises; a test compares them.
    fn default() -> Self {
        Self { emergency: HOUR, elite: 4 * HOUR, premium: 12 * HOUR, basic: 24 * HOUR }
    }
}

impl Promises {
    /// The promise to this lead.
    pub(crate) fn to(&self, lead: &NewLead) -> Promised {
        let promise = Promise::of(lead);
        let within = match promise {
            Promise::Emergency => self.emergency,
            Promise::Elite => self.elite,
            Promise::Premium => self.premium,
            Promise::Basic | Promise::Ordinary => self.basic,
        };
        Promised { within, emergency: promise == Promise::Emergency }
    }
}

/// A promise to one lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promised {
    /// Time for the company to answer.
    pub within: Duration,
    pub emergency: bool,
}

/// Promises of the site. The plans are in `content/words.toml`; a test compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// `times.plumber`, the shortest time the site names for an emergency.
    Emergency,
    /// `times.response-elite`.
    Elite,
    /// `times.response-premium`.
    Premium,
    /// `times.response-basic`.
    Basic,
    /// The site names no time for everybody; a day is what the smallest plan gets.
    Ordinary,
}

/// The plans by the word that names them.
const PLANS: [(&str, Promise); 3] =
    [("elite", Promise::Elite), ("premium", Promise::Premium), ("basic", Promise::Basic)];

static PLAN_NAMES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(PLANS.map(|(word, _)| word)));

/// Next to one of these the name of a plan means the plan.
static CONTRACT: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(["contract", "plan", "package", "customer"]));

/// Emergencies named in the banner (no cooling, no power, a leak), and ways of saying that it is urgent, in English and
/// Arabic. Each has to start a word.
static URGENT: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new([
        "emergency",
        "urgent",
        "asap",
        "as soon as possible",
        "no cooling",
        "not cooling",
        "no power",
        "no electricity",
        "leak",
        "burst",
        "flood",
        "burning smell",
        "طارئ",
        "طوارئ",
        "عاجل",
        "مستعجل",
        "ضروري",
        "تسريب",
        "تسرب",
        "لا يبرد",
    ])
});

/// Phrases that name an emergency although it is not one; removed before searching.
static CALM: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new([
        "not urgent",
        "non-urgent",
        "isn't urgent",
        "no emergency",
        "not an emergency",
        "no leak",
        "emergency call-out",
        "emergency light",
    ])
});

impl Promise {
    /// The promise for a request: the shortest of those that apply.
    ///
    /// | it applies | where |
    /// |---|---|
    /// | emergency | the page was opened by an urgent link (`?emergency=true`), or the message has one of the words of [`URGENT`] |
    /// | a plan's | the page was opened by a plan's button (`?plan=elite`), or the message names the plan in a request for a maintenance contract or beside a word such as "contract" |
    /// | a day | always |
    ///
    /// Words can mislead. An ordinary request that counts as urgent is answered too early, which does no harm; so in doubt a
    /// request is urgent.
    pub fn of(lead: &NewLead) -> Self {
        let message = lead.typed().message.to_lowercase().replace('\u{2019}', "'");
        let asked = |name, value| has_query(lead.context(), name, value);
        if asked("emergency", "true") || URGENT.starts_a_word_in(&CALM.removed_from(&message)) {
            return Promise::Emergency;
        }
        let contract = lead.typed().service == "Maintenance Contract" || CONTRACT.starts_a_word_in(&message);
        let named: Vec<usize> = match contract {
            true => {
                PLAN_NAMES.find(&message).filter(|found| found.begins_word).map(|found| found.which).collect()
            }
            false => Vec::new(),
        };
        let mut plans = PLANS.iter().enumerate();
        let wanted = plans.find(|(which, (word, _))| asked("plan", word) || named.contains(which));
        wanted.map_or(Promise::Ordinary, |(_, (_, plan))| *plan)
    }
}

/// Whether the address of the page has that query parameter.
fn has_query(context: &Context, name: &str, value: &str) -> bool {
    let page = context.page.as_deref().unwrap_or_default();
    let query = page.split_once('?').map_or("", |(_, rest)| rest.split('#').next().unwrap_or_default());
    query.split('&').any(|pair| pair.split_once('=') == Some((name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Typed;

    fn promise(service: &str, message: &str, page: &str) -> Promise {
        let (name, phone) = ("Aisha".into(), "050 123 4567".into());
        let typed = Typed { name, phone, service: service.into(), message: message.into() };
        let context = Context { page: Some(page.into()), ..Context::default() };
        Promise::of(&NewLead::parse(typed, context).expect("a lead"))
    }

    #[test]
    fn the_shortest_promise_that_applies_counts() {
        let contract = "Maintenance Contract";
        for (service, message, page, expected) in [
            ("Plumbing Services", "The tap drips", "/", Promise::Ordinary),
            ("Plumbing Services", "LEAKING since noon", "/", Promise::Emergency),
            ("Plumbing Services", "It’s not urgent: bleaker, no leak", "/", Promise::Ordinary),
            ("AC Repair & Maintenance", "AC is not cooling", "/", Promise::Emergency),
            ("Electrical Services", "التكييف لا يبرد، عاجل", "/", Promise::Emergency),
            ("Carpentry Work", "", "https://a.example/?emergency=true#contact", Promise::Emergency),
            ("Carpentry Work", "", "/?emergency=false&plan=premium", Promise::Premium),
            ("Villa Renovation", "premium tiles, elite look", "/", Promise::Ordinary),
            ("Plumbing Services", "We have the Elite plan", "/", Promise::Elite),
            ("Plumbing Services", "Elite contract here. Urgent!", "/", Promise::Emergency),
            (contract, "Premium, please. Are emergency call-outs included?", "/", Promise::Premium),
            (contract, "basic", "/", Promise::Basic),
        ] {
            assert_eq!(promise(service, message, page), expected, "{service}: {message} ({page})");
        }
    }

    #[test]
    fn the_hours_and_the_prefilled_texts_are_those_of_the_content() {
        let facts: toml::Table = include_str!("../../../content/facts.toml").parse().expect("TOML");
        let hours = |name: &str| {
            let text = facts["times"][name].as_str().expect("a text");
            let (figure, unit) = text.split_once(' ').expect("a figure and its unit");
            let figure: u64 = figure.split('–').next().expect("a figure").parse().expect("a number");
            Duration::from_secs(figure * if unit == "min" { 60 } else { 3600 })
        };
        assert_eq!(Promises::default().elite, hours("response-elite"));
        assert_eq!(Promises::default().premium, hours("response-premium"));
        assert_eq!(Promises::default().basic, hours("response-basic"));
        assert_eq!(Promises::default().emergency, hours("plumber").min(hours("electrician")));
        let words: toml::Table = include_str!("../../../content/words.toml").parse().expect("TOML");
        let wishes = words["form"]["wishes"].as_table().expect("wishes");
        for (wish, expected) in [
            ("basic", Promise::Basic),
            ("premium", Promise::Premium),
            ("elite", Promise::Elite),
            ("emergency", Promise::Emergency),
        ] {
            let text = |key| wishes[wish].get(key).and_then(|text| text.as_str()).unwrap_or("Plumbing");
            assert_eq!(promise(text("service"), text("message"), "/"), expected, "{wish}");
        }
    }
}
