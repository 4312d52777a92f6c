//! Everything that belongs to requests: the queue that takes them, and the jobs that see to them afterwards.

use std::sync::Arc;
use std::time::Duration;

use crate::app::derived::StartError;
use crate::app::form_pages::SitePages;
use crate::app::view_counts;
use crate::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use base::site_names::SiteNames;
use base::supervisor::Task;
use certificates::status::SharedStatus;
use copies::CopiesHealth;
use desk::push::delivery::PushDelivery;
use desk::push::sender::PushSender;
use leads;
use leads::staff::answer_links::LazyAnswerLinks;
use leads::staff::answer_page;
use leads::staff::entered::StaffIntake;
use leads::{DailyJobs, Guard, LeadMail, LeadQueue, ReleaseJob, SpoolCounts, WebhookDelivery};
use site::pages::Pages;
use stats::Stats;
use storage::db::Db;
use storage::mail::Mailer;
use storage::outbox::{ChannelsInUse, MailDelivery, OutboxNotify, Worker, WorkerOptions};
use storage::webhook::Webhook;

/// Time that the shutdown waits for a database that does not answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Takes requests until it is stopped.
pub(super) struct LeadService {
    pub queue: LeadQueue,
    guard: Guard,
    answers: axum::Router,
    worker: Worker,
    pub clock: Clock,
    /// Scheduled jobs.
    jobs: [Option<Task>; 2],
    /// Tells the outbox's workers that something is owed.
    pub notify: OutboxNotify,
    pub channels: ChannelsInUse,
    /// Makes staff's phones ring.
    pub phones: PushSender,
}

impl LeadService {
    /// Starts the queue, the deliveries, and the jobs that look after requests.
    ///
    /// # Errors
    /// When the mail server, the webhook or the journal cannot be used as they are set, or the database fails.
    pub async fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        certificate: Option<SharedStatus>,
    ) -> Result<Self, StartError> {
        let phones = PushSender::new(db.clone(), Random::system(), clock.clone(), settings.desk_origin())?;
        let bell = OutboxNotify::default();
        let links =
            settings.site_url.clone().map(|site| LazyAnswerLinks::new(db.clone(), Random::system(), site));
        let answers = links.clone().map(|links| answer_page::router(db.clone(), clock.clone(), links));
        let options = outbox_options(settings, db, clock, &bell, links, &phones)?;
        let worker = Worker::spawn(options);
        let channels = ChannelsInUse::new(settings.webhook_url.is_some());
        let releasing = settings.held_hours.map(|after| {
            let (db, clock, notify) = (db.clone(), clock.clone(), bell.clone());
            ReleaseJob { db, clock, notify, channels: channels.clone(), after }.start()
        });
        let guard = Guard::new(settings.trusted_proxies.clone(), clock.clone());
        let duties = DailyJobs::new(
            db.clone(),
            clock.clone(),
            mailer(settings)?,
            &settings.mail(),
            settings.mail_dir(),
            settings.care(),
        )
        .with_spool(settings.journal_dir())
        .with_notice(notice(certificate, settings.copies_health()))
        .start();
        let queue = lead_queue(settings, db, clock, bell.clone(), channels.clone())?;
        let (clock, jobs) = (clock.clone(), [releasing, Some(duties)]);
        let answers = answers.unwrap_or_default();
        Ok(LeadService { queue, guard, answers, worker, clock, jobs, notify: bell, channels, phones })
    }

    /// Takes requests that staff write down, and counts them.
    pub fn intake(&self, pages: &Arc<Pages>, stats: &Stats) -> StaffIntake {
        StaffIntake {
            queue: self.queue.clone(),
            pages: Arc::new(SitePages::new(pages.clone())),
            observer: view_counts::of_requests(stats.clone()),
        }
    }

    /// The address that requests are posted to, see [`leads::router`], and the links in their mails.
    pub fn router(&self, intake: &StaffIntake, site: &SiteNames, cors_origins: &[String]) -> axum::Router {
        let StaffIntake { queue, pages, observer } = intake.clone();
        leads::router(queue, self.guard.clone(), pages, site, cors_origins, observer)
            .merge(self.answers.clone())
    }

    /// Takes no more, stores those that wait, and finishes the deliveries under way. Returns what stays in the journal.
    pub async fn stop(self, db: &Db) -> SpoolCounts {
        drop(self.jobs);
        let left = self.queue.close().await;
        let answers = tokio::time::timeout(PROBE_TIMEOUT, db.test_write(self.clock.now_ms())).await;
        if matches!(answers, Ok(Ok(()))) {
            self.worker.stop().await;
        } else if tokio::time::timeout(PROBE_TIMEOUT, self.worker.stop()).await.is_err() {
            tracing::warn!("results of the last deliveries are not stored: the database does not answer");
        }
        left
    }
}

/// The daily mail's notice about the server: its certificate and the copies.
fn notice(
    certificate: Option<SharedStatus>,
    copies: Option<CopiesHealth>,
) -> impl Fn(i64) -> Option<String> + Send + Sync + 'static {
    move |now| {
        let certificate = certificate.as_ref().and_then(|status| status.get().notice(now));
        let copies = copies.as_ref().and_then(|copies| copies.look(now).1);
        let copies = copies.map(|problem| format!("Copies of the requests: {problem}."));
        let notices: Vec<String> = certificate.into_iter().chain(copies).collect();
        (!notices.is_empty()).then(|| notices.join("\r\n"))
    }
}

/// Where leads are handed in; with a journal where one is set.
fn lead_queue(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
    bell: OutboxNotify,
    channels: ChannelsInUse,
) -> Result<LeadQueue, StartError> {
    let (db, clock, random) = (db.clone(), clock.clone(), Random::system());
    let folder = settings.journal_dir();
    let journal = settings.journal.then_some(folder.as_path());
    LeadQueue::open_with(db, clock, random, bell, channels, journal)
        .map_err(|error| format!("requests cannot be taken: {error}").into())
}

pub(super) fn mailer(settings: &Settings) -> Result<Mailer, StartError> {
    Ok(Mailer::new(&settings.mail(), settings.mail_dir())?)
}

fn outbox_options(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
    bell: &OutboxNotify,
    answer_links: Option<LazyAnswerLinks>,
    phones: &PushSender,
) -> Result<WorkerOptions, StartError> {
    let letters = LeadMail::new(db.clone(), clock.clone(), &settings.mail());
    let letters = Arc::new(letters.with_answer_links(answer_links));
    let (mailer, webhook) = (mailer(settings)?, settings.webhook().as_ref().map(Webhook::new).transpose()?);
    Ok(WorkerOptions {
        db: db.clone(),
        channels: vec![
            Arc::new(MailDelivery::new(db.clone(), mailer, letters)),
            Arc::new(WebhookDelivery::new(db.clone(), clock.clone(), webhook)),
            Arc::new(PushDelivery::new(db.clone(), clock.clone(), phones.clone())),
        ],
        clock: clock.clone(),
        notify: bell.clone(),
        backoff: settings.outbox(),
        only_worker: settings.is_only_sender(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_daily_mail_says_what_is_wrong_with_the_copies_and_nothing_where_none_are_set() {
        let folder = tempfile::tempdir().expect("a folder");
        let copies = CopiesHealth::new(folder.path().to_owned(), std::time::Duration::from_secs(900));
        let told = notice(None, Some(copies))(0);
        assert_eq!(told.as_deref(), Some("Copies of the requests: no copy was made yet."));
        assert_eq!(notice(None, None)(0), None);
    }
}
