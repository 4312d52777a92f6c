//! Keeps the finished site up to date: draws it again when the words, the bundle or the year
//! change, and packs it small while visitors are already served.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::content::{Addresses, Content, Photos, Problem, Report, Source};
use crate::pages::bundle::Bundle;
use crate::pages::draw::Renderer;
use crate::pages::reading::{address, read};
use crate::pages::routes::Routes;
use crate::pages::snapshot::Snapshot;
use crate::pages::snapshot_builder;
use crate::pages::snapshot_builder::{BuildInput, Cache, Headers};
use crate::render::{Engine, RenderError};
use crate::response_cache::{ResponseCache, SHELF_BYTES};
use base::clock::Clock;

/// How often the year is looked at (R6).
const TICK: Duration = Duration::from_secs(1);

/// What the site is published from.
pub struct Options {
    pub source: Source,
    pub bundle: Bundle,
    /// The public address of the site, without a slash at the end; empty where it has none.
    pub origin: String,
    pub headers: Headers,
    pub clock: Clock,
}

/// Why the site could not be published at the start.
#[derive(Debug)]
pub enum PublishError {
    /// The bundle was not built.
    NoBundle,
    Engine(RenderError),
    Routes(serde_json::Error),
    Content(Report),
}

impl std::fmt::Display for PublishError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoBundle => f.write_str("the web bundle is missing; build it with `make build`"),
            Self::Engine(error) => write!(f, "the web bundle does not start: {error}"),
            Self::Routes(error) => write!(f, "the web bundle's route table is unreadable: {error}"),
            Self::Content(report) => write!(f, "the content cannot be published:\n{report}"),
        }
    }
}

impl std::error::Error for PublishError {}

/// How publishing stands, for `/healthz` and people who look.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Health {
    /// Whether every page is packed as small as it gets.
    pub packed: bool,
    /// How many pages, assets and pictures are finished.
    pub finished: usize,
    /// Milliseconds the last drawing and quick packing of everything took.
    pub drawn_in_ms: u64,
    /// Milliseconds the last small packing took.
    pub packed_in_ms: u64,
    /// What is wrong with the content as it stands in its folder; the site may be older.
    pub content: Vec<Problem>,
    /// Pages that could not be drawn and are served as they were.
    pub failures: Vec<String>,
}

/// What requests read: the finished site, and the artist for answers to posted forms.
pub struct Pages {
    pub site: ArcSwap<Snapshot>,
    pub studio: ArcSwap<RenderContext>,
    /// Answers that are made when somebody asks.
    pub shelf: Arc<ResponseCache>,
    /// How many times everything was packed small: what can wait starts then.
    pub packings: tokio::sync::watch::Sender<u64>,
    health: Mutex<Health>,
}

/// What drawing an answer to a posted form needs.
pub struct RenderContext {
    pub artist: Renderer,
    pub content: Content,
}

impl Pages {
    /// How publishing stands.
    pub fn health(&self) -> Health {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, change: impl FnOnce(&mut Health)) {
        change(&mut self.health.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Why to publish again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Content,
    Bundle,
}

/// Publishes the site once, then keeps it up to date on a thread of its own until the sender is dropped.
///
/// # Errors
/// When there is nothing to publish; a running site keeps what it has instead.
pub fn publish(options: Options) -> Result<(Arc<Pages>, Sender<Change>), PublishError> {
    let mut desk = PagePublisher::open(options)?;
    let (snapshot, health) = desk.draw(None);
    let pages = Arc::new(Pages {
        site: ArcSwap::from_pointee(snapshot),
        studio: ArcSwap::from_pointee(desk.studio()),
        shelf: ResponseCache::new(SHELF_BYTES),
        packings: Default::default(),
        health: Mutex::new(health),
    });
    let (send, changes) = channel();
    let shared = pages.clone();
    let work = move || desk.work(&shared, &changes);
    std::thread::Builder::new()
        .name("publish".into())
        .spawn(work)
        .expect("threads can be started at the start");
    Ok((pages, send))
}

/// Everything that publishing holds between two changes.
struct PagePublisher {
    options: Options,
    engine: Engine,
    routes: Routes,
    files: Vec<(String, Cow<'static, [u8]>)>,
    fingerprint: String,
    content: Content,
    report: Report,
    photos: Photos,
    year: i32,
    cache: Cache,
}

impl PagePublisher {
    fn open(options: Options) -> Result<Self, PublishError> {
        let (engine, routes, fingerprint) = start(&options.bundle)?;
        let mut photos = Photos::default();
        let (content, report) = read(&options.source, &mut photos, &routes).map_err(PublishError::Content)?;
        let year = options.clock.dubai_year();
        let files = options.bundle.files().into_iter().collect();
        let cache = Cache::new();
        Ok(Self { options, engine, routes, files, fingerprint, content, report, photos, year, cache })
    }

    fn artist(&self) -> Renderer {
        Renderer::new(self.engine.clone(), &self.fingerprint, &self.content, &self.options.origin, self.year)
    }

    fn studio(&self) -> RenderContext {
        RenderContext { artist: self.artist(), content: self.content.clone() }
    }

    fn draw(&mut self, previous: Option<&Snapshot>) -> (Snapshot, Health) {
        let started = Instant::now();
        let artist = self.artist();
        let ingredients = BuildInput {
            content: &self.content,
            routes: &self.routes,
            artist: &artist,
            files: &self.files,
            headers: &self.options.headers,
            previous,
        };
        let (snapshot, failures) = snapshot_builder::build(&ingredients, &mut self.cache);
        for failure in &failures {
            tracing::error!(%failure, "a page could not be drawn; it is served as it was");
        }
        let health = Health {
            packed: snapshot.small,
            finished: snapshot.entries.len(),
            drawn_in_ms: started.elapsed().as_millis() as u64,
            packed_in_ms: 0,
            content: self.report.problems.clone(),
            failures,
        };
        (snapshot, health)
    }

    /// Packs small while nothing new is waiting; then waits for a change, or the new year.
    fn work(&mut self, pages: &Pages, changes: &Receiver<Change>) {
        let mut waiting = self.shrink(pages, changes);
        loop {
            let change = match waiting.take() {
                Some(change) => Ok(change),
                None => changes.recv_timeout(TICK),
            };
            let published = match change {
                Ok(change) => self.take_in(change, pages),
                Err(RecvTimeoutError::Timeout) => self.turn_year(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if published {
                self.replace(pages);
                waiting = self.shrink(pages, changes);
            }
        }
    }

    fn replace(&mut self, pages: &Pages) {
        let previous = pages.site.load_full();
        let (snapshot, health) = self.draw(Some(&previous));
        tracing::info!(finished = health.finished, ms = health.drawn_in_ms, "the site is drawn again");
        pages.studio.store(Arc::new(self.studio()));
        pages.site.store(Arc::new(snapshot));
        pages.shelf.advance();
        pages.note(|kept| *kept = health);
    }

    /// Packs small, until something changes; answers the change that interrupted it, if one did.
    fn shrink(&mut self, pages: &Pages, changes: &Receiver<Change>) -> Option<Change> {
        let started = Instant::now();
        let interrupting = std::cell::Cell::new(None);
        let interrupted = || {
            interrupting.set(interrupting.get().or_else(|| changes.try_recv().ok()));
            interrupting.get().is_some() || self.options.clock.dubai_year() != self.year
        };
        let previous = pages.site.load_full();
        if let Some(small) = snapshot_builder::shrink(&previous, &mut self.cache, &interrupted) {
            pages.site.store(Arc::new(small));
            let packed_in_ms = started.elapsed().as_millis() as u64;
            pages.note(|health| (health.packed, health.packed_in_ms) = (true, packed_in_ms));
            pages.packings.send_modify(|count| *count += 1);
        }
        interrupting.get()
    }

    /// Reads what changed; answers whether there is something new to draw.
    fn take_in(&mut self, change: Change, pages: &Pages) -> bool {
        if change == Change::Bundle {
            match start(&self.options.bundle) {
                Ok(new) => (self.engine, self.routes, self.fingerprint) = new,
                Err(error) => {
                    tracing::error!(%error, "the new web bundle is not used");
                    return false;
                }
            }
            self.files = self.options.bundle.files().into_iter().collect();
        }
        match read(&self.options.source, &mut self.photos, &self.routes) {
            Ok((content, report)) => {
                (self.content, self.report) = (content, report);
                true
            }
            Err(report) => {
                for problem in &report.problems {
                    tracing::error!(%problem, "the content has a mistake; every page stays as it was");
                }
                pages.note(|health| health.content = report.problems);
                false
            }
        }
    }

    /// Whether a new year has begun in Dubai (R6: a page never shows last year's).
    fn turn_year(&mut self) -> bool {
        let year = self.options.clock.dubai_year();
        std::mem::replace(&mut self.year, year) != year
    }
}

fn start(bundle: &Bundle) -> Result<(Engine, Routes, String), PublishError> {
    let script = bundle.script().ok_or(PublishError::NoBundle)?;
    let fingerprint = hex::encode(Sha256::digest(&script));
    let engine = Engine::start(script).map_err(PublishError::Engine)?;
    let routes = Routes::parse(engine.routes()).map_err(PublishError::Routes)?;
    Ok((engine, routes, fingerprint))
}

/// Everything that is wrong with the content, for `amwaj check`; `also` looks at more of it, with the site's
/// addresses in hand.
///
/// # Errors
/// When the bundle, which knows the routes, does not start.
pub fn examine(
    source: &Source,
    bundle: &Bundle,
    also: impl FnOnce(&Addresses<'_>) -> Report,
) -> Result<Report, PublishError> {
    let (_, routes, _) = start(bundle)?;
    let read = read(source, &mut Photos::default(), &routes);
    let mut report = read.map_or_else(|report| report, |(_, report)| report);
    report.problems.extend(also(&|path| address(&routes, path, 0)).problems);
    Ok(report.sorted())
}
