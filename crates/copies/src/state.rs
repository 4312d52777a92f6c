//! This server's knowledge of its copies: a file of the data folder, so that `amwaj doctor` has it too, and so that it
//! is not in the database that is copied.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base::clock::{dubai_text, duration_ms};
use serde::{Deserialize, Serialize};

use crate::name::CopyName;
use crate::pack::SCRATCH;
use crate::problem::CopyProblem;
use crate::retention;

const FILE: &str = "copies.json";
const HOUR_MS: i64 = 60 * 60 * 1000;
/// The most that the clock of the server that made a copy may be ahead of this one's.
const MAX_AHEAD_MS: i64 = HOUR_MS;
/// Interval at which the newest copy is restored aside.
pub const DRILL_EVERY_MS: i64 = 7 * 24 * HOUR_MS;
/// Delay after which a drill that is due counts as missed.
const DRILL_SLACK_MS: i64 = 24 * HOUR_MS;

/// The copies that are known, and how making and opening them went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Those that have to be in the place, in the order in which they were made: their names' times go back where the
    /// clock did.
    pub copies: Vec<Known>,
    /// When everything was last found to be copied, in Unix milliseconds.
    pub up_to_date_at: Option<i64>,
    /// Why the last attempt failed; `None` after a success.
    pub failure: Option<CopyFailure>,
    pub drill: Option<Drill>,
}

/// A copy that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub name: String,
    pub bytes: u64,
    pub requests: i64,
}

/// A try that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyFailure {
    pub at: i64,
    pub why: String,
}

/// The last time that the newest copy was restored aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    pub at: i64,
    pub name: String,
    /// `None` if the copy was whole.
    pub problem: Option<String>,
}

impl State {
    fn file(data_dir: &Path) -> PathBuf {
        data_dir.join(FILE)
    }

    /// Empty if the file is missing or unreadable: the next copy begins anew.
    pub fn read(data_dir: &Path) -> Self {
        let text = std::fs::read(Self::file(data_dir)).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, data_dir: &Path) -> Result<(), CopyProblem> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| CopyProblem::new(error.to_string()))?;
        let written = tempfile::Builder::new().prefix(SCRATCH).tempfile_in(data_dir);
        let mut written = written.map_err(CopyProblem::io(data_dir))?;
        written.write_all(&text).map_err(CopyProblem::io(data_dir))?;
        let file = Self::file(data_dir);
        written.persist(&file).map(drop).map_err(|error| CopyProblem::io(&file)(error.error))
    }

    /// The names of the copies.
    pub fn names(&self) -> Vec<CopyName> {
        self.copies.iter().filter_map(|known| CopyName::parse(&known.name)).collect()
    }

    /// The copy that was made last.
    pub fn newest(&self) -> Option<CopyName> {
        self.names().pop()
    }

    /// The newest of those that are in the place, latest name first: the one that was made last here. If none was made
    /// here, the latest by name that is not from the future, if there is one.
    pub fn newest_of(&self, there: &[CopyName], now: i64) -> Option<CopyName> {
        let made_here = self.names().into_iter().rev().find(|name| there.contains(name));
        let past = || there.iter().find(|name| name.made_at <= now.saturating_add(MAX_AHEAD_MS)).cloned();
        made_here.or_else(past).or_else(|| there.first().cloned())
    }

    /// When the newest copy was made that counts: one is only a copy once one was restored.
    pub fn proved_at(&self) -> Option<i64> {
        let is_proved = self.drill.as_ref().is_some_and(|drill| drill.problem.is_none());
        self.newest().filter(|_| is_proved).map(|name| name.made_at)
    }

    /// The problem that a person has to look at, as a sentence; `every` is the interval at which a copy is due.
    pub fn problem(&self, every: Duration, now: i64) -> Option<String> {
        let late = 2 * duration_ms(every) + HOUR_MS / 2;
        let at = match (&self.failure, self.up_to_date_at) {
            (Some(CopyFailure { at, why }), _) => {
                return Some(format!("no copy could be made on {}: {why}", dubai_text(*at)));
            }
            (None, None) => return Some("no copy was made yet".to_owned()),
            (None, Some(at)) => at,
        };
        if now - at > late {
            return Some(format!("no copy since {}", dubai_text(at)));
        }
        match &self.drill {
            None => Some("no copy was restored yet, so none counts".to_owned()),
            Some(Drill { at, problem: Some(problem), .. }) => {
                Some(format!("restoring a copy aside failed on {}: {problem}", dubai_text(*at)))
            }
            Some(Drill { at, .. }) if now - at > DRILL_EVERY_MS + DRILL_SLACK_MS => {
                Some(format!("no copy was restored since {}", dubai_text(*at)))
            }
            Some(_) => None,
        }
    }

    /// When the last copy that holds data erased today expires; `None` without copies.
    pub fn forgotten_at(&self) -> Option<i64> {
        retention::all_gone_at(&self.names())
    }
}

/// Health of the copies, for whoever asks while the server runs.
#[derive(Clone, Debug)]
pub struct CopiesHealth {
    data_dir: PathBuf,
    every: Duration,
}

impl CopiesHealth {
    /// `every` is how often a copy is due.
    pub fn new(data_dir: PathBuf, every: Duration) -> Self {
        CopiesHealth { data_dir, every }
    }

    /// The present state, and the problem that a person has to look at, as a sentence.
    pub fn look(&self, now: i64) -> (State, Option<String>) {
        let state = State::read(&self.data_dir);
        let problem = state.problem(self.every, now);
        (state, problem)
    }

    /// When the last copy that holds data erased today expires; `None` without copies.
    pub fn forgotten_at(&self) -> Option<i64> {
        State::read(&self.data_dir).forgotten_at()
    }
}
