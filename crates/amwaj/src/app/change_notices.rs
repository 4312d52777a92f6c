//! Beside the site: writes down when pages changed, and has search engines told of what is new.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::app::derived::StartError;
use crate::settings::Settings;
use base::clock::{Clock, duration_ms};
use blog::pages::sitemap;
use site::indexnow::{IndexNow, Submission};
use site::pages::Pages;
use site::pages::changes;
use site::pages::changes::ListedPage;
use storage::db::Db;

/// The first visitors go first.
const HEAD_START: Duration = Duration::from_secs(1);
/// How often to see whether something is due, and whether a database that was away is back.
const LOOK: Duration = Duration::from_secs(1);
/// How long to wait for more after a change: an author's last corrections, the rest of an import.
const GATHERING: Duration = Duration::from_secs(10);

struct Telling {
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    indexnow: Option<IndexNow>,
    /// The pages whose dates are in the database.
    noted: Vec<ListedPage>,
    /// When search engines are to be told, in Unix milliseconds; nothing while they know everything.
    due: Option<i64>,
}

/// Starts, and goes on until the task is aborted.
///
/// # Errors
/// When search engines are to be told and cannot be called.
pub fn start(
    settings: &Settings,
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
) -> Result<JoinHandle<()>, StartError> {
    let indexnow = match (settings.indexnow.clone(), settings.public_origin()) {
        (Some(own), Some(origin)) => Some(IndexNow::new(db.clone(), clock.clone(), own, origin)?),
        _ => None,
    };
    let mut telling = Telling { db, clock, pages, indexnow, noted: Vec::new(), due: None };
    Ok(tokio::spawn(async move {
        tokio::time::sleep(HEAD_START).await;
        telling.heard();
        loop {
            telling.look().await;
            tokio::select! {
                () = telling.pages.response_cache.invalidated.notified() => telling.heard(),
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }))
}

impl Telling {
    /// Something changed; what follows within a moment is told along with it.
    fn heard(&mut self) {
        if self.indexnow.is_some() {
            self.due.get_or_insert(self.clock.now_ms() + duration_ms(GATHERING));
        }
    }

    async fn look(&mut self) {
        let site = self.pages.site.load_full();
        if site.pages != self.noted {
            match changes::record_changes(&self.db, &site.pages, self.clock.now_ms()).await {
                Ok(news) => {
                    self.noted.clone_from(&site.pages);
                    // The sitemap was made without these dates.
                    if news {
                        self.pages.response_cache.invalidate();
                    }
                }
                Err(error) => tracing::debug!(%error, "when pages changed cannot be written down yet"),
            }
        }
        if self.due.is_some_and(|due| due <= self.clock.now_ms()) {
            self.due = self.tell().await;
        }
    }

    /// Answers when to try again.
    async fn tell(&mut self) -> Option<i64> {
        let indexnow = self.indexnow.as_mut()?;
        let now = self.clock.now_ms();
        match sitemap::entries(self.db.reader(), &self.noted, now).await {
            Ok(listed) => {
                let dated = listed.into_iter().filter_map(|(path, changed)| Some((path, changed?)));
                match indexnow.submit(&dated.collect::<Vec<_>>()).await {
                    Submission::All => None,
                    Submission::NotBefore(moment) => Some(moment),
                }
            }
            Err(_) => Some(now + duration_ms(GATHERING)),
        }
    }
}
