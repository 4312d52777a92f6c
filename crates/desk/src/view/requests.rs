//! The inbox, one request, and what is held.

use crate::settings::ChatTexts;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Which requests the inbox lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Show {
    #[default]
    Waiting,
    Answered,
    All,
    /// A delivery of theirs was given up.
    Failed,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Inbox {
    pub show: Show,
    /// What was searched for; empty for everything.
    pub search: String,
    /// With `waiting`: those who wait, the most urgent first. Otherwise what was asked for, newest first.
    pub rows: Vec<Row>,
    /// With `waiting`: who was answered today, newest answer first.
    pub answered_today: Vec<Row>,
    pub counts: Counts,
    /// The address of the next rows; nothing at the end.
    pub more: Option<String>,
    pub chat: ChatTexts,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Counts {
    pub waiting: u64,
    pub answered: u64,
    pub held: u64,
    pub failed: u64,
    pub all: u64,
    pub answered_today: u64,
    /// Of those answered today, how many within the promised time.
    pub in_time_today: u64,
}

/// One request in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Row {
    pub reference: String,
    pub name: String,
    /// As typed; empty once it is erased.
    pub phone: String,
    /// International, `+9715…`; nothing if it cannot be read as a number.
    pub phone_e164: Option<String>,
    pub service: String,
    pub message: String,
    pub received_at: i64,
    /// By when an answer is promised.
    pub due_at: Option<i64>,
    pub emergency: bool,
    pub stage: StageName,
    /// The last thing staff said of it: the stage, or that somebody is calling.
    pub last: Option<LastWord>,
    /// When it was first answered; nothing while nobody has, or somebody took that back.
    pub answered_at: Option<i64>,
    /// Which request of the same number this is, the first being 1.
    pub nth_of_number: u64,
    /// Why a delivery was given up, in the receiver's words.
    pub failed: Option<String>,
    pub erased_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts", rename = "Stage"))]
pub enum StageName {
    New,
    Contacted,
    Booked,
    Lost,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct LastWord {
    pub at: i64,
    /// `calling`, or a stage.
    pub kind: String,
    /// Who said so; nothing for commands and links in mails.
    pub by: Option<String>,
    pub by_me: bool,
    pub note: String,
}

/// One request, with everything known of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RequestScreen {
    pub row: Row,
    /// The page that it was sent from, such as `/services/plumbing?utm_source=google`.
    pub page: Option<String>,
    pub referrer: Option<String>,
    /// BCP 47, such as `ar-AE`.
    pub language: Option<String>,
    /// The campaign's source, medium and name, those that are known, joined by ` / `.
    pub campaign: Option<String>,
    /// Why it is held; nothing if it is not, or no longer.
    pub held: Option<String>,
    pub dismissed: bool,
    /// Many requests came from its address.
    pub many_from_address: bool,
    pub events: Vec<Event>,
    /// Other requests of the same number, newest first.
    pub others: Vec<Other>,
    /// Those who wait, in the inbox's order.
    pub waiting: Vec<Row>,
    /// Whether this person may give the visitor their data, and erase it.
    pub may_erase: bool,
    /// What an answer from this page says that its author had seen.
    pub seen: i64,
    pub chat: ChatTexts,
}

/// An entry of the timeline.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Event {
    pub at: i64,
    /// Such as `booked`, `calling`, `note`, `mail delivered`, `escalated`: see docs/requests.md.
    pub kind: String,
    /// A note, or what the receiver answered.
    pub text: String,
    pub by: Option<String>,
    pub by_me: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Other {
    pub reference: String,
    pub service: String,
    pub received_at: i64,
    pub stage: StageName,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Held {
    /// Newest first.
    pub waiting: Vec<HeldRow>,
    /// What a person said is spam, newest first.
    pub set_aside: Vec<HeldRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct HeldRow {
    pub row: Row,
    /// In words, separated by commas.
    pub reasons: String,
    /// When it is mailed by itself; nothing where it waits for a person.
    pub mailed_at: Option<i64>,
}
