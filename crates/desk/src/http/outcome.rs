//! What a handler answers, or why there is no answer.

use http::{HeaderValue, StatusCode};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

use crate::view::{Notice, PostState, PostUndo, Problem, Screen, StageName};

/// What a handler answers.
pub enum Reply {
    Screen(Screen),
    /// With another status than 200, and a notice of what was not done.
    Refused(StatusCode, Screen, Option<Notice>),
    /// Something was done: goes on to another screen.
    Done {
        to: String,
        notice: Option<Flash>,
        cookies: Vec<HeaderValue>,
    },
    /// Data for the page's script.
    Data {
        json: serde_json::Value,
        cookies: Vec<HeaderValue>,
    },
    /// A page of the site, as readers would get it, for a frame of the desk.
    SitePage(String),
    /// A page of the site with the marks of its pieces, for a frame of the desk.
    MarkedPage(String),
    /// A page of a draft, for whoever has its link.
    SharedPage(String),
    /// A file.
    File {
        name: String,
        content_type: &'static str,
        body: Vec<u8>,
    },
}

impl Reply {
    /// Goes on to another screen, which says what was done.
    pub fn done(to: impl Into<String>, notice: Flash) -> Self {
        Reply::Done { to: to.into(), notice: Some(notice), cookies: Vec::new() }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    Problem(StatusCode, Problem),
    Database(DbErr),
}

impl Failure {
    /// Something typed cannot be used; the sentence says what would be right.
    pub fn invalid(text: String) -> Self {
        Failure::Problem(StatusCode::UNPROCESSABLE_ENTITY, Problem::Invalid { text })
    }
}

impl From<DbErr> for Failure {
    fn from(error: DbErr) -> Self {
        Failure::Database(error)
    }
}

/// A notice on its way to the next screen. Nothing of a visitor's is in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Flash {
    Answered { reference: String, stage: StageName, was: StageName },
    Noted { reference: String },
    Decided { reference: String, spam: bool },
    Retried { reference: String },
    Erased { reference: String, copies_until: Option<i64> },
    SignedOut,
    Tested { devices: u64 },
    DeviceEnded { label: String },
    PersonEnded { name: String },
    PersonChanged { name: String },
    LastOwner,
    SettingsChanged,
    PostShown { id: String, title: String, state: PostState, published_at: Option<i64>, undo: PostUndo },
    SiteChanged { id: i64, name: String },
    DraftChanged { id: i64, draft: String, name: String },
    DraftLive { name: String },
    DraftTimed { name: String, at: Option<i64> },
    DraftPutAside { id: String, name: String },
    DraftTakenUp { name: String },
    SiteUndone { name: String },
    SiteRefused { text: String },
    PostRefused { what: String, instead: String },
    PostRestored { number: i64 },
    PostRenamed { slug: String, former: String },
}
