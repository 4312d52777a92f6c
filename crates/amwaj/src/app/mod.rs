//! Puts the parts together into the running site, and takes it down without losing anything.

mod blog_service;
mod change_notices;
mod derived;
mod desk_service;
mod form_pages;
mod front;
mod lead_service;
mod opening;
mod preview;
mod router_listener;
mod site_content;
mod sockets;
mod view_counts;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use base::clock::Clock;
use base::supervisor::{self, Task};
use blog::pages::Blog;
use desk::staff::people;
use edge::limiter::ConnectionLimiter;
use edge::limits::Limits;
use edge::server;
use leads::SpoolCounts;
use leads::canary::CanaryHealth;
use site::dispatch::{Dispatcher, Features, OnDemand};
use site::former_files::FormerFiles;
use site::pages::Pages;
use storage::db::{DataLock, Db};

use crate::doctor::{self, Verdict};
use crate::monitoring::admin;
use crate::monitoring::metrics::Watched;
use crate::process::Process;
use crate::settings::Settings;
use blog_service::BlogService;
pub use derived::{StartError, bundle, source};
use derived::{headers, origin, site_names};
use desk_service::DeskService;
use front::Front;
use lead_service::LeadService;
use opening::Opened;
pub use preview::preview;
use router_listener::RouterListener;
pub use site_content::{SiteContent, words_of};
use sockets::Sockets;

/// Time that the shutdown waits for a database that does not answer.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);

/// Puts something in front of the blog's answers.
type WrapBlog = Box<dyn FnOnce(Blog, Db, Arc<Pages>) -> Arc<dyn OnDemand> + Send>;

/// A site that is about to start.
pub struct App {
    settings: Settings,
    clock: Clock,
    limits: Option<Limits>,
    wrap_blog: WrapBlog,
}

impl App {
    /// A site with the machine's clock, and connection limits as the settings ask.
    pub fn builder(settings: Settings) -> Self {
        let wrap_blog: WrapBlog = Box::new(|blog, _, _| Arc::new(blog));
        App { settings, clock: Clock::system(), limits: None, wrap_blog }
    }

    pub fn clock(self, clock: Clock) -> Self {
        App { clock, ..self }
    }

    pub fn limits(self, limits: Limits) -> Self {
        App { limits: Some(limits), ..self }
    }

    /// Lets `wrap` put something in front of the blog, such as a preview.
    fn wrap_blog(
        self,
        wrap: impl FnOnce(Blog, Db, Arc<Pages>) -> Arc<dyn OnDemand> + Send + 'static,
    ) -> Self {
        App { wrap_blog: Box::new(wrap), ..self }
    }

    /// Runs the site until `stop` is done. See [`App::run`].
    ///
    /// # Errors
    /// See [`App::run`].
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), StartError> {
        self.run(Process::until(stop)).await
    }

    /// Runs the site until its process is to end; then finishes the requests under way and the mails being sent.
    ///
    /// # Errors
    /// When it cannot start: the address is taken, another one runs on the same data folder, the
    /// content or the database cannot be used.
    pub async fn run(self, mut process: Process) -> Result<(), StartError> {
        let App { settings, clock, limits, wrap_blog } = self;
        let _lock = DataLock::acquire(&settings.data_dir)?;
        let sockets = Sockets::open(&settings, &mut process.listeners).await?;
        let settings = sockets.in_use(settings)?;
        let front = Front::new(sockets.site, sockets.tls, &settings, &clock)?;
        let Opened { db, pages, editor, publishing, first_posts, is_db_away } =
            Opened::open(&settings, &clock).await?;
        let patience = opening::patience(is_db_away);
        let leads = LeadService::start(&settings, &db, &clock, front.certificate()).await?;
        leads.queue.set_database_away(is_db_away);
        let blog = BlogService::start(&settings, &db, &clock, &pages, patience).await?;
        let names = site_names(&settings);
        let (stats, flusher) = view_counts::start(&settings, &db, &clock, &pages);
        let intake = leads.intake(&pages, &stats);
        let features = leads
            .router(&intake, &names, settings.cors_origins.as_deref().unwrap_or_default())
            .merge(stats::router(stats.clone()))
            .merge(post_calls(&settings, &db, clock.clone(), &pages));
        let mut desk = DeskService::start(&settings, &db, &pages, &leads, intake, &blog.blog, editor)?;
        let (features, feature_paths) = desk.with_site(features, FEATURE_PATHS);
        let watched = Watched {
            pages: pages.clone(),
            db: db.clone(),
            queue: leads.queue.clone(),
            clock,
            connections: Arc::default(),
            requests: Arc::default(),
            stats: stats.clone(),
            certificate: front.certificate(),
            canary: settings.canary_every.map(|_| CanaryHealth::default()),
            copies: settings.copies_health(),
        };
        let watchers = watchers::beside(&settings, &watched)?;
        let limits = limits.unwrap_or_else(Limits::for_site);
        let proxies = settings.trusted_proxies.clone();
        let limiter = ConnectionLimiter::new(limits, proxies, watched.connections.clone());
        let posts = wrap_blog(blog.blog.clone(), db.clone(), pages.clone());
        let (on_demand, keeping) = former_files(&settings, &watched, posts, patience).await;
        let queue = leads.queue.clone();
        let dispatcher = Dispatcher::new(
            pages,
            on_demand,
            Features::new(features, feature_paths, move || queue.is_ready()),
            headers(&settings).pages,
            names,
            watched.requests.clone(),
            stats,
        );
        let stop = process.begin()?;
        announce(&settings, &db);
        desk.listen(&settings, sockets.desk, stop.clone());
        if let Some(listener) = sockets.admin {
            let own = ConnectionLimiter::new(Limits::for_admin(), Vec::new(), Arc::default());
            let admin = RouterListener::new(admin::router(watched), Vec::new());
            // To the end of the process: it shows how a stop goes on.
            tokio::spawn(async move {
                server::serve(listener.opened().await, None, Arc::new(admin), own, std::future::pending())
                    .await;
            });
        }
        front.serve(dispatcher, limiter, stop).await;
        desk.stop().await;
        drop((blog, watchers, first_posts, keeping));
        let left = leads.stop(&db).await;
        close(flusher, db).await?;
        drop(publishing);
        say_goodbye(&settings, left);
        Ok(())
    }
}

/// The part of a start before the first connection, safe alongside a running server: reads the certificate, brings the
/// database up to date and draws every page. `amwaj prepare` runs it before a new version takes the place of the one
/// that serves.
///
/// # Errors
/// When this version could not serve.
pub async fn prepare(settings: &Settings) -> Result<(), StartError> {
    front::check_certificate(settings)?;
    let Opened { db, .. } = Opened::open(settings, &Clock::system()).await?;
    Ok(db.close().await?)
}

/// Stores the last counts of visitors, where the database answers in time.
async fn close(flusher: stats::FlusherHandle, db: Db) -> Result<(), StartError> {
    let counts_are_kept = async {
        flusher.stop().await;
        db.close().await
    };
    match tokio::time::timeout(STOP_TIMEOUT, counts_are_kept).await {
        Ok(closed) => closed?,
        Err(_) => tracing::warn!("the last counts of visitors are not stored: the database does not answer"),
    }
    Ok(())
}

/// The last line of the log. Leads that wait in the journal exist nowhere else.
fn say_goodbye(settings: &Settings, left: SpoolCounts) {
    let folder = settings.journal_dir();
    match left.waiting {
        0 => tracing::info!("stopped; nothing is left undone"),
        waiting => tracing::warn!(
            "stopped; {waiting} requests wait for the database in {}: that folder must stay until a server has replayed it",
            folder.display()
        ),
    }
}

/// Addresses that are no finished pages: each feature names its own.
const FEATURE_PATHS: &[&str] = &[
    leads::PATH,
    leads::staff::answer_links::PATH,
    blog::api::http::PATH,
    blog::api::http::BELOW,
    stats::PATH,
];

/// Adds the files of other versions of the site to what is made on request, and keeps those of this one. Where several
/// servers share the database the start waits for that: a page of this server may ask another one for its files.
async fn former_files(
    settings: &Settings,
    Watched { db, clock, pages, .. }: &Watched,
    next: Arc<dyn OnDemand>,
    patience: Duration,
) -> (Arc<dyn OnDemand>, Task) {
    let files = FormerFiles::new(db.clone(), clock.clone(), pages.clone(), headers(settings), next);
    if db.is_shared() {
        // It goes on in the background if the database is away.
        let _ = tokio::time::timeout(patience, files.keep()).await;
    }
    let keeping =
        supervisor::spawn("files of this version", files.clone(), |files| Box::pin(files.keep_all()));
    (Arc::new(files), keeping)
}

/// The calls that other front ends use too.
fn post_calls(settings: &Settings, db: &Db, clock: Clock, pages: &Arc<Pages>) -> Router {
    blog::api::http::router(
        db.clone(),
        clock,
        pages.clone(),
        &origin(settings),
        settings.cors_origins.as_deref().unwrap_or_default(),
        &settings.trusted_proxies,
    )
}

/// Startup message for the person at the terminal: the address, what is missing, and how to sign in.
fn announce(settings: &Settings, db: &Db) {
    match settings.tls_listen {
        Some(tls) => {
            tracing::info!("the site is up at https://{tls}, and http://{} leads there", settings.listen)
        }
        None => tracing::info!("the site is up at http://{}", settings.listen),
    }
    if settings.is_preview() {
        tracing::warn!(
            "samples may be shown (AMWAJ_ALLOW_SAMPLES): search engines are kept away until an owner has replaced them and put \
             the site live at the desk, under “Before launch”"
        );
    }
    if settings.public_origin().is_none() {
        tracing::warn!(
            "no public address is set (AMWAJ_SITE_URL): search engines are kept away, and links name {}",
            origin(settings)
        );
    }
    if settings.smtp_url.is_none() {
        tracing::warn!(folder = %settings.mail_dir().display(), "no mail server is set (AMWAJ_SMTP_URL): mails become files");
    }
    if settings.has_no_copy() {
        tracing::warn!(
            "requests are on this machine only: no copies elsewhere are set (AMWAJ_COPIES_TO, AMWAJ_COPIES_KEY)"
        );
    }
    // Neighbours that are away are not waited for.
    tokio::spawn(announce_neighbours(settings.clone()));
    tokio::spawn(announce_desk(format!("{}{}", settings.desk_origin(), desk::PATH), db.clone()));
}

/// What the site needs elsewhere and doesn't get, as `amwaj doctor` says it.
async fn announce_neighbours(settings: Settings) {
    for line in doctor::examine_neighbours(&settings).await {
        if line.verdict != Verdict::Ok {
            tracing::warn!("{}: {}; {}", line.about, line.text, line.remedy);
        }
    }
}

/// The way into the desk, as long as nobody has one.
async fn announce_desk(address: String, db: Db) {
    if people::all(db.reader()).await.is_ok_and(|people| people.is_empty()) {
        tracing::info!(
            "nobody can sign in to the desk at {address} yet: `amwaj staff invite NAME --role owner` prints a link for the first person"
        );
    }
}
