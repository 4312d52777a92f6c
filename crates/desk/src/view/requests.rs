//! The inbox, one request, and held requests.

use crate::settings::ChatTexts;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The inbox's lists.
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
    /// The search text; empty for everything.
    pub search: String,
    /// With `waiting`: those who wait, the most urgent first. Otherwise the requests of the list, newest first.
    pub rows: Vec<Row>,
    /// With `waiting`: who was answered today, newest answer first.
    pub answered_today: Vec<Row>,
    pub counts: Counts,
    /// The address of the next rows; absent at the end.
    pub more: Option<String>,
    pub chat: ChatTexts,
    /// How many things an owner should do before the site goes live, or for a live one's server.
    pub before_launch: u64,
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
    /// International, `+9715…`; absent if it cannot be read as a number.
    pub phone_e164: Option<String>,
    /// Further numbers in the same field, international.
    pub other_numbers: Vec<String>,
    /// Digits to dial where no number can be read and only these can be meant.
    pub doubtful_number: Option<String>,
    pub service: String,
    pub message: String,
    pub received_at: i64,
    /// When an answer is due.
    pub due_at: Option<i64>,
    pub emergency: bool,
    pub stage: StageName,
    /// Staff's last word on it: the stage, or that somebody is calling.
    pub last: Option<LastWord>,
    /// When it was first answered; absent while nobody has, or somebody took that back.
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
    /// The person who said so; absent for commands and links in mails.
    pub by: Option<String>,
    pub by_me: bool,
    pub note: String,
}

/// A recipient of a request's mail who lacks it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Lacking {
    pub address: String,
    /// The mail server's words, or why there are none.
    pub why: String,
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
    /// How it came, if staff have written it down: `phone call`, `WhatsApp`, `in person`.
    pub came_by: Option<String>,
    /// The campaign's source, medium and name, those that are known, joined by ` / `.
    pub campaign: Option<String>,
    /// Why it is held; absent if it is not, or no longer.
    pub held: Option<String>,
    pub dismissed: bool,
    pub events: Vec<TimelineEntry>,
    /// Who lacks its mail, although others have it or nobody is asked any more.
    pub lacking: Vec<Lacking>,
    /// Other requests of the same number, newest first.
    pub others: Vec<Other>,
    /// Those who wait, in the inbox's order.
    pub waiting: Vec<Row>,
    /// Whether this person may give the visitor their data, and erase it.
    pub may_erase: bool,
    /// Version of the request on this page, sent along with an answer.
    pub seen: i64,
    pub chat: ChatTexts,
}

/// A request to be written down.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct NewRequestForm {
    /// The services that the public form offers.
    pub services: Vec<String>,
    /// Why it is not stored.
    pub complaint: Option<String>,
}

/// An entry of the timeline.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct TimelineEntry {
    pub at: i64,
    /// Such as `booked`, `calling`, `note`, `mail delivered`, `escalated`: see docs/requests.md.
    pub kind: String,
    /// A note, or the receiver's answer.
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

/// What is kept of one person, to be given out or erased.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct TheirData {
    /// The request that was opened.
    pub reference: String,
    pub person: String,
    /// International; absent if it cannot be read as a number.
    pub phone_e164: Option<String>,
    /// All requests of the number, oldest first; the one that was opened is among them.
    pub requests: Vec<KeptRequest>,
    /// Whether staff have to say which of them are meant.
    pub in_doubt: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct KeptRequest {
    pub reference: String,
    pub received_at: i64,
    pub name: String,
    /// As typed.
    pub phone: String,
    /// Whether a number can be read in it.
    pub number_read: bool,
    /// Whether its name is that of the request that was opened.
    pub same_name: bool,
    /// Why it cannot be erased yet; absent if it can.
    pub kept_back: Option<KeptBack>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum KeptBack {
    Undelivered,
    Held,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Held {
    /// Newest first.
    pub waiting: Vec<HeldRow>,
    /// Requests that a person called spam, newest first.
    pub set_aside: Vec<HeldRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct HeldRow {
    pub row: Row,
    /// In words, separated by commas.
    pub reasons: String,
    /// When it is mailed by itself; absent where it waits for a person.
    pub mailed_at: Option<i64>,
}
