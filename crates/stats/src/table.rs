//! The table of `amwaj stats`: a row for each page, campaign or day, a column for each kind of event, and how many visitors
//! reached the company.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::ValueEnum;
use console::{Alignment, measure_text_width, pad_str};

use crate::Event;
use crate::store::Model;
use base::clock::day_text;
use base::text::shown;

/// Names of the columns, in the order of [`Event::ALL`].
const NAMES: [&str; Event::ALL.len()] =
    ["views", "calls", "chats", "mails", "maps", "starts", "sent", "held", "failed"];
/// Columns that are shown even if all their counts are zero.
const ALWAYS_SHOWN: [Event; 4] = [Event::View, Event::Call, Event::Chat, Event::Sent];
/// Ways in which visitors reach the company.
const REACHED: [Event; 4] = [Event::Call, Event::Chat, Event::Mail, Event::Sent];
const SHARE: &str = "reached";
/// Shown for no campaign.
const NO_CAMPAIGN: &str = "(none)";
/// Number of the last days that have a row of their own below those of a longer time.
const WEEK_DAYS: i32 = 7;
/// The narrowest first column, in terminal columns.
const MIN_NAME_WIDTH: usize = 12;

/// The rows of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupBy {
    Page,
    Campaign,
    Day,
}

type Counts = [u64; Event::ALL.len()];

/// The table, filled sum by sum.
pub(super) struct StatsTable {
    by: GroupBy,
    lines: BTreeMap<String, Counts>,
    all: Counts,
    /// The last seven days, and the first of them.
    week: Counts,
    week_from: String,
    is_longer: bool,
    views: BTreeMap<String, u64>,
}

impl StatsTable {
    pub fn new(by: GroupBy, today: i32) -> Self {
        let empty = Counts::default();
        StatsTable {
            by,
            lines: BTreeMap::new(),
            all: empty,
            week: empty,
            week_from: day_text(today - WEEK_DAYS + 1),
            is_longer: false,
            views: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, sum: &Model) {
        // A kind of event that a later version of the program counts is not shown.
        let Some(event) = Event::named(&sum.event) else { return };
        let count = u64::try_from(sum.count).unwrap_or_default();
        let name = match self.by {
            GroupBy::Page => &sum.path,
            GroupBy::Campaign if sum.campaign.is_empty() => NO_CAMPAIGN,
            GroupBy::Campaign => &sum.campaign,
            GroupBy::Day => &sum.day,
        };
        let line = self.lines.entry(name.to_owned()).or_default();
        line[event as usize] += count;
        self.all[event as usize] += count;
        if sum.day >= self.week_from {
            self.week[event as usize] += count;
        } else {
            self.is_longer = true;
        }
        *self.views.entry(sum.day.clone()).or_default() += if event == Event::View { count } else { 0 };
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Views by day.
    pub fn views(&self) -> &BTreeMap<String, u64> {
        &self.views
    }

    /// Writes it, at most `width` terminal columns wide as far as its numbers fit.
    pub fn write(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        let mut lines: Vec<(&str, &Counts)> =
            self.lines.iter().map(|(name, counts)| (name.as_str(), counts)).collect();
        if self.by != GroupBy::Day {
            lines.sort_by_key(|(_, counts)| std::cmp::Reverse(counts[Event::View as usize]));
        }
        if self.is_longer && self.week.iter().any(|count| *count > 0) {
            lines.push(("last 7 days", &self.week));
        }
        lines.push(("all", &self.all));
        let events: Vec<Event> = Event::ALL
            .into_iter()
            .filter(|event| ALWAYS_SHOWN.contains(event) || self.all[*event as usize] > 0)
            .collect();
        let numbers = |counts: &Counts| -> Vec<String> {
            let counted = events.iter().map(|event| counts[*event as usize].to_string());
            counted.chain([share(counts)]).collect()
        };
        let heads: Vec<&str> = events.iter().map(|event| NAMES[*event as usize]).chain([SHARE]).collect();
        let all = numbers(&self.all);
        let widths: Vec<usize> =
            heads.iter().zip(&all).map(|(head, most)| head.len().max(most.len())).collect();
        let taken: usize = widths.iter().map(|width| width + 2).sum();
        let longest =
            lines.iter().map(|(name, _)| measure_text_width(&shown(name))).max().unwrap_or_default();
        let first = longest.min(width.saturating_sub(taken).max(MIN_NAME_WIDTH));
        let mut write = |name: &str, cells: Vec<String>| {
            write!(out, "{}", pad_str(&shown(name), first, Alignment::Left, Some("~")))?;
            for (cell, width) in cells.iter().zip(&widths) {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)
        };
        write("", heads.iter().map(|head| (*head).to_owned()).collect())?;
        for (name, counts) in lines {
            write(name, numbers(counts))?;
        }
        Ok(())
    }
}

/// Share of views that led to the company, in per cent.
fn share(counts: &Counts) -> String {
    let reached: u64 = REACHED.iter().map(|event| counts[*event as usize]).sum();
    match counts[Event::View as usize] {
        0 => "-".to_owned(),
        views => format!("{:.1}", reached as f64 * 100.0 / views as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 22 November 2026.
    const TODAY: i32 = 20_779;

    fn sum(day: &str, event: Event, path: &str, campaign: &str, count: i64) -> Model {
        let (day, event) = (day.to_owned(), event.as_str().to_owned());
        Model { day, event, path: path.to_owned(), campaign: campaign.to_owned(), count }
    }

    fn written(by: GroupBy, width: usize) -> String {
        let mut table = StatsTable::new(by, TODAY);
        for sum in [
            sum("2026-11-15", Event::View, "/contact-us", "", 10),
            sum("2026-11-16", Event::View, "/", "google / summer", 200),
            sum("2026-11-22", Event::Call, "/", "", 3),
            sum("2026-11-22", Event::Sent, "/", "google / summer", 2),
            sum("2026-11-22", Event::Failed, "other", "", 1),
        ] {
            table.add(&sum);
        }
        let mut out = Vec::new();
        table.write(width, &mut out).expect("written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn pages_are_sorted_by_their_views_with_how_many_reached_the_company() {
        assert_eq!(
            written(GroupBy::Page, 80),
            "             views  calls  chats  sent  failed  reached\n\
             /              200      3      0     2       0      2.5\n\
             /contact-us     10      0      0     0       0      0.0\n\
             other            0      0      0     0       1        -\n\
             last 7 days    200      3      0     2       1      2.5\n\
             all            210      3      0     2       1      2.4\n"
        );
    }

    #[test]
    fn campaigns_and_days_have_rows_too() {
        let first = |by| -> Vec<String> {
            let table = written(by, 80);
            table.lines().skip(1).map(|line| line[..15].trim().to_owned()).collect()
        };
        assert_eq!(first(GroupBy::Campaign), ["google / summer", "(none)", "last 7 days", "all"]);
        assert_eq!(
            first(GroupBy::Day)[..3],
            ["2026-11-15", "2026-11-16", "2026-11-22"].map(|day| format!("{day}   ").trim().to_owned())
        );
    }

    #[test]
    fn names_of_any_script_leave_the_columns_aligned() {
        let mut table = StatsTable::new(GroupBy::Campaign, TODAY);
        for campaign in ["google", "صَيف", "空调", "مكيفات"] {
            table.add(&sum("2026-11-22", Event::View, "/", campaign, 1));
        }
        let mut out = Vec::new();
        table.write(80, &mut out).expect("written");
        let text = String::from_utf8(out).expect("text");
        let widths: Vec<usize> = text.lines().map(measure_text_width).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?} {text}");
    }

    #[test]
    fn a_narrow_terminal_shortens_names_and_no_number() {
        let table = written(GroupBy::Campaign, 20);
        assert!(table.contains("google / su~    200"), "{table}");
    }
}
