//! `amwaj posts preview`: an article in the site's look, on a site of its own that nobody else sees. It has a
//! database of its own too, which is gone when the preview ends.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::app::App;
use crate::app::derived::{StartError, source};
use crate::settings::Settings;
use blog::authoring::picture_finder::PictureFinder;
use blog::authoring::publish::PostPublisher;
use blog::commands::publish::prepare_file;
use blog::pages::Blog;
use blog::{NewPost, Post, PostFormat, store};
use content::{Report, Source, Tokens};
use edge::limits::Limits;
use responses::response_cache;
use site::dispatch::OnDemand;
use site::pages::Pages;
use storage::db::Database;
use storage::db::Db;

/// The last part of the previewed article's address, whatever its own will be.
const SLUG: &str = "preview";

/// Shows `file` at `listen` until `stop` is done.
///
/// # Errors
/// Like [`App::serve`].
pub async fn preview(
    settings: Settings,
    file: PathBuf,
    listen: SocketAddr,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), StartError> {
    let folder = tempfile::tempdir()?;
    let database = Database::Sqlite(folder.path().join("preview.db"));
    let content = source(&settings);
    let settings = Settings {
        listen,
        admin_listen: None,
        tls_listen: None,
        data_dir: folder.path().to_path_buf(),
        database_url: Some(database),
        copies_to: None,
        site_url: None,
        production: false,
        allow_samples: true,
        ..settings
    };
    std::fs::metadata(&file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    println!("{} is shown at http://{listen}/blogs/{SLUG}", file.display());
    println!("Change the file and load the page again. Nothing is stored. Ctrl+C ends it.");
    let with = move |blog: Blog, db: Db, pages: Arc<Pages>| -> Arc<dyn OnDemand> {
        Arc::new(Preview { blog, db, pages, file, content, said: Arc::default() })
    };
    App::builder(settings).limits(Limits::default()).wrap_blog(with).serve(stop).await
}

#[derive(Clone)]
struct Preview {
    blog: Blog,
    db: Db,
    pages: Arc<Pages>,
    file: PathBuf,
    content: Source,
    /// Last message about the file.
    said: Arc<Mutex<String>>,
}

impl OnDemand for Preview {
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>> {
        let key = self.blog.key(path, query)?;
        // Nothing on the shelf is handed out without a look at the file.
        self.pages.response_cache.invalidate();
        Some(key)
    }

    fn answer(
        &self,
        key: String,
    ) -> Pin<Box<dyn Future<Output = Result<response_cache::CacheLookup, response_cache::MakeError>> + Send>>
    {
        let preview = self.clone();
        Box::pin(async move {
            if key.ends_with(SLUG) {
                preview.read().await?;
                // Pages drawn meanwhile, from the file as it was before, are out of date.
                preview.pages.response_cache.invalidate();
            }
            preview.blog.answer(key).await
        })
    }
}

impl Preview {
    /// Puts the file as it stands now into the preview's database.
    async fn read(&self) -> Result<(), response_cache::MakeError> {
        let (file, content) = (self.file.clone(), self.content.clone());
        let reading = tokio::task::spawn_blocking(move || {
            let mut report = Report::default();
            let prepared =
                prepare_file(&file, &mut PictureFinder::new(&content), &Tokens::of(&content), &mut report);
            (prepared, report.to_string())
        });
        let (prepared, said) =
            reading.await.map_err(|error| response_cache::MakeError::Broken(error.to_string()))?;
        self.say(&said);
        let now = PostPublisher::system().clock.now_ms();
        let (words, files) = match prepared {
            Some(prepared) => {
                let published_at = prepared.date.unwrap_or(now).min(now);
                let words = NewPost { slug: SLUG.into(), draft: false, published_at, ..prepared.words };
                (words, prepared.files)
            }
            None => (broken(&said, now), Vec::new()),
        };
        let post = Post { id: SLUG.into(), created_at: 0, updated_at: words.published_at, words };
        store::save_one(&self.db, &post, &files).await?;
        Ok(())
    }

    fn say(&self, said: &str) {
        let mut before = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if *before != said {
            eprint!("{said}");
            *before = said.to_string();
        }
    }
}

/// Page shown in place of a file that cannot be published.
fn broken(said: &str, now: i64) -> NewPost {
    let said = said.replace('&', "&amp;").replace('<', "&lt;");
    let lines = said.lines().map(|line| format!("<li>{line}</li>")).collect::<String>();
    NewPost {
        slug: SLUG.into(),
        title: "This article cannot be published yet".into(),
        meta_title: None,
        meta_description: None,
        excerpt: None,
        picture: None,
        author: None,
        draft: false,
        published_at: now,
        checked_at: None,
        content: format!("<ul>{lines}</ul>"),
        original: String::new(),
        format: PostFormat::Html,
        pictures: Default::default(),
    }
}
