//! The editor of the site: what an edit would bring, whether it may go live, and how it does.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use sea_orm::DbErr;

use crate::outcome::blocking;
use crate::overlay;
use crate::revisions::{self, FileChange, file};
use crate::site::{self, MarkedSite};
use ::site::pages::{Change, Pages};
use base::clock::Clock;
use content::report::Report;
use content::source::ChangedFiles;
use content::{Photos, Source};
use storage::db::Db;

/// After how long the pieces are counted again: visitors' pages come first.
const COUNT_AFTER: Duration = Duration::from_secs(3);

/// The most drafts whose pages are kept at a time.
const MAX_KNOWN_DRAFTS: usize = 4;

/// Where the words are kept.
#[derive(Clone, Debug)]
pub enum Truth {
    /// In a folder of this server.
    Folder(PathBuf),
    /// In the database, over the words that the program carries or a folder holds.
    Database(ChangedFiles),
    /// In the draft with this id, over the words of the site.
    Draft(String),
}

/// The editor's dependencies.
#[derive(Clone)]
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
    /// Of drafts that somebody looked at lately, by their ids.
    drafts: Mutex<HashMap<String, SiteEditor>>,
}

#[derive(Default)]
struct Known {
    photos: Photos,
    site: Option<Arc<MarkedSite>>,
}

impl SiteEditor {
    pub fn new(options: EditorOptions) -> Self {
        Self::with_photos(options, Photos::default())
    }

    fn with_photos(options: EditorOptions, photos: Photos) -> Self {
        let known = Mutex::new(Known { photos, site: None });
        Self(Arc::new(Shared { options, known, turn: Default::default(), drafts: Default::default() }))
    }

    pub(super) fn options(&self) -> &EditorOptions {
        &self.0.options
    }

    /// The id of the draft that this edits.
    pub fn draft(&self) -> Option<&str> {
        match &self.0.options.truth {
            Truth::Draft(id) => Some(id),
            _ => None,
        }
    }

    /// The editor of a draft; `options` are for one that is not known yet.
    pub(super) fn known_draft(&self, id: &str, options: impl FnOnce() -> EditorOptions) -> Self {
        let mut drafts = self.0.drafts.lock();
        if let Some(known) = drafts.get(id) {
            return known.clone();
        }
        // Whoever looks at one of the others again waits for its pages, some hundredths of a second.
        if drafts.len() >= MAX_KNOWN_DRAFTS {
            drafts.clear();
        }
        let draft = Self::with_photos(options(), self.0.known.lock().photos.clone());
        drafts.insert(id.to_string(), draft.clone());
        draft
    }

    pub(super) fn forget_draft(&self, id: &str) {
        self.0.drafts.lock().remove(id);
    }

    /// Where a link inside the site ends, redirects followed.
    pub fn destination(&self, link: &str) -> String {
        self.0.options.pages.render_context.load().routes.destination(link)
    }

    /// The right to change something: one at a time.
    pub async fn turn(&self) -> impl Drop + '_ {
        self.0.turn.lock().await
    }

    /// The site with marks, as it is now. If `at` is one of its pages, it is rendered.
    ///
    /// # Errors
    /// The problems of the content in its folder.
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

    /// The site as changes that follow each other would have it.
    pub(super) fn checked(&self, changes: &[FileChange]) -> Result<MarkedSite, Report> {
        let mut files = BTreeMap::new();
        for change in changes {
            files.insert(change.path.clone(), Bytes::from(change.after.clone()));
            files.extend(change.picture.clone().map(|picture| (picture.path, picture.bytes)));
        }
        self.build(&self.0.options.source.changed(files))
    }

    /// The photos that are made already. The site's own stay known, whatever another version of it shows.
    pub(super) fn photos(&self) -> Photos {
        self.0.known.lock().photos.clone()
    }

    /// The site with the words of another source, which is asked for once.
    pub(super) fn build(&self, source: &Source) -> Result<MarkedSite, Report> {
        let EditorOptions { pages, clock, .. } = &self.0.options;
        let mut photos = self.photos();
        let built = MarkedSite::build(source, &mut photos, &pages.render_context.load(), clock, None);
        self.0.known.lock().photos.add_from(photos);
        built
    }

    /// Notes what was changed elsewhere since the last change: in a file on the disk, or by another version of the program.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn note_other_changes(&self) -> Result<(), DbErr> {
        let EditorOptions { db, source, clock, truth, .. } = &self.0.options;
        // It is merged with the site at each look.
        if matches!(truth, Truth::Draft(_)) {
            return Ok(());
        }
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

    /// Why nothing can be changed: a sentence. `None` if it can.
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
