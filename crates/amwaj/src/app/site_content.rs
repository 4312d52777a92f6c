//! Where the site's words are: in a folder of this server, or in the database, over those that the program carries or a
//! folder holds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use base::supervisor::{self, Task};
use bytes::Bytes;
use content::Source;
use content::source::ChangedFiles;
use editing::{SiteEditor, Truth, overlay, revisions};
use sea_orm::DbErr;
use storage::db::{Database, Db};

use crate::app::derived::source;
use crate::settings::Settings;

/// The words as visitors have them, for commands: with what staff changed, where that is in the database.
pub async fn words_of(settings: &Settings) -> Source {
    let content = SiteContent::of(settings);
    if let (Truth::Database(_), Ok(db)) = (&content.truth, Db::open_existing(&settings.database()).await) {
        content.read(&db).await;
    }
    content.source
}

/// Interval at which a server checks whether another one has changed the words.
const LOOK_EVERY: Duration = Duration::from_millis(300);

/// The words of the site, and where a change of them goes.
#[derive(Clone)]
pub struct SiteContent {
    pub source: Source,
    pub truth: Truth,
}

impl SiteContent {
    /// One server with a folder changes the folder's files. Without a folder, and where several servers may share the
    /// database, it is the database that is changed.
    pub fn of(settings: &Settings) -> Self {
        let base = source(settings);
        match (base.folder(), &settings.database()) {
            (Some(folder), Database::Sqlite(_)) => {
                let truth = Truth::Folder(folder.to_path_buf());
                Self { source: base, truth }
            }
            _ => {
                let files = ChangedFiles::default();
                Self { source: Source::Changed(Box::new(base), files.clone()), truth: Truth::Database(files) }
            }
        }
    }

    /// Reads what was changed, before anybody sees a page, and returns the number of the newest change that is surely
    /// in it. Without the database the site starts with what it carries.
    pub async fn read(&self, db: &Db) -> Option<i64> {
        let (Truth::Database(files), Source::Changed(base, _)) = (&self.truth, &self.source) else {
            return None;
        };
        match changed(db, base).await {
            Ok((newest, changed)) => {
                files.store(Arc::new(changed));
                Some(newest)
            }
            Err(error) => {
                tracing::error!(%error, "the changes that staff made to pages could not be read yet");
                None
            }
        }
    }

    /// Brings the changes of other servers, and those since `known`, until it is dropped; `None` where a folder has the
    /// words.
    pub fn follow(&self, db: &Db, editor: &SiteEditor, known: Option<i64>) -> Option<Task> {
        let Truth::Database(_) = self.truth else { return None };
        let state = (db.clone(), editor.clone(), known);
        Some(supervisor::spawn("changes of the site's words", state, |(db, editor, known)| {
            Box::pin(async {
                loop {
                    tokio::time::sleep(LOOK_EVERY).await;
                    let Ok(newest) = revisions::newest(db.reader()).await else { continue };
                    // After a time without the database the words are read in any case.
                    if *known != Some(newest) && editor.publish().await.is_ok() {
                        *known = Some(newest);
                    }
                }
            })
        }))
    }
}

/// The changed files, and the number of the newest change before they were read.
async fn changed(db: &Db, base: &Source) -> Result<(i64, BTreeMap<String, Bytes>), DbErr> {
    let newest = revisions::newest(db.reader()).await?;
    Ok((newest, overlay::files(db, base).await?))
}
