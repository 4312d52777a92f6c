//! How often one address may say what visitors do: a few hundred times a minute, since whole offices and mobile
//! networks share one. Addresses are not kept: each counts in one of some places, found by a digest that means
//! nothing outside this process; two that meet in one place share it.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How many addresses are told apart, about.
const PLACES: usize = 4096;
/// The most of one address in a minute.
pub(super) const MOST: u64 = 600;

pub(super) struct Pace {
    digest: RandomState,
    /// The minute in the upper half, how many it had in the lower.
    places: Box<[AtomicU64]>,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { digest: RandomState::new(), places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Pace {
    /// Whether an address may say one more thing now; `steady` is time that only goes forward.
    pub fn lets(&self, address: IpAddr, steady: Duration) -> bool {
        let place = &self.places[self.digest.hash_one(address) as usize % PLACES];
        // Never 0, so that a new place belongs to no minute.
        let minute = (steady.as_secs() / 60 + 1) << 32;
        let one_more = |before: u64| {
            let count = if before >> 32 << 32 == minute { before - minute } else { 0 };
            (count < MOST).then_some(minute + count + 1)
        };
        place.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_heard_so_often_in_a_minute_and_others_notice_nothing() {
        let (pace, noon) = (Pace::default(), Duration::from_secs(43_200));
        let heard =
            |last: u8, at| (0..1000).filter(|_| pace.lets(IpAddr::from([10, 0, 0, last]), at)).count();
        assert_eq!(heard(1, noon), MOST as usize);
        assert_eq!(heard(1, noon), 0);
        assert_eq!(heard(2, noon), MOST as usize);
        assert_eq!(heard(1, noon + Duration::from_secs(60)), MOST as usize);
    }
}
