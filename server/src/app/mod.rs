//! Wires the parts into the running site, and takes it down without losing anything.

mod blog;
mod form_pages;
mod preview;
mod telling;
mod watching;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::clock::Clock;
use crate::config::Settings;
use crate::content::Source;
use crate::db::{DataLock, Db};
use crate::http::admin::Admin;
use crate::http::front::{Front, OnDemand};
use crate::http::gate::Gate;
use crate::http::limits::Limits;
use crate::http::metrics::Watched;
use crate::http::{security, serve};
use crate::leads::canary::Board;
use crate::leads::{ByWebhook, Desk, Duties, Guard, LeadLetters, Releasing};
use crate::mail::Mailer;
use crate::outbox::{Bell, ByMail, Channel, Worker, WorkerOptions};
use crate::pages::{self, Bundle, Headers, Options, Pages};
use crate::posts;
use crate::posts::first::Due;
use crate::random::Random;
use crate::webhook::Webhook;
use blog::{Blog, Told};
use form_pages::SitePages;
pub use preview::preview;
use tokio::task::JoinHandle;

/// What stops a start, as a sentence for the person who started it.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Addresses that are no finished pages.
const FEATURE_PATHS: &[&str] = &["/sendMail.php", "/admin/front/blogs", "/admin/front/blogs/"];

/// How long to wait before a database that was away at the start is tried again.
const DATABASE_PAUSE: Duration = Duration::from_secs(2);

/// Runs the site until `stop` is done; then finishes the requests under way and the mails being sent.
///
/// # Errors
/// When it cannot start: the address is taken, another one runs on the same data folder, the
/// content or the database cannot be used.
pub async fn serve(settings: Settings, stop: impl Future<Output = ()>) -> Result<(), Failure> {
    serve_at(settings, Clock::system(), stop).await
}

/// As [`serve`], by a clock of the caller's.
///
/// # Errors
/// As [`serve`].
pub async fn serve_at(
    settings: Settings,
    clock: Clock,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let limits = Limits::of(&settings);
    serve_by(settings, clock, limits, stop).await
}

/// As [`serve_at`], by limits of the caller's.
///
/// # Errors
/// As [`serve`].
pub async fn serve_by(
    settings: Settings,
    clock: Clock,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    serve_with(settings, clock, limits, stop, |blog, _, _| Arc::new(blog)).await
}

/// As [`serve_by`]; `with` may put something before the blog.
async fn serve_with(
    settings: Settings,
    clock: Clock,
    limits: Limits,
    stop: impl Future<Output = ()>,
    with: impl FnOnce(Blog, Db, Arc<Pages>) -> Arc<dyn OnDemand>,
) -> Result<(), Failure> {
    let _lock = DataLock::take(&settings.data_dir)?;
    let listener = listen(settings.listen).await?;
    let admin = match settings.admin_listen {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    // The pages are drawn while the database is opened: neither needs the other.
    let options = publishing(&settings, clock.clone());
    let drawing = tokio::task::spawn_blocking(|| pages::publish(options));
    let (db, away) = open_db(&settings).await?;
    let mut first_posts = if away { None } else { first_posts(&settings, &db, &clock).await? };
    let (pages, changes) = drawing.await??;
    watching::start(&watched(&settings), &changes)?;
    if let Some((Due::Quick, task)) = &mut first_posts {
        task.await?;
    }
    let bell = Bell::default();
    let worker = Worker::spawn(outbox_options(&settings, &db, &clock, &bell)?);
    let releasing =
        Releasing::start(db.clone(), clock.clone(), bell.clone(), Channel::of(&settings), settings.held_for);
    let guard = Guard::new(settings.trusted_proxies.clone(), clock.clone(), &Random::system());
    let duties = Duties::new(db.clone(), clock.clone(), mailer(&settings)?, &settings).start();
    let desk = lead_desk(&settings, &db, &clock, bell)?;
    let told = Told::new(&settings, origin(&settings));
    let blog = Blog::new(db.clone(), clock.clone(), pages.clone(), headers(&settings), told);
    let changed = {
        let blog = blog.clone();
        move || blog.changed()
    };
    let watching_posts = posts::watch::start(db.clone(), clock.clone(), changed).await;
    blog.start();
    let telling = telling::start(&settings, db.clone(), clock.clone(), pages.clone())?;
    let form_pages = Arc::new(SitePages::new(pages.clone()));
    let host = settings.site_url.as_ref().and_then(host_of);
    let features = crate::leads::router(desk.clone(), guard, form_pages, host.as_deref());
    let features = features.merge(calls(&settings, &db, clock.clone(), &pages));
    let headers = headers(&settings).pages;
    let watched = Watched {
        pages: pages.clone(),
        db: db.clone(),
        desk: desk.clone(),
        clock,
        connections: Arc::default(),
        requests: Arc::default(),
        canary: settings.watch.canary_every.map(|_| Board::default()),
    };
    let watching = watching::over_requests(&settings, &watched)?;
    let gate = Gate::new(limits, settings.trusted_proxies.clone(), watched.connections.clone());
    let front = Front::new(
        pages.clone(),
        with(blog, db.clone(), pages.clone()),
        features,
        FEATURE_PATHS,
        headers,
        watched.requests.clone(),
    );
    announce(&settings);
    if let Some(admin) = admin {
        let own = Gate::new(Limits::of_admin(), Vec::new(), Arc::default());
        tokio::spawn(serve::serve(admin, Admin::new(watched), own, std::future::pending()));
    }
    serve::serve(listener, front, gate, stop).await;
    watching_posts.abort();
    telling.abort();
    drop(watching);
    duties.abort();
    if let Some((_, task)) = first_posts {
        task.abort();
    }
    releasing.stop();
    desk.close().await;
    worker.stop().await;
    db.close().await?;
    drop(changes);
    tracing::info!("stopped; nothing is left undone");
    Ok(())
}

/// Opens the database, and says whether it is away. Where a journal takes requests meanwhile, the site starts all
/// the same, and the tables are brought up to date when it is back.
async fn open_db(settings: &Settings) -> Result<(Db, bool), Failure> {
    if !settings.journal {
        return Ok((Db::open(&settings.database).await?, false));
    }
    let (db, away) = Db::open_patiently(&settings.database).await?;
    let Some(error) = away else { return Ok((db, false)) };
    tracing::error!(%error, "the database is away; the site starts without it, and requests go into the journal");
    let waiting = db.clone();
    tokio::spawn(async move {
        while waiting.bring_up_to_date().await.is_err() {
            tokio::time::sleep(DATABASE_PAUSE).await;
        }
    });
    Ok((db, true))
}

/// Where leads are handed in; with a journal where one is set.
fn lead_desk(settings: &Settings, db: &Db, clock: &Clock, bell: Bell) -> Result<Desk, Failure> {
    let (db, clock, random) = (db.clone(), clock.clone(), Random::system());
    let folder = settings.journal_dir();
    let journal = settings.journal.then_some(folder.as_path());
    Desk::open_with(db, clock, random, bell, Channel::of(settings), journal)
        .map_err(|error| format!("the journal in {} cannot be opened: {error}", folder.display()).into())
}

/// Puts the first posts into a new database, beside the drawing of the pages. The start waits for them, unless
/// photos are to be made.
async fn first_posts(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
) -> Result<Option<(Due, JoinHandle<()>)>, Failure> {
    let content = source(settings);
    let desk = posts::publish::Desk { clock: clock.clone(), random: Random::system() };
    let due = posts::first::due(db, &content).await?;
    if due == Due::No {
        return Ok(None);
    }
    let db = db.clone();
    let work = async move {
        match posts::first::put_in(&db, content, &desk).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "the first posts are in"),
            Err(error) => tracing::error!(%error, "the first posts could not be put in"),
        }
    };
    Ok(Some((due, tokio::spawn(work))))
}

/// The content and the bundle that the settings name.
pub fn source(settings: &Settings) -> Source {
    Source::named(settings.content_dir.clone())
}

/// See [`source`].
pub fn bundle(settings: &Settings) -> Bundle {
    settings.web_dir.clone().map_or(Bundle::Embedded, Bundle::Folder)
}

fn publishing(settings: &Settings, clock: Clock) -> Options {
    Options {
        source: source(settings),
        bundle: bundle(settings),
        origin: settings.public_origin().unwrap_or_default(),
        headers: headers(settings),
        clock,
    }
}

fn headers(settings: &Settings) -> Headers {
    let secure = settings.site_url.as_ref().is_some_and(|url| url.scheme() == "https");
    Headers { pages: security::page_headers(secure), files: security::file_headers(secure) }
}

/// The calls that other front ends use too.
fn calls(settings: &Settings, db: &Db, clock: Clock, pages: &Pages) -> axum::Router {
    let shelf = pages.shelf.clone();
    posts::http::router(db.clone(), clock, shelf, &origin(settings), &settings.cors_origins)
}

fn watched(settings: &Settings) -> Vec<(PathBuf, pages::Change)> {
    let content = settings.content_dir.clone().map(|folder| (folder, pages::Change::Content));
    let bundle = settings.web_dir.clone().map(|folder| (folder, pages::Change::Bundle));
    content.into_iter().chain(bundle).collect()
}

/// What links are written with that must be whole, without a slash at the end. Where no public address is set, the
/// address listened on stands in: search engines never hear of it.
fn origin(settings: &Settings) -> String {
    match &settings.site_url {
        Some(url) => url.as_str().trim_end_matches('/').to_string(),
        None => format!("http://{}", settings.listen),
    }
}

fn host_of(url: &url::Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_string(), |port| format!("{host}:{port}")))
}

fn mailer(settings: &Settings) -> Result<Mailer, Failure> {
    Ok(Mailer::new(&settings.mail, settings.mail_dir())?)
}

fn outbox_options(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
    bell: &Bell,
) -> Result<WorkerOptions, Failure> {
    let letters = LeadLetters::new(db.clone(), clock.clone(), &settings.mail);
    let letters = Arc::new(letters.with_canaries_to(settings.watch.canary_to.clone()));
    let (mailer, webhook) = (mailer(settings)?, settings.webhook.as_ref().map(Webhook::new).transpose()?);
    Ok(WorkerOptions {
        db: db.clone(),
        carriers: vec![
            Arc::new(ByMail::new(mailer, letters)),
            Arc::new(ByWebhook::new(db.clone(), clock.clone(), webhook)),
        ],
        clock: clock.clone(),
        bell: bell.clone(),
        waits: settings.outbox,
        alone: settings.is_only_sender(),
    })
}

async fn listen(address: std::net::SocketAddr) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| {
        format!("cannot listen on {address}: {error}; set AMWAJ_LISTEN to another address").into()
    })
}

fn announce(settings: &Settings) {
    tracing::info!("the site is up at http://{}", settings.listen);
    if settings.public_origin().is_none() {
        tracing::warn!("no public address is set (AMWAJ_SITE_URL): search engines are kept away");
    }
    if settings.mail.smtp_url.is_none() {
        tracing::warn!(folder = %settings.mail_dir().display(), "no mail server is set (AMWAJ_SMTP_URL): mails become files");
    }
}
