//! Outcome of an edit: a change that may go live, or why it may not.

use std::io;

use sea_orm::DbErr;

use crate::problem::{EditProblem, problems_of};
use crate::revisions::{FileChange, Told};
use content::report::Report;

/// A change that has passed the check.
pub struct Prepared {
    pub change: FileChange,
    pub told: Told,
}

/// Why an edit does not go live.
#[derive(Debug)]
pub enum Refused {
    /// No piece with that id can be changed.
    NoSuchPiece,
    /// It says that already.
    Unchanged,
    /// Somebody has changed it since its author saw it: the present text, and its file.
    Clash {
        now: String,
        file: String,
    },
    Problems(Vec<EditProblem>),
    Database(DbErr),
}

impl From<DbErr> for Refused {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

/// Why a change could not be stored.
#[derive(Debug)]
pub enum StoreError {
    /// Another server, or somebody at the file, has changed it in this very moment.
    Stale,
    Database(DbErr),
    Disk(io::Error),
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// Mistakes that were there before.
pub(super) fn elsewhere(report: &Report) -> Vec<EditProblem> {
    problems_of(report, &Report::default(), "", 0, "")
}
