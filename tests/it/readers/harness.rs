//! A whole running site on a port of its own, and a hand that writes posts beside it, as the command line does.

use std::time::{Duration, Instant};

use amwaj::app::App;
use amwaj::settings::Settings;
use base::clock::Clock;
use blog::store;
use blog::store::PictureFile;
use blog::{NewPost, Post, PostFormat, StoredPicture};
use reqwest::{Client, Response, StatusCode};
use sea_orm::ConnectionTrait;
use serde_json::Value;
use storage::db::Database;
use storage::db::Db;
use tempfile::TempDir;
use tokio::sync::oneshot;

use engines::Engine;

/// 5 October 2026, 08:00 in Dubai.
pub const NOW: i64 = 1_791_172_800_000;
pub const DAY: i64 = 86_400_000;
/// The address that the site calls its own.
pub const ORIGIN: &str = "https://amwaj.example";

/// Longer than the pause between two looks at the count of changes.
const SETTLING: Duration = Duration::from_millis(600);
/// A call that is made first of all, so that its answer is kept.
const LISTED: &str = "/admin/front/blogs?per_page=100&fields=slug";

/// Draws what it was given, and counts.
const BUNDLE: &str = concat!(
    include_str!("../../shared/routes.js"),
    r#"
        let drawings = 0;
        export const render = (input) => {
            const { page, share, site } = JSON.parse(input);
            if (JSON.stringify(page).includes("EXPLODE")) throw new Error("as asked");
            drawings += 1;
            return JSON.stringify({ page, share, drawings, origin: site.origin });
        };
    "#
);

pub struct Site {
    pub engine: Engine,
    pub db: Db,
    pub clock: Clock,
    pub client: Client,
    address: String,
    stop: Option<oneshot::Sender<()>>,
    ended: tokio::task::JoinHandle<()>,
    _bundle: TempDir,
}

impl Site {
    /// Opens a site on that engine, with a clock that stands at [`NOW`].
    pub async fn open(engine: Engine) -> Self {
        let clock = Clock::manual(NOW);
        Self::open_with(engine, clock, &[]).await
    }

    pub async fn open_with(engine: Engine, clock: Clock, env: &[(&str, &str)]) -> Self {
        Self::open_version(engine, clock, env, &[]).await
    }

    /// With these files in its bundle, by their path on the site.
    pub async fn open_version(
        engine: Engine,
        clock: Clock,
        env: &[(&str, &str)],
        files: &[(&str, &str)],
    ) -> Self {
        let db = Db::open(&engine.database).await.expect("a database");
        // The site's own first posts stay out of the way.
        let write = db.begin_write().await.expect("a transaction");
        store::claim_seeding(&write).await.expect("taken");
        write.commit().await.expect("committed");
        let bundle = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(bundle.path().join("server")).expect("a folder");
        std::fs::create_dir_all(bundle.path().join("client")).expect("a folder");
        std::fs::write(bundle.path().join("server/render.js"), BUNDLE).expect("written");
        for (path, text) in files {
            let file = bundle.path().join("client").join(path.trim_start_matches('/'));
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, text).expect("written");
        }
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let address = port.expect("a free port").to_string();
        let folder = engine.folder.path().display().to_string();
        let web = bundle.path().display().to_string();
        let database = match &engine.database {
            Database::Sqlite(path) => format!("sqlite://{}", path.display()),
            Database::Postgres(url) => url.clone(),
        };
        let own = [
            ("AMWAJ_LISTEN", address.as_str()),
            ("AMWAJ_DATA_DIR", &folder),
            ("AMWAJ_WEB_DIR", &web),
            ("AMWAJ_DATABASE_URL", &database),
            ("AMWAJ_SITE_URL", ORIGIN),
        ];
        let all = own.iter().chain(env).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let settings = Settings::load(None, &all.collect::<Vec<_>>()).expect("settings");
        let (stop, stopped) = oneshot::channel();
        let served = clock.clone();
        let ended = tokio::spawn(async move {
            let stop = async { drop(stopped.await) };
            App::builder(settings).clock(served).serve(stop).await.expect("the site runs");
        });
        let policy = reqwest::redirect::Policy::none();
        let client = Client::builder().redirect(policy).no_proxy().build().expect("a client");
        let site = Site { engine, db, clock, client, address, stop: Some(stop), ended, _bundle: bundle };
        until("the site is up", async || site.client.get(site.url(LISTED)).send().await.is_ok()).await;
        site
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.expect("an answer")
    }

    pub async fn status(&self, path: &str) -> StatusCode {
        self.get(path).await.status()
    }

    pub async fn text(&self, path: &str) -> String {
        self.get(path).await.text().await.expect("a text")
    }

    pub async fn json(&self, path: &str) -> Value {
        self.get(path).await.json().await.expect("JSON")
    }

    /// The data that the page at a path was drawn from.
    pub async fn page(&self, path: &str) -> Value {
        self.json(path).await["page"].clone()
    }

    /// The titles that the list shows at a path.
    pub async fn titles(&self, path: &str) -> Vec<String> {
        strings(&self.page(path).await["posts"]["posts"], "title")
    }

    pub async fn save(&self, post: &Post) {
        store::save_one(&self.db, post, &[]).await.expect("saved");
    }

    pub async fn save_with(&self, post: &Post, files: &[PictureFile]) {
        store::save_one(&self.db, post, files).await.expect("saved");
    }

    /// Saves posts 1 to `count`, each a day older than the one before, and waits until the site shows them.
    pub async fn save_many(&self, count: u32) {
        let write = self.db.begin_write().await.expect("a transaction");
        for number in 1..=count {
            store::save(&write, &post(number), &[]).await.expect("saved");
        }
        write.commit().await.expect("committed");
        self.until_listed(1).await;
    }

    /// Waits until the site has noticed everything up to the publication of a post. (An answer that was never
    /// asked for is made from what the database holds at that moment; this one was kept from the start.)
    pub async fn until_listed(&self, number: u32) {
        let slug = slug(number);
        let listed = async || self.text(LISTED).await.contains(&slug);
        until(&format!("post {number} is listed"), listed).await;
        // It may have come along with an earlier change, and be noticed by itself a moment later.
        tokio::time::sleep(SETTLING).await;
    }

    pub async fn execute(&self, sql: &str) {
        self.db.reader().execute_unprepared(sql).await.expect("done");
    }

    pub async fn close(self) {
        drop(self.end().await);
    }

    /// Stops it; the database stays, for the next.
    pub async fn end(mut self) -> Engine {
        drop(self.stop.take());
        self.db.close().await.expect("closed");
        let _ = self.ended.await;
        self.engine
    }
}

pub fn slug(number: u32) -> String {
    format!("post-{number:05}")
}

/// A post like others, told apart by its number. Post 1 appeared an hour ago, each further one a day earlier;
/// they were created in the opposite order.
pub fn post(number: u32) -> Post {
    Post {
        id: format!("id-{number:05}"),
        created_at: NOW - 20_000 * DAY + i64::from(number) * DAY,
        updated_at: NOW - i64::from(number - 1) * DAY - 1_800_000,
        words: NewPost {
            slug: slug(number),
            title: format!("Title {number}"),
            meta_title: None,
            meta_description: None,
            excerpt: Some(format!("Excerpt {number} ends here.")),
            picture: None,
            author: None,
            draft: false,
            published_at: NOW - i64::from(number - 1) * DAY - 3_600_000,
            checked_at: None,
            content: format!("<p>Content of {number}.</p>"),
            original: format!("The original of {number}."),
            format: PostFormat::Markdown,
            pictures: Default::default(),
        },
    }
}

/// The same post with other words.
pub fn with(mut post: Post, change: impl FnOnce(&mut NewPost)) -> Post {
    change(&mut post.words);
    post
}

pub fn picture() -> StoredPicture {
    StoredPicture {
        src: "/media/posts/tap.1a2b.jpg".into(),
        srcset: Some("/media/posts/tap.480.1a2b.webp 480w".into()),
        width: 960,
        height: 640,
        alt: "A tap that drips".into(),
    }
}

pub fn strings(list: &Value, field: &str) -> Vec<String> {
    let texts = list.as_array().expect("a list").iter();
    texts.map(|entry| entry[field].as_str().expect("a text").to_owned()).collect()
}

/// Waits until something holds, for three minutes at most.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < Duration::from_secs(180), "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
