//! Each Monday morning every phone is asked, quietly, whether it rings, and a mail names those that didn't answer: a phone
//! that was changed or lost is noticed before a request needs it.

use sea_orm::DbErr;

use crate::push::delivery::count_of_phones;
use crate::push::message::test_message;
use crate::push::phones::{self, Model};
use crate::push::reminders::PhoneReminders;
use crate::push::sender::PushSender;
use crate::staff::people;
use base::clock::Clock;
use storage::db::Db;
use storage::jobs::{Days, Lease, ScheduledJob};

const TEST: ScheduledJob =
    ScheduledJob { name: "phone test", days: Days::Mondays, minute_of_day: 9 * 60 + 30 };
/// Phones answer within seconds; one that is off gets some minutes more.
const REPORT: ScheduledJob =
    ScheduledJob { name: "phone report", days: Days::Mondays, minute_of_day: 9 * 60 + 45 };
const REPORT_AFTER_MS: i64 = 15 * 60 * 1000;
/// Time for phones to answer, whenever they were asked.
const ANSWER_MS: i64 = 60 * 1000;
/// Latest start of either job after its time.
const LATEST_MS: i64 = 6 * 3600 * 1000;

/// Asks every phone whether it rings, and returns how many.
///
/// # Errors
/// When the database cannot be used.
pub async fn test_all(db: &Db, clock: &Clock, sender: &PushSender) -> Result<usize, DbErr> {
    let now = clock.now_ms();
    let mut all = phones::all(db.reader(), now).await?;
    all.retain(|phone| phone.gone_at.is_none());
    phones::tested(db, &all, now).await?;
    let answers = sender.send(&all, &test_message(sender.origin())).await?;
    phones::record(db, None, &answers, clock.now_ms()).await?;
    Ok(all.len())
}

impl PhoneReminders {
    /// Runs the test, or its report, if due.
    pub(super) async fn test_weekly(&self) -> Result<(), DbErr> {
        if let Some(lease) = TEST.acquire(&self.db, self.clock.now_ms()).await? {
            if self.is_in_time(lease) {
                test_all(&self.db, &self.clock, &self.sender).await?;
            }
            TEST.complete(&self.db, lease).await?;
        }
        if let Some(lease) = REPORT.acquire(&self.db, self.clock.now_ms()).await? {
            if self.is_in_time(lease) && !self.report(lease.due_at - REPORT_AFTER_MS).await? {
                // The lease ends by itself, and then any server tries again.
                return Ok(());
            }
            REPORT.complete(&self.db, lease).await?;
        }
        Ok(())
    }

    /// Whether it is not a missed one: nobody wants it in the evening.
    fn is_in_time(&self, lease: Lease) -> bool {
        self.clock.now_ms() - lease.due_at < LATEST_MS
    }

    /// Mails which phones didn't answer the test since then; false if that could not be sent, or they were only just asked,
    /// as by a server that was away at the time of the test.
    async fn report(&self, since_ms: i64) -> Result<bool, DbErr> {
        let now = self.clock.now_ms();
        let all = phones::all(self.db.reader(), now).await?;
        if all.iter().any(|phone| phone.tested_at.is_some_and(|tested| tested > now - ANSWER_MS)) {
            return Ok(false);
        }
        let silent: Vec<&Model> = all.iter().filter(|phone| !rang(phone, since_ms)).collect();
        if silent.is_empty() {
            return Ok(true);
        }
        let people = people::all(self.db.reader()).await?;
        let name = |phone: &Model| {
            let person = people.iter().find(|person| person.id == phone.staff_id);
            person.map_or("somebody", |person| person.name.as_str()).to_owned()
        };
        let lines: String = silent
            .iter()
            .map(|phone| {
                let reason = match (&phone.gone_at, &phone.answer) {
                    (Some(_), Some(answer)) => answer.as_str(),
                    (Some(_), None) => "this phone is gone",
                    (None, _) => "it took the test and didn't answer",
                };
                format!("- {}: {reason}\r\n", name(phone))
            })
            .collect();
        let of = count_of_phones(all.len());
        let text = format!(
            "Each Monday every phone is asked whether it rings. These didn't answer:\r\n\r\n{lines}\r\n\
             Open the desk on the phone once: it rings again, or says why not. Nobody waits for it meanwhile; \
             requests are mailed as before.\r\n{}/desk/people\r\n",
            self.sender.origin()
        );
        let subject = format!("{} of {of} didn't ring", silent.len());
        let mail = self.route.plain_mail(format!("phone-test-{since_ms}"), subject, text, now);
        let sent = match mail {
            Ok(mail) => self.mailer.send_to_all(&mail).await.map(drop).map_err(|failure| failure.error),
            Err(error) => Err(error),
        };
        if let Err(error) = &sent {
            tracing::error!(error, "the mail about phones that don't ring was not sent; it is tried again");
        }
        Ok(sent.is_ok())
    }
}

/// Whether a phone is there and has answered a test since then.
fn rang(phone: &Model, since_ms: i64) -> bool {
    phone.gone_at.is_none() && phone.rang_at.is_some_and(|rang| rang >= since_ms)
}
