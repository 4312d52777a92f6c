//! Wires the parts into the running site, and takes it down without losing anything.

mod blog;
mod counting;
mod form_pages;
mod opening;
mod preview;
mod readers;
mod requests;
mod telling;
mod watching;

use std::sync::Arc;

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
use crate::pages::{Bundle, Headers, Pages};
use crate::{posts, stats};
use blog::Blog;
use form_pages::SitePages;
use opening::Opened;
pub use preview::preview;
use readers::Readers;
use requests::Requests;

/// What stops a start, as a sentence for the person who started it.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Addresses that are no finished pages.
const FEATURE_PATHS: &[&str] = &["/sendMail.php", "/admin/front/blogs", "/admin/front/blogs/", stats::PATH];

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
    let Opened { db, pages, changes, first_posts } = Opened::open(&settings, &clock).await?;
    let requests = Requests::start(&settings, &db, &clock)?;
    let readers = Readers::start(&settings, &db, &clock, &pages).await?;
    let host = settings.site_url.as_ref().and_then(host_of);
    let (stats, keeping) = counting::start(&settings, &db, &clock, &pages, host.clone());
    let form_pages = Arc::new(SitePages::new(pages.clone()));
    let told = counting::of_requests(stats.clone());
    let features = requests
        .router(form_pages, host.as_deref(), told)
        .merge(stats::router(stats.clone()))
        .merge(calls(&settings, &db, clock.clone(), &pages));
    let watched = Watched {
        pages: pages.clone(),
        db: db.clone(),
        desk: requests.desk.clone(),
        clock,
        connections: Arc::default(),
        requests: Arc::default(),
        canary: settings.watch.canary_every.map(|_| Board::default()),
    };
    let watching = watching::over_requests(&settings, &watched)?;
    let gate = Gate::new(limits, settings.trusted_proxies.clone(), watched.connections.clone());
    let front = Front::new(
        pages.clone(),
        with(readers.blog.clone(), db.clone(), pages),
        features,
        FEATURE_PATHS,
        headers(&settings).pages,
        watched.requests.clone(),
        stats,
    );
    announce(&settings);
    if let Some(admin) = admin {
        let own = Gate::new(Limits::of_admin(), Vec::new(), Arc::default());
        tokio::spawn(serve::serve(admin, Admin::new(watched), own, std::future::pending()));
    }
    serve::serve(listener, front, gate, stop).await;
    drop((readers, watching, first_posts));
    requests.stop().await;
    keeping.stop().await;
    db.close().await?;
    drop(changes);
    tracing::info!("stopped; nothing is left undone");
    Ok(())
}

/// The content and the bundle that the settings name.
pub fn source(settings: &Settings) -> Source {
    Source::named(settings.content_dir.clone())
}

/// See [`source`].
pub fn bundle(settings: &Settings) -> Bundle {
    settings.web_dir.clone().map_or(Bundle::Embedded, Bundle::Folder)
}

fn headers(settings: &Settings) -> Headers {
    let secure = settings.site_url.as_ref().is_some_and(|url| url.scheme() == "https");
    let mut headers =
        Headers { pages: security::page_headers(secure), files: security::file_headers(secure) };
    if settings.unlisted {
        headers.pages.push(security::unlisted());
    }
    headers
}

/// The calls that other front ends use too.
fn calls(settings: &Settings, db: &Db, clock: Clock, pages: &Pages) -> axum::Router {
    let shelf = pages.shelf.clone();
    posts::http::router(db.clone(), clock, shelf, &origin(settings), &settings.cors_origins)
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
