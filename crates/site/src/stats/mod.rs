//! What visitors do, counted and never followed: sums for each day, page and campaign. No cookie, no visitor's
//! number, no address, nothing kept in a browser; a sum cannot be led back to anybody.

mod buffer;
mod campaign;
mod chart;
pub mod cli;
mod event;
mod flusher;
mod http;
mod rate_limit;
pub mod store;
mod table;
mod view;

use std::sync::Arc;

use ::http::{Request, StatusCode};

pub use crate::stats::buffer::Key;
pub use crate::stats::campaign::Campaign;
pub use crate::stats::event::Event;
pub use crate::stats::flusher::{Flusher, FlusherHandle, PageLookup};
pub use crate::stats::http::{PATH, router};

use crate::precompressed::Precompressed;
use crate::stats::buffer::Book;
use crate::stats::rate_limit::Pace;
use crate::view_counter::ViewSlot;
use base::clock::{Clock, dubai_day};
use base::ip_range::IpRange;

/// What stands for a page or a campaign that is not told apart.
pub const OTHER: &str = "other";

/// Where everything is counted. Cheap to clone; all clones count together.
#[derive(Clone)]
pub struct Stats(Arc<Inner>);

struct Inner {
    clock: Clock,
    book: Book,
    pace: Pace,
    /// The proxies whose word about a visitor's address is believed.
    trusted: Vec<IpRange>,
    /// The public host, with its port where that is not the scheme's own.
    site_host: Option<String>,
}

impl Stats {
    pub fn new(clock: Clock, trusted: Vec<IpRange>, site_host: Option<String>) -> Self {
        let (book, pace) = (Book::default(), Pace::default());
        Stats(Arc::new(Inner { clock, book, pace, trusted, site_host }))
    }

    /// A finished answer goes out: counts it where it is a page that a person opens. `slot` is the answer's own, so
    /// that counting is one addition.
    pub fn saw<B>(&self, request: &Request<B>, status: StatusCode, packed: &Precompressed, slot: &ViewSlot) {
        let whole = matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED);
        if !whole || !view::is_view(request.method(), request.headers()) {
            return;
        }
        let path = request.uri().path();
        let tally = slot.get_or_init(|| packed.is_html().then(|| self.0.book.tally(path)));
        let Some(tally) = tally else { return };
        match Campaign::in_query(request.uri().query().unwrap_or_default()) {
            None => tally.note(self.today()),
            campaign => self.0.book.note(self.today(), Event::View, path, campaign),
        }
    }

    /// Counts what became of a request that was handed in. `page` is where it was written, as far as that is known.
    pub fn note(&self, event: Event, page: Option<&str>, campaign: Option<Campaign>) {
        let path = page.unwrap_or_default().split(['?', '#']).next().unwrap_or_default();
        self.0.book.note(self.today(), event, path, campaign);
    }

    fn today(&self) -> i32 {
        dubai_day(self.0.clock.now_ms())
    }
}
