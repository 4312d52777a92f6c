//! A handler's answer, or why there is no answer.

use axum::body::Body;
use http::{HeaderValue, StatusCode};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

use crate::view::{Notice, PostStatus, PostUndo, Problem, Screen, StageName};

/// A handler's answer.
pub enum Reply {
    Screen(Screen),
    /// With a status other than 200, and a notice of the refused action.
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
    /// A file that is made while it is sent.
    LongFile {
        name: String,
        content_type: &'static str,
        body: Body,
    },
}

impl Reply {
    /// Goes on to another screen, with a notice of the action.
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

/// A notice on its way to the next screen. It holds no data of a visitor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Flash {
    Answered { reference: String, stage: StageName, was: StageName },
    Noted { reference: String },
    Decided { reference: String, spam: bool },
    Retried { reference: String },
    Erased { requests: u64, copies_until: Option<i64> },
    SignedOut,
    Tested { devices: u64 },
    DeviceEnded { label: String },
    PasskeyRemoved { label: String },
    PasskeyNamed { label: String },
    PersonEnded { name: String },
    PersonChanged { name: String },
    LastOwner,
    SettingsChanged,
    PostShown { id: String, title: String, state: PostStatus, published_at: Option<i64>, undo: PostUndo },
    SiteChanged { id: i64, name: String },
    DraftChanged { id: i64, draft: String, name: String },
    DraftLive { name: String },
    DraftTimed { name: String, at: Option<i64> },
    DraftPutAside { id: String, name: String },
    DraftTakenUp { name: String },
    SiteUndone { name: String, ids: Vec<i64> },
    SiteRefused { text: String },
    PostRefused { what: String, instead: String },
    PostRestored { number: i64 },
    PostRenamed { slug: String, former: String },
}
