//! Makes a copy whenever one is due, deletes those that nobody needs any more, and proves each week that they can be
//! restored.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use base::clock::{Clock, duration_ms};
use tokio::time::Instant;

use crate::blocking::blocking;
use crate::destination::Destination;
use crate::drill::drill;
use crate::keys::{self, PublicKey};
use crate::name::CopyName;
use crate::pack::{SCRATCH, Sources, pack};
use crate::problem::CopyProblem;
use crate::retention;
use crate::state::{CopyFailure, DRILL_EVERY_MS, Drill, Known, State};

/// Interval at which due work is looked for.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// Pause after a failed copy.
const RETRY_MS: i64 = 60 * 1000;
/// Pause after a failed drill.
const DRILL_RETRY_MS: i64 = 60 * 60 * 1000;
/// This server's own key, in the data folder.
const SERVER_KEY: &str = "copies.key";

/// The file that says that copies are being made.
const LOCK: &str = "copies.lock";

/// Where copies go, who can open them, and how often one is made.
#[derive(Clone, Debug)]
pub struct CopiesSettings {
    pub destination: Destination,
    pub owner: Vec<PublicKey>,
    pub every: Duration,
}

/// Sizes and times of the files that are copied.
type Fingerprint = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// Makes copies.
pub struct Copier {
    settings: CopiesSettings,
    sources: Sources,
    clock: Clock,
    copied: Option<Fingerprint>,
}

/// The file of this server's own key.
pub fn server_key(data_dir: &Path) -> PathBuf {
    data_dir.join(SERVER_KEY)
}

impl Copier {
    pub fn new(settings: CopiesSettings, sources: Sources, clock: Clock) -> Self {
        Copier { settings, sources, clock, copied: None }
    }

    /// Looks again and again, until it is dropped.
    pub async fn run(&mut self) {
        drop(self.alone(false).await);
        // Whoever is replaced by this server has ended by then.
        let mut ticks = tokio::time::interval_at(Instant::now() + LOOK_EVERY, LOOK_EVERY);
        loop {
            ticks.tick().await;
            self.look().await;
        }
    }

    /// Makes a copy now, and brings it back aside.
    ///
    /// # Errors
    /// Why no copy was made, or none that counts.
    pub async fn make(&mut self) -> Result<(), CopyProblem> {
        let _alone = self.alone(true).await?;
        let mut state = State::read(&self.sources.data_dir);
        self.copy(&mut state).await;
        if state.failure.is_none() {
            self.drill(&mut state).await;
        }
        state.write(&self.sources.data_dir)?;
        state.problem(self.settings.every, self.clock.now_ms()).map_or(Ok(()), |text| Err(CopyProblem(text)))
    }

    /// Does what is due.
    pub async fn look(&mut self) {
        // A command makes one; the next look is soon.
        let Ok(_alone) = self.alone(false).await else { return };
        let mut state = State::read(&self.sources.data_dir);
        let before = state.clone();
        if self.is_due(&state) {
            self.copy(&mut state).await;
        }
        if state != before {
            self.keep(&state);
        }
        if state.failure.is_none() && self.is_drill_due(&state) {
            self.drill(&mut state).await;
            self.keep(&state);
        }
    }

    /// A lock that keeps the server and a command from making copies at the same time; it ends with the process.
    /// Leftovers of killed work are deleted first.
    async fn alone(&self, waits: bool) -> Result<File, CopyProblem> {
        let lock = self.lock(waits).await?;
        self.sweep();
        Ok(lock)
    }

    async fn lock(&self, waits: bool) -> Result<File, CopyProblem> {
        let path = self.sources.data_dir.join(LOCK);
        blocking(move || {
            let file = File::options().create(true).truncate(false).write(true).open(&path);
            let file = file.map_err(CopyProblem::io(&path))?;
            let locked = if waits { file.lock() } else { file.try_lock().map_err(Into::into) };
            locked.map(|()| file).map_err(CopyProblem::io(&path))
        })
        .await
    }

    fn is_due(&self, state: &State) -> bool {
        let now = self.clock.now_ms();
        if let Some(failure) = &state.failure {
            return !(0..RETRY_MS).contains(&(now - failure.at));
        }
        // A time to come was written while a clock was ahead.
        state.up_to_date_at.is_none_or(|at| !(0..duration_ms(self.settings.every)).contains(&(now - at)))
    }

    fn is_drill_due(&self, state: &State) -> bool {
        let now = self.clock.now_ms();
        let again = |drill: &Drill| if drill.problem.is_some() { DRILL_RETRY_MS } else { DRILL_EVERY_MS };
        !state.copies.is_empty()
            && state.drill.as_ref().is_none_or(|drill| !(0..again(drill)).contains(&(now - drill.at)))
    }

    /// Makes a copy, if anything has changed since the last.
    async fn copy(&mut self, state: &mut State) {
        let now = self.clock.now_ms();
        let seen = fingerprint(&self.sources);
        if state.failure.is_some() || self.copied.as_ref() != Some(&seen) || state.copies.is_empty() {
            match self.put(now).await {
                Ok(known) => {
                    tracing::debug!(copy = known.name, bytes = known.bytes, "a copy was made");
                    state.copies.push(known);
                    self.copied = Some(seen);
                }
                Err(problem) => {
                    tracing::warn!(%problem, "no copy could be made; it is tried again in a minute");
                    state.failure = Some(CopyFailure { at: now, why: problem.0 });
                    return;
                }
            }
        }
        if state.failure.take().is_some() {
            tracing::info!("copies are made again");
        }
        state.up_to_date_at = Some(now);
        if let Err(problem) = self.delete_expired(state, self.clock.confirmed_ms()).await {
            tracing::warn!(%problem, "an old copy could not be deleted");
        }
    }

    /// Of those that are there, also without a line in the state, which a kill prevented; and of those that are missed.
    async fn delete_expired(&self, state: &mut State, now: i64) -> Result<(), CopyProblem> {
        let there = self.settings.destination.list().await?.into_iter().map(|listed| listed.name);
        let all: BTreeSet<CopyName> = there.chain(state.names()).collect();
        let newest = state.newest();
        for name in retention::expired(&Vec::from_iter(all), now) {
            // By their names another may seem newer, from a time when the clock was ahead.
            if newest.as_ref() == Some(&name) {
                continue;
            }
            // Before it is gone, so that a kill between both leaves none that is missed.
            state.copies.retain(|known| known.name != name.to_string());
            state.write(&self.sources.data_dir)?;
            self.settings.destination.delete(&name).await?;
        }
        Ok(())
    }

    async fn put(&self, now: i64) -> Result<Known, CopyProblem> {
        let (own, _) = keys::of_server(&server_key(&self.sources.data_dir))?;
        let (sources, mut keys) = (self.sources.clone(), self.settings.owner.clone());
        keys.push(own);
        let packed = blocking(move || pack(&sources, &keys, now)).await?;
        self.settings.destination.put(&packed.name, &packed.file).await?;
        Ok(Known { name: packed.name.to_string(), bytes: packed.bytes, requests: packed.requests })
    }

    async fn drill(&self, state: &mut State) {
        let done = match keys::of_server(&server_key(&self.sources.data_dir)) {
            Ok((_, keys)) => {
                let place = &self.settings.destination;
                drill(place, &state.copies, keys, &self.sources, self.clock.now_ms()).await
            }
            Err(problem) => Err(problem),
        };
        let at = self.clock.now_ms();
        let newest = state.newest().map(|name| name.to_string()).unwrap_or_default();
        let problem = done.err().map(|problem| problem.0);
        match &problem {
            None => tracing::info!(copy = newest, "the newest copy was restored aside, and is whole"),
            Some(problem) => tracing::error!(problem, "the copies don't hold what they should"),
        }
        state.drill = Some(Drill { at, name: newest, problem });
    }

    fn keep(&self, state: &State) {
        if let Err(problem) = state.write(&self.sources.data_dir) {
            tracing::warn!(%problem, "the state of the copies could not be saved");
        }
    }

    /// Deletes what a kill left of copies that were being made or opened.
    fn sweep(&self) {
        let left = std::fs::read_dir(&self.sources.data_dir).into_iter().flatten().flatten();
        for entry in left.filter(|entry| entry.file_name().to_string_lossy().starts_with(SCRATCH)) {
            let path = entry.path();
            let removed =
                if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            if let Err(error) = removed {
                tracing::warn!(%error, path = %path.display(), "the remains of an interrupted copy could not be deleted");
            }
        }
    }
}

fn fingerprint(sources: &Sources) -> Fingerprint {
    let log = PathBuf::from(format!("{}-wal", sources.database.display()));
    let mut waiting = vec![sources.database.clone(), log];
    waiting.extend(sources.content.clone());
    let mut seen = Vec::new();
    while let Some(path) = waiting.pop() {
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if about.is_dir() {
            let below = std::fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(below.map(|entry| entry.path()));
        }
        seen.push((path, about.len(), about.modified().ok()));
    }
    seen.sort();
    seen
}
