//! The words of the site that a test desk changes: in the database, or in the files of a folder. The pages are rendered by
//! the real bundle.

use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};

use base::clock::Clock;
use content::Source;
use content::source::ChangedFiles;
use editing::{EditorOptions, SiteEditor, Truth};
use site::pages::{Bundle, Pages, PublishOptions, Samples, SiteHeaders, publish};

use crate::requests::harness::Site;

/// The pages' surroundings; the same for all tests, since making them takes a while.
fn pages() -> Arc<Pages> {
    static PAGES: OnceLock<Arc<Pages>> = OnceLock::new();
    let pages = PAGES.get_or_init(|| {
        let options = PublishOptions {
            source: Source::Bundled,
            bundle: Bundle::Embedded,
            origin: "https://amwaj.example".to_owned(),
            listed: true,
            headers: SiteHeaders::default(),
            clock: Clock::system(),
            samples: Samples::Allowed,
        };
        // The engine waits for its thread, which nobody may do who serves others.
        std::thread::spawn(|| publish(options).expect("the content").0).join().expect("pages")
    });
    pages.clone()
}

/// Changes the files of `folder`, or else the words in the site's database.
pub fn editor(site: &Site, folder: Option<&Path>) -> SiteEditor {
    let (source, truth) = match folder {
        Some(folder) => (Source::Folder(folder.to_path_buf()), Truth::Folder(folder.to_path_buf())),
        None => {
            let files = ChangedFiles::default();
            (Source::Changed(Box::new(Source::Bundled), files.clone()), Truth::Database(files))
        }
    };
    SiteEditor::new(EditorOptions {
        db: site.db.clone(),
        clock: site.clock.clone(),
        source,
        truth,
        pages: pages(),
        changes: channel().0,
    })
}

/// A copy of the program's content in a new folder.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for path in Source::Bundled.every_file().expect("files") {
        let target = folder.path().join(&path);
        std::fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        std::fs::write(target, Source::Bundled.read(&path).expect("a file")).expect("a file");
    }
    folder
}
