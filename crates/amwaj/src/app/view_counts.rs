//! Links from the view counter to the rest of the site: which addresses are pages, and the outcomes of requests.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;

use sea_orm::DbErr;

use crate::app::derived::site_names;
use crate::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use blog::pages::slug_of_path;
use blog::store;
use leads::{Context, LeadEvent, LeadObserver};
use site::pages::Pages;
use stats::{Campaign, Event, Flusher, FlusherHandle, PageLookup, Stats};
use storage::db::Db;

/// The site's pages and the posts that readers may see.
struct SiteAddresses {
    pages: Arc<Pages>,
    db: Db,
    clock: Clock,
}

/// Begins to count, and to store the counts.
pub fn start(settings: &Settings, db: &Db, clock: &Clock, pages: &Arc<Pages>) -> (Stats, FlusherHandle) {
    let stats = Stats::new(clock.clone(), settings.trusted_proxies.clone(), site_names(settings));
    let addresses = SiteAddresses { pages: pages.clone(), db: db.clone(), clock: clock.clone() };
    let keeper = Flusher::new(stats.clone(), db.clone(), Arc::new(addresses), &Random::system());
    (stats, keeper.start())
}

impl PageLookup for SiteAddresses {
    fn pages(
        &self,
        paths: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<HashSet<String>, DbErr>> + Send + '_>> {
        Box::pin(async move {
            let site = self.pages.site.load_full();
            let now = self.clock.now_ms();
            let mut known = HashSet::new();
            for path in paths {
                let is_page = match slug_of_path(&path) {
                    Some(slug) => store::find_visible(self.db.reader(), &slug, now)
                        .await?
                        .is_some_and(|post| post.words.slug == *slug),
                    None => {
                        path == blog::pages::LIST
                            || site.entries.get(&path).is_some_and(|entry| entry.plain.is_html())
                    }
                };
                if is_page {
                    known.insert(path);
                }
            }
            Ok(known)
        })
    }
}

/// Counts what becomes of requests, on the pages on which their visits began.
pub fn of_requests(stats: Stats) -> LeadObserver {
    Arc::new(move |event: LeadEvent, context: &Context| {
        let event = match event {
            LeadEvent::Sent => Event::Sent,
            LeadEvent::Quarantined => Event::Held,
            LeadEvent::Failed => Event::Failed,
        };
        let campaign = Campaign::of(context.utm_source.as_deref(), context.utm_campaign.as_deref());
        stats.record(event, context.first_page(), campaign);
    })
}
