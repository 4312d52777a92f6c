//! Where the site's words are: in a folder of this server, or in the database, over those that the program carries or a
//! folder holds.

use std::sync::Arc;
use std::time::Duration;

use site::content::Source;
use site::content::source::ChangedFiles;
use site::editing::{SiteEditor, Truth, overlay, revisions};
use storage::db::{Database, Db};

use crate::app::derived::{AbortOnDrop, source};
use crate::settings::Settings;

/// The words as visitors have them, for commands: with what staff changed, where that is in the database.
pub async fn words_of(settings: &Settings) -> Source {
    let content = SiteContent::of(settings);
    if let (Truth::Database(_), Ok(db)) = (&content.truth, Db::open_existing(&settings.database).await) {
        content.read(&db).await;
    }
    content.source
}

/// How often a server looks whether another one has changed the words.
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
        match (base.folder(), &settings.database) {
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

    /// Reads what was changed, before anybody sees a page. Without the database the site starts with what it carries.
    pub async fn read(&self, db: &Db) {
        if let (Truth::Database(files), Source::Changed(base, _)) = (&self.truth, &self.source) {
            match overlay::files(db, base).await {
                Ok(changed) => files.store(Arc::new(changed)),
                Err(error) => {
                    tracing::error!(%error, "what staff changed of the pages could not be read yet")
                }
            }
        }
    }

    /// Brings the changes of other servers, until it is dropped; nothing where a folder has the words.
    pub fn follow(&self, db: &Db, editor: &SiteEditor) -> Option<AbortOnDrop> {
        let Truth::Database(_) = self.truth else { return None };
        let (db, editor) = (db.clone(), editor.clone());
        let following = async move {
            let mut known = revisions::newest(db.reader()).await.ok();
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                let Ok(newest) = revisions::newest(db.reader()).await else { continue };
                // After a time without the database the words are read in any case.
                if known != Some(newest) && editor.publish().await.is_ok() {
                    known = Some(newest);
                }
            }
        };
        Some(AbortOnDrop(tokio::spawn(following)))
    }
}
