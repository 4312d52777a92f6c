//! A background task: notes when pages changed, and has search engines told of new ones.

use std::sync::Arc;
use std::time::Duration;

use crate::app::derived::StartError;
use crate::settings::Settings;
use base::clock::{Clock, duration_ms};
use base::supervisor::{self, Task};
use blog::pages::sitemap;
use site::indexnow::{IndexNow, Submission};
use site::pages::Pages;
use site::pages::changes;
use site::pages::changes::ListedPage;
use storage::db::Db;

/// The first visitors go first.
const HEAD_START: Duration = Duration::from_secs(1);
/// Interval of checks for a due notice, and for a database that is back.
const LOOK: Duration = Duration::from_secs(1);
/// Pause after a change, to gather more: an author's last corrections, the rest of an import.
const GATHERING: Duration = Duration::from_secs(10);

struct Telling {
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    indexnow: Option<IndexNow>,
    /// The pages whose dates are in the database.
    noted: Vec<ListedPage>,
    /// When search engines are to be told, in Unix milliseconds; `None` while they are up to date.
    due: Option<i64>,
}

/// Starts, and goes on until the task is dropped.
///
/// # Errors
/// When search engines are to be told and cannot be called.
pub fn start(settings: &Settings, db: Db, clock: Clock, pages: Arc<Pages>) -> Result<Task, StartError> {
    let indexnow = match (settings.indexnow(), settings.public_origin()) {
        (Some(own), Some(origin)) => Some(IndexNow::new(db.clone(), clock.clone(), own, origin)?),
        _ => None,
    };
    let telling = Telling { db, clock, pages, indexnow, noted: Vec::new(), due: None };
    Ok(supervisor::spawn("notices of changes", telling, |telling| {
        Box::pin(async {
            tokio::time::sleep(HEAD_START).await;
            telling.heard();
            loop {
                telling.look().await;
                tokio::select! {
                    () = telling.pages.response_cache.invalidated.notified() => telling.heard(),
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
        })
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
        // Of a preview, nothing is told.
        let is_listed = self.pages.render_context.load().renderer.is_listed();
        let indexnow = self.indexnow.as_mut().filter(|_| is_listed)?;
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
