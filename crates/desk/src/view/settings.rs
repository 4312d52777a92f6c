//! What owners set.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::settings::DeskSettings;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SettingsScreen {
    pub settings: DeskSettings,
    /// What the texts for WhatsApp may name, without the braces.
    pub placeholders: Vec<String>,
    /// How many people there are, and how many of them have a mail address.
    pub people: u64,
    pub with_mail: u64,
    pub goes_to: GoesTo,
    /// Nothing with PostgreSQL, which is copied by others.
    pub copies: Option<CopiesView>,
}

/// How the copies elsewhere stand; whoever runs the server sets them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct CopiesView {
    pub is_set: bool,
    /// What a person has to look at.
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
    /// Nothing is mailed: there is no mail server.
    pub is_folder: bool,
    /// The host of another system that gets them.
    pub webhook: Option<String>,
    /// How many phones ring.
    pub phones: u64,
}
