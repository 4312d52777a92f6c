//! Signs that no person is asking. Each has a weight; together they may hold a request for a person to look at,
//! and never refuse it. Knows neither HTTP nor SQL, and of languages only what is for sale in them: no writing,
//! no capitals, no bad temper and no missing browser is a sign.

use std::fmt;
use std::sync::LazyLock;

use crate::blank::is_invisible;
use crate::lead::Typed;
use crate::screening::links;
use crate::screening::links::Link;
use crate::screening::offers;
use crate::screening::phrases::Phrases;

/// From this sum of weights on, a request is held.
pub(crate) const HOLD_AT: u32 = 6;
/// A form that was sent sooner than this after it was opened. Autofill and a practised thumb can do that.
const QUICK_SECONDS: f64 = 3.0;
/// Fewer digits than this are no number that could be called.
const SHORTEST_NUMBER: usize = 7;

/// How a link begins in the codes of forums and in HTML.
static MARKUP: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(["[url", "[link", "[/url", "[img", "<a ", "href="]));

/// How a request was written, as far as the form tells. Nothing of it is trusted; all of it may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BotSignals {
    /// Something stands in the field that people do not see.
    pub trap_filled: bool,
    /// How long the form was open, by the browser's clock. Only with scripts: without, a page is shared
    /// between visitors and kept for days, so it cannot know when it was opened.
    pub open_seconds: Option<f64>,
}

/// One sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    TrapFilled,
    Quick,
    /// Web addresses that are neither a place on a map nor a picture.
    Links(usize),
    OnlyALink,
    Markup,
    NameIsAddress,
    PhoneIsAddress,
    NoNumber,
    Gibberish,
    /// What is for sale, in one word.
    Offer(&'static str, u32),
    /// The same text came from several addresses within the hour.
    Copies,
}

impl Sign {
    fn weight(self) -> u32 {
        match self {
            Sign::TrapFilled | Sign::Markup | Sign::NameIsAddress | Sign::PhoneIsAddress | Sign::Copies => 6,
            Sign::Links(count) => match count {
                0 => 0,
                1 => 2,
                2 | 3 => 4,
                _ => 6,
            },
            Sign::OnlyALink | Sign::Gibberish => 4,
            Sign::Quick | Sign::NoNumber => 1,
            Sign::Offer(_, weight) => weight,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::TrapFilled => f.write_str("the hidden field was filled in"),
            Sign::Quick => write!(f, "sent within {QUICK_SECONDS} seconds"),
            Sign::Links(1) => f.write_str("1 link"),
            Sign::Links(count) => write!(f, "{count} links"),
            Sign::OnlyALink => f.write_str("nothing but a link"),
            Sign::Markup => f.write_str("markup for links"),
            Sign::NameIsAddress => f.write_str("the name is a web address"),
            Sign::PhoneIsAddress => f.write_str("the phone is a web address"),
            Sign::NoNumber => f.write_str("no number that can be called"),
            Sign::Gibberish => f.write_str("random letters"),
            Sign::Offer(what, _) => write!(f, "speaks of {what}"),
            Sign::Copies => f.write_str("the same text from several addresses"),
        }
    }
}

/// Why a request should be held; nothing where it should not.
pub(crate) fn reasons_to_hold(typed: &Typed, manner: BotSignals, copies: bool) -> Option<Vec<Sign>> {
    let signs = signs(typed, manner, copies);
    let sum: u32 = signs.iter().map(|sign| sign.weight()).sum();
    (sum >= HOLD_AT).then_some(signs)
}

fn signs(typed: &Typed, manner: BotSignals, copies: bool) -> Vec<Sign> {
    let [name, phone, service, message] =
        [&typed.name, &typed.phone, &typed.service, &typed.message].map(|text| readable(text));
    let links: Vec<Link> = links::in_text(&message);
    let unusual = links.iter().filter(|link| !link.is_usual()).count();
    let words = format!("{name}\n{service}\n{message}");
    let mut signs = Vec::new();
    let mut note = |there: bool, sign: Sign| {
        if there {
            signs.push(sign);
        }
    };
    note(manner.trap_filled, Sign::TrapFilled);
    note(manner.open_seconds.is_some_and(|open| (0.0..QUICK_SECONDS).contains(&open)), Sign::Quick);
    note(copies, Sign::Copies);
    note(unusual > 0, Sign::Links(unusual));
    note(unusual > 0 && letters_beside(&message, &links) == 0, Sign::OnlyALink);
    note(MARKUP.find(&words).next().is_some(), Sign::Markup);
    note(!links::in_text(&name).is_empty(), Sign::NameIsAddress);
    note(!links::in_text(&phone).is_empty(), Sign::PhoneIsAddress);
    note(phone.chars().filter(|c| c.is_numeric()).count() < SHORTEST_NUMBER, Sign::NoNumber);
    for text in [&typed.name, &typed.message] {
        note(has_gibberish(text), Sign::Gibberish);
    }
    for (what, weight) in offers::spoken_of(&words) {
        signs.push(Sign::Offer(what, weight));
    }
    signs
}

/// The text in small letters, without characters that only break words apart.
fn readable(text: &str) -> String {
    // No ASCII character is invisible.
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => text.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect(),
    }
}

fn letters_beside(message: &str, links: &[Link]) -> usize {
    let of_links: usize = links.iter().map(|link| link.letters()).sum();
    message.chars().filter(|c| c.is_alphabetic()).count().saturating_sub(of_links)
}

/// Whether a word changes between small and capital letters as no word of any language does: "xKqWzPlmRtYb".
fn has_gibberish(text: &str) -> bool {
    // Shorter ones change that often in names: "MacBookPro".
    let long = |word: &&str| word.chars().count() >= 10;
    text.split(|c: char| !c.is_alphabetic()).filter(long).any(|word| {
        let pairs = word.chars().zip(word.chars().skip(1));
        let rises = pairs.filter(|(this, next)| this.is_lowercase() && next.is_uppercase()).count();
        // "AbdulRahmanAlMansoori" rises three times too, but has five letters to each part.
        rises >= 3 && word.chars().count() <= 3 * (rises + 1)
    })
}

#[cfg(test)]
#[path = "spam_signals_tests.rs"]
mod tests;
