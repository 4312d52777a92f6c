//! Counting from an event to its sum: on SQLite, and on PostgreSQL too where `AMWAJ_TEST_POSTGRES_URL` names one.

mod reports;
mod writing;

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base::clock::Clock;
use base::random::Random;
use base::site_names::SiteNames;
use bytes::Bytes;
use engines::Engine;
use http::{Request, StatusCode};
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use responses::view_counter::ViewSlot;
use sea_orm::DbErr;
use stats::{Flusher, PageLookup, Stats, store};
use storage::db::Db;

/// 1 January 2027, 00:00 in Dubai.
pub const MIDNIGHT: i64 = 1_798_747_200_000;
pub const SECOND: Duration = Duration::from_secs(1);
pub const BROWSER: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

/// A site with one page, one post, and a server or two that count.
pub struct Site {
    pub engine: Engine,
    pub db: Db,
    pub clock: Clock,
    page: Precompressed,
    slot: ViewSlot,
}

/// Knows the post that another server has shown.
struct OnePost;

impl PageLookup for OnePost {
    fn pages(
        &self,
        paths: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<HashSet<String>, DbErr>> + Send + '_>> {
        let known = paths.into_iter().filter(|path| path == "/blogs/sand").collect();
        Box::pin(async move { Ok(known) })
    }
}

impl Site {
    pub async fn open(engine: Engine) -> Self {
        let db = Db::open(&engine.database).await.expect("a database");
        let clock = Clock::manual(MIDNIGHT - 1000);
        let page = Precompressed::new(
            Bytes::from_static(b"<p>"),
            "text/html; charset=utf-8",
            CachePolicy::Revalidate,
            &[],
            CompressionLevel::Fast,
        );
        Site { engine, db, clock, page, slot: ViewSlot::default() }
    }

    pub fn server(&self, seed: u64) -> (Stats, Flusher) {
        let stats = Stats::new(self.clock.clone(), Vec::new(), SiteNames::default());
        let keeper = Flusher::new(stats.clone(), self.db.clone(), Arc::new(OnePost), &Random::scripted(seed));
        (stats, keeper)
    }

    /// A person opens the home page.
    pub fn open_page(&self, stats: &Stats, query: &str) {
        let request = Request::get(format!("/{query}"))
            .header("user-agent", BROWSER)
            .header("sec-fetch-dest", "document")
            .body(())
            .expect("a request");
        let is_view = stats.note_view(&request, Ipv4Addr::LOCALHOST.into());
        stats.record_view(is_view, &request, StatusCode::OK, &self.page, &self.slot);
    }

    /// Every sum as one line, such as `2026-12-31 view / 3`.
    pub async fn sums(&self) -> Vec<String> {
        let sums = store::between(self.db.reader(), 0, 40_000).await.expect("sums");
        sums.iter()
            .map(|sum| {
                format!("{} {} {} {} {}", sum.day, sum.event, sum.path, sum.campaign, sum.count)
                    .replace("  ", " ")
            })
            .collect()
    }
}
