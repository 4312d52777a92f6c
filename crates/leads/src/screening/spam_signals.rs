//! Spam signals: signs that no person is asking. Each has a weight; together they may put a request into quarantine,
//! and never refuse it. Knows neither HTTP nor SQL, and of languages only what is for sale in them: no script, no capitals,
//! no bad temper and no unusual browser is a signal.

use std::fmt;
use std::sync::LazyLock;

use crate::blank::is_invisible;
use crate::lead::Typed;
use crate::phrases::Phrases;
use crate::screening::links;
use crate::screening::links::WebLink;
use crate::screening::offers;

/// From this sum of weights on, a request is quarantined.
pub(crate) const QUARANTINE_AT: u32 = 6;
/// A form that was sent sooner than this after it was opened. Autofill and a practised thumb can do that too.
const MIN_OPEN_SECONDS: f64 = 3.0;
/// With fewer digits than this a number cannot be called.
const MIN_PHONE_DIGITS: usize = 7;

/// Why a request is held whose page can't be told from another site's: neither its name nor the one that was asked for is
/// one of the site's. Staff read it beside the request.
pub(crate) const UNKNOWN_PAGE: &str = "sent from a web address that the server doesn't know";

/// Beginnings of a link in the codes of forums and in HTML.
static MARKUP: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(["[url", "[link", "[/url", "[img", "<a ", "href="]));

/// The way a request was written, as far as the form says. None of it is trusted; all of it may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BotSignals {
    /// Whether the honeypot, a field that people do not see, was filled in.
    pub honeypot_filled: bool,
    /// Time that the form was open, by the browser's clock. Only with scripts: without them, a page is shared between
    /// visitors and cached for days, so it cannot know when it was opened.
    pub open_seconds: Option<f64>,
    /// Whether its page may be another site's.
    pub unknown_page: bool,
}

/// One signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpamSignal {
    HoneypotFilled,
    UnknownPage,
    Quick,
    /// Web addresses that are neither a place on a map nor a picture.
    Links(usize),
    OnlyALink,
    Markup,
    NameIsAddress,
    PhoneIsAddress,
    NoNumber,
    Gibberish,
    /// The goods or service for sale, in one word.
    Offer(&'static str, u32),
    /// The same text came from several addresses within the hour.
    Copies,
}

impl SpamSignal {
    fn weight(self) -> u32 {
        match self {
            SpamSignal::HoneypotFilled
            | SpamSignal::UnknownPage
            | SpamSignal::Markup
            | SpamSignal::NameIsAddress
            | SpamSignal::PhoneIsAddress
            | SpamSignal::Copies => 6,
            SpamSignal::Links(count) => match count {
                0 => 0,
                1 => 2,
                2 | 3 => 4,
                _ => 6,
            },
            SpamSignal::OnlyALink | SpamSignal::Gibberish => 4,
            SpamSignal::Quick | SpamSignal::NoNumber => 1,
            SpamSignal::Offer(_, weight) => weight,
        }
    }
}

impl fmt::Display for SpamSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpamSignal::HoneypotFilled => f.write_str("the hidden field was filled in"),
            SpamSignal::UnknownPage => f.write_str(UNKNOWN_PAGE),
            SpamSignal::Quick => write!(f, "sent within {MIN_OPEN_SECONDS} seconds"),
            SpamSignal::Links(1) => f.write_str("1 link"),
            SpamSignal::Links(count) => write!(f, "{count} links"),
            SpamSignal::OnlyALink => f.write_str("nothing but a link"),
            SpamSignal::Markup => f.write_str("markup for links"),
            SpamSignal::NameIsAddress => f.write_str("the name is a web address"),
            SpamSignal::PhoneIsAddress => f.write_str("the phone is a web address"),
            SpamSignal::NoNumber => f.write_str("no number that can be called"),
            SpamSignal::Gibberish => f.write_str("random letters"),
            SpamSignal::Offer(what, _) => write!(f, "speaks of {what}"),
            SpamSignal::Copies => f.write_str("the same text from several addresses"),
        }
    }
}

/// Reasons for quarantining a request; `None` if there are none.
pub(crate) fn quarantine_reasons(
    typed: &Typed,
    bot_signals: BotSignals,
    copied: bool,
) -> Option<Vec<SpamSignal>> {
    let signals = find_signals(typed, bot_signals, copied);
    let sum: u32 = signals.iter().map(|signal| signal.weight()).sum();
    (sum >= QUARANTINE_AT).then_some(signals)
}

fn find_signals(typed: &Typed, bot_signals: BotSignals, copied: bool) -> Vec<SpamSignal> {
    let [name, phone, service, message] =
        [&typed.name, &typed.phone, &typed.service, &typed.message].map(|text| normalise(text));
    let links: Vec<WebLink> = links::in_text(&message);
    let unusual = links.iter().filter(|link| !link.is_usual()).count();
    let words = format!("{name}\n{service}\n{message}");
    let mut signals = Vec::new();
    let mut add = |there: bool, signal: SpamSignal| {
        if there {
            signals.push(signal);
        }
    };
    add(bot_signals.honeypot_filled, SpamSignal::HoneypotFilled);
    add(bot_signals.unknown_page, SpamSignal::UnknownPage);
    add(
        bot_signals.open_seconds.is_some_and(|open| (0.0..MIN_OPEN_SECONDS).contains(&open)),
        SpamSignal::Quick,
    );
    add(copied, SpamSignal::Copies);
    add(unusual > 0, SpamSignal::Links(unusual));
    add(unusual > 0 && letters_beside(&message, &links) == 0, SpamSignal::OnlyALink);
    add(MARKUP.find(&words).next().is_some(), SpamSignal::Markup);
    add(!links::in_text(&name).is_empty(), SpamSignal::NameIsAddress);
    add(!links::in_text(&phone).is_empty(), SpamSignal::PhoneIsAddress);
    add(phone.chars().filter(|c| c.is_numeric()).count() < MIN_PHONE_DIGITS, SpamSignal::NoNumber);
    for text in [&typed.name, &typed.message] {
        add(has_gibberish(text), SpamSignal::Gibberish);
    }
    for (what, weight) in offers::find_in(&words) {
        signals.push(SpamSignal::Offer(what, weight));
    }
    signals
}

/// The text in lower case, without characters that only break words apart.
fn normalise(text: &str) -> String {
    // No ASCII character is invisible.
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => text.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect(),
    }
}

fn letters_beside(message: &str, links: &[WebLink]) -> usize {
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
