//! Days of the week as `company.toml` names them: `sunday to thursday`, `friday and saturday`, `every day`.

use base::suggest::nearest;

/// As people and schema.org call them. A day is its place in this list.
pub const NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const EVERY_DAY: &str = "every day";

/// A mistake in a text, and a suggestion.
pub struct Mistake {
    pub what: String,
    pub instead: String,
}

impl Mistake {
    fn new(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { what: what.into(), instead: instead.into() }
    }
}

/// Runs of days, in the order in which they were written: each with its first and its last day.
#[derive(PartialEq)]
pub struct Weekdays(Vec<(usize, usize)>);

impl Weekdays {
    /// Reads a text of the file, capitals aside.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let text = text.trim().to_lowercase();
        if text == EVERY_DAY {
            return Ok(Self(vec![(0, 6)]));
        }
        let runs = text.replace(" and ", ",");
        let runs = runs.split(',').map(|run| match run.split_once(" to ") {
            Some((first, last)) => Ok((day(first)?, day(last)?)),
            None => day(run).map(|day| (day, day)),
        });
        Ok(Self(runs.collect::<Result<_, _>>()?))
    }

    /// Each day.
    pub fn each(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|(first, last)| (0..=run_length(*first, *last)).map(move |n| (first + n) % 7))
    }

    /// `Sunday to Thursday`, `Friday and Saturday`.
    pub fn in_words(&self) -> String {
        let runs = self.0.iter().map(|(first, last)| match run_length(*first, *last) {
            0 => NAMES[*first].to_string(),
            6 => "Every day".to_string(),
            _ => format!("{} to {}", NAMES[*first], NAMES[*last]),
        });
        joined(&runs.collect::<Vec<_>>())
    }

    /// In schema.org's form: `Su-Th`, `Fr,Sa`.
    pub fn structured(&self) -> String {
        let short = |day: usize| &NAMES[day][..2];
        let runs = self.0.iter().map(|(first, last)| match first == last {
            true => short(*first).to_string(),
            false => format!("{}-{}", short(*first), short(*last)),
        });
        runs.collect::<Vec<_>>().join(",")
    }
}

/// Number of days after the first one.
fn run_length(first: usize, last: usize) -> usize {
    (last + 7 - first) % 7
}

fn day(name: &str) -> Result<usize, Mistake> {
    let name = name.trim();
    if let Some(day) = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(day);
    }
    // "sun", "thurs": a beginning says more than the number of letters that differ.
    let begun = NAMES.iter().find(|known| name.len() > 1 && known.to_lowercase().starts_with(name));
    let instead = match begun.or_else(|| nearest(name, &NAMES)) {
        Some(meant) => format!("did you mean {}?", meant.to_lowercase()),
        None => "write the days as sunday to thursday, or friday, or saturday and sunday".to_string(),
    };
    Err(Mistake::new(format!("`{name}` is no day of the week"), instead))
}

/// `A`, `A and B`, `A, B and C`.
pub fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
