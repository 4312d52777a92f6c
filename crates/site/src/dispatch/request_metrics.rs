//! Request metrics: counts answers by kind and status class, and how long they took. Every counter is made once and then
//! found by its place in an array, so that counting allocates nothing.

use std::time::Duration;

use http::StatusCode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// The kind of a request, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// A page of the site, also of the blog.
    Page,
    /// A page's data, for clicks inside the site.
    Data,
    /// Scripts, styles, fonts, pictures, feeds.
    File,
    /// An API call of another front end.
    Call,
    /// `/sendMail.php`.
    Lead,
    /// The staff's side, at its address on the site.
    Desk,
    /// A report of a page on what its visitor did.
    Count,
    /// Redirects, unknown addresses, what no browser sends.
    Other,
}

impl RequestKind {
    pub const ALL: [RequestKind; 8] = [
        RequestKind::Page,
        RequestKind::Data,
        RequestKind::File,
        RequestKind::Call,
        RequestKind::Lead,
        RequestKind::Desk,
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
            RequestKind::Desk => "desk",
            RequestKind::Count => "count",
            RequestKind::Other => "other",
        }
    }

    /// Of a path that has an answer, and that belongs to no feature.
    pub(super) fn of_path(path: &str) -> Self {
        if path.starts_with("/_data/") {
            RequestKind::Data
        } else if path.as_bytes().contains(&b'.') {
            RequestKind::File
        } else {
            RequestKind::Page
        }
    }
}

/// The status classes that answers have, as labels: the site sends no 1xx.
pub const STATUS_CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];
/// Upper bounds of the histograms' buckets in seconds: from 16 µs on, each twice the one before; the last is 16.8 s.
const FIRST_BUCKET_SECONDS: f64 = 16e-6;
const BUCKETS: u16 = 21;

/// Counted since the start.
#[derive(Debug)]
pub struct RequestMetrics {
    answers: [[Counter; STATUS_CLASSES.len()]; RequestKind::ALL.len()],
    seconds: [Histogram; RequestKind::ALL.len()],
}

impl Default for RequestMetrics {
    fn default() -> Self {
        let histogram = |_| Histogram::new(exponential_buckets(FIRST_BUCKET_SECONDS, 2.0, BUCKETS));
        Self { answers: Default::default(), seconds: RequestKind::ALL.map(histogram) }
    }
}

impl RequestMetrics {
    pub(super) fn record(&self, kind: RequestKind, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(2, STATUS_CLASSES.len() + 1) - 2;
        self.answers[kind as usize][class].inc();
        self.seconds[kind as usize].observe(took.as_secs_f64());
    }

    /// The answers to requests of a kind, in the order of [`STATUS_CLASSES`].
    pub fn answers(&self, kind: RequestKind) -> &[Counter; STATUS_CLASSES.len()] {
        &self.answers[kind as usize]
    }

    /// Seconds from the end of a request's headers to an answer that is ready to be sent.
    pub fn seconds(&self, kind: RequestKind) -> &Histogram {
        &self.seconds[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text::encode;
    use prometheus_client::registry::Registry;

    use super::*;

    #[test]
    fn answers_are_counted_by_kind_and_status_class_with_their_time() {
        let metrics = RequestMetrics::default();
        metrics.record(RequestKind::Page, StatusCode::OK, Duration::from_micros(16));
        metrics.record(RequestKind::Page, StatusCode::NOT_FOUND, Duration::from_secs(60));
        metrics.record(RequestKind::Lead, StatusCode::SERVICE_UNAVAILABLE, Duration::ZERO);
        let counts = |kind| metrics.answers(kind).each_ref().map(Counter::get);
        assert_eq!(counts(RequestKind::Page), [1, 0, 1, 0]);
        assert_eq!(counts(RequestKind::Lead), [0, 0, 0, 1]);
        let mut registry = Registry::default();
        registry.register("seconds", "of pages", metrics.seconds(RequestKind::Page).clone());
        let mut text = String::new();
        encode(&mut text, &registry).expect("a text takes anything");
        let buckets: Vec<&str> = text.lines().filter(|line| line.starts_with("seconds_bucket")).collect();
        assert_eq!(buckets.len(), usize::from(BUCKETS) + 1, "{text}");
        assert!(buckets[0].ends_with(" 1") && buckets[20].ends_with(" 1"), "16 µs: {text}");
        assert!(buckets[21].contains("+Inf") && buckets[21].ends_with(" 2"), "a minute: {text}");
    }
}
