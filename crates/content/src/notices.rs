//! Notices: what every page says above its header for some days.

use base::clock::{day_of, day_text};

use crate::hours::day;
use crate::model::DatedNotice;
use crate::node::{self, Node};
use crate::report::Report;
use crate::source::Source;

/// The longest notice that leaves the page above the fold of a phone, in characters: four lines.
const MAX_CHARS: usize = 140;

/// Checks `[[notices]]` of `company.toml`. Missing fields are reported by the schema check.
pub fn check(company: &Node, report: &mut Report) {
    for notice in company.get("notices").map(Node::items).unwrap_or_default() {
        let (from, until) = (day(notice, "from", report), day(notice, "until", report));
        if let (Some(from), Some(until), Some(node)) = (from, until, notice.get("until"))
            && until < from
        {
            let what =
                format!("a notice ends on {}, before it begins on {}", day_text(until), day_text(from));
            report.error(&node.place, what, "swap `from` and `until`, or correct one of them");
        }
        if let Some(node) = notice.get("text")
            && let Some(text) = node.text()
            && text.chars().count() > MAX_CHARS
        {
            let what = format!("a notice has {} characters", text.chars().count());
            report.error(&node.place, what, format!("use {MAX_CHARS} at most: it stands on every page"));
        }
    }
}

/// Warns of notices that are over.
pub fn warn_of_past(source: &Source, today: i32, report: &mut Report) {
    let bytes = source.read("company.toml").unwrap_or_default();
    // Mistakes were reported when the content was read.
    let text = String::from_utf8_lossy(&bytes);
    if let Some(company) = node::parse(&source.display("company.toml"), &text, &mut Report::default()) {
        warn_of_past_in(&company, today, report);
    }
}

fn warn_of_past_in(company: &Node, today: i32, report: &mut Report) {
    for notice in company.get("notices").map(Node::items).unwrap_or_default() {
        if let Some(last) = notice.get("until").and_then(Node::text).and_then(day_of)
            && last < today
        {
            report.warn(&notice.place, format!("a notice ended on {}", day_text(last)), "delete it");
        }
    }
}

/// Those of a day.
pub fn on(notices: &[DatedNotice], today: i32) -> Vec<DatedNotice> {
    let is_today = |notice: &&DatedNotice| {
        day_of(&notice.from).is_some_and(|first| first <= today)
            && day_of(&notice.until).is_some_and(|last| today <= last)
    };
    notices.iter().filter(is_today).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(notices: &str) -> String {
        let company = node::parse("company.toml", notices, &mut Report::default()).expect("TOML");
        let mut report = Report::default();
        check(&company, &mut report);
        warn_of_past_in(&company, day_of("2026-12-10").expect("a day"), &mut report);
        report.to_string()
    }

    #[test]
    fn a_notice_is_shown_from_its_first_day_to_its_last() {
        let notice = DatedNotice { text: "x".into(), from: "2026-12-01".into(), until: "2026-12-03".into() };
        let count = |day: &str| on(std::slice::from_ref(&notice), day_of(day).expect("a day")).len();
        let days = ["2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"];
        assert_eq!(days.map(count), [0, 1, 1, 0]);
    }

    #[test]
    fn what_is_wrong_with_a_notice_is_said_with_what_would_be_right() {
        let block = |text: &str, from: &str, until: &str| {
            format!("[[notices]]\ntext = \"{text}\"\nfrom = \"{from}\"\nuntil = \"{until}\"\n")
        };
        assert_eq!(said(&block("Open as usual.", "2026-12-09", "2026-12-10")), "");
        assert!(said(&block("x", "2026-12-12", "2026-12-11")).contains("before it begins"));
        assert!(said(&block("x", "2026-02-30", "2026-12-11")).contains("there is no day 2026-02-30"));
        assert!(said(&block("x", "2026-12-01", "2026-12-09")).contains("a notice ended on 2026-12-09"));
        assert!(said(&block(&"x".repeat(141), "2026-12-09", "2026-12-10")).contains("141 characters"));
    }
}
