//! The first steps of a start: pages are drawn while the database is opened and is given its first posts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::JoinHandle;

use crate::app::derived::{AbortOnDrop, StartError, bundle, headers, is_listed, origin, source};
use crate::app::site_content::SiteContent;
use crate::app::watchers;
use crate::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use blog::authoring::publish::PostPublisher;
use blog::authoring::seed::{self, Seeding};
use site::content::Source;
use site::editing::{EditorOptions, SiteEditor, Truth};
use site::pages;
use site::pages::{Change, Pages, PublishOptions};
use storage::db::Db;

/// How long to wait before a database that was away at the start is tried again.
const DATABASE_PAUSE: Duration = Duration::from_secs(2);

/// What everything else stands on.
pub(super) struct Opened {
    pub db: Db,
    pub pages: Arc<Pages>,
    pub editor: SiteEditor,
    /// Pages are drawn and packed, and follow other servers' changes, until this is dropped.
    pub publishing: (Sender<Change>, Option<AbortOnDrop>),
    /// Posts that go into the database meanwhile.
    pub first_posts: Option<AbortOnDrop>,
}

impl Opened {
    /// # Errors
    /// When the content or the database cannot be used.
    pub async fn open(settings: &Settings, clock: &Clock) -> Result<Self, StartError> {
        let content = SiteContent::of(settings);
        let options = publishing(settings, content.source.clone(), clock.clone());
        let draw = || tokio::task::spawn_blocking(|| pages::publish(options));
        // Words in a folder need no database.
        let (drawing, (db, away)) = if matches!(content.truth, Truth::Folder(_)) {
            (draw(), open_db(settings).await?)
        } else {
            let (db, away) = open_db(settings).await?;
            content.read(&db).await;
            (draw(), (db, away))
        };
        let mut first_posts = if away { None } else { first_posts(settings, &db, clock).await? };
        let (pages, changes) = drawing.await??;
        let editor = SiteEditor::new(EditorOptions {
            db: db.clone(),
            clock: clock.clone(),
            source: content.source.clone(),
            truth: content.truth.clone(),
            pages: pages.clone(),
            changes: changes.clone(),
        });
        watchers::start(&watched(settings), &changes)?;
        if let Some((Seeding::Quick, task)) = &mut first_posts {
            task.await?;
        }
        let first_posts = first_posts.map(|(_, task)| AbortOnDrop(task));
        let publishing = (changes, content.follow(&db, &editor));
        Ok(Opened { db, pages, editor, publishing, first_posts })
    }
}

/// Opens the database, and says whether it is away. Where a journal takes requests meanwhile, the site starts all
/// the same, and the tables are brought up to date when it is back.
async fn open_db(settings: &Settings) -> Result<(Db, bool), StartError> {
    if !settings.journal {
        return Ok((Db::open(&settings.database).await?, false));
    }
    let (db, away) = Db::open_lazily(&settings.database).await?;
    let Some(error) = away else { return Ok((db, false)) };
    // It is there, and would be of no use later either.
    if let DbErr::Custom(why) = error {
        return Err(why.into());
    }
    tracing::error!(%error, "the database is away; the site starts without it, and requests go into the journal");
    let waiting = db.clone();
    tokio::spawn(async move {
        while waiting.migrate().await.is_err() {
            tokio::time::sleep(DATABASE_PAUSE).await;
        }
    });
    Ok((db, true))
}

/// Puts the first posts into a new database, beside the drawing of the pages. The start waits for them, unless
/// photos are to be made.
async fn first_posts(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
) -> Result<Option<(Seeding, JoinHandle<()>)>, StartError> {
    let content = source(settings);
    let publisher = PostPublisher { clock: clock.clone(), random: Random::system() };
    let due = seed::needed(db, &content).await?;
    if due == Seeding::Done {
        return Ok(None);
    }
    let db = db.clone();
    let work = async move {
        match seed::seed(&db, content, &publisher).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "the first posts are in"),
            Err(error) => tracing::error!(%error, "the first posts could not be put in"),
        }
    };
    Ok(Some((due, tokio::spawn(work))))
}

fn publishing(settings: &Settings, source: Source, clock: Clock) -> PublishOptions {
    PublishOptions {
        source,
        bundle: bundle(settings),
        origin: origin(settings),
        listed: is_listed(settings),
        headers: headers(settings),
        clock,
        refuse_samples: settings.production && !settings.allow_samples,
    }
}

fn watched(settings: &Settings) -> Vec<(PathBuf, Change)> {
    let content = settings.content_dir.clone().map(|folder| (folder, Change::Content));
    let bundle = settings.web_dir.clone().map(|folder| (folder, Change::Bundle));
    content.into_iter().chain(bundle).collect()
}
