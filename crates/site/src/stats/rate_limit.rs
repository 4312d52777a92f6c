//! The rate limit of reports: how many one address may send, a few hundred a minute, since whole offices and mobile
//! networks share one. Addresses are not kept.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::Quota;

use base::clock::Clock;
use base::slot_limiter::SlotLimiter;

/// How many addresses can be told apart, about.
const SLOTS: usize = 4096;
/// The most reports of one address at once, and how many more each minute.
const MAX_REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(600).expect("more than none");

pub(super) struct ReportRateLimit(SlotLimiter);

impl ReportRateLimit {
    pub fn new(clock: Clock) -> Self {
        ReportRateLimit(SlotLimiter::new(clock, Quota::per_minute(MAX_REPORTS_PER_MINUTE), SLOTS))
    }

    /// Whether an address may send one more report now.
    pub fn allows(&self, address: IpAddr) -> bool {
        self.0.allows(address)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_address_may_send_so_many_reports_a_minute_and_others_notice_nothing() {
        let clock = Clock::manual(43_200_000);
        let limit = ReportRateLimit::new(clock.clone());
        let allowed = |last: u8| (0..1000).filter(|_| limit.allows(IpAddr::from([10, 0, 0, last]))).count();
        assert_eq!(allowed(1), 600);
        assert_eq!(allowed(1), 0);
        assert_eq!(allowed(2), 600);
        clock.advance(Duration::from_secs(60));
        assert_eq!(allowed(1), 600);
    }
}
