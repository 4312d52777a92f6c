//! Sums of days.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Sums of days.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Numbers {
    /// One for each day, oldest first, also where nothing was counted.
    pub days: Vec<DaySums>,
    /// The same sums of the days before these.
    pub before: Sums,
    pub total: Sums,
    pub pages: Vec<NamedSums>,
    pub campaigns: Vec<NamedSums>,
    pub answers: AnswerSums,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Sums {
    pub views: u64,
    pub calls: u64,
    pub chats: u64,
    pub requests: u64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct DaySums {
    /// Such as `2026-11-22`.
    pub day: String,
    pub sums: Sums,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct NamedSums {
    pub name: String,
    pub sums: Sums,
}

/// How requests of these days were answered: each is in time, late or waiting.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct AnswerSums {
    pub requests: u64,
    pub in_time: u64,
    pub late: u64,
    pub waiting: u64,
    pub booked: u64,
    pub lost: u64,
}
