//! Which copies are kept: all of a day, then one a day for two weeks, then one a week for twelve.

use std::collections::HashSet;

use crate::name::CopyName;

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;
const WEEK_MS: i64 = 7 * DAY_MS;
/// Time that every copy is kept.
pub const ALL_MS: i64 = DAY_MS;
/// Time that one copy a day is kept.
pub const DAILY_MS: i64 = 14 * DAY_MS;
/// Time that one copy a week is kept.
pub const WEEKLY_MS: i64 = 12 * WEEK_MS;

/// Those that nobody needs any more at `now`. The newest is always kept, however old it is.
pub fn expired(names: &[CopyName], now: i64) -> Vec<CopyName> {
    let mut newest_first: Vec<&CopyName> = names.iter().collect();
    newest_first.sort_by_key(|name| std::cmp::Reverse(name.made_at));
    let (mut days, mut weeks) = (HashSet::new(), HashSet::new());
    let keeps = |(at, name): (usize, &&CopyName)| {
        let age = now - name.made_at;
        // The last one of a day or week stands for it.
        let is_last_of_day = days.insert(name.made_at.div_euclid(DAY_MS));
        let is_last_of_week = weeks.insert(name.made_at.div_euclid(WEEK_MS));
        let is_kept =
            age < ALL_MS || (is_last_of_day && age < DAILY_MS) || (is_last_of_week && age < WEEKLY_MS);
        at == 0 || is_kept
    };
    let kept: Vec<bool> = newest_first.iter().enumerate().map(keeps).collect();
    let expired = newest_first.into_iter().zip(kept).filter(|(_, is_kept)| !is_kept);
    expired.map(|(name, _)| name.clone()).collect()
}

/// When the last of the copies is deleted at the latest; `None` without copies.
pub fn all_gone_at(names: &[CopyName]) -> Option<i64> {
    names.iter().map(|name| name.made_at + WEEKLY_MS).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_copies_leaves_a_day_of_all_two_weeks_of_days_and_twelve_of_weeks() {
        let now = 1_795_000_000_000;
        let mut kept: Vec<CopyName> = Vec::new();
        for quarter in (0..100 * 96).rev() {
            let at = now - quarter * 15 * 60 * 1000;
            kept.push(CopyName::new(at, &format!("{quarter:016x}")));
            let gone = expired(&kept, at);
            kept.retain(|name| !gone.contains(name));
        }
        let aged = |least: i64, most: i64| {
            kept.iter().filter(|name| (least..most).contains(&(now - name.made_at))).count()
        };
        assert_eq!(aged(0, ALL_MS), 96);
        assert!((12..=14).contains(&aged(ALL_MS, DAILY_MS)), "{} days", aged(ALL_MS, DAILY_MS));
        assert!((9..=10).contains(&aged(DAILY_MS, WEEKLY_MS)), "{} weeks", aged(DAILY_MS, WEEKLY_MS));
        assert_eq!(aged(WEEKLY_MS, i64::MAX), 0);
    }

    #[test]
    fn the_newest_stays_however_old_it_is() {
        let names = [CopyName::new(0, "aa"), CopyName::new(1000, "bb")];
        assert_eq!(expired(&names, i64::MAX / 2), [names[0].clone()]);
        assert_eq!(all_gone_at(&names), Some(1000 + WEEKLY_MS));
    }
}
