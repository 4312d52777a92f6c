//! Counts requests by kind and outcome, and how long answers took: plain atomic numbers, no lock, no allocation.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::StatusCode;

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// A page of the site, also of the blog.
    Page,
    /// A page's data, for clicks inside the site.
    Data,
    /// Scripts, styles, fonts, pictures, feeds.
    File,
    /// A call of another front end.
    Call,
    /// `/sendMail.php`.
    Lead,
    /// What a page says its visitor did.
    Count,
    /// Redirects, unknown addresses, what no browser sends.
    Other,
}

impl RequestKind {
    pub const ALL: [RequestKind; 7] = [
        RequestKind::Page,
        RequestKind::Data,
        RequestKind::File,
        RequestKind::Call,
        RequestKind::Lead,
        RequestKind::Count,
        RequestKind::Other,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            RequestKind::Page => "page",
            RequestKind::Data => "data",
            RequestKind::File => "file",
            RequestKind::Call => "call",
            RequestKind::Lead => "lead",
            RequestKind::Count => "count",
            RequestKind::Other => "other",
        }
    }

    /// Of a path that has an answer, and that is no feature's.
    pub(super) fn of(path: &str) -> Self {
        if path.starts_with("/_data/") {
            RequestKind::Data
        } else if path.as_bytes().contains(&b'.') {
            RequestKind::File
        } else {
            RequestKind::Page
        }
    }
}

/// The first bound: 16 µs. Each further one is twice as much, the last 16.8 s.
const FIRST_BOUND_LOG2: u32 = 4;
const BOUNDS: usize = 21;
/// Status classes 1xx to 5xx.
const CLASSES: usize = 5;

/// How long answers of one kind took, from the end of the request's headers to an answer that is ready to be sent.
#[derive(Debug, Default)]
pub struct LatencyHistogram {
    /// One for each bound, and one for what took longer.
    buckets: [AtomicU64; BOUNDS + 1],
    micros: AtomicU64,
}

impl LatencyHistogram {
    fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(1);
        let log2_up = u64::BITS - (micros - 1).leading_zeros();
        let at = (log2_up.saturating_sub(FIRST_BOUND_LOG2) as usize).min(BOUNDS);
        self.buckets[at].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Bounds in seconds with the number of answers between each and the one before; the last has no bound.
    pub fn buckets(&self) -> Vec<(f64, u64)> {
        let bound = |at: usize| match at {
            BOUNDS => f64::INFINITY,
            at => (1_u64 << (at as u32 + FIRST_BOUND_LOG2)) as f64 / 1e6,
        };
        self.buckets
            .iter()
            .enumerate()
            .map(|(at, count)| (bound(at), count.load(Ordering::Relaxed)))
            .collect()
    }

    /// All of them together, in seconds.
    pub fn sum(&self) -> f64 {
        self.micros.load(Ordering::Relaxed) as f64 / 1e6
    }
}

/// RequestMetrics since the start.
#[derive(Debug, Default)]
pub struct RequestMetrics {
    answers: [[AtomicU64; CLASSES]; RequestKind::ALL.len()],
    times: [LatencyHistogram; RequestKind::ALL.len()],
    /// Handlers that broke down; each was answered with 500.
    pub panics: AtomicU64,
}

impl RequestMetrics {
    pub(super) fn note(&self, kind: RequestKind, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES) - 1;
        self.answers[kind as usize][class].fetch_add(1, Ordering::Relaxed);
        self.times[kind as usize].note(took);
    }

    /// How many requests of a kind were answered with a status such as 2xx, given as 2.
    pub fn answered(&self, kind: RequestKind, class: usize) -> u64 {
        self.answers[kind as usize][class - 1].load(Ordering::Relaxed)
    }

    pub fn times(&self, kind: RequestKind) -> &LatencyHistogram {
        &self.times[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_lands_below_its_bound_and_above_the_one_before() {
        for micros in [0, 1, 15, 16, 17, 32, 33, 1000, 1024, 1025, 16_777_216, 16_777_217, u64::MAX / 2] {
            let times = LatencyHistogram::default();
            times.note(Duration::from_micros(micros));
            let buckets = times.buckets();
            let at = buckets.iter().position(|(_, count)| *count == 1).expect("counted");
            let seconds = micros as f64 / 1e6;
            assert!(seconds <= buckets[at].0, "{micros} µs in the bucket up to {} s", buckets[at].0);
            assert!(at == 0 || seconds > buckets[at - 1].0, "{micros} µs over {} s", buckets[at - 1].0);
        }
    }
}
