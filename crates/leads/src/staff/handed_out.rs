//! What is kept of a person, for that person: what they typed, what became of it, and who was mailed. Nothing of it is
//! about this server.

use sea_orm::{ConnectionTrait, DbErr};
use serde::{Serialize, Serializer};

use crate::context::Context;
use crate::staff::history::History;
use crate::staff::query::ListedLead;
use base::clock::dubai_time;
use storage::outbox::recipients::{self, RecipientState};

/// One request of a person.
#[derive(Clone, Debug, Serialize)]
pub struct HandedOut {
    reference: String,
    received_at_dubai: String,
    name: String,
    phone: String,
    /// As E.164; `None` where no number can be read.
    phone_read_as: Option<String>,
    service: String,
    message: String,
    urgent: bool,
    #[serde(flatten)]
    context: Context,
    answer_due_dubai: Option<String>,
    /// Why it waited for a person to look at it.
    held_because: Option<String>,
    /// `new`, `contacted`, `booked` or `lost`.
    stage: &'static str,
    mailed_to: Vec<MailedTo>,
    pub history: History,
}

/// A recipient of a request's mail.
#[derive(Clone, Debug, Serialize)]
struct MailedTo {
    address: String,
    at_dubai: String,
    #[serde(serialize_with = "state_word")]
    state: RecipientState,
}

fn state_word<S: Serializer>(state: &RecipientState, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match state {
        RecipientState::Sent => "sent",
        RecipientState::Waiting => "not sent yet",
        RecipientState::Refused => "refused",
    })
}

/// These requests, with what the database knows of them.
///
/// # Errors
/// When the database cannot be read.
pub(crate) async fn of_requests(
    db: &impl ConnectionTrait,
    requests: &[&ListedLead],
) -> Result<Vec<HandedOut>, DbErr> {
    let mut all = Vec::with_capacity(requests.len());
    for ListedLead { lead, .. } in requests {
        let mailed = recipients::for_lead(db, &lead.id).await?.into_iter().map(|recipient| MailedTo {
            address: recipient.address,
            at_dubai: dubai_time(recipient.at),
            state: recipient.state,
        });
        all.push(HandedOut {
            reference: lead.reference.to_string(),
            received_at_dubai: dubai_time(lead.received_at),
            name: lead.typed.name.clone(),
            phone: lead.typed.phone.clone(),
            phone_read_as: lead.phone_e164.clone(),
            service: lead.typed.service.clone(),
            message: lead.typed.message.clone(),
            urgent: lead.emergency,
            context: lead.context.clone(),
            answer_due_dubai: lead.due_at.map(dubai_time),
            held_because: lead.quarantined.as_ref().map(|quarantined| quarantined.reasons.clone()),
            stage: lead.stage.as_str(),
            mailed_to: mailed.collect(),
            history: History::of_lead(db, &lead.id).await?,
        });
    }
    Ok(all)
}

/// As JSON that a person can read.
///
/// # Errors
/// When it cannot be written.
pub fn to_json(requests: &[HandedOut]) -> serde_json::Result<Vec<u8>> {
    let mut json = serde_json::to_vec_pretty(requests)?;
    json.push(b'\n');
    Ok(json)
}
