//! The scheduled jobs for leads, run by one server for all: the daily mail to staff, the retention (erasing old personal
//! data), every few minutes the summary mail, and at the minute at which a promise runs out a mail about that.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::Mutex;

use crate::privacy;
use crate::queue::spool_folder;
use crate::staff::digest::DailyDigest;
use crate::staff::escalation;
use crate::staff::mail_route::MailRoute;
use crate::staff::summary;
use base::clock::{Clock, duration_ms};
use base::supervisor::{self, Task};
use storage::confirmed_time::ConfirmedTimeStore;
use storage::db::Db;
use storage::jobs::{Days, Lease, ScheduledJob};
use storage::mail::{MailSettings, Mailer};

/// Interval of checks whether a job is due.
const POLL_INTERVAL: Duration = Duration::from_secs(20);
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The longest time that one daily mail covers.
const MAX_DIGEST_PERIOD: Duration = Duration::from_secs(7 * 24 * 3600);
/// When old data is erased, in minutes after midnight: few visitors write then.
const RETENTION_MINUTE: u32 = 3 * 60 + 30;

/// Runs the daily jobs.
pub struct DailyJobs {
    db: Db,
    clock: Clock,
    mailer: Mailer,
    route: MailRoute,
    mail_dir: PathBuf,
    digest: Option<ScheduledJob>,
    retention: Option<Duration>,
    spool: Option<SpoolRetention>,
    notice: Notice,
    confirmed: Mutex<ConfirmedTimeStore>,
}

/// A notice of the daily mail at a moment (Unix milliseconds), as a sentence; `None` if all is well.
type Notice = Box<dyn Fn(i64) -> Option<String> + Send + Sync>;

/// The retention in the spool, which is each server's own and so no job of one for all.
struct SpoolRetention {
    folder: PathBuf,
    /// When it was last applied, in milliseconds of the monotonic clock.
    applied_at: AtomicI64,
}

impl DailyJobs {
    pub fn new(
        db: Db,
        clock: Clock,
        mailer: Mailer,
        mail: &MailSettings,
        mail_dir: PathBuf,
        care: CareSettings,
    ) -> Self {
        DailyJobs {
            db,
            clock,
            mailer,
            route: MailRoute::new(mail),
            mail_dir,
            digest: care.digest_at.map(|minute| daily("digest", minute)),
            retention: care.retention_days.map(|days| DAY * days),
            spool: None,
            notice: Box::new(|_| None),
            confirmed: Mutex::default(),
        }
    }

    /// Adds a sentence about server trouble to the daily mail, while there is one.
    pub fn with_notice(self, notice: impl Fn(i64) -> Option<String> + Send + Sync + 'static) -> Self {
        DailyJobs { notice: Box::new(notice), ..self }
    }

    /// Applies the retention to the spool in that folder too.
    pub fn with_spool(self, folder: PathBuf) -> Self {
        DailyJobs { spool: Some(SpoolRetention { folder, applied_at: AtomicI64::new(i64::MIN) }), ..self }
    }

    /// Polls until the task is dropped.
    pub fn start(self) -> Task {
        supervisor::spawn("daily jobs", self, |jobs| {
            Box::pin(async {
                loop {
                    jobs.poll_once().await;
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            })
        })
    }

    /// Runs the jobs that are due, and logs failures; they are tried again later.
    pub async fn poll_once(&self) {
        match summary::send_due(&self.db, &self.clock, &self.mailer, &self.route).await {
            Ok(0) => {}
            Ok(leads) => tracing::info!(leads, "a summary mail is sent"),
            Err(error) => tracing::error!(error, "the summary mail was not sent; it is tried again"),
        }
        if let Err(error) = self.send_digest().await {
            tracing::error!(error, "the daily mail was not sent; it is tried again");
        }
        match escalation::send_due(&self.db, &self.clock, &self.mailer, &self.route).await {
            Ok(0) => {}
            Ok(leads) => tracing::warn!(leads, "staff are mailed that promises ran out"),
            Err(error) => {
                tracing::error!(
                    error,
                    "the mail about promises that ran out was not sent; it is tried again"
                );
            }
        }
        if let Err(error) = self.confirmed.lock().await.keep(&self.db, &self.clock).await {
            tracing::error!(%error, "the clock could not be confirmed; nothing old is erased until it is");
        }
        if let Err(error) = self.erase_old_in_spool().await {
            tracing::error!(%error, "old leads in the journal were not erased; it is tried again");
        }
        if let Err(error) = self.erase_old().await {
            tracing::error!(%error, "old leads were not erased; it is tried again");
        }
    }

    async fn send_digest(&self) -> Result<(), String> {
        let Some(job) = self.digest else {
            return Ok(());
        };
        let unavailable = |error: DbErr| format!("the database cannot be used: {error}");
        let now = self.clock.now_ms();
        let Some(lease) = job.acquire(&self.db, now).await.map_err(unavailable)? else {
            return Ok(());
        };
        let (to, since) = (self.route.addresses(), since(lease));
        let mut digest = DailyDigest::read(self.db.reader(), &to, since, now).await.map_err(unavailable)?;
        digest.notice = (self.notice)(now);
        if !digest.is_empty() {
            let mail = digest.compose(&self.route, lease.due_at, now)?;
            self.mailer.send_to_all(&mail).await.map_err(|failure| failure.error)?;
            let (overdue, open) = (digest.overdue.count, digest.open.count);
            tracing::info!(overdue, open, "the daily mail is sent");
        }
        job.complete(&self.db, lease).await.map_err(unavailable)
    }

    async fn erase_old_in_spool(&self) -> Result<(), DbErr> {
        let (Some(retention), Some(spool)) = (self.retention, &self.spool) else { return Ok(()) };
        let (now, steady) = (self.clock.now_ms(), duration_ms(self.clock.steady()));
        if steady.saturating_sub(spool.applied_at.load(Ordering::Relaxed)) < duration_ms(DAY) {
            return Ok(());
        }
        if let Some(db) = spool_folder::open_existing(&spool.folder).await? {
            privacy::erase_before(&db, self.clock.confirmed_ms() - duration_ms(retention), now).await?;
            db.close().await?;
        }
        spool.applied_at.store(steady, Ordering::Relaxed);
        Ok(())
    }

    async fn erase_old(&self) -> Result<(), DbErr> {
        let Some(retention) = self.retention else {
            return Ok(());
        };
        let job = daily("retention", RETENTION_MINUTE);
        let now = self.clock.now_ms();
        let Some(lease) = job.acquire(&self.db, now).await? else {
            return Ok(());
        };
        let before = self.clock.confirmed_ms() - duration_ms(retention);
        let erased = privacy::erase_before(&self.db, before, now).await?;
        privacy::delete_mail_files(&self.mail_dir, &erased);
        if !erased.is_empty() {
            tracing::info!(leads = erased.len(), "the personal data of old leads is erased");
        }
        job.complete(&self.db, lease).await
    }
}

fn daily(name: &'static str, minute_of_day: u32) -> ScheduledJob {
    ScheduledJob { name, days: Days::Every, minute_of_day }
}

/// Since when requests are new to staff: the last mail, at most a week ago.
fn since(lease: Lease) -> i64 {
    let before = lease.previous_due_at.unwrap_or(lease.due_at - duration_ms(DAY));
    before.max(lease.due_at - duration_ms(MAX_DIGEST_PERIOD))
}

/// When the daily jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareSettings {
    /// When staff get the daily mail, in minutes after midnight in Dubai; never where it is off.
    pub digest_at: Option<u32>,
    /// Days after which personal data is erased; never if not set.
    pub retention_days: Option<u32>,
}
