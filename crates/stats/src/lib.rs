//! Visitor statistics without tracking: what visitors do is counted in a buffer and flushed to the database, as sums for
//! each day, page and campaign. No cookie, no visitor id, no address, nothing stored in a browser; a sum cannot be traced
//! back to anybody.
//!
//! 1. A page goes out: if a person asked for it, one atomic addition to the counter in its entry. What the server doesn't
//!    see (a click inside the site, a prefetched page, the browser's own copy) the page reports itself, as it does clicks
//!    and form starts: `POST /_stats`, always answered 204. A request's outcome is counted where it is decided.
//! 2. Campaigns and unknown paths wait in a bounded buffer; the flusher asks the posts which of the paths are pages.
//! 3. Every 3 s, and when the server stops, up to 256 sums at a time are added in one transaction: `count = count + n`, with
//!    the number of this flush beside them. A flush that failed is tried again; its number tells whether its sums are in.
//! 4. `amwaj stats` reads the sums, beside the running server or without it.

mod buffer;
mod campaign;
mod chart;
pub mod cli;
mod event;
mod flusher;
mod http;
mod proxy_watch;
pub mod store;
mod table;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ::http::{Request, StatusCode};

pub use crate::buffer::CounterKey;
pub use crate::campaign::{Campaign, OTHER};
pub use crate::event::Event;
pub use crate::flusher::{Flusher, FlusherHandle, PageLookup};
pub use crate::http::{PATH, router};
pub use crate::proxy_watch::ProxyProblem;

use crate::buffer::CounterBuffer;
use crate::proxy_watch::ProxyWatch;
use base::clock::{Clock, dubai_day};
use base::ip_range::IpRange;
use base::keyed_limiter::{KeyedLimiter, TokenBucket};
use base::site_names::SiteNames;
use responses::precompressed::Precompressed;
use responses::view;
use responses::view_counter::ViewSlot;

/// Reports of one address, 600 a minute: whole offices and mobile networks share one.
const MAX_REPORTS: TokenBucket = (600, Duration::from_millis(100));

/// Counts everything. Cheap to clone; all clones count together.
#[derive(Clone)]
pub struct Stats(Arc<Inner>);

struct Inner {
    clock: Clock,
    buffer: CounterBuffer,
    /// Of reports, by address.
    rate_limit: KeyedLimiter,
    proxy_watch: ProxyWatch,
    /// The proxies that may say what a visitor's address is.
    trusted_proxies: Vec<IpRange>,
    site: SiteNames,
}

impl Stats {
    pub fn new(clock: Clock, trusted_proxies: Vec<IpRange>, site: SiteNames) -> Self {
        let (buffer, rate_limit) = (CounterBuffer::default(), KeyedLimiter::new(&clock, MAX_REPORTS));
        let proxy_watch = ProxyWatch::default();
        Stats(Arc::new(Inner { clock, buffer, rate_limit, proxy_watch, trusted_proxies, site }))
    }

    /// Whether a person opens a page with this request, if it leads to one. Notes from which address, to find out whether
    /// visitors can be told apart.
    pub fn note_view<B>(&self, request: &Request<B>, peer: IpAddr) -> bool {
        let is_view = view::is_view(request.method(), request.headers());
        if is_view {
            let inner = &self.0;
            inner.proxy_watch.record(peer, request.headers(), &inner.trusted_proxies, inner.clock.steady());
        }
        is_view
    }

    /// Whether a proxy seems to be set wrongly.
    pub fn proxy_problem(&self) -> Option<ProxyProblem> {
        self.0.proxy_watch.problem()
    }

    /// Counts a request that is a view (see [`Stats::note_view`]), if the response that goes out is a page. `slot` belongs
    /// to the response, so that counting is one addition.
    pub fn record_view<B>(
        &self,
        is_view: bool,
        request: &Request<B>,
        status: StatusCode,
        response: &Precompressed,
        slot: &ViewSlot,
    ) {
        if !is_view || !matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED) {
            return;
        }
        let path = request.uri().path();
        let counter = slot.get_or_init(|| response.is_html().then(|| self.0.buffer.view_counter(path)));
        let Some(counter) = counter else { return };
        match Campaign::in_query(request.uri().query().unwrap_or_default()) {
            None => counter.increment(self.today()),
            campaign => self.0.buffer.count(self.today(), Event::View, path, campaign),
        }
    }

    /// Counts the outcome of a service request. `path` is the page on which the visit began; it may be anything.
    pub fn record(&self, event: Event, path: &str, campaign: Option<Campaign>) {
        self.0.buffer.count(self.today(), event, path, campaign);
    }

    fn today(&self) -> i32 {
        dubai_day(self.0.clock.now_ms())
    }
}
