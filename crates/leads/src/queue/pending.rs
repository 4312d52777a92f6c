//! A lead in the queue.

use tokio::sync::oneshot;

use crate::outcome::LeadOutcome;
use crate::queue::row::QueuedLead;

/// With the place where its visitor waits for the answer.
pub(crate) struct PendingLead {
    pub lead: QueuedLead,
    pub answer: oneshot::Sender<LeadOutcome>,
}

pub(crate) fn unzip(batch: Vec<PendingLead>) -> (Vec<QueuedLead>, Vec<oneshot::Sender<LeadOutcome>>) {
    batch.into_iter().map(|pending| (pending.lead, pending.answer)).unzip()
}

pub(crate) fn zip(leads: Vec<QueuedLead>, answers: Vec<oneshot::Sender<LeadOutcome>>) -> Vec<PendingLead> {
    leads.into_iter().zip(answers).map(|(lead, answer)| PendingLead { lead, answer }).collect()
}
