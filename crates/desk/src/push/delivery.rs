//! Push as a channel of the outbox: each request owes a message to every phone of the office that asked for it.

use std::collections::HashSet;
use std::time::Duration;

use sea_orm::DbErr;

use crate::push::message::{Composer, Occasion};
use crate::push::phones::{self, PhoneAnswer};
use crate::push::sender::{PushSender, TIMEOUT};
use crate::settings;
use base::clock::Clock;
use leads::Lead;
use leads::staff::inbox::{self, InboxFilter};
use leads::staff::query;
use storage::db::Db;
use storage::outbox::{Channel, DeliveryChannel, DeliveryFailure, DeliveryFuture, DeliveryResult};

/// Tells phones of requests.
pub struct PushDelivery {
    db: Db,
    clock: Clock,
    sender: PushSender,
}

impl PushDelivery {
    pub fn new(db: Db, clock: Clock, sender: PushSender) -> Self {
        PushDelivery { db, clock, sender }
    }

    async fn attempt(&self, lead_id: &str) -> DeliveryResult {
        let unavailable =
            |error: DbErr| DeliveryFailure::temporary(format!("its phones could not be read: {error}"));
        let lead = query::find_by_id(self.db.reader(), lead_id).await.map_err(unavailable)?;
        let Some(lead) = lead.filter(|lead| lead.is_open()) else {
            return Ok("answered before a phone had to ring".to_owned());
        };
        let told = phones::told_of(self.db.reader(), lead_id).await.map_err(unavailable)?;
        let before = told.len();
        let answers = tell(&self.db, &self.clock, &self.sender, &lead, Occasion::New, &told);
        let answers = answers.await.map_err(unavailable)?;
        result(&answers, before)
    }
}

/// Rings the phones of those whom the settings name, but for those in `told`, and notes what became of it. Where nobody's
/// takes it, everybody else's ring: a setting never keeps a request from being heard.
///
/// # Errors
/// When the database cannot be used.
pub(super) async fn tell(
    db: &Db,
    clock: &Clock,
    sender: &PushSender,
    lead: &Lead,
    occasion: Occasion,
    told: &HashSet<String>,
) -> Result<Vec<PhoneAnswer>, DbErr> {
    let settings = settings::read(db.reader()).await?;
    let audience = match occasion {
        Occasion::New => settings.told_new,
        Occasion::StillWaiting => settings.told_half,
        Occasion::Late => settings.told_late,
    };
    let waiting = inbox::count(db.reader(), InboxFilter::Waiting).await?;
    let composer = Composer { origin: sender.origin().to_owned(), locked_screen: settings.locked_screen };
    let message = composer.request(lead, occasion, waiting, clock.now_ms());
    let all = phones::of_office(db.reader(), clock.now_ms()).await?;
    let all = all.into_iter().filter(|(phone, _)| !told.contains(&phone.id));
    let (first, others): (Vec<_>, Vec<_>) = all.partition(|(_, roles)| audience.includes(roles));
    let mut answers = Vec::new();
    for group in [first, others] {
        let group: Vec<_> = group.into_iter().map(|(phone, _)| phone).collect();
        answers.extend(sender.send(&group, &message).await?);
        if !told.is_empty() || answers.iter().any(|answer| answer.taken) {
            break;
        }
    }
    phones::record(db, Some(&lead.id), &answers, clock.now_ms()).await?;
    Ok(answers)
}

/// `1 phone`, `2 phones`.
pub(super) fn count_of_phones(count: usize) -> String {
    if count == 1 { "1 phone".to_owned() } else { format!("{count} phones") }
}

/// The result for the outbox: phones that are gone need no second attempt, those that could not be reached do.
fn result(answers: &[PhoneAnswer], before: usize) -> DeliveryResult {
    let taken = before + answers.iter().filter(|answer| answer.taken).count();
    let gone = answers.iter().filter(|answer| answer.gone).count();
    let mut text =
        if taken == 0 { "no phone rang".to_owned() } else { format!("on {}", count_of_phones(taken)) };
    if gone > 0 {
        text = format!("{text}; {} gone", count_of_phones(gone));
    }
    let failed: Vec<&PhoneAnswer> = answers.iter().filter(|answer| !answer.taken && !answer.gone).collect();
    match failed.first() {
        None => Ok(text),
        Some(first) => Err(DeliveryFailure {
            error: format!("{} not reached: {}", count_of_phones(failed.len()), first.text),
            accepted: (taken > 0).then_some(text),
            ..DeliveryFailure::default()
        }),
    }
}

impl DeliveryChannel for PushDelivery {
    fn channel(&self) -> Channel {
        Channel::Push
    }

    fn timeout(&self) -> Duration {
        // Phones are told sixteen at a time; a company has few.
        TIMEOUT * 4
    }

    fn deliver(&self, lead_id: String) -> DeliveryFuture<'_> {
        Box::pin(async move { self.attempt(&lead_id).await.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(taken: bool, gone: bool) -> PhoneAnswer {
        PhoneAnswer {
            phone_id: String::new(),
            taken,
            gone,
            text: "the push service did not answer".to_owned(),
        }
    }

    #[test]
    fn a_phone_that_is_gone_is_final_and_one_that_cannot_be_reached_is_tried_again() {
        assert_eq!(result(&[], 0), Ok("no phone rang".to_owned()));
        assert_eq!(
            result(&[answer(true, false), answer(false, true)], 1),
            Ok("on 2 phones; 1 phone gone".to_owned())
        );
        let failure = result(&[answer(true, false), answer(false, false)], 0).expect_err("one is missing");
        assert_eq!(failure.error, "1 phone not reached: the push service did not answer");
        assert_eq!(failure.accepted.as_deref(), Some("on 1 phone"));
        assert_eq!(result(&[answer(false, false)], 0).expect_err("none").accepted, None);
    }
}
