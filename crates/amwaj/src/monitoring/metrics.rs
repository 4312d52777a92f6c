//! `/metrics`: the counts since the start and the state of the queue, in OpenMetrics text, which Prometheus
//! reads. The counting itself is done where things happen, with atomic numbers; only a scrape asks the database.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

use crate::log;
use crate::monitoring::sheet::Sheet;
use base::clock::Clock;
use base::supervisor;
use certificates::status::SharedStatus;
use copies::CopiesHealth;
use edge::counts::{CloseReason, ConnectionCounts};
use leads;
use leads::canary::{CanaryHealth, CanaryStage};
use leads::{LeadQueue, SpoolCounts};
use site::dispatch::request_metrics::{RequestKind, RequestMetrics, STATUS_CLASSES};
use site::pages::{Health, Pages};
use stats::{ProxyProblem, Stats};
use storage::db::{Db, Standbys};
use storage::outbox;
use storage::outbox::OutboxSummary;

/// Format of [`Watched::metrics`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// All that is watched.
#[derive(Clone)]
pub struct Watched {
    pub pages: Arc<Pages>,
    pub db: Db,
    pub queue: LeadQueue,
    pub clock: Clock,
    pub connections: Arc<ConnectionCounts>,
    pub requests: Arc<RequestMetrics>,
    pub stats: Stats,
    /// `None` where TLS is left to a proxy.
    pub certificate: Option<SharedStatus>,
    /// `None` where no canaries are sent.
    pub canary: Option<CanaryHealth>,
    /// `None` where no copies are set.
    pub copies: Option<CopiesHealth>,
}

/// Numbers from the database.
#[derive(Clone, Copy, Debug)]
struct Stored {
    deliveries: OutboxSummary,
    newest_lead: Option<i64>,
    quarantined: u64,
    /// `None` where no database server follows.
    standbys: Option<Standbys>,
}

impl Watched {
    /// Everything, as text.
    pub async fn metrics(&self) -> String {
        let scrape = Scrape {
            stored: self.stored().await,
            spool: self.queue.spool_counts().await,
            health: self.pages.health(),
            now: self.clock.now_ms(),
            watched: self.clone(),
        };
        let mut registry = Registry::with_prefix("amwaj");
        registry.register_collector(Box::new(scrape));
        let mut text = String::new();
        text::encode(&mut text, &registry).expect("a text takes anything");
        text
    }

    async fn stored(&self) -> Option<Stored> {
        let deliveries = outbox::summary(self.db.reader()).await.ok()?;
        let newest_lead = leads::newest_received_at(self.db.reader()).await.ok()?;
        let (quarantined, _) = leads::quarantine_summary(self.db.reader()).await.ok()?;
        let standbys = self.db.standbys().await.ok().flatten();
        Some(Stored { deliveries, newest_lead, quarantined, standbys })
    }
}

/// The numbers of one moment.
struct Scrape {
    watched: Watched,
    stored: Option<Stored>,
    /// `None` where no journal is set.
    spool: Option<SpoolCounts>,
    health: Health,
    now: i64,
}

impl fmt::Debug for Scrape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scrape")
    }
}

impl Collector for Scrape {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let mut sheet = Sheet(&mut encoder);
        process(&mut sheet)?;
        self.connections(&mut sheet)?;
        self.requests(&mut sheet)?;
        self.leads(&mut sheet)?;
        self.certificate(&mut sheet)?;
        self.canary(&mut sheet)?;
        self.copies(&mut sheet)?;
        self.pages(&mut sheet)
    }
}

/// Metrics of the whole process.
fn process(sheet: &mut Sheet<'_, '_>) -> fmt::Result {
    let help = "Panics: of handlers, which were answered with 500, and of what runs beside requests";
    sheet.counter("panics", help, supervisor::panics())?;
    let help = "Lines that are missing in the log: they could not be written, or nobody read them";
    sheet.counter("log_lines_lost", help, log::lost_lines())?;
    let tasks = supervisor::tasks();
    let help = "1 where a background task is down or was started again a moment ago, else 0";
    let mut down = sheet.begin("task_down", help, MetricType::Gauge)?;
    for task in &tasks {
        let is_down = f64::from(u8::from(task.is_down));
        down.encode_family(&[("task", task.name.as_str())])?.encode_gauge(&is_down)?;
    }
    let help = "How often a background task broke down and was started again";
    let counts = tasks.iter().map(|task| ([("task", task.name.as_str())], task.breakdowns));
    sheet.counters("task_breakdowns", help, counts)
}

impl Scrape {
    fn connections(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let counts = &self.watched.connections;
        let of = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed);
        sheet.gauge("connections_open", "Connections of visitors at this moment", of(&counts.open) as f64)?;
        sheet.counter("connections_accepted", "Connections that were let in", of(&counts.accepted))?;
        let refused = "Connections sent away: their address had all its places taken";
        sheet.counter("connections_refused", refused, of(&counts.refused))?;
        let closed = CloseReason::ALL.map(|reason| ([("reason", reason.as_str())], counts.closed(reason)));
        sheet.counters("connections_cut", "Connections ended by this server", closed)?;
        let problem = self.watched.stats.proxy_problem().map(ProxyProblem::label);
        let help = "1 where a proxy seems to be set wrongly, so that visitors cannot be told apart, else 0";
        let mut gauges = sheet.begin("proxy_problem", help, MetricType::Gauge)?;
        for label in ProxyProblem::LABELS {
            let here = f64::from(u8::from(problem == Some(label)));
            gauges.encode_family(&[("problem", label)])?.encode_gauge(&here)?;
        }
        Ok(())
    }

    fn requests(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let requests = &self.watched.requests;
        let answered = RequestKind::ALL.into_iter().flat_map(|kind| {
            STATUS_CLASSES
                .into_iter()
                .zip(requests.answers(kind))
                .map(move |(class, counter)| ([("kind", kind.as_str()), ("status", class)], counter.get()))
        });
        sheet.counters("requests", "Requests by kind and class of the answer's status", answered)?;
        let help = "Time from the end of a request's headers to an answer that is ready to be sent";
        let name = "answer_seconds";
        let mut times = sheet.begin(name, help, MetricType::Histogram)?;
        for kind in RequestKind::ALL {
            requests.seconds(kind).encode(times.encode_family(&[("kind", kind.as_str())])?)?;
        }
        Ok(())
    }

    fn leads(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let outcomes: Vec<_> = self.watched.queue.outcomes().counts().collect();
        sheet.counter(
            "leads_received",
            "Posts to /sendMail.php",
            outcomes.iter().map(|(_, count)| count).sum(),
        )?;
        let outcomes = outcomes.into_iter().map(|(label, count)| ([("outcome", label)], count));
        sheet.counters("leads", "Posts to /sendMail.php by what became of them", outcomes)?;
        let help = "Requests held as possible spam because the site didn't know the web address that they were sent from";
        sheet.counter("leads_unknown_page", help, self.watched.queue.outcomes().unknown_pages())?;
        let up = f64::from(u8::from(self.stored.is_some()));
        sheet.gauge("database_up", "1 where the database answers, else 0", up)?;
        if let Some(SpoolCounts { waiting, refused }) = self.spool {
            let help = "Requests in this server's journal that wait for the database";
            sheet.gauge("journal_waiting", help, waiting as f64)?;
            let help = "Requests in this server's journal that the database refused; they need a person";
            sheet.gauge("journal_refused", help, refused as f64)?;
        }
        let Some(Stored { deliveries, newest_lead, quarantined, standbys }) = self.stored else {
            return Ok(());
        };
        if let Some(Standbys { synchronous, lag_bytes, .. }) = standbys {
            let help = "Database servers that have each request before its visitor is thanked";
            sheet.gauge("database_synchronous_standbys", help, synchronous as f64)?;
            let help = "How much of what is written the database server furthest behind has not flushed yet";
            sheet.gauge("database_standby_lag_bytes", help, lag_bytes as f64)?;
        }
        let help = "Requests that are held as likely spam until a person has looked at them";
        sheet.gauge("held_waiting", help, quarantined as f64)?;
        let states = [
            ([("state", "waiting")], deliveries.pending),
            ([("state", "failed")], deliveries.failed),
            ([("state", "sent")], deliveries.sent),
        ];
        let help = "Mails of all servers on this database by how they stand; failed ones need a person";
        let mut gauges = sheet.begin("deliveries", help, MetricType::Gauge)?;
        for (labels, number) in states {
            gauges.encode_family(&labels)?.encode_gauge(&(number as f64))?;
        }
        let seconds = |since: Option<i64>| since.map_or(0.0, |since| (self.now - since) as f64 / 1000.0);
        let help = "How long the oldest waiting mail has been owed; 0 where none is";
        sheet.gauge("delivery_oldest_waiting_seconds", help, seconds(deliveries.oldest_pending))?;
        match newest_lead {
            None => Ok(()),
            newest => {
                let help = "Time since the last request of a visitor; absent before the first";
                sheet.gauge("lead_last_seconds", help, seconds(newest))
            }
        }
    }

    fn certificate(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let Some(status) = self.watched.certificate.as_ref().map(SharedStatus::get) else {
            return Ok(());
        };
        if let Some(facts) = status.facts {
            let help = "When the certificate in use expires, as Unix time; absent while there is none";
            let seconds = (facts.not_after_ms / 1000) as f64;
            sheet.gauge("certificate_expires_timestamp_seconds", help, seconds)?;
        }
        let help = "1 where the certificate that should follow could not be had, else 0";
        sheet.gauge("certificate_renewal_failed", help, f64::from(u8::from(status.error.is_some())))
    }

    fn canary(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let Some(told) = self.watched.canary.as_ref().map(CanaryHealth::report) else {
            return Ok(());
        };
        if let Some(healthy) = told.healthy {
            let help = "1 where the last request that this server sent to itself arrived, else 0";
            sheet.gauge("canary_healthy", help, f64::from(u8::from(healthy)))?;
        }
        let ended = [([("outcome", "arrived")], told.arrived), ([("outcome", "failed")], told.failed)];
        sheet.counters("canaries", "Requests that this server sent to itself", ended)?;
        let help = "1 at the stage at which they stop now, else 0";
        let mut stages = sheet.begin("canary_stopped", help, MetricType::Gauge)?;
        for stage in CanaryStage::ALL {
            let here = told.trouble.as_ref().is_some_and(|trouble| trouble.stage == stage);
            let labels = [("stage", stage.as_str())];
            stages.encode_family(&labels)?.encode_gauge(&f64::from(u8::from(here)))?;
        }
        Ok(())
    }

    fn copies(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let Some(health) = &self.watched.copies else { return Ok(()) };
        let help = "1 where a person has to look at the copies, else 0";
        let (state, problem) = health.look(self.now);
        sheet.gauge("copies_failed", help, f64::from(u8::from(problem.is_some())))?;
        let age = |since: i64| (self.now - since) as f64 / 1000.0;
        if let Some(at) = state.proved_at() {
            let help = "Time since the newest copy was made; absent until one was restored aside";
            sheet.gauge("copy_age_seconds", help, age(at))?;
        }
        let drilled = state.drill.filter(|drill| drill.problem.is_none());
        if let Some(drill) = drilled {
            let help = "Time since a copy was last restored aside; absent where that failed";
            sheet.gauge("copy_drill_age_seconds", help, age(drill.at))?;
        }
        Ok(())
    }

    fn pages(&self, sheet: &mut Sheet<'_, '_>) -> fmt::Result {
        let health = &self.health;
        sheet.gauge(
            "pages_finished",
            "Pages, files and pictures that are finished",
            health.finished as f64,
        )?;
        let packed = f64::from(u8::from(health.fully_compressed));
        sheet.gauge("pages_packed", "1 where every page is packed as small as it gets, else 0", packed)?;
        let mistakes = health.content.len() as f64;
        sheet.gauge(
            "content_mistakes",
            "What is wrong with the content as it stands in its folder",
            mistakes,
        )?;
        let failures = health.failures.len() as f64;
        sheet.gauge("pages_failed", "Pages that could not be drawn and are served as they were", failures)
    }
}
