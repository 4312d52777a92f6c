//! From stored leads to the rows of lists.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use crate::staff::audit::Authors;
use crate::staff::who::Who;
use crate::view::{LastWord, Row, StageName};
use leads::staff::inbox;
use leads::{Lead, ListedLead, Stage, phone};
use storage::outbox::DeliveryState;

impl From<Stage> for StageName {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::New => StageName::New,
            Stage::Contacted => StageName::Contacted,
            Stage::Booked => StageName::Booked,
            Stage::Lost => StageName::Lost,
        }
    }
}

/// The rows of these leads, in their order.
///
/// # Errors
/// When the database cannot be read.
pub(super) async fn rows(
    db: &impl ConnectionTrait,
    who: &Who,
    listed: &[ListedLead],
) -> Result<Vec<Row>, DbErr> {
    let ids: Vec<&str> = listed.iter().map(|listed| listed.lead.id.as_str()).collect();
    let authors = Authors::of_leads(db, &ids).await?;
    let mut words = inbox::staff_words(db, &ids).await?;
    let leads: Vec<&Lead> = listed.iter().map(|listed| &listed.lead).collect();
    let numbers = inbox::of_same_numbers(db, &leads).await?;
    let row = |listed: &ListedLead| {
        let id = &listed.lead.id;
        let said = words.remove(id);
        let answered_at = said.as_ref().and_then(|said| said.answered_at);
        let last = said.map(|said| {
            let author = authors.of(id, said.last.at, &said.last.kind);
            LastWord {
                at: said.last.at,
                by: author.map(|author| author.name.clone()),
                by_me: author.is_some_and(|author| author.is(who)),
                kind: said.last.kind,
                note: said.last.text,
            }
        });
        Row { last, answered_at, ..row(listed, &numbers) }
    };
    Ok(listed.iter().map(row).collect())
}

/// The parts of a row that the lead itself gives.
fn row(listed: &ListedLead, numbers: &HashMap<String, Vec<Lead>>) -> Row {
    let lead = &listed.lead;
    let failed = listed.deliveries().find(|delivery| delivery.state == DeliveryState::Failed);
    let same_number = lead.phone_e164.as_ref().and_then(|number| numbers.get(number));
    let nth = same_number.and_then(|leads| leads.iter().position(|other| other.id == lead.id));
    let mut other_numbers = phone::numbers(&lead.typed.phone);
    other_numbers.retain(|number| Some(number) != lead.phone_e164.as_ref());
    Row {
        reference: lead.reference.to_string(),
        name: lead.typed.name.clone(),
        phone: lead.typed.phone.clone(),
        phone_e164: lead.phone_e164.clone(),
        other_numbers,
        doubtful_number: if lead.phone_e164.is_none() { phone::doubtful(&lead.typed.phone) } else { None },
        service: lead.typed.service.clone(),
        message: lead.typed.message.clone(),
        received_at: lead.received_at,
        due_at: lead.due_at,
        emergency: lead.emergency,
        stage: lead.stage.into(),
        last: None,
        answered_at: None,
        nth_of_number: nth.map_or(1, |nth| nth as u64 + 1),
        failed: failed.map(|delivery| delivery.last_error.clone().unwrap_or_default()),
        erased_at: lead.erased_at,
    }
}
