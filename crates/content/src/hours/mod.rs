//! Opening hours: what `company.toml` has, day by day, becomes the sentence that people read and what search engines read.

mod open_days;
mod special;
mod times;
mod weekdays;

use crate::hours::open_days::{OpenDays, open_days};
use crate::model::Hours;
use crate::node::Node;
use crate::report::{Place, Report};

pub use crate::hours::special::{day, warn_of_past_days};

/// Reads `[hours]` of `company.toml`. Missing or wrongly typed values are left out: the schema check reports them.
pub fn read(company: &Node, report: &mut Report) -> Option<Hours> {
    let hours = company.get("hours")?;
    let office = open_days(hours.get("office")?, report);
    let other = hours.get("search_engines").map(|node| open_days(node, report)).unwrap_or_default();
    let for_machines = if other.is_empty() { &office } else { &other };
    let special = hours.get("special").map(|node| special::read(node, &office, for_machines, report));
    Some(Hours {
        office: sentence(&office),
        emergency: hours.get("emergency")?.text()?.to_string(),
        structured: structured(for_machines),
        special: special.unwrap_or_default(),
        notices: Vec::new(),
    })
}

/// Where search engines read other hours than people, and how it reads.
pub fn contradiction(company: &Node) -> Option<(Place, String)> {
    let hours = company.get("hours")?;
    let other = hours.get("search_engines")?;
    let office = open_days(hours.get("office")?, &mut Report::default());
    let told = structured(&open_days(other, &mut Report::default()));
    if told.is_empty() || told == structured(&office) {
        return None;
    }
    let office = sentence(&office);
    let told = told.join(", ");
    Some((
        other.place.clone(),
        format!("the office is open \"{office}\", but search engines read \"{told}\""),
    ))
}

/// `Sunday to Thursday, 8am to 1pm and 4pm to 8pm; Friday, 8am to noon`.
fn sentence(open: &[OpenDays]) -> String {
    let part = |open: &OpenDays| format!("{}, {}", open.days.in_words(), times::in_words(&open.times));
    open.iter().map(part).collect::<Vec<_>>().join("; ")
}

/// In schema.org's form, one for each time: `Su-Th 08:00-13:00`, `Su-Th 16:00-20:00`.
fn structured(open: &[OpenDays]) -> Vec<String> {
    let each = |open: &OpenDays| {
        let days = open.days.structured();
        open.times.iter().map(|times| format!("{days} {}", times.structured())).collect::<Vec<_>>()
    };
    open.iter().flat_map(each).collect()
}

#[cfg(test)]
mod tests;
