//! What is done for leads once a day, by one server for all: the mail to staff, and erasing what is old.

use std::path::PathBuf;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::JoinHandle;

use crate::privacy;
use crate::staff::digest::Digest;
use crate::staff::email::Route;
use base::clock::{Clock, duration_ms};
use storage::db::Db;
use storage::jobs::{DailyJob, Lease};
use storage::mail::{MailSettings, Mailer};

/// How often to see whether something is due.
const LOOK: Duration = Duration::from_secs(20);
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The longest time that one daily mail looks back on.
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);
/// When old data is erased, in minutes after midnight: while few visitors write.
const ERASE_AT: u32 = 3 * 60 + 30;

/// Does the daily duties.
pub struct DailyJobs {
    db: Db,
    clock: Clock,
    mailer: Mailer,
    route: Route,
    mail_dir: PathBuf,
    digest: Option<DailyJob>,
    retention: Option<Duration>,
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
            route: Route::new(mail),
            mail_dir,
            digest: care.digest_at.map(|minute| DailyJob { name: "digest", minute_of_day: minute }),
            retention: care.retention_days.map(|days| DAY * days),
        }
    }

    /// Looks again and again, until the task is aborted.
    pub fn start(self) -> JoinHandle<()> {
        tokio::spawn(async move {
            loop {
                self.look().await;
                tokio::time::sleep(LOOK).await;
            }
        })
    }

    /// Does what is due, and says in the log what could not be done; it is tried again later.
    pub async fn look(&self) {
        if let Err(error) = self.tell_staff().await {
            tracing::error!(error, "the daily mail was not sent; it is tried again");
        }
        if let Err(error) = self.erase_old().await {
            tracing::error!(%error, "old leads were not erased; it is tried again");
        }
    }

    async fn tell_staff(&self) -> Result<(), String> {
        let Some(duty) = self.digest else {
            return Ok(());
        };
        let away = |error: DbErr| format!("the database cannot be used: {error}");
        let now = self.clock.now_ms();
        let Some(turn) = duty.acquire(&self.db, now).await.map_err(away)? else {
            return Ok(());
        };
        let digest = Digest::gather(self.db.reader(), since(turn), now).await.map_err(away)?;
        if !digest.is_empty() {
            let letter = digest.compose(&self.route, turn.due_at, now)?;
            self.mailer.send(letter).await?;
            let (overdue, open) = (digest.overdue.count, digest.open.count);
            tracing::info!(overdue, open, "the daily mail is sent");
        }
        duty.complete(&self.db, turn).await.map_err(away)
    }

    async fn erase_old(&self) -> Result<(), DbErr> {
        let Some(retention) = self.retention else {
            return Ok(());
        };
        let duty = DailyJob { name: "retention", minute_of_day: ERASE_AT };
        let now = self.clock.now_ms();
        let Some(turn) = duty.acquire(&self.db, now).await? else {
            return Ok(());
        };
        let erased = privacy::erase_before(&self.db, now - duration_ms(retention), now).await?;
        privacy::delete_mail_files(&self.mail_dir, &erased);
        if !erased.is_empty() {
            tracing::info!(leads = erased.len(), "the personal data of old leads is erased");
        }
        duty.complete(&self.db, turn).await
    }
}

/// From when on requests are new to staff: since the last mail, within a week.
fn since(turn: Lease) -> i64 {
    let before = turn.previous_due_at.unwrap_or(turn.due_at - duration_ms(DAY));
    before.max(turn.due_at - duration_ms(WEEK))
}

/// How leads are looked after once they are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareSettings {
    /// When staff get the daily mail, in minutes after midnight in Dubai; never where it is off.
    pub digest_at: Option<u32>,
    /// After how many days personal data is erased; never where it is not set.
    pub retention_days: Option<u32>,
}
