//! Special days: holidays, and days with hours of their own. Which of them a page shows depends on the day it is.

use base::clock::{day_and_month, day_of, day_text};

use crate::hours::open_days::OpenDays;
use crate::hours::times;
use crate::hours::times::Times;
use crate::hours::weekdays;
use crate::hours::weekdays::joined;
use crate::model::{Hours, SpecialDayWords, SpecialHours};
use crate::node;
use crate::node::{Node, NodeValue};
use crate::report::Report;
use crate::source::Source;

/// Days before the first one from which people read of it.
const NOTICE_DAYS: i32 = 14;
/// In a range of this many days or more, hours mean the weekdays that are open anyway; in a shorter one, each day.
const WEEK_DAYS: i32 = 7;

/// A block of `[[hours.special]]`. `times` is empty where the office is closed, and has two with a break between them.
struct Special {
    name: String,
    from: i32,
    to: i32,
    times: Vec<Times>,
}

/// Reads `[[hours.special]]`, without the blocks that have a mistake; the first day comes first. Blocks with the same name
/// and days are one.
pub fn read(
    list: &Node,
    office: &[OpenDays],
    for_machines: &[OpenDays],
    report: &mut Report,
) -> Vec<SpecialHours> {
    let mut all: Vec<Special> = Vec::new();
    for block in list.items() {
        let Some(special) = read_block(block, report) else { continue };
        let Some(other) = all.iter_mut().find(|other| other.from <= special.to && special.from <= other.to)
        else {
            all.push(special);
            continue;
        };
        let (one, two) = (&other.name, &special.name);
        let what = format!("\"{one}\" and \"{two}\" have days in common");
        if (one, other.from, other.to) != (two, special.from, special.to) {
            report.error(&block.place, what, "shorten or split one of them, so that each day has one answer");
        } else if !have_a_break(&other.times, &special.times) {
            report.error(&block.place, what, "give one of them other hours, before or after, or delete it");
        } else {
            other.times.extend(special.times);
            other.times.sort();
        }
    }
    all.sort_by_key(|special| special.from);
    all.iter().flat_map(|special| hours_of(special, office, for_machines)).collect()
}

/// Whether both have hours, and none of the one overlap with those of the other.
fn have_a_break(one: &[Times], two: &[Times]) -> bool {
    let apart = |a: &Times, b: &Times| a.opens + a.length() <= b.opens || b.opens + b.length() <= a.opens;
    !one.is_empty() && !two.is_empty() && one.iter().all(|a| two.iter().all(|b| apart(a, b)))
}

fn read_block(block: &Node, report: &mut Report) -> Option<Special> {
    let name = block.get("name")?.text()?.to_string();
    let (from, to) = (day(block, "from", report), day(block, "to", report));
    let times = Times::read(block, report);
    check_hours(block, &name, report);
    let from = from?;
    let to = if block.get("to").is_some() { to? } else { from };
    if to < from {
        let what = format!("\"{name}\" ends on {}, before it begins on {}", day_text(to), day_text(from));
        report.error(&block.get("to")?.place, what, "swap `from` and `to`, or correct one of them");
    }
    Some(Special { name, from, to, times: times.into_iter().collect() })
}

/// One for each time of day, with the same sentence; a single one where the office is closed.
fn hours_of(special: &Special, office: &[OpenDays], for_machines: &[OpenDays]) -> Vec<SpecialHours> {
    let Special { name, from, to, times } = special;
    let weekly = !times.is_empty() && to - from + 1 >= WEEK_DAYS;
    let mut weekdays: Vec<String> = Vec::new();
    for day in for_machines.iter().filter(|_| weekly).flat_map(|open| open.days.each()) {
        if !weekdays.iter().any(|known| known == weekdays::NAMES[day]) {
            weekdays.push(weekdays::NAMES[day].to_string());
        }
    }
    let mut open_anyway: Vec<String> = office.iter().map(|open| open.days.in_words()).collect();
    open_anyway.dedup();
    let hours = match weekly {
        true => format!("{}, {}", joined(&open_anyway), times::in_words(times)),
        false => times::in_words(times),
    };
    let one = |time: Option<&Times>| SpecialHours {
        name: name.clone(),
        from: day_text(*from),
        to: day_text(*to),
        opens: time.map(|time| time.opens()),
        closes: time.map(|time| time.closes()),
        weekdays: weekdays.clone(),
        hours: time.map(|_| hours.clone()),
    };
    match times.as_slice() {
        [] => vec![one(None)],
        times => times.iter().map(|time| one(Some(time))).collect(),
    }
}

/// A block says either that the office is closed, or both of its times.
fn check_hours(block: &Node, name: &str, report: &mut Report) {
    let closed = block.get("closed").is_some_and(|node| matches!(node.value, NodeValue::Truth(true)));
    let (opens, closes) = (block.get("opens"), block.get("closes"));
    match (closed, opens, closes) {
        (true, Some(node), _) | (true, None, Some(node)) => {
            let what = format!("\"{name}\" is closed and has hours");
            report.error(&node.place, what, "keep either `closed = true` or the hours");
        }
        (false, None, None) => {
            let what = format!("\"{name}\" has no hours");
            report.error(&block.place, what, "add `closed = true`, or `opens` and `closes`");
        }
        (false, Some(node), None) => {
            let what = format!("\"{name}\" opens, but doesn't close");
            report.error(&node.place, what, "add `closes`, such as closes = \"15:00\"");
        }
        (false, None, Some(node)) => {
            let what = format!("\"{name}\" closes, but doesn't open");
            report.error(&node.place, what, "add `opens`, such as opens = \"09:00\"");
        }
        _ => {}
    }
}

/// The day that a field of `block` says.
pub fn day(block: &Node, field: &str, report: &mut Report) -> Option<i32> {
    let node = block.get(field)?;
    let text = node.text()?;
    let day = day_of(text);
    if day.is_none() {
        let dated = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let what = if dated {
            format!("there is no day {text}")
        } else {
            format!("{text} is no day of the calendar")
        };
        report.error(&node.place, what, "write year, month and day, as 2026-12-02");
    }
    day
}

/// Warns of special days that are over.
pub fn warn_of_past_days(source: &Source, today: i32, report: &mut Report) {
    let bytes = source.read("company.toml").unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    // Mistakes were reported when the content was read.
    let company = node::parse(&source.display("company.toml"), &text, &mut Report::default());
    let list = company.as_ref().and_then(|company| company.get("hours")?.get("special"));
    for block in list.map(Node::items).unwrap_or_default() {
        let last = block.get("to").or_else(|| block.get("from")).and_then(Node::text);
        if let (Some(name), Some(day)) = (block.get("name").and_then(Node::text), last.and_then(day_of))
            && day < today
        {
            report.warn(&block.place, format!("\"{name}\" ended on {}", day_text(day)), "delete it");
        }
    }
}

impl Hours {
    /// As a page says them today: special days that are over are gone, and those that are near are told to people.
    pub fn on(&self, today: i32, words: &SpecialDayWords) -> Self {
        let (mut special, mut notices) = (self.special.clone(), Vec::new());
        special.retain(|days| day_of(&days.to).is_some_and(|last| last >= today));
        for days in &special {
            if let (Some(first), Some(last)) = (day_of(&days.from), day_of(&days.to))
                && first - today <= NOTICE_DAYS
            {
                let sentence = days.hours.as_ref().map_or(&words.closed, |_| &words.open);
                let hours = days.hours.as_deref().unwrap_or_default();
                let sentence = sentence.replace("{hours}", hours).replace("{days}", &range(first, last));
                notices.push(sentence.replace("{name}", &days.name));
                // Two times of one day have one sentence.
                notices.dedup();
            }
        }
        if !notices.is_empty() {
            notices.push(words.emergency.clone());
        }
        Self { special, notices, ..self.clone() }
    }
}

/// `2 December`, `2 and 3 December`, `17 February to 18 March`.
fn range(first: i32, last: i32) -> String {
    let (from, to) = (day_and_month(first), day_and_month(last));
    let (day, month) = from.split_once(' ').unwrap_or((&from, ""));
    // The month is said once where both days are in it; the same month of another year is a year away.
    let from = if to.ends_with(month) && last - first < 31 { day } else { &from };
    match last - first {
        0 => to,
        1 => format!("{from} and {to}"),
        _ => format!("{from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_days_reads_as_people_say_it() {
        let said = |from: &str, to: &str| range(day_of(from).unwrap(), day_of(to).unwrap());
        assert_eq!(said("2026-12-02", "2026-12-02"), "2 December");
        assert_eq!(said("2026-12-02", "2026-12-03"), "2 and 3 December");
        assert_eq!(said("2026-12-31", "2027-01-01"), "31 December and 1 January");
        assert_eq!(said("2027-03-09", "2027-03-12"), "9 to 12 March");
        assert_eq!(said("2027-02-08", "2027-03-08"), "8 February to 8 March");
    }
}
