//! The screen of owners' settings.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::settings::DeskSettings;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SettingsScreen {
    pub settings: DeskSettings,
    /// Placeholders of the texts for WhatsApp, without the braces.
    pub placeholders: Vec<String>,
    /// Number of people, and of those with a mail address.
    pub people: u64,
    pub with_mail: u64,
    pub goes_to: GoesTo,
    /// Absent with PostgreSQL, which is copied by others.
    pub copies: Option<CopiesView>,
}

/// State of the copies elsewhere; whoever runs the server sets them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct CopiesView {
    pub is_set: bool,
    /// The problem that a person has to look at.
    pub problem: Option<String>,
    /// When the newest was made.
    pub newest: Option<i64>,
    /// When one was last restored aside.
    pub restored: Option<i64>,
}

/// Where requests go; whoever runs the server sets it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct GoesTo {
    pub mail: Vec<String>,
    /// No mails are sent: there is no mail server.
    pub is_folder: bool,
    /// The host of another system that gets them.
    pub webhook: Option<String>,
    /// Number of phones that ring.
    pub phones: u64,
}
