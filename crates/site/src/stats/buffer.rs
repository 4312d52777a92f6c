//! What was counted and is not written down yet, in memory, bounded whatever is sent.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use crate::stats::{Campaign, Event, OTHER};
use crate::view_counter::ViewCounter;

/// The most campaigns that are told apart on one day.
const MOST_CAMPAIGNS: usize = 200;
/// The most pairs of a page and a campaign on one day.
const MOST_PAIRS: usize = 2000;
/// The most addresses between two writings of which nobody knows yet whether they are pages.
const MOST_UNSURE: usize = 256;
/// The longest address that may be a page's, in bytes.
const LONGEST_PATH: usize = 512;

/// What one sum is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// As [`base::clock::dubai_day`] counts them.
    pub day: i32,
    pub event: Event,
    pub path: Box<str>,
    /// Empty for none.
    pub campaign: Box<str>,
}

pub(super) type Counted = HashMap<Key, u64>;

#[derive(Default)]
pub(super) struct Book {
    /// Views without a campaign, by the path of a page: nearly all there is to count.
    tallies: RwLock<HashMap<Box<str>, Arc<ViewCounter>>>,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    day: i32,
    counted: Counted,
    /// The same where somebody has to look whether the path is a page's.
    unsure: Counted,
    unsure_paths: HashSet<Box<str>>,
    campaigns: HashSet<Box<str>>,
    pairs: HashSet<(Box<str>, Box<str>)>,
}

impl Book {
    /// The tally of a page; from now on its path is known.
    pub fn tally(&self, path: &str) -> Arc<ViewCounter> {
        let mut tallies = self.tallies.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tallies.entry(path.into()).or_default())
    }

    fn knows(&self, path: &str) -> bool {
        self.tallies.read().unwrap_or_else(PoisonError::into_inner).contains_key(path)
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one event.
    pub fn note(&self, day: i32, event: Event, path: &str, campaign: Option<Campaign>) {
        let known = self.knows(path);
        let campaign = campaign.as_ref().map_or("", Campaign::as_str);
        self.notes().note(day, event, path, campaign, known);
    }

    /// All that was counted until now, views of today and yesterday among them; it is the caller's to keep. The second
    /// part is of paths that may be no page's.
    pub fn take(&self, today: i32) -> (Counted, Counted) {
        let (mut counted, unsure) = {
            let mut notes = self.notes();
            notes.unsure_paths.clear();
            (std::mem::take(&mut notes.counted), std::mem::take(&mut notes.unsure))
        };
        for (path, tally) in self.tallies.read().unwrap_or_else(PoisonError::into_inner).iter() {
            for day in [today - 1, today] {
                let views = tally.take(day);
                if views > 0 {
                    let key = Key { day, event: Event::View, path: path.clone(), campaign: "".into() };
                    *counted.entry(key).or_default() += views;
                }
            }
        }
        (counted, unsure)
    }
}

impl Notes {
    fn note(&mut self, day: i32, event: Event, path: &str, campaign: &str, known: bool) {
        if day > self.day {
            self.day = day;
            self.campaigns.clear();
            self.pairs.clear();
        }
        let may_be_a_page = known || self.may_be_looked_up(path);
        let Some(path) = path_or_other(event, path, may_be_a_page) else { return };
        let campaign = self.bounded(path, campaign);
        let key = Key { day, event, path: path.into(), campaign: campaign.into() };
        let kept = if known || path == OTHER { &mut self.counted } else { &mut self.unsure };
        *kept.entry(key).or_default() += 1;
    }

    fn may_be_looked_up(&mut self, path: &str) -> bool {
        if !path.starts_with('/') || path.len() > LONGEST_PATH || path.contains('\0') {
            return false;
        }
        let room = self.unsure_paths.len() < MOST_UNSURE;
        self.unsure_paths.contains(path) || (room && self.unsure_paths.insert(path.into()))
    }

    /// The campaign, or `other` where there are too many to tell apart.
    fn bounded<'a>(&mut self, path: &str, campaign: &'a str) -> &'a str {
        if campaign.is_empty() || campaign == OTHER {
            return campaign;
        }
        if !self.campaigns.contains(campaign) {
            if self.campaigns.len() >= MOST_CAMPAIGNS {
                return OTHER;
            }
            self.campaigns.insert(campaign.into());
        }
        let pair = (path.into(), campaign.into());
        if !self.pairs.contains(&pair) {
            if self.pairs.len() >= MOST_PAIRS {
                return OTHER;
            }
            self.pairs.insert(pair);
        }
        campaign
    }
}

/// Where an event counts. What is no page was not viewed; a call from there is a call.
pub(super) fn path_or_other(event: Event, path: &str, is_a_page: bool) -> Option<&str> {
    match (is_a_page, event) {
        (true, _) => Some(path),
        (false, Event::View) => None,
        (false, _) => Some(OTHER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i32 = 20_000;

    fn sums(counted: &Counted) -> Vec<(i32, &'static str, &str, &str, u64)> {
        let mut sums: Vec<_> = counted
            .iter()
            .map(|(key, count)| (key.day, key.event.as_str(), &*key.path, &*key.campaign, *count))
            .collect();
        sums.sort_unstable();
        sums
    }

    fn campaign(number: usize) -> Option<Campaign> {
        Campaign::of(None, Some(&format!("made up {number}")))
    }

    #[test]
    fn views_of_two_days_are_told_apart_however_late_they_are_taken() {
        let book = Book::default();
        let home = book.tally("/");
        home.note(DAY);
        home.note(DAY);
        home.note(DAY + 1);
        let (counted, _) = book.take(DAY + 1);
        assert_eq!(sums(&counted), [(DAY, "view", "/", "", 2), (DAY + 1, "view", "/", "", 1)]);
        assert!(book.take(DAY + 1).0.is_empty(), "nothing is counted twice");
    }

    #[test]
    fn ten_thousand_made_up_campaigns_and_paths_stay_within_bounds_and_are_counted_all_the_same() {
        let book = Book::default();
        book.tally("/");
        for number in 0..10_000 {
            book.note(DAY, Event::Call, "/", campaign(number));
            book.note(DAY, Event::Call, &format!("/made-up-{number}"), None);
            book.note(DAY, Event::View, &format!("/made-up-{number}"), None);
        }
        let (counted, unsure) = book.take(DAY);
        assert_eq!(counted.len(), MOST_CAMPAIGNS + 2);
        assert_eq!(unsure.len(), 2 * MOST_UNSURE, "one call and one view of each");
        let calls = |of: &Counted| -> u64 {
            of.iter().filter(|(key, _)| key.event == Event::Call).map(|(_, count)| count).sum()
        };
        assert_eq!(calls(&counted) + calls(&unsure), 20_000);
        let other = Key { day: DAY, event: Event::Call, path: "/".into(), campaign: OTHER.into() };
        assert_eq!(counted[&other], (10_000 - MOST_CAMPAIGNS) as u64);
        book.note(DAY, Event::Call, "/", campaign(10_001));
        book.note(DAY + 1, Event::Call, "/", campaign(10_001));
        let (counted, _) = book.take(DAY + 1);
        let told = [(DAY, "call", "/", "other", 1), (DAY + 1, "call", "/", "made up 10001", 1)];
        assert_eq!(sums(&counted), told, "a new day begins anew");
    }

    #[test]
    fn every_campaign_on_every_page_is_still_bounded() {
        let book = Book::default();
        for page in 0..100 {
            let path = format!("/{page}");
            book.tally(&path);
            for number in 0..MOST_CAMPAIGNS {
                book.note(DAY, Event::Chat, &path, campaign(number));
            }
        }
        assert!(book.take(DAY).0.len() <= MOST_PAIRS + 100);
    }

    #[test]
    fn a_call_from_nowhere_is_a_call_and_a_view_of_nothing_is_no_view() {
        let book = Book::default();
        for path in ["", "nonsense", "/\0", &"/".repeat(LONGEST_PATH + 1)] {
            book.note(DAY, Event::Call, path, None);
            book.note(DAY, Event::View, path, None);
        }
        let (counted, unsure) = book.take(DAY);
        assert_eq!(sums(&counted), [(DAY, "call", "other", "", 4)]);
        assert!(unsure.is_empty());
    }
}
