//! The first steps of a start: pages are drawn while the database is opened and is given its first posts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::JoinHandle;

use crate::app::derived::{StartError, bundle, headers, origin, source};
use crate::app::site_content::SiteContent;
use crate::app::watchers;
use crate::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use base::supervisor::{self, Task};
use blog::authoring::publish::PostPublisher;
use blog::authoring::seed::{self, Seeding};
use content::Source;
use editing::{EditorOptions, SiteEditor, Truth};
use site::pages;
use site::pages::{Change, Pages, PublishOptions, Samples};
use storage::db::{Database, Db, reach_within, why_unusable};

/// How long each step of a start waits for a database that does not answer.
const START_PATIENCE: Duration = Duration::from_millis(1_500);
/// Pause between attempts to reach a database that was away at the start.
const DATABASE_PAUSE: Duration = Duration::from_secs(2);

/// The opened foundations of the site: database, pages, editor.
pub(super) struct Opened {
    pub db: Db,
    pub pages: Arc<Pages>,
    pub editor: SiteEditor,
    /// Pages are drawn and packed, and follow other servers' changes, until this is dropped.
    pub publishing: (Sender<Change>, Option<Task>),
    /// Posts that go into the database meanwhile.
    pub first_posts: Option<Task>,
    pub is_db_away: bool,
}

impl Opened {
    /// # Errors
    /// When the content or the database cannot be used.
    pub async fn open(settings: &Settings, clock: &Clock) -> Result<Self, StartError> {
        let content = SiteContent::of(settings);
        let options = publishing(settings, content.source.clone(), clock.clone());
        let draw = || tokio::task::spawn_blocking(|| pages::publish(options));
        // Words in a folder need no database.
        let (drawing, (db, is_db_away), known) = if matches!(content.truth, Truth::Folder(_)) {
            (draw(), open_db(settings).await?, None)
        } else {
            let (db, is_db_away) = open_db(settings).await?;
            // Without a database a read would only wait for it once more.
            let known = if is_db_away { None } else { content.read(&db).await };
            (draw(), (db, is_db_away), known)
        };
        let first_posts = FirstPosts::new(settings, &db, clock);
        let seeding = first_posts.start(is_db_away, settings).await?;
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
        let first_posts = match seeding {
            Some(Seeds::Quick(task)) => {
                task.await?;
                None
            }
            Some(Seeds::Later(task)) => Some(task),
            None => None,
        };
        let publishing = (changes, content.follow(&db, &editor, known));
        Ok(Opened { db, pages, editor, publishing, first_posts, is_db_away })
    }
}

/// How long a further step of the start may wait for the database: not at all for one that is away.
pub(super) fn patience(is_db_away: bool) -> Duration {
    if is_db_away { Duration::ZERO } else { START_PATIENCE }
}

/// Opens the database, and says whether it is away: the pages need none.
async fn open_db(settings: &Settings) -> Result<(Db, bool), StartError> {
    let database = settings.database();
    if matches!(database, Database::Sqlite(_)) && !settings.journal {
        let opened = Db::open(&database).await;
        return Ok((opened.map_err(|error| unusable(settings, &error))?, false));
    }
    let unreachable = reach_within(&database, START_PATIENCE).await.err();
    let db = Db::open_lazily(&database).await?;
    match unreachable {
        // With a journal no request needs it either.
        Some(error) if error.may_pass || settings.journal => {
            tracing::error!("{}; {}", error.why, away(settings));
            return Ok((db, true));
        }
        Some(error) => return Err(error.why.into()),
        None => {}
    }
    match db.migrate().await.err() {
        // It is there, and would be of no use later either.
        Some(error @ DbErr::Custom(_)) => Err(unusable(settings, &error)),
        Some(error) if !settings.journal && !is_away(&error) => Err(unusable(settings, &error)),
        Some(error) => {
            tracing::error!(%error, "{}", away(settings));
            Ok((db, true))
        }
        None => Ok((db, false)),
    }
}

/// Whether the server could not be asked, which may pass.
fn is_away(error: &DbErr) -> bool {
    matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_))
}

/// The sentence for a database that is there and can't be used.
fn unusable(settings: &Settings, error: &DbErr) -> StartError {
    match error {
        DbErr::Custom(why) => why.clone().into(),
        other => {
            format!("the database {:?} cannot be used: {}", settings.database(), why_unusable(other)).into()
        }
    }
}

fn away(settings: &Settings) -> &'static str {
    match settings.journal {
        true => "the database is away; the site starts without it, and requests go into the journal",
        false => {
            "the database is away; the site starts without it, and asks visitors to call until it is back"
        }
    }
}

/// The first posts, as they are being put in.
enum Seeds {
    /// The start waits for them.
    Quick(JoinHandle<()>),
    Later(Task),
}

/// The first posts of a new database.
struct FirstPosts {
    db: Db,
    content: Source,
    publisher: PostPublisher,
}

impl FirstPosts {
    fn new(settings: &Settings, db: &Db, clock: &Clock) -> Self {
        let publisher = PostPublisher { clock: clock.clone(), random: Random::system() };
        FirstPosts { db: db.clone(), content: source(settings), publisher }
    }

    /// Puts them in beside the drawing of the pages, where the database still needs them. The start waits for those that
    /// are [`Seeding::Quick`]. The database may be away, even since it was opened a moment ago: it is brought up to date
    /// when it is back.
    async fn start(self, is_db_away: bool, settings: &Settings) -> Result<Option<Seeds>, StartError> {
        if is_db_away {
            return Ok(Some(self.later()));
        }
        match seed::needed(&self.db, &self.content).await {
            Ok(Seeding::Done) => Ok(None),
            Ok(Seeding::Quick) => Ok(Some(Seeds::Quick(tokio::spawn(async move { self.put_in().await })))),
            Ok(Seeding::Slow) => {
                let task = supervisor::spawn("first posts", self, |posts| Box::pin(posts.put_in()));
                Ok(Some(Seeds::Later(task)))
            }
            Err(error) if settings.journal || is_away(&error) => {
                tracing::error!(%error, "{}", away(settings));
                Ok(Some(self.later()))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn later(self) -> Seeds {
        Seeds::Later(supervisor::spawn("first posts", self, |posts| Box::pin(posts.when_it_is_back())))
    }

    async fn put_in(&self) {
        match seed::seed(&self.db, self.content.clone(), &self.publisher).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "the first posts are in"),
            Err(error) => tracing::error!(%error, "the first posts could not be put in"),
        }
    }

    /// Brings the tables up to date as well, as soon as the database is back.
    async fn when_it_is_back(&self) {
        let due = loop {
            if self.db.migrate().await.is_ok()
                && let Ok(due) = seed::needed(&self.db, &self.content).await
            {
                break due;
            }
            tokio::time::sleep(DATABASE_PAUSE).await;
        };
        tracing::info!("the database is back, and its tables are up to date");
        if due != Seeding::Done {
            self.put_in().await;
        }
    }
}

fn publishing(settings: &Settings, source: Source, clock: Clock) -> PublishOptions {
    PublishOptions {
        source,
        bundle: bundle(settings),
        origin: origin(settings),
        listed: settings.public_origin().is_some(),
        headers: headers(settings),
        clock,
        samples: match settings.production {
            false => Samples::Allowed,
            true if settings.allow_samples => Samples::UntilLaunch,
            true => Samples::Refused,
        },
    }
}

fn watched(settings: &Settings) -> Vec<(PathBuf, Change)> {
    let content = settings.content_dir.clone().map(|folder| (folder, Change::Content));
    let bundle = settings.web_dir.clone().map(|folder| (folder, Change::Bundle));
    content.into_iter().chain(bundle).collect()
}
