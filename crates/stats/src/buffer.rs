//! The counter buffer: what was counted and not flushed to the database yet. In memory, and bounded whatever is sent.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};

use crate::{Campaign, Event, OTHER};
use responses::view_counter::ViewCounter;

/// The most campaigns of one day that are counted under their names.
const MAX_CAMPAIGNS: usize = 200;
/// The most pairs of a page and a campaign on one day.
const MAX_PAIRS: usize = 2000;
/// The most paths between two flushes of which it is not known whether they are pages.
const MAX_UNVERIFIED_PATHS: usize = 256;
/// The longest path that may be a page's, in bytes.
const MAX_PATH_BYTES: usize = 512;

/// The key of one sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterKey {
    /// As [`base::clock::dubai_day`] counts days.
    pub day: i32,
    pub event: Event,
    pub path: Box<str>,
    /// Empty without a campaign.
    pub campaign: Box<str>,
}

pub(super) type Sums = HashMap<CounterKey, u64>;

#[derive(Default)]
pub(super) struct CounterBuffer {
    /// Views without a campaign, by the path of a page: nearly all there is to count.
    views: RwLock<HashMap<Box<str>, Arc<ViewCounter>>>,
    events: Mutex<BufferedEvents>,
}

#[derive(Default)]
struct BufferedEvents {
    day: i32,
    verified: Sums,
    /// Sums whose path still has to be looked up: it may be no page.
    unverified: Sums,
    unverified_paths: HashSet<Box<str>>,
    campaigns: HashSet<Box<str>>,
    pairs: HashSet<(Box<str>, Box<str>)>,
}

impl CounterBuffer {
    /// The view counter of a page; from now on its path is known.
    pub fn view_counter(&self, path: &str) -> Arc<ViewCounter> {
        Arc::clone(self.views.write().entry(path.into()).or_default())
    }

    /// Counts one event.
    pub fn count(&self, day: i32, event: Event, path: &str, campaign: Option<Campaign>) {
        let known = self.views.read().contains_key(path);
        let campaign = campaign.as_ref().map_or("", Campaign::as_str);
        self.events.lock().count(day, event, path, campaign, known);
    }

    /// Takes all that was counted until now out of the buffer, views of today and yesterday among them. The second part
    /// has paths that may be no page's.
    pub fn drain(&self, today: i32) -> (Sums, Sums) {
        let (mut verified, unverified) = {
            let mut events = self.events.lock();
            events.unverified_paths.clear();
            (std::mem::take(&mut events.verified), std::mem::take(&mut events.unverified))
        };
        for (path, counter) in self.views.read().iter() {
            for day in [today - 1, today] {
                let views = counter.take(day);
                if views > 0 {
                    let key = CounterKey { day, event: Event::View, path: path.clone(), campaign: "".into() };
                    *verified.entry(key).or_default() += views;
                }
            }
        }
        (verified, unverified)
    }
}

impl BufferedEvents {
    fn count(&mut self, day: i32, event: Event, path: &str, campaign: &str, known: bool) {
        if day > self.day {
            self.day = day;
            self.campaigns.clear();
            self.pairs.clear();
        }
        let may_be_a_page = known || self.may_be_looked_up(path);
        let Some(path) = path_or_other(event, path, may_be_a_page) else { return };
        let campaign = self.campaign_or_other(path, campaign);
        let key = CounterKey { day, event, path: path.into(), campaign: campaign.into() };
        let sums = if known || path == OTHER { &mut self.verified } else { &mut self.unverified };
        *sums.entry(key).or_default() += 1;
    }

    fn may_be_looked_up(&mut self, path: &str) -> bool {
        if !path.starts_with('/') || path.len() > MAX_PATH_BYTES || path.contains('\0') {
            return false;
        }
        let room = self.unverified_paths.len() < MAX_UNVERIFIED_PATHS;
        self.unverified_paths.contains(path) || (room && self.unverified_paths.insert(path.into()))
    }

    /// The campaign, or `other` where there are too many to count each.
    fn campaign_or_other<'a>(&mut self, path: &str, campaign: &'a str) -> &'a str {
        if campaign.is_empty() || campaign == OTHER {
            return campaign;
        }
        if !self.campaigns.contains(campaign) {
            if self.campaigns.len() >= MAX_CAMPAIGNS {
                return OTHER;
            }
            self.campaigns.insert(campaign.into());
        }
        let pair = (path.into(), campaign.into());
        if !self.pairs.contains(&pair) {
            if self.pairs.len() >= MAX_PAIRS {
                return OTHER;
            }
            self.pairs.insert(pair);
        }
        campaign
    }
}

/// The path under which an event counts. A path that is not a page has no views; a call from there is still a call.
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

    fn sums(counted: &Sums) -> Vec<(i32, &'static str, &str, &str, u64)> {
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
    fn views_count_for_their_day_however_late_they_are_flushed() {
        let buffer = CounterBuffer::default();
        let home = buffer.view_counter("/");
        home.increment(DAY);
        home.increment(DAY);
        home.increment(DAY + 1);
        let (counted, _) = buffer.drain(DAY + 1);
        assert_eq!(sums(&counted), [(DAY, "view", "/", "", 2), (DAY + 1, "view", "/", "", 1)]);
        assert!(buffer.drain(DAY + 1).0.is_empty(), "nothing is counted twice");
    }

    #[test]
    fn made_up_campaigns_and_paths_stay_within_bounds_and_are_counted_all_the_same() {
        let buffer = CounterBuffer::default();
        buffer.view_counter("/");
        for number in 0..10_000 {
            buffer.count(DAY, Event::Call, "/", campaign(number));
            buffer.count(DAY, Event::Call, &format!("/made-up-{number}"), None);
            buffer.count(DAY, Event::View, &format!("/made-up-{number}"), None);
        }
        let (counted, unverified) = buffer.drain(DAY);
        assert_eq!(counted.len(), MAX_CAMPAIGNS + 2);
        assert_eq!(unverified.len(), 2 * MAX_UNVERIFIED_PATHS, "one call and one view of each");
        let calls = |of: &Sums| -> u64 {
            of.iter().filter(|(key, _)| key.event == Event::Call).map(|(_, count)| count).sum()
        };
        assert_eq!(calls(&counted) + calls(&unverified), 20_000);
        let other = CounterKey { day: DAY, event: Event::Call, path: "/".into(), campaign: OTHER.into() };
        assert_eq!(counted[&other], (10_000 - MAX_CAMPAIGNS) as u64);
        buffer.count(DAY, Event::Call, "/", campaign(10_001));
        buffer.count(DAY + 1, Event::Call, "/", campaign(10_001));
        let (counted, _) = buffer.drain(DAY + 1);
        let expected = [(DAY, "call", "/", "other", 1), (DAY + 1, "call", "/", "made up 10001", 1)];
        assert_eq!(sums(&counted), expected, "a new day begins anew");
    }

    #[test]
    fn every_campaign_on_every_page_is_still_bounded() {
        let buffer = CounterBuffer::default();
        for page in 0..100 {
            let path = format!("/{page}");
            buffer.view_counter(&path);
            for number in 0..MAX_CAMPAIGNS {
                buffer.count(DAY, Event::Chat, &path, campaign(number));
            }
        }
        assert!(buffer.drain(DAY).0.len() <= MAX_PAIRS + 100);
    }

    #[test]
    fn a_call_from_nowhere_is_a_call_and_a_view_of_nothing_is_no_view() {
        let buffer = CounterBuffer::default();
        for path in ["", "nonsense", "/\0", &"/".repeat(MAX_PATH_BYTES + 1)] {
            buffer.count(DAY, Event::Call, path, None);
            buffer.count(DAY, Event::View, path, None);
        }
        let (counted, unverified) = buffer.drain(DAY);
        assert_eq!(sums(&counted), [(DAY, "call", "other", "", 4)]);
        assert!(unverified.is_empty());
    }
}
