//! The requests of one person: those of the same number, however it is written, and whether that is in doubt.

use std::collections::HashSet;

use crate::staff::query::ListedLead;
use crate::staff::search::folded;
use crate::stored_lead::Quarantined;
use storage::outbox::DeliveryState;

/// Which of a person's requests are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    All,
    /// Those with the name of the request that was opened: a family or an office shares a number.
    SameName,
    /// The request that was opened.
    One,
}

impl Whose {
    /// Reads the word of a form; `None` for any other.
    pub fn named(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Whose::All),
            "named" => Some(Whose::SameName),
            "one" => Some(Whose::One),
            _ => None,
        }
    }
}

/// Why a request cannot be erased yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErasureBlock {
    Undelivered,
    Held,
}

impl ErasureBlock {
    /// `None` if it can be erased.
    pub fn of(listed: &ListedLead) -> Option<Self> {
        if listed.deliveries().any(|delivery| delivery.state == DeliveryState::Pending) {
            return Some(ErasureBlock::Undelivered);
        }
        let waiting = listed.lead.quarantined.as_ref().is_some_and(Quarantined::is_waiting);
        waiting.then_some(ErasureBlock::Held)
    }

    /// The end of a sentence, with what to type.
    pub(super) fn for_commands(self) -> &'static str {
        match self {
            ErasureBlock::Undelivered => UNDELIVERED,
            ErasureBlock::Held => "is held; say `amwaj leads dismiss` or `release` of it first",
        }
    }

    /// The end of a sentence, with what to do at the desk.
    pub(super) fn at_the_desk(self) -> &'static str {
        match self {
            ErasureBlock::Undelivered => UNDELIVERED,
            ErasureBlock::Held => "is held; pass it on or say that it's spam first",
        }
    }
}

const UNDELIVERED: &str = "is not delivered yet; erase it once it is sent or given up";

/// A request that was opened, and all that came from its number.
#[derive(Clone, Debug)]
pub struct PersonRequests {
    opened: ListedLead,
    /// In the order of their arrival; the one that was opened is among them.
    requests: Vec<ListedLead>,
}

impl PersonRequests {
    pub(super) fn new(opened: ListedLead, mut requests: Vec<ListedLead>) -> Self {
        if requests.iter().all(|listed| listed.lead.id != opened.lead.id) {
            requests.push(opened.clone());
        }
        requests.sort_by(|one, other| one.lead.id.cmp(&other.lead.id));
        // A request that is moved from the spool to the database meanwhile is in both.
        requests.dedup_by(|one, other| one.lead.id == other.lead.id);
        PersonRequests { opened, requests }
    }

    pub fn requests(&self) -> &[ListedLead] {
        &self.requests
    }

    pub fn has_same_name(&self, listed: &ListedLead) -> bool {
        is_same_name(&self.opened.lead.typed.name, &listed.lead.typed.name)
    }

    /// Whether a person has to say which requests are meant: another name is among them, or a number that cannot be read.
    pub fn is_in_doubt(&self) -> bool {
        let is_sure = |listed: &ListedLead| listed.lead.phone_e164.is_some() && self.has_same_name(listed);
        self.requests.len() > 1 && !self.requests.iter().all(is_sure)
    }

    pub fn chosen(&self, whose: Whose) -> Vec<&ListedLead> {
        let is_meant = |listed: &&ListedLead| match whose {
            Whose::All => true,
            Whose::SameName => self.has_same_name(listed),
            Whose::One => listed.lead.id == self.opened.lead.id,
        };
        self.requests.iter().filter(is_meant).collect()
    }
}

/// Whether one name has all words of the other: "Fatima" is "fatima Al Mansoori".
fn is_same_name(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    let words = |name: &str| name.split_whitespace().map(str::to_owned).collect::<HashSet<_>>();
    let (one, other) = (words(&one), words(&other));
    one.is_subset(&other) || other.is_subset(&one)
}

#[cfg(test)]
mod tests {
    use super::is_same_name;

    #[test]
    fn a_name_is_the_same_if_all_words_of_the_shorter_one_are_in_the_other() {
        for (one, other) in [
            ("Fatima Al Mansoori", "fatima"),
            ("Ünal Öztürk", "Oztürk  Unal"),
            ("فاطِمَة", "فاطمه"),
            ("Omar", "Omar"),
        ] {
            assert!(is_same_name(one, other), "{one}, {other}");
        }
        for (one, other) in [("Fatima", "Omar"), ("Fatima Khan", "Omar Khan"), ("Ali", "Alia")] {
            assert!(!is_same_name(one, other), "{one}, {other}");
        }
    }
}
