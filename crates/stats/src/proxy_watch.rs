//! Notices a proxy that is set wrongly: one that is not listed makes all visitors look like one, and one that is listed but
//! does not say for whom it asks makes them all nobody. Judged by the pages that people open, in a day, and kept in memory:
//! no address is stored or logged but the proxy's own.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::time::Duration;

use http::HeaderMap;
use parking_lot::Mutex;

use base::client_ip;
use base::ip_range::IpRange;

/// The time that views are counted over.
const WINDOW: Duration = Duration::from_secs(24 * 3600);
/// With fewer views, one visitor may well have made most of them.
const MIN_VIEWS: u64 = 100;

/// The likely problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyProblem {
    /// One address makes up most views.
    OneVisitor,
    /// For most views this trusted proxy did not say who the visitor is.
    Unnamed(IpAddr),
}

impl ProxyProblem {
    /// The label in the metrics, of each.
    pub const LABELS: [&str; 2] = ["one visitor", "visitors not named"];

    pub fn label(self) -> &'static str {
        match self {
            ProxyProblem::OneVisitor => Self::LABELS[0],
            ProxyProblem::Unnamed(_) => Self::LABELS[1],
        }
    }
}

/// Counts views by who seems to have made them.
#[derive(Default)]
pub(super) struct ProxyWatch {
    /// Its digests of addresses cannot be repeated outside this process.
    digest: RandomState,
    window: Mutex<Window>,
}

/// The views of one window, in constant memory: if one visitor has most of them, a majority vote (Boyer and Moore) ends with
/// that visitor as the candidate.
#[derive(Default)]
struct Window {
    since: Duration,
    views: u64,
    /// `None` stands for all visitors that trusted proxies did not name.
    candidate: Option<u64>,
    votes: u64,
    /// The candidate's views since it became the candidate, so never too many.
    of_candidate: u64,
    /// The peer of the last view that has no visitor.
    last_unnamed: Option<IpAddr>,
}

impl ProxyWatch {
    pub fn record(&self, peer: IpAddr, headers: &HeaderMap, trusted: &[IpRange], now: Duration) {
        let visitor = client_ip::resolve(peer, headers, trusted);
        let digest = visitor.map(|address| self.digest.hash_one(address));
        let mut window = self.window.lock();
        if now >= window.since + WINDOW {
            *window = Window { since: now, ..Window::default() };
        }
        window.views += 1;
        if visitor.is_none() {
            window.last_unnamed = Some(peer);
        }
        if window.votes == 0 && window.candidate != digest {
            (window.candidate, window.of_candidate) = (digest, 0);
        }
        if window.candidate == digest {
            window.votes += 1;
            window.of_candidate += 1;
        } else {
            window.votes -= 1;
        }
    }

    /// The likely problem at this moment.
    pub fn problem(&self) -> Option<ProxyProblem> {
        let window = self.window.lock();
        let most = window.views >= MIN_VIEWS && window.of_candidate * 2 > window.views;
        match (most, window.candidate, window.last_unnamed) {
            (false, ..) => None,
            (_, Some(_), _) => Some(ProxyProblem::OneVisitor),
            (_, None, proxy) => proxy.map(ProxyProblem::Unnamed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn watch(visitors: impl Iterator<Item = Option<u8>>) -> (ProxyWatch, Vec<IpRange>) {
        let (watch, trusted) = (ProxyWatch::default(), vec!["10.0.0.0/8".parse().expect("a range")]);
        for visitor in visitors {
            record(&watch, &trusted, visitor, Duration::ZERO);
        }
        (watch, trusted)
    }

    fn record(watch: &ProxyWatch, trusted: &[IpRange], visitor: Option<u8>, now: Duration) {
        let mut headers = HeaderMap::new();
        if let Some(last) = visitor {
            headers.insert("x-forwarded-for", format!("203.0.113.{last}").parse().expect("a value"));
        }
        watch.record(PROXY, &headers, trusted, now);
    }

    #[test]
    fn one_visitor_with_most_views_is_noticed_and_many_are_no_problem() {
        assert_eq!(watch((0..200).map(Some)).0.problem(), None);
        let beside = |others: u8| watch((0..others).map(|other| Some(other + 1)).chain([Some(0); 120]));
        assert_eq!(beside(99).0.problem(), Some(ProxyProblem::OneVisitor));
        assert_eq!(beside(120).0.problem(), None, "half is not most");
        assert_eq!(watch([Some(0); 99].into_iter()).0.problem(), None, "too few to say");
        let mixed = (0..150).map(|number| Some(if number % 3 == 0 { number } else { 0 }));
        assert_eq!(watch(mixed).0.problem(), Some(ProxyProblem::OneVisitor));
    }

    #[test]
    fn a_trusted_proxy_that_names_nobody_is_noticed_with_its_own_address() {
        let (watch, trusted) = watch([None; 100].into_iter());
        assert_eq!(watch.problem(), Some(ProxyProblem::Unnamed(PROXY)));
        record(&watch, &trusted, Some(1), WINDOW);
        assert_eq!(watch.problem(), None, "the next day");
    }
}
