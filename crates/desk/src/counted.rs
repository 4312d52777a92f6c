//! What was counted in some days: what visitors did, as [`stats`] keeps it, and what became of their requests, as [`leads`]
//! does. A request counts for the day it came, the page on which its visit began, and its campaign. Names are those that
//! [`stats`] keeps of these days, which are bounded; whatever else browsers said is `other`.

use std::collections::{BTreeMap, HashSet};

use sea_orm::{ConnectionTrait, DbErr};

use crate::view::{NamedSums, Sums};
use base::clock::{day_text, dubai_day, dubai_midnight};
use leads::Stage;
use leads::staff::answer_times::{self, AnswerTimes, RequestOutcome};
use stats::{Campaign, Event, OTHER, store};

/// The most lines of a table; the rest are one line.
const MAX_LINES: usize = 20;

/// What one sum is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SumKey {
    /// Such as `2026-11-22`.
    pub day: String,
    /// A page's path, `other`, or how a request came that staff wrote down.
    pub page: String,
    /// Empty without a campaign.
    pub campaign: String,
}

/// The sums of some days.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    pub sums: BTreeMap<SumKey, Sums>,
    pub answers: AnswerTimes,
}

impl Counted {
    /// Reads the sums of the days from `first` to `last`, both of them included (see [`dubai_day`]).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn read(db: &impl ConnectionTrait, first: i32, last: i32) -> Result<Self, DbErr> {
        let stored = store::between(db, first, last).await?;
        let mut counted = Counted::default();
        for sum in &stored {
            counted.add_stored(sum);
        }
        let pages: HashSet<&str> = stored.iter().map(|sum| sum.path.as_str()).collect();
        let campaigns: HashSet<&str> = stored.iter().map(|sum| sum.campaign.as_str()).collect();
        let (from_ms, to_ms) = (dubai_midnight(first), dubai_midnight(last + 1) - 1);
        answer_times::between(db, from_ms, to_ms, |request| {
            let page = match request.came_by {
                Some(way) => way.source(),
                None => known(&pages, &request.first_page),
            };
            let campaign = Campaign::of(request.utm_source.as_deref(), request.utm_campaign.as_deref());
            let campaign = campaign.as_ref().map_or("", |campaign| known(&campaigns, campaign.as_str()));
            counted.add_request(request, page, campaign);
        })
        .await?;
        Ok(counted)
    }

    fn add_stored(&mut self, sum: &store::Model) {
        let count = u64::try_from(sum.count).unwrap_or_default();
        let sums = match Event::named(&sum.event) {
            Some(Event::View) => Sums { views: count, ..Sums::default() },
            Some(Event::Call) => Sums { calls: count, ..Sums::default() },
            Some(Event::Chat) => Sums { chats: count, ..Sums::default() },
            _ => return,
        };
        let (day, page, campaign) = (sum.day.clone(), sum.path.clone(), sum.campaign.clone());
        *self.sums.entry(SumKey { day, page, campaign }).or_default() += sums;
    }

    fn add_request(&mut self, request: &RequestOutcome, page: &str, campaign: &str) {
        self.answers.add(request);
        let booked = u64::from(request.stage == Stage::Booked);
        let day = day_text(dubai_day(request.received_at));
        let key = SumKey { day, page: page.to_owned(), campaign: campaign.to_owned() };
        *self.sums.entry(key).or_default() += Sums { requests: 1, booked, ..Sums::default() };
    }

    pub fn total(&self) -> Sums {
        let mut total = Sums::default();
        self.sums.values().for_each(|sums| total += *sums);
        total
    }

    /// The sums of each name.
    pub fn by<'a>(&'a self, name: impl Fn(&'a SumKey) -> &'a str) -> BTreeMap<&'a str, Sums> {
        let mut groups: BTreeMap<&str, Sums> = BTreeMap::new();
        for (key, sums) in &self.sums {
            *groups.entry(name(key)).or_default() += *sums;
        }
        groups
    }
}

fn known<'a>(names: &HashSet<&str>, name: &'a str) -> &'a str {
    if names.contains(name) { name } else { OTHER }
}

/// The lines of a table: first those that bring most bookings, then requests, then views; what is no name of its own or
/// has no room is the last one.
pub(crate) fn lines(mut groups: BTreeMap<&str, Sums>) -> Vec<NamedSums> {
    let mut other = groups.remove(OTHER);
    let mut lines: Vec<(&str, Sums)> = groups.into_iter().collect();
    lines.sort_by_key(|(_, sums)| {
        std::cmp::Reverse((sums.booked, sums.requests, sums.views, sums.calls + sums.chats))
    });
    for (_, sums) in lines.drain(lines.len().min(MAX_LINES)..) {
        *other.get_or_insert_default() += sums;
    }
    lines.extend(other.map(|sums| (OTHER, sums)));
    lines.into_iter().map(|(name, sums)| NamedSums { name: name.to_owned(), sums }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_begins_with_what_brings_bookings_and_leaves_nothing_out_however_many_names_are_made_up() {
        let made_up: Vec<String> = (0..5000).map(|number| format!("made up {number:04}")).collect();
        let mut groups: BTreeMap<&str, Sums> = BTreeMap::new();
        for name in &made_up {
            groups.insert(name, Sums { views: 9, ..Sums::default() });
        }
        groups.insert(OTHER, Sums { views: 7, requests: 2, ..Sums::default() });
        groups.insert("asked", Sums { requests: 3, ..Sums::default() });
        groups.insert("booked", Sums { requests: 1, booked: 1, ..Sums::default() });
        let lines = lines(groups);
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!((names.len(), &names[..3]), (MAX_LINES + 1, &["booked", "asked", "made up 0000"][..]));
        let last = &lines[MAX_LINES];
        assert_eq!((last.name.as_str(), last.sums.views, last.sums.requests), (OTHER, 7 + 4982 * 9, 2));
    }
}
