//! Delivers leads to the company's webhook, each as `amwaj leads export` writes it.

use std::time::Duration;

use serde::Serialize;

use crate::staff::email::ERASED;
use crate::staff::export::Exported;
use crate::staff::query;
use crate::staff::query::ListedLead;
use base::clock::Clock;
use storage::db::Db;
use storage::outbox::{Channel, DeliveryChannel, DeliveryFailure, DeliveryFuture, DeliveryResult};
use storage::webhook::{TIMEOUT, Webhook};

/// Delivers leads to a webhook.
pub struct WebhookDelivery {
    db: Db,
    clock: Clock,
    webhook: Option<Webhook>,
}

impl WebhookDelivery {
    /// If no webhook is set any more, what it is still owed is tried until it is given up, like everything that cannot be
    /// delivered.
    pub fn new(db: Db, clock: Clock, webhook: Option<Webhook>) -> Self {
        WebhookDelivery { db, clock, webhook }
    }

    async fn post(&self, lead_id: &str) -> DeliveryResult {
        let Some(webhook) = &self.webhook else {
            return Err(DeliveryFailure::temporary("no webhook is set any more: set AMWAJ_WEBHOOK_URL"));
        };
        let listed = match query::find_listed_by_id(self.db.reader(), lead_id).await {
            Ok(Some(listed)) if listed.lead.erased_at.is_some() => {
                return Err(DeliveryFailure::permanent(ERASED));
            }
            Ok(Some(listed)) => listed,
            Ok(None) => return Err(DeliveryFailure::permanent("its lead is not in the database")),
            Err(error) => {
                return Err(DeliveryFailure::temporary(format!("its lead could not be read: {error}")));
            }
        };
        let body = body(&listed).map_err(|error| DeliveryFailure::permanent(error.to_string()))?;
        webhook.post(listed.lead.reference.as_str(), body, self.clock.now_ms()).await
    }
}

impl DeliveryChannel for WebhookDelivery {
    fn channel(&self) -> Channel {
        Channel::Webhook
    }

    fn is_used(&self) -> bool {
        self.webhook.is_some()
    }

    fn timeout(&self) -> Duration {
        TIMEOUT
    }

    fn deliver(&self, lead_id: String) -> DeliveryFuture<'_> {
        Box::pin(async move { self.post(&lead_id).await.into() })
    }
}

#[derive(Serialize)]
struct WebhookBody<'a> {
    event: &'static str,
    #[serde(flatten)]
    lead: Exported<'a>,
}

fn body(listed: &ListedLead) -> serde_json::Result<String> {
    serde_json::to_string(&WebhookBody { event: "lead.received", lead: Exported::from(listed) })
}
