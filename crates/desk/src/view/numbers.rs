//! Sums of days.

use std::ops::AddAssign;

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Sums of days.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Numbers {
    /// One for each day, oldest first, also days without a count.
    pub days: Vec<DaySums>,
    /// The same sums of the days before these.
    pub before: Sums,
    pub total: Sums,
    /// Requests count for the page on which the visit began, or for how they came where staff wrote them down; views,
    /// calls and chats for the page on which they were.
    pub pages: Vec<NamedSums>,
    /// The one without a name is of visits without a campaign.
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
    /// Those of the requests that are booked by now.
    pub booked: u64,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.views += other.views;
        self.calls += other.calls;
        self.chats += other.chats;
        self.requests += other.requests;
        self.booked += other.booked;
    }
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

/// Answers to requests of these days: each is in time, late or waiting.
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
