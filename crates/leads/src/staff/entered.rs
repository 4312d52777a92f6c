//! Requests that staff write down: those that came by phone, by WhatsApp or in person. They are promised, delivered and
//! counted like those that visitors send.

use std::fmt;
use std::sync::Arc;

use crate::context::{Context, path_of};
use crate::intake::form_answer::FormPages;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::outcome::{LeadObserver, LeadOutcome};
use crate::queue::lead_queue::LeadQueue;
use crate::reference::Reference;

/// The page on which staff write a request down.
pub const ENTERED_AT: &str = "/desk/requests/new";
/// `utm_medium` of such requests.
const MEDIUM: &str = "office";

/// How a request came that no form sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameBy {
    Phone,
    WhatsApp,
    InPerson,
}

impl CameBy {
    const ALL: [CameBy; 3] = [CameBy::Phone, CameBy::WhatsApp, CameBy::InPerson];

    /// Reads the word of a form; `None` for any other.
    pub fn named(text: &str) -> Option<Self> {
        match text {
            "phone" => Some(CameBy::Phone),
            "whatsapp" => Some(CameBy::WhatsApp),
            "in-person" => Some(CameBy::InPerson),
            _ => None,
        }
    }

    /// How a request came that staff wrote down, by what is stored of its visit; `None` if a visitor sent it.
    pub(crate) fn of_visit(page: Option<&str>, source: Option<&str>, medium: Option<&str>) -> Option<Self> {
        let is_entered = path_of(page) == ENTERED_AT && medium == Some(MEDIUM);
        CameBy::ALL.into_iter().find(|way| is_entered && source == Some(way.source()))
    }

    /// As lists and statistics have it, in the place of an advertisement's source.
    pub fn source(self) -> &'static str {
        match self {
            CameBy::Phone => "phone call",
            CameBy::WhatsApp => "WhatsApp",
            CameBy::InPerson => "in person",
        }
    }
}

/// A request as staff have written it down.
#[derive(Clone, Debug)]
pub struct EnteredRequest {
    pub typed: Typed,
    pub came_by: CameBy,
    /// Whether it is promised the answer that emergencies get, whatever its words say.
    pub is_urgent: bool,
    /// The advertisement or the person that brought the customer, if they say so; may be empty.
    pub campaign: String,
}

/// Takes requests that staff write down.
#[derive(Clone)]
pub struct StaffIntake {
    pub queue: LeadQueue,
    /// What the site promises.
    pub pages: Arc<dyn FormPages>,
    /// Counts them.
    pub observer: LeadObserver,
}

impl fmt::Debug for StaffIntake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StaffIntake").finish_non_exhaustive()
    }
}

impl StaffIntake {
    /// Stores a request, the same `key` once.
    ///
    /// # Errors
    /// The outcome, if it is not stored.
    pub async fn take(&self, entered: EnteredRequest, key: Option<&str>) -> Result<Reference, LeadOutcome> {
        let urgent = if entered.is_urgent { "?emergency=true" } else { "" };
        let context = Context {
            page: Some(format!("{ENTERED_AT}{urgent}")),
            utm_source: Some(entered.came_by.source().to_owned()),
            utm_medium: Some(MEDIUM.to_owned()),
            utm_campaign: Some(entered.campaign),
            ..Context::default()
        };
        let lead = NewLead::parse(entered.typed, context)?;
        let context = lead.context().clone();
        let key = key.map(|key| IdempotencyKey::Given(key.to_owned()));
        let outcome = self.queue.store_by(&self.pages.promises(), lead, key).await;
        if let Some(event) = outcome.event() {
            (self.observer)(event, &context);
        }
        outcome.reference().cloned().ok_or(outcome)
    }
}
