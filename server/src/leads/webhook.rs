//! Carries leads to the company's webhook: each as `amwaj leads export` writes it.

use std::time::Duration;

use serde::Serialize;

use super::email::ERASED;
use super::export::Exported;
use super::query::{self, Listed};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbox::{Carrier, Carrying, Channel, Failure};
use crate::webhook::{PATIENCE, Webhook};

/// Carries leads by webhook.
pub struct ByWebhook {
    db: Db,
    clock: Clock,
    webhook: Option<Webhook>,
}

impl ByWebhook {
    /// Where no webhook is set any more, what is still owed to it is tried until it is given up, like
    /// everything that cannot be delivered.
    pub fn new(db: Db, clock: Clock, webhook: Option<Webhook>) -> Self {
        ByWebhook { db, clock, webhook }
    }
}

impl Carrier for ByWebhook {
    fn channel(&self) -> Channel {
        Channel::Webhook
    }

    fn is_used(&self) -> bool {
        self.webhook.is_some()
    }

    fn patience(&self) -> Duration {
        PATIENCE
    }

    fn carry(&self, lead_id: String) -> Carrying<'_> {
        Box::pin(async move {
            let Some(webhook) = &self.webhook else {
                return Err(Failure::for_now("no webhook is set any more: set AMWAJ_WEBHOOK_URL"));
            };
            let listed = match query::listed_by_id(self.db.reader(), &lead_id).await {
                Ok(Some(listed)) if listed.lead.erased_at.is_some() => return Err(Failure::for_good(ERASED)),
                Ok(Some(listed)) => listed,
                Ok(None) => return Err(Failure::for_good("its lead is not in the database")),
                Err(error) => {
                    return Err(Failure::for_now(format!("its lead could not be read: {error}")));
                }
            };
            let body = body(&listed).map_err(|error| Failure::for_good(error.to_string()))?;
            webhook.post(listed.lead.reference.as_str(), body, self.clock.now_ms()).await
        })
    }
}

#[derive(Serialize)]
struct Told<'a> {
    event: &'static str,
    #[serde(flatten)]
    lead: Exported<'a>,
}

fn body(listed: &Listed) -> serde_json::Result<String> {
    serde_json::to_string(&Told { event: "lead.received", lead: Exported::from(listed) })
}
