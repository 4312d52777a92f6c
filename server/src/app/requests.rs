//! What belongs to requests: the desk that takes them, and everybody who sees to them afterwards.

use std::sync::Arc;

use super::Failure;
use super::opening::AbortOnDrop;
use crate::clock::Clock;
use crate::config::Settings;
use crate::db::Db;
use crate::leads::{self, ByWebhook, Desk, Duties, FormPages, Guard, LeadLetters, Releasing, Told};
use crate::mail::Mailer;
use crate::outbox::{Bell, ByMail, Channel, Worker, WorkerOptions};
use crate::random::Random;
use crate::webhook::Webhook;

/// Takes requests until it is stopped.
pub(super) struct Requests {
    pub desk: Desk,
    guard: Guard,
    worker: Worker,
    releasing: Releasing,
    duties: AbortOnDrop,
}

impl Requests {
    /// # Errors
    /// When the mail server, the webhook or the journal cannot be used as they are set.
    pub fn start(settings: &Settings, db: &Db, clock: &Clock) -> Result<Self, Failure> {
        let bell = Bell::default();
        let worker = Worker::spawn(outbox_options(settings, db, clock, &bell)?);
        let channels = Channel::of(settings);
        let releasing =
            Releasing::start(db.clone(), clock.clone(), bell.clone(), channels, settings.held_for);
        let guard = Guard::new(settings.trusted_proxies.clone(), clock.clone(), &Random::system());
        let duties = Duties::new(db.clone(), clock.clone(), mailer(settings)?, settings).start();
        let desk = lead_desk(settings, db, clock, bell)?;
        Ok(Requests { desk, guard, worker, releasing, duties: AbortOnDrop(duties) })
    }

    /// The address that requests are posted to; see [`leads::router`].
    pub fn router(&self, pages: Arc<dyn FormPages>, host: Option<&str>, told: Told) -> axum::Router {
        leads::router(self.desk.clone(), self.guard.clone(), pages, host, told)
    }

    /// Takes no more, stores those that wait, and finishes the deliveries under way.
    pub async fn stop(self) {
        drop(self.duties);
        self.releasing.stop();
        self.desk.close().await;
        self.worker.stop().await;
    }
}

/// Where leads are handed in; with a journal where one is set.
fn lead_desk(settings: &Settings, db: &Db, clock: &Clock, bell: Bell) -> Result<Desk, Failure> {
    let (db, clock, random) = (db.clone(), clock.clone(), Random::system());
    let folder = settings.journal_dir();
    let journal = settings.journal.then_some(folder.as_path());
    Desk::open_with(db, clock, random, bell, Channel::of(settings), journal)
        .map_err(|error| format!("requests cannot be taken: {error}").into())
}

fn mailer(settings: &Settings) -> Result<Mailer, Failure> {
    Ok(Mailer::new(&settings.mail, settings.mail_dir())?)
}

fn outbox_options(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
    bell: &Bell,
) -> Result<WorkerOptions, Failure> {
    let letters = LeadLetters::new(db.clone(), clock.clone(), &settings.mail);
    let letters = Arc::new(letters.with_canaries_to(settings.watch.canary_to.clone()));
    let (mailer, webhook) = (mailer(settings)?, settings.webhook.as_ref().map(Webhook::new).transpose()?);
    Ok(WorkerOptions {
        db: db.clone(),
        carriers: vec![
            Arc::new(ByMail::new(mailer, letters)),
            Arc::new(ByWebhook::new(db.clone(), clock.clone(), webhook)),
        ],
        clock: clock.clone(),
        bell: bell.clone(),
        waits: settings.outbox,
        alone: settings.is_only_sender(),
    })
}
