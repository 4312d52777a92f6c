//! Blocks of `company.toml` that say when the office is open: days of the week with the same hours.

use crate::content::hours::times::Times;
use crate::content::hours::weekdays;
use crate::content::hours::weekdays::Weekdays;
use crate::content::node::Node;
use crate::content::report::Report;

/// Days of the week with the same hours.
pub struct OpenDays {
    pub days: Weekdays,
    pub times: Times,
}

/// The blocks of a list such as `[[hours.office]]`, without those that have a mistake.
pub fn open_days(list: &Node, report: &mut Report) -> Vec<OpenDays> {
    let mut named: Vec<usize> = Vec::new();
    let mut read = Vec::new();
    for item in list.items() {
        let times = Times::read(item, report);
        let Some(written) = item.get("days") else { continue };
        let days = written.text().map(Weekdays::parse);
        match days {
            Some(Ok(days)) => {
                for day in days.each() {
                    if named.contains(&day) {
                        let what = format!("{} has hours twice", weekdays::NAMES[day]);
                        report.error(&written.place, what, "name each day once");
                    }
                    named.push(day);
                }
                read.extend(times.map(|times| OpenDays { days, times }));
            }
            Some(Err(mistake)) => report.error(&written.place, mistake.what, mistake.instead),
            None => {}
        }
    }
    read
}
