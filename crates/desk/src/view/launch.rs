//! Everything to do before the site goes live.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// What is still to be done, and the button that puts the site live.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct LaunchScreen {
    pub state: LaunchState,
    pub steps: Vec<LaunchStep>,
    /// Why changes are locked now: a sentence.
    pub locked: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum LaunchState {
    /// It isn't set up for the public: on somebody's own machine, for example.
    Private,
    /// Whoever has the address can see it; search engines are kept away.
    Preview,
    Live,
}

/// Something to be done before the site goes live.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct LaunchStep {
    pub kind: LaunchKind,
    /// Of a question: its name in the form that marks it as answered.
    pub id: Option<String>,
    pub what: String,
    /// How it is done.
    pub instead: String,
    /// The screen where it is done.
    pub to: Option<String>,
    pub is_done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum LaunchKind {
    /// Invented, such as a review: the site can't go live with it.
    Sample,
    /// Only the owner knows the answer.
    Question,
    /// Whoever runs the server does it.
    Server,
}
