//! Phones ring again when half of a promised time is over and nobody has answered, and once more at its end. If no phone
//! takes the first reminder although the company uses phones, staff get a mail instead. One server does it for all.

use std::collections::HashSet;
use std::time::Duration;

use sea_orm::DbErr;

use crate::push::delivery::{count_of_phones, tell};
use crate::push::message::{Occasion, what};
use crate::push::phones;
use crate::push::sender::PushSender;
use base::clock::{Clock, duration_ms};
use base::supervisor::{self, Task};
use leads::Lead;
use leads::staff::inbox::{self, TimeOver};
use leads::staff::mail_route::MailRoute;
use storage::db::Db;
use storage::jobs;
use storage::mail::Mailer;
use storage::outbox::ChannelsInUse;
use storage::outbox::timeline::{self, TimelineEvent};

const JOB: &str = "phone reminders";
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// No round takes longer.
const LEASE: Duration = Duration::from_secs(120);

/// Reminds staff by their phones.
pub struct PhoneReminders {
    pub db: Db,
    pub clock: Clock,
    pub sender: PushSender,
    pub channels: ChannelsInUse,
    pub mailer: Mailer,
    pub route: MailRoute,
}

impl PhoneReminders {
    /// Polls until the task is dropped.
    pub fn start(self) -> Task {
        supervisor::spawn("phone reminders", self, |reminders| {
            Box::pin(async {
                loop {
                    if let Err(error) = reminders.poll_once().await {
                        tracing::error!(error, "phones could not be rung again; it is tried again");
                    }
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            })
        })
    }

    /// Sends the messages that are due.
    ///
    /// # Errors
    /// One line on what failed.
    pub async fn poll_once(&self) -> Result<(), String> {
        let done = match self.remind().await {
            Ok(()) => self.test_weekly().await,
            Err(error) => Err(error),
        };
        done.map_err(|error| format!("the database cannot be used: {error}"))
    }

    async fn remind(&self) -> Result<(), DbErr> {
        // Another server's first phone is known here from now on.
        self.channels.set_phones(phones::are_there(self.db.reader()).await?);
        let now = self.clock.now_ms();
        if phones::all(self.db.reader(), now).await?.is_empty()
            || (self.due(Occasion::StillWaiting).await?.is_empty()
                && self.due(Occasion::Late).await?.is_empty())
            || !jobs::acquire_lease(&self.db, JOB, now, now + duration_ms(LEASE)).await?
        {
            return Ok(());
        }
        // Read again: the server that held the lease before may have done it. The later occasion is the one to tell.
        let late = self.due(Occasion::Late).await?;
        for lead in &late {
            self.ring(lead, Occasion::Late).await?;
        }
        for lead in self.due(Occasion::StillWaiting).await? {
            match late.iter().any(|late| late.id == lead.id) {
                true => self.note(&lead, Occasion::StillWaiting, "the whole time was over").await?,
                false => self.ring(&lead, Occasion::StillWaiting).await?,
            }
        }
        jobs::release_lease(&self.db, JOB).await
    }

    async fn due(&self, occasion: Occasion) -> Result<Vec<Lead>, DbErr> {
        let over = if occasion == Occasion::Late { TimeOver::All } else { TimeOver::Half };
        inbox::unanswered(self.db.reader(), over, &event(occasion).kind(), self.clock.now_ms()).await
    }

    async fn ring(&self, lead: &Lead, occasion: Occasion) -> Result<(), DbErr> {
        let answers = tell(&self.db, &self.clock, &self.sender, lead, occasion, &HashSet::new()).await?;
        let text = match answers.iter().filter(|answer| answer.taken).count() {
            // At the end of the time a mail goes out in any case (see `leads::staff::escalation`).
            0 if occasion == Occasion::Late => "no phone rang".to_owned(),
            0 => match self.mail(lead).await {
                Ok(()) => "no phone rang; everybody was mailed".to_owned(),
                Err(error) => {
                    tracing::error!(error, "no phone rang, and the mail was not sent; it is tried again");
                    return Ok(());
                }
            },
            taken => format!("on {}", count_of_phones(taken)),
        };
        self.note(lead, occasion, &text).await
    }

    async fn mail(&self, lead: &Lead) -> Result<(), String> {
        let reference = lead.reference.as_str();
        let what = what(lead);
        let text = format!(
            "Half of the promised time is over, nobody has answered, and no phone rang.\r\n\r\n\
             {what}\r\n{}/desk/requests/{reference}\r\n",
            self.sender.origin()
        );
        let now = self.clock.now_ms();
        let mail = self.route.plain_mail(
            format!("reminder-{reference}"),
            format!("Still waiting: {what} [{reference}]"),
            text,
            now,
        )?;
        self.mailer.send_to_all(&mail).await.map(drop).map_err(|failure| failure.error)
    }

    async fn note(&self, lead: &Lead, occasion: Occasion, text: &str) -> Result<(), DbErr> {
        let write = self.db.begin_write().await?;
        let entry = timeline::event(&lead.id, self.clock.now_ms(), event(occasion), text);
        timeline::append(&write, vec![entry]).await?;
        write.commit().await
    }
}

fn event(occasion: Occasion) -> TimelineEvent<'static> {
    match occasion {
        Occasion::Late => TimelineEvent::RangLate,
        Occasion::New | Occasion::StillWaiting => TimelineEvent::Reminded,
    }
}
