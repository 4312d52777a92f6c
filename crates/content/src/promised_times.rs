//! The times by which the site promises to answer, read from the facts that its pages show, so that staff are held to what
//! visitors read.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;

/// The facts in `facts.toml` that a promise is made of: the first two are emergencies, then the plans.
const FACTS: [&str; 5] = ["plumber", "electrician", "response-elite", "response-premium", "response-basic"];
/// A promise shorter than this is a slip of the pen, and so is one that is longer than [`LONGEST`].
const SHORTEST: Duration = Duration::from_secs(5 * 60);
/// Staff are reminded of requests of so many days.
pub const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);
/// The remedy for a time that cannot be read.
pub const REMEDY: &str =
    "write a figure and its unit, such as 45 min, 60–90 min, 4 h or 2 days: between 5 min and 7 days";

/// The response times that the site promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromisedTimes {
    /// The shortest time that the site names for an emergency, of any trade.
    pub emergency: Duration,
    pub elite: Duration,
    pub premium: Duration,
    pub basic: Duration,
}

impl PromisedTimes {
    /// Reads the times of `facts.toml`, by name.
    ///
    /// # Errors
    /// The names of the facts that are missing or no time that can be promised.
    pub fn read(times: &BTreeMap<String, String>) -> Result<Self, Vec<&'static str>> {
        let promised = |name: &str| {
            times.get(name).and_then(|text| duration(text)).filter(|time| (SHORTEST..=LONGEST).contains(time))
        };
        match FACTS.map(promised) {
            [Some(plumber), Some(electrician), Some(elite), Some(premium), Some(basic)] => {
                Ok(Self { emergency: plumber.min(electrician), elite, premium, basic })
            }
            _ => Err(FACTS.into_iter().filter(|name| promised(name).is_none()).collect()),
        }
    }
}

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:within |in )?([0-9]{1,4}(?:\.[0-9])?|an|the)(?:\s?(?:–|-|to)\s?[0-9]+(?:\.[0-9])?)?[\s-]?([a-z]+)$",
    )
    .expect("the pattern is a constant that the tests use")
});

/// The time that a text names, as people write it: `4 h`, `60–90 min` (its lower end), `24-hour`, `within the hour`.
/// `None` if it names no time.
pub fn duration(text: &str) -> Option<Duration> {
    let text = text.trim().replace(['\u{a0}', '\u{202f}'], " ");
    let found = TIME.captures(&text)?;
    let figure = found[1].parse::<f64>().unwrap_or(1.0);
    let seconds = figure * 60.0 * f64::from(TimeUnit::of(&found[2])?.minutes());
    Some(Duration::from_secs(seconds.round() as u64))
}

/// A unit of time that promises are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeUnit(usize);

/// Each unit in three forms: short, plural, singular.
const UNITS: [([&str; 3], u16); 3] =
    [(["min", "minutes", "minute"], 1), (["h", "hours", "hour"], 60), (["days", "days", "day"], 24 * 60)];

impl TimeUnit {
    /// The unit that a word names, in any of its forms.
    pub fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        UNITS.iter().position(|(forms, _)| forms.contains(&word.as_str())).map(Self)
    }

    /// The unit of a text that names a time.
    pub fn in_text(text: &str) -> Option<Self> {
        text.split(|c: char| !c.is_ascii_alphabetic()).find_map(Self::of)
    }

    /// This unit's word in the form of `word`, where that is a word of the unit `other`: `hours` becomes `days`.
    pub fn in_place_of(self, word: &str, other: Self) -> Option<&'static str> {
        let form = UNITS[other.0].0.iter().position(|form| *form == word)?;
        Some(UNITS[self.0].0[form])
    }

    /// The plural, for sentences.
    pub fn plural(self) -> &'static str {
        UNITS[self.0].0[1]
    }

    fn minutes(self) -> u16 {
        UNITS[self.0].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let minutes = |text: &str| duration(text).map(|time| time.as_secs() / 60);
        for (text, expected) in [
            ("1 h", 60),
            ("45 min", 45),
            ("45\u{a0}min", 45),
            ("45 Minutes", 45),
            ("60–90 min", 60),
            ("60-90 min", 60),
            ("60 to 90 minutes", 60),
            ("1.5 h", 90),
            ("24-hour", 1440),
            ("12h", 720),
            ("2 days", 2880),
            ("within the hour", 60),
            ("in 2 hours", 120),
        ] {
            assert_eq!(minutes(text), Some(expected), "{text}");
        }
        for text in
            ["", "soon", "an", "4", "h", "4 weeks", "half an hour", "-4 h", "4 h or so", "٤ h", "99999 h"]
        {
            assert_eq!(minutes(text), None, "{text}");
        }
    }

    #[test]
    fn a_promise_is_the_shortest_time_of_its_trades_and_what_is_wrong_is_named() {
        let times = |elite: &str| {
            let texts = ["45 min", "60–90 min", elite, "12 h", "24 h"];
            FACTS.into_iter().map(str::to_owned).zip(texts.map(str::to_owned)).collect::<BTreeMap<_, _>>()
        };
        let read = PromisedTimes::read(&times("4 h")).expect("times");
        assert_eq!(
            (read.emergency, read.elite),
            (Duration::from_secs(45 * 60), Duration::from_secs(4 * 3600))
        );
        for wrong in ["soon", "4 min", "8 days", "0 h"] {
            assert_eq!(PromisedTimes::read(&times(wrong)), Err(vec!["response-elite"]), "{wrong}");
        }
        let mut without = times("4 h");
        without.remove("plumber");
        assert_eq!(PromisedTimes::read(&without), Err(vec!["plumber"]));
    }
}
