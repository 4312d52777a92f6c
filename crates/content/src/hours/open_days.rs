//! Blocks of `company.toml` that say when the office is open: days of the week with the same hours. A day with a break
//! stands in two blocks.

use crate::hours::times::{DAY, Times};
use crate::hours::weekdays;
use crate::hours::weekdays::Weekdays;
use crate::node::Node;
use crate::report::Report;

const WEEK: u32 = 7 * DAY;

/// Days of the week with the same hours.
pub struct OpenDays {
    pub days: Weekdays,
    /// The earliest first, two where the day has a break.
    pub times: Vec<Times>,
}

/// The blocks of a list such as `[[hours.office]]`, without those that have a mistake. Blocks with the same days are
/// one.
pub fn open_days(list: &Node, report: &mut Report) -> Vec<OpenDays> {
    let mut open: Vec<(usize, Times)> = Vec::new();
    let mut read: Vec<OpenDays> = Vec::new();
    for item in list.items() {
        let times = Times::read(item, report);
        let Some(written) = item.get("days") else { continue };
        let days = match written.text().map(Weekdays::parse) {
            Some(Ok(days)) => days,
            Some(Err(mistake)) => {
                report.error(&written.place, mistake.what, mistake.instead);
                continue;
            }
            None => continue,
        };
        let Some(times) = times else { continue };
        for day in days.each() {
            if let Some((_, other)) = open.iter().find(|other| overlap(**other, (day, times))) {
                let (one, two) = (other.structured(), times.structured());
                let what = format!("{} has hours twice: {one} and {two}", weekdays::NAMES[day]);
                report.error(&written.place, what, "name the day once, or two times that don't overlap");
            }
            open.push((day, times));
        }
        match read.iter_mut().find(|other| other.days == days) {
            Some(same) => {
                same.times.push(times);
                same.times.sort();
            }
            None => read.push(OpenDays { days, times: vec![times] }),
        }
    }
    read
}

/// Whether the office would be open twice at one moment of the week. Hours may end in the night that follows.
fn overlap((day, times): (usize, Times), (other_day, other): (usize, Times)) -> bool {
    let (start, other_start) = (day as u32 * DAY + times.opens, other_day as u32 * DAY + other.opens);
    let begins_within = |start: u32, length: u32, moment: u32| (moment + WEEK - start) % WEEK < length;
    begins_within(start, times.length(), other_start) || begins_within(other_start, other.length(), start)
}
