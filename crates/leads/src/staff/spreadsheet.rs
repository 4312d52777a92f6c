//! Requests as a spreadsheet for people: times in Dubai, who answered and when, notes.

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::queue::row::{Column, Entity};
use crate::staff::cell_text::{defuse, is_only_a_number, spaced_number};
use crate::staff::export::UTF8_MARK;
use crate::staff::history::History;
use crate::stored_lead::{Lead, Quarantined, Stage};
use base::clock::dubai_time;

/// Requests read from the database at a time.
const PAGE_REQUESTS: u64 = 500;
/// Requests of a spreadsheet, at most: the newest.
const MAX_REQUESTS: u64 = 100_000;

const COLUMNS: [&str; 15] = [
    "Reference",
    "Received (Dubai)",
    "Name",
    "Phone",
    "Phone as typed",
    "Service",
    "Message",
    "Urgent",
    "Page",
    "Campaign",
    "Answer due (Dubai)",
    "Answered by",
    "Answered at (Dubai)",
    "Outcome",
    "Notes",
];

/// A request, and what staff did and wrote about it. Whoever knows the authors adds them to its history.
#[derive(Clone, Debug)]
pub struct SheetRow {
    lead: Lead,
    pub history: History,
}

/// Reads requests from the newest to the oldest, a page at a time, so that any number fits in memory.
#[derive(Debug, Default)]
pub struct SheetPager {
    before: Option<String>,
    read: u64,
}

impl SheetPager {
    /// The next requests; empty at the end.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next_page(&mut self, db: &impl ConnectionTrait) -> Result<Vec<SheetRow>, DbErr> {
        let mut query = Entity::find().filter(Column::Canary.eq(false)).order_by_desc(Column::Id);
        if let Some(before) = &self.before {
            query = query.filter(Column::Id.lt(before.as_str()));
        }
        let rows = query.limit(PAGE_REQUESTS.min(MAX_REQUESTS - self.read)).all(db).await?;
        self.read += rows.len() as u64;
        let Some(last) = rows.last() else { return Ok(Vec::new()) };
        self.before = Some(last.id.clone());
        let mut histories = History::of_staff(db, rows.iter().map(|row| row.id.as_str())).await?;
        let with_history = |lead: Lead| {
            let history = histories.remove(&lead.id).unwrap_or_default();
            SheetRow { lead, history }
        };
        Ok(rows.into_iter().map(Lead::from).map(with_history).collect())
    }
}

/// The beginning of the file, with the names of its columns.
///
/// # Errors
/// When it cannot be written.
pub fn head() -> Result<Vec<u8>, csv::Error> {
    whole(&COLUMNS, std::iter::empty::<[String; COLUMNS.len()]>())
}

/// A whole file, of rows that fit in memory.
///
/// # Errors
/// When it cannot be written.
pub fn whole<Row: IntoIterator<Item = String>>(
    columns: &[&str],
    rows: impl Iterator<Item = Row>,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(UTF8_MARK.to_vec());
    writer.write_record(columns)?;
    for row in rows {
        writer.write_record(row.into_iter().map(|cell| defuse(&cell)))?;
    }
    finish(writer)
}

/// The lines of these requests.
///
/// # Errors
/// When they cannot be written.
pub fn lines(rows: &[SheetRow]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(cells(row).map(|cell| defuse(&cell)))?;
    }
    finish(writer)
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, csv::Error> {
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

fn cells(SheetRow { lead, history }: &SheetRow) -> [String; COLUMNS.len()] {
    let (typed, context) = (&lead.typed, &lead.context);
    let campaign = [&context.utm_source, &context.utm_medium, &context.utm_campaign];
    let campaign: Vec<&str> = campaign.into_iter().filter_map(|part| part.as_deref()).collect();
    let answer = history.answer();
    let by = answer.map(|answer| answer.by.clone().unwrap_or_else(|| "by mail or command".to_owned()));
    [
        lead.reference.to_string(),
        minute(lead.received_at),
        typed.name.clone(),
        lead.phone_e164.as_deref().map(spaced_number).unwrap_or_default(),
        more_than_a_number(lead),
        typed.service.clone(),
        typed.message.clone(),
        if lead.emergency { "yes" } else { "" }.to_owned(),
        context.page.clone().unwrap_or_default(),
        campaign.join(" / "),
        lead.due_at.map(minute).unwrap_or_default(),
        by.unwrap_or_default(),
        answer.map(|answer| minute(answer.at)).unwrap_or_default(),
        outcome(lead).to_owned(),
        notes(history),
    ]
}

/// `2026-11-17 09:05`: spreadsheets read it as a date.
fn minute(at: i64) -> String {
    dubai_time(at).chars().take("2026-11-17 09:05".len()).collect()
}

/// What was typed as the phone, where that says more than the number that was read: in quotation marks, since a spreadsheet
/// would take the zero off a bare number.
fn more_than_a_number(lead: &Lead) -> String {
    let typed = &lead.typed.phone;
    if typed.is_empty() || is_only_a_number(typed) { String::new() } else { format!("“{typed}”") }
}

fn outcome(lead: &Lead) -> &'static str {
    if lead.erased_at.is_some() {
        return "erased";
    }
    if let Some(state) = lead.quarantined.as_ref().and_then(Quarantined::state) {
        return state;
    }
    match lead.stage {
        Stage::New => "waiting",
        Stage::Contacted => "spoke",
        Stage::Booked => "booked",
        Stage::Lost => "lost",
    }
}

/// One line for each note, with its time and its author.
fn notes(history: &History) -> String {
    let noted = history.entries.iter().filter(|entry| !entry.text.is_empty());
    let lines = noted.map(|entry| {
        let by = entry.by.as_deref().map(|by| format!(" {by}")).unwrap_or_default();
        format!("{}{by}: {}", minute(entry.at), entry.text)
    });
    lines.collect::<Vec<_>>().join("\n")
}
