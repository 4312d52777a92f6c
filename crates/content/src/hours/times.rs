//! Times of day as `company.toml` has them: `opens = "08:00"` and `closes = "18:00"`, or `closes = "02:00"` in the night
//! that follows.

use crate::hours::weekdays::joined;
use crate::node::Node;
use crate::report::Report;

/// Minutes of a day.
pub const DAY: u32 = 24 * 60;
const NOON: u32 = 12 * 60;
/// Hours from noon on may end in the night that follows, until this time. `08:00` to `06:00` is a slip for `18:00`.
const NIGHT_ENDS: u32 = 6 * 60;
/// A day that ends at midnight ends in its last minute: schema.org's times have no 24:00.
const LAST_MINUTE: u32 = DAY - 1;

/// When the office opens and closes, in minutes since midnight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Times {
    pub opens: u32,
    closes: u32,
}

impl Times {
    /// Reads `opens` and `closes` of a block. `None` if one is missing, or has a mistake, which is reported then.
    pub fn read(block: &Node, report: &mut Report) -> Option<Self> {
        let [opens, closes] = ["opens", "closes"].map(|field| {
            let node = block.get(field)?;
            let minute = minute_of(node.text()?);
            if minute.is_none() {
                let what = format!("{} is no time", node.text()?);
                report.error(&node.place, what, "write hours as 08:00");
            }
            minute
        });
        let (opens, closes) = (opens?, closes?);
        let ends_at_night = closes == 0 || (opens >= NOON && closes <= NIGHT_ENDS);
        if closes == opens || (closes < opens && !ends_at_night) {
            let what = format!("it closes at {}, but opens at {}", clock(closes), clock(opens));
            let instead = "correct one of the two; only hours from noon on may end in the night, by 06:00";
            report.error(&block.get("closes")?.place, what, instead);
            return None;
        }
        Some(Self { opens, closes })
    }

    /// Minutes from opening to closing.
    pub fn length(self) -> u32 {
        (self.closes + DAY - self.opens) % DAY
    }

    /// `8am to 6pm`.
    pub fn in_words(self) -> String {
        match (self.opens, self.closes) {
            (0, LAST_MINUTE) => "all day".to_string(),
            (opens, closes) => format!("{} to {}", spoken(opens), spoken(closes)),
        }
    }

    /// `08:00-18:00`.
    pub fn structured(self) -> String {
        format!("{}-{}", self.opens(), self.closes())
    }

    /// `08:00`.
    pub fn opens(self) -> String {
        clock(self.opens)
    }

    /// `18:00`.
    pub fn closes(self) -> String {
        clock(self.closes)
    }
}

/// `8am to 1pm and 4pm to 8pm`.
pub fn in_words(times: &[Times]) -> String {
    joined(&times.iter().map(|times| times.in_words()).collect::<Vec<_>>())
}

/// The minute of `08:00`, or of `8:00`.
fn minute_of(text: &str) -> Option<u32> {
    let (hour, minute) = text.split_once(':')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&hour.len()) || minute.len() != 2 || !digits(hour) || !digits(minute) {
        return None;
    }
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

fn clock(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// `8am`, `5:30pm`, `noon`.
fn spoken(minute: u32) -> String {
    let half = if minute < NOON { "am" } else { "pm" };
    let hour = match minute / 60 % 12 {
        0 => 12,
        hour => hour,
    };
    match minute {
        0 | LAST_MINUTE => "midnight".to_string(),
        NOON => "noon".to_string(),
        _ if minute.is_multiple_of(60) => format!("{hour}{half}"),
        _ => format!("{hour}:{:02}{half}", minute % 60),
    }
}
