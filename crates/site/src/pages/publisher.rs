//! Publishes the site and keeps it up to date: a thread renders it again when the content or the bundle changes, or what
//! pages show of the calendar (R6: the year; special opening hours), and recompresses it while visitors are served already.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use bytes::Bytes;
use parking_lot::Mutex;

use crate::background::aside;
use crate::pages::bundle::StartedBundle;
use crate::pages::calendar::Calendar;
use crate::pages::dictionaries::Dictionaries;
use crate::pages::live_pages::{Health, Pages, RenderContext};
use crate::pages::publish_error::PublishError;
use crate::pages::publish_options::{Change, PublishOptions};
use crate::pages::read_content::read;
use crate::pages::renderer::Renderer;
use crate::pages::routes::Routes;
use crate::pages::snapshot::Snapshot;
use crate::pages::snapshot_builder::{self, BuildInput, CompressionCache};
use base::supervisor;
use content::{Content, Loaded, Photos, Report, Severity};
use responses::response_cache::{MAX_CACHE_BYTES, ResponseCache};

/// Time for which a start leaves the processor to its first visitors; until then pages are a quarter larger.
const RECOMPRESSION_DELAY: Duration = Duration::from_secs(5);
/// Interval at which the clock is checked for another day.
const CALENDAR_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Interval at which the end of a recompression is noticed, and a change at once.
const CHANGE_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Publishes the site once, then keeps it up to date on a thread of its own until the sender is dropped.
///
/// # Errors
/// When the first publishing fails; a running site keeps its pages instead.
pub fn publish(options: PublishOptions) -> Result<(Arc<Pages>, Sender<Change>), PublishError> {
    let mut publisher = Publisher::open(options)?;
    let (snapshot, health) = publisher.build(None);
    let pages = Arc::new(Pages {
        site: ArcSwap::from_pointee(snapshot),
        render_context: ArcSwap::from_pointee(publisher.render_context()),
        response_cache: ResponseCache::new(MAX_CACHE_BYTES),
        full_compressions: Default::default(),
        health: Mutex::new(health),
    });
    let (send, changes) = channel();
    let shared = pages.clone();
    // After a breakdown everything is read again.
    let work = move |(publisher, changes, waiting): &mut (Publisher, _, Option<_>)| {
        publisher.run(&shared, changes, waiting.replace(Change::Bundle));
    };
    supervisor::thread("publish", std::thread::Builder::new(), (publisher, changes, None), work)
        .expect("threads can be started at the start");
    Ok((pages, send))
}

/// Reads content that may be published.
///
/// # Errors
/// The mistakes, or the samples where they are refused.
fn read_publishable(
    options: &PublishOptions,
    photos: &mut Photos,
    routes: &Routes,
) -> Result<(Content, Report), Report> {
    let Loaded { content, mut report, .. } = read(&options.source, photos, routes)?;
    if options.samples.are_refused(content.company.launched) && report.has(Severity::Sample) {
        report.problems.retain(|problem| problem.severity == Severity::Sample);
        return Err(report);
    }
    Ok((content, report))
}

/// Logs what an edit brought, not what was there before, in one line.
fn log_warnings(report: &Report, before: &Report) {
    let added = report.added_since(before);
    if let Some(problem) = added.first() {
        let more = added.len() - 1;
        tracing::warn!(%problem, more, "something in the content should be looked at: `amwaj check` lists everything");
    }
}

/// Everything that the publisher keeps between two changes.
struct Publisher {
    options: PublishOptions,
    bundle: StartedBundle,
    files: Vec<(String, Bytes)>,
    content: Content,
    report: Report,
    photos: Photos,
    /// The calendar that the pages show.
    calendar: Calendar,
    cache: CompressionCache,
    dictionaries: Dictionaries,
    /// Of the content's files, when they were read last because of a change.
    digest: Option<[u8; 32]>,
}

impl Publisher {
    fn open(options: PublishOptions) -> Result<Self, PublishError> {
        let bundle = options.bundle.start().map_err(PublishError::Bundle)?;
        let mut photos = Photos::default();
        let (content, report) =
            read_publishable(&options, &mut photos, &bundle.routes).map_err(PublishError::Content)?;
        if !report.problems.is_empty() {
            let found = report.problems.len();
            tracing::warn!("the content has {found} samples and warnings: `amwaj check` lists them");
        }
        let calendar = Calendar::now(&options.clock, &content);
        let files = options.bundle.files().into_iter().collect();
        let (cache, dictionaries, digest) = Default::default();
        Ok(Self { options, bundle, files, content, report, photos, calendar, cache, dictionaries, digest })
    }

    fn renderer(&self) -> Renderer {
        let StartedBundle { engine, fingerprint, .. } = &self.bundle;
        let (origin, listed) = (&self.options.origin, self.is_listed());
        Renderer::new(engine.clone(), fingerprint, &self.content, origin, listed, &self.calendar)
    }

    /// Whether search engines may keep the pages.
    fn is_listed(&self) -> bool {
        self.options.is_listed(self.content.company.launched)
    }

    fn render_context(&self) -> RenderContext {
        RenderContext {
            renderer: self.renderer(),
            content: self.content.clone(),
            routes: self.bundle.routes.clone(),
        }
    }

    fn build(&mut self, previous: Option<&Snapshot>) -> (Snapshot, Health) {
        let started = Instant::now();
        let (snapshot, failures) = self.with_input(previous, snapshot_builder::build);
        for failure in &failures {
            tracing::error!(%failure, "a page could not be drawn; it is served as it was");
        }
        let health = Health {
            fully_compressed: snapshot.fully_compressed,
            finished: snapshot.entries.len(),
            rendered_in_ms: started.elapsed().as_millis() as u64,
            recompressed_in_ms: 0,
            content: self.report.problems.clone(),
            failures,
        };
        (snapshot, health)
    }

    fn with_input<T>(
        &mut self,
        previous: Option<&Snapshot>,
        work: impl FnOnce(&BuildInput<'_>, &mut CompressionCache) -> T,
    ) -> T {
        let renderer = self.renderer();
        let headers = self.options.headers.listed(self.is_listed());
        let input = BuildInput {
            content: &self.content,
            routes: &self.bundle.routes,
            renderer: &renderer,
            files: &self.files,
            headers: &headers,
            dictionaries: self.dictionaries.as_slice(),
            previous,
        };
        work(&input, &mut self.cache)
    }

    /// Completes the snapshot that visitors have already.
    fn add_prefilled(&mut self, pages: &Pages) {
        let first = pages.site.load_full();
        let (snapshot, failures) =
            self.with_input(None, |input, cache| snapshot_builder::add_prefilled(input, &first, cache));
        for failure in &failures {
            tracing::error!(%failure, "a page could not be drawn with its form prefilled; the form is served empty");
        }
        let mut health = pages.health.lock();
        health.fully_compressed = snapshot.fully_compressed;
        health.failures.extend(failures);
        drop(health);
        pages.site.store(Arc::new(snapshot));
    }

    /// Completes the first snapshot, and recompresses it after a while; then waits for a change, or another day.
    fn run(&mut self, pages: &Pages, changes: &Receiver<Change>, mut waiting: Option<Change>) {
        self.add_prefilled(pages);
        let mut wait = RECOMPRESSION_DELAY;
        loop {
            let change = match waiting.take() {
                Some(change) => Ok(change),
                None => changes.recv_timeout(wait),
            };
            wait = CALENDAR_POLL_INTERVAL;
            let must_publish = match change {
                Ok(change) => self.reload(change, pages),
                Err(RecvTimeoutError::Timeout) => {
                    Calendar::now(&self.options.clock, &self.content) != self.calendar
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if must_publish {
                self.publish_again(pages);
            }
            // The changes meanwhile may have been empty, or have had a mistake.
            if must_publish || !pages.health.lock().fully_compressed {
                waiting = self.recompress(pages, changes);
            }
        }
    }

    fn publish_again(&mut self, pages: &Pages) {
        self.calendar = Calendar::now(&self.options.clock, &self.content);
        let (snapshot, health) = self.build(Some(&pages.site.load_full()));
        tracing::info!(finished = health.finished, ms = health.rendered_in_ms, "the site is drawn again");
        pages.render_context.store(Arc::new(self.render_context()));
        // First: who sees the new pages must not be told that they are all recompressed.
        *pages.health.lock() = health;
        pages.site.store(Arc::new(snapshot));
        pages.response_cache.invalidate();
        self.add_prefilled(pages);
    }

    /// Recompresses until something changes; answers the change that interrupted it, if one did.
    fn recompress(&mut self, pages: &Pages, changes: &Receiver<Change>) -> Option<Change> {
        let started = Instant::now();
        let (mut interrupting, stop) = (None, AtomicBool::new(false));
        let (clock, calendar) = (self.options.clock.clone(), self.calendar.clone());
        let meanwhile = || {
            if stop.load(Ordering::Relaxed) {
                return std::thread::sleep(CHANGE_POLL_INTERVAL);
            }
            let change = changes.recv_timeout(CHANGE_POLL_INTERVAL);
            // Nobody looks at what is packed after the end.
            if change != Err(RecvTimeoutError::Timeout) {
                interrupting = change.ok();
                stop.store(true, Ordering::Relaxed);
            }
        };
        let previous = pages.site.load_full();
        self.dictionaries.review(&previous);
        let recompress = || {
            self.with_input(None, |input, cache| {
                let is_old = || Calendar::now(&clock, input.content) != calendar;
                let interrupted = || stop.load(Ordering::Relaxed) || is_old();
                snapshot_builder::recompress(input, &previous, cache, &interrupted)
            })
        };
        let smaller = aside(recompress, meanwhile);
        if let Some(smaller) = smaller {
            pages.site.store(Arc::new(smaller));
            pages.response_cache.set_dictionaries(self.dictionaries.as_slice());
            let mut health = pages.health.lock();
            health.fully_compressed = true;
            health.recompressed_in_ms = started.elapsed().as_millis() as u64;
            drop(health);
            pages.full_compressions.send_modify(|count| *count += 1);
        }
        interrupting
    }

    /// Reads what changed; answers whether there is something new to publish.
    fn reload(&mut self, change: Change, pages: &Pages) -> bool {
        if change == Change::Bundle {
            match self.options.bundle.start() {
                Ok(bundle) => self.bundle = bundle,
                Err(error) => {
                    tracing::error!(%error, "the new web bundle is not used");
                    return false;
                }
            }
            self.files = self.options.bundle.files().into_iter().collect();
        }
        // A change at the desk is announced twice: by the desk, and by the folder.
        let digest = self.options.source.digest("");
        if change == Change::Content && self.digest == Some(digest) {
            return false;
        }
        self.digest = Some(digest);
        match read_publishable(&self.options, &mut self.photos, &self.bundle.routes) {
            Ok((content, report)) => {
                log_warnings(&report, &self.report);
                (self.content, self.report) = (content, report);
                true
            }
            Err(report) => {
                for problem in &report.problems {
                    tracing::error!(%problem, "the content has a mistake; every page stays as it was");
                }
                pages.health.lock().content = report.problems;
                false
            }
        }
    }
}
