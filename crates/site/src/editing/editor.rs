//! The editor of the site: what an edit would bring, whether it may go live, and how it does.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use sea_orm::DbErr;

use crate::content::report::Report;
use crate::content::source::ChangedFiles;
use crate::content::{Photos, Source};
use crate::editing::problem::{EditProblem, problems_of};
use crate::editing::revisions::{self, FileChange, Told, file};
use crate::editing::site::{self, MarkedSite};
use crate::editing::{overlay, store};
use crate::pages::{Change, Pages};
use base::clock::Clock;
use storage::db::{Db, WriteTransaction};

/// After how long the pieces are counted again: visitors' pages come first.
const COUNT_AFTER: Duration = Duration::from_secs(3);

/// Where the words are kept.
#[derive(Clone, Debug)]
pub enum Truth {
    /// In a folder of this server.
    Folder(PathBuf),
    /// In the database, over the words that the program carries or a folder holds.
    Database(ChangedFiles),
}

/// What the editor needs to know.
pub struct EditorOptions {
    pub db: Db,
    pub clock: Clock,
    pub source: Source,
    pub truth: Truth,
    pub pages: Arc<Pages>,
    pub changes: Sender<Change>,
}

/// Changes the site's words, one after the other. Cheap to clone.
#[derive(Clone)]
pub struct SiteEditor(Arc<Shared>);

struct Shared {
    options: EditorOptions,
    known: Mutex<Known>,
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    photos: Photos,
    site: Option<Arc<MarkedSite>>,
}

/// A change that the check has nothing against.
pub struct Prepared {
    pub change: FileChange,
    pub told: Told,
}

/// Why an edit does not go live.
#[derive(Debug)]
pub enum Refused {
    /// Nothing with that id can be changed.
    NoSuchPiece,
    /// It says that already.
    Unchanged,
    /// Somebody has changed it since its author saw it: what it says now, in which file.
    Clash {
        now: String,
        file: String,
    },
    Problems(Vec<EditProblem>),
    Database(DbErr),
}

impl From<DbErr> for Refused {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl SiteEditor {
    pub fn new(options: EditorOptions) -> Self {
        Self(Arc::new(Shared { options, known: Default::default(), turn: Default::default() }))
    }

    /// The right to change something: one at a time.
    pub async fn turn(&self) -> impl Drop + '_ {
        self.0.turn.lock().await
    }

    /// The site with marks, as it is now. If `at` is one of its pages, it is rendered.
    ///
    /// # Errors
    /// What is wrong with the content in its folder.
    pub async fn site(&self, at: &str) -> Result<Arc<MarkedSite>, Report> {
        let (editor, at) = (self.clone(), at.to_string());
        let rendered = move || {
            let site = editor.current()?;
            let _ = site.annotated(&at);
            Ok(site)
        };
        blocking(rendered).await
    }

    pub(super) fn current(&self) -> Result<Arc<MarkedSite>, Report> {
        let EditorOptions { source, pages, clock, .. } = &self.0.options;
        let mut known = self.0.known.lock();
        if let Some(site) = known.site.as_ref().filter(|site| site.digest == source.digest(site::WORDS)) {
            return Ok(site.clone());
        }
        let context = pages.render_context.load();
        let former = known.site.take().map(|site| site.known_counts());
        let is_first = former.is_none();
        let site = Arc::new(MarkedSite::build(source, &mut known.photos, &context, clock, former)?);
        known.site = Some(site.clone());
        drop(known);
        if is_first {
            site.count();
        } else {
            self.count_later(site.clone());
        }
        Ok(site)
    }

    /// Counts once visitors have their pages, unless something newer is there by then.
    fn count_later(&self, site: Arc<MarkedSite>) {
        let editor = self.clone();
        let counting = move || {
            std::thread::sleep(COUNT_AFTER);
            let is_present =
                editor.0.known.lock().site.as_ref().is_some_and(|known| Arc::ptr_eq(known, &site));
            if is_present {
                site.count();
            }
        };
        // Without a thread the former counts are shown on.
        let _ = std::thread::Builder::new().name("count-pages".into()).spawn(counting);
    }

    pub(super) fn change(&self, file: &str, before: &str, after: String) -> FileChange {
        let base = match (&self.0.options.truth, &self.0.options.source) {
            (Truth::Database(_), Source::Changed(base, _)) => overlay::text(base, file).unwrap_or_default(),
            _ => String::new(),
        };
        FileChange { path: file.to_string(), before: before.to_string(), after, base, picture: None }
    }

    /// The site as a change would have it.
    pub(super) fn checked(&self, change: &FileChange) -> Result<MarkedSite, Report> {
        let EditorOptions { source, pages, clock, .. } = &self.0.options;
        let mut files = BTreeMap::from([(change.path.clone(), Bytes::from(change.after.clone()))]);
        files.extend(change.picture.clone());
        let context = pages.render_context.load();
        // The edit names the pictures that the site has, so the site's photos stay known.
        MarkedSite::build(&source.changed(files), &mut self.0.known.lock().photos, &context, clock, None)
    }

    /// Notes what was changed elsewhere since the last change: in a file on the disk, or by another version of the program.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn note_other_changes(&self) -> Result<(), DbErr> {
        let EditorOptions { db, source, clock, truth, .. } = &self.0.options;
        let rows = revisions::files(db.reader()).await?;
        let is_behind =
            |row: &file::Model| overlay::text(source, &row.path).is_none_or(|known| known != row.text);
        // Another server's change comes first: what this one still shows is no change of anybody's.
        if matches!(truth, Truth::Database(_)) && rows.iter().any(is_behind) {
            self.publish().await?;
        }
        let changed = |row: file::Model| {
            let now = match source {
                Source::Changed(base, _) => overlay::text_of(&row, base),
                _ => overlay::text(source, &row.path)?,
            };
            (now != row.text).then(|| self.change(&row.path, &row.text, now))
        };
        let changes: Vec<FileChange> = rows.into_iter().filter_map(changed).collect();
        if changes.is_empty() {
            return Ok(());
        }
        let write = db.begin_write().await?;
        for change in changes {
            if revisions::is_present(&write, &change).await? {
                revisions::add(&write, &change, overlay::told_of(&change), clock.now_ms()).await?;
            }
        }
        write.commit().await
    }

    /// Stores a change: the revision in the transaction, which the caller commits, and the file. Then [`Self::publish`].
    ///
    /// # Errors
    /// When one of them cannot be written. What is rolled back leaves the file as it is: the next change notes it.
    pub async fn store(&self, write: &WriteTransaction, prepared: &Prepared) -> Result<i64, StoreError> {
        let EditorOptions { clock, truth, .. } = &self.0.options;
        let Prepared { change, told, .. } = prepared;
        if !revisions::is_present(write, change).await.map_err(StoreError::Database)? {
            return Err(StoreError::Stale);
        }
        let id = revisions::add(write, change, told.clone(), clock.now_ms())
            .await
            .map_err(StoreError::Database)?;
        match (truth, &change.picture) {
            (Truth::Folder(folder), _) => {
                let (folder, change) = (folder.clone(), change.clone());
                let is_written = blocking(move || store::replace_all(&folder, &change)).await;
                if !is_written.map_err(StoreError::Disk)? {
                    return Err(StoreError::Stale);
                }
            }
            (Truth::Database(_), Some((path, bytes))) => {
                revisions::keep_picture(write, path, bytes).await.map_err(StoreError::Database)?;
            }
            (Truth::Database(_), None) => {}
        }
        Ok(id)
    }

    /// Shows visitors what is stored.
    ///
    /// # Errors
    /// When the database cannot be read: then the next look brings it.
    pub async fn publish(&self) -> Result<(), DbErr> {
        let EditorOptions { truth, db, source, changes, .. } = &self.0.options;
        if let (Truth::Database(files), Source::Changed(base, _)) = (truth, source) {
            files.store(Arc::new(overlay::files(db, base).await?));
        }
        // Only at the end of the program is nobody there.
        let _ = changes.send(Change::Content);
        Ok(())
    }

    /// Why nothing can be changed: a sentence.
    pub fn locked(&self) -> Option<String> {
        let Truth::Folder(folder) = &self.0.options.truth else { return None };
        let tried = rustix::fs::access(folder.join("pages"), rustix::fs::Access::WRITE_OK);
        tried.err().map(|error| {
            let why = io::Error::from(error).kind();
            format!("The server can't write in {}: {why}. Let the service's user write there, or set no content folder: \
                     then changes are kept in the database.", folder.display())
        })
    }

    pub(super) fn db(&self) -> &Db {
        &self.0.options.db
    }

    /// Where the words are read from.
    pub fn source(&self) -> &Source {
        &self.0.options.source
    }
}

/// Why a change could not be stored.
#[derive(Debug)]
pub enum StoreError {
    /// Another server, or somebody at the file, has changed it in this very moment.
    Stale,
    Database(DbErr),
    Disk(io::Error),
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// Mistakes that were there before.
pub(super) fn elsewhere(report: &Report) -> Vec<EditProblem> {
    problems_of(report, &Report::default(), "", 0, "")
}
