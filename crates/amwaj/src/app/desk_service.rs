//! The desk: on the site's own address, at one of its own, or not at all.

use std::sync::Arc;

use axum::Router;
use blog::authoring::publish::PostPublisher;
use blog::pages::Blog;
use blog::writing::Writing;
use desk::push::reminders::PhoneReminders;
use desk::{DeskBundle, DeskOptions, DraftTimer, LaunchFacts, WeeklyMail};
use edge::limiter::ConnectionLimiter;
use edge::limits::Limits;
use edge::server;
use editing::SiteEditor;
use leads::staff::entered::StaffIntake;
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use site::pages::Pages;
use storage::db::Db;
use tokio::task::JoinHandle;

use crate::app::derived::{StartError, bundle, headers, origin, site_names};
use crate::app::lead_service::{LeadService, mailer};
use crate::app::router_listener::RouterListener;
use crate::process::{LateListener, StopSignal};
use crate::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use base::supervisor::Task;

/// The desk, wherever it is, and what rings staff's phones again.
pub(super) struct DeskService {
    router: Router,
    /// Whether the desk has an address of its own.
    is_apart: bool,
    reminders: Task,
    /// Puts drafts live at their time.
    timer: Task,
    weekly_mail: Option<Task>,
    /// The server of its own address.
    served: Option<JoinHandle<()>>,
}

impl DeskService {
    /// # Errors
    /// When the mail server cannot be used as it is set.
    pub fn start(
        settings: &Settings,
        db: &Db,
        pages: &Arc<Pages>,
        leads: &LeadService,
        intake: StaffIntake,
        blog: &Blog,
        editor: SiteEditor,
    ) -> Result<Self, StartError> {
        let clock = &leads.clock;
        let timer = DraftTimer::new(db.clone(), clock.clone(), editor.clone());
        let timer = timer.start();
        let reminders = PhoneReminders {
            db: db.clone(),
            clock: clock.clone(),
            sender: leads.phones.clone(),
            channels: leads.channels.clone(),
            mailer: mailer(settings)?,
            route: MailRoute::new(&settings.mail()),
        };
        let reminders = reminders.start();
        let weekly_mail = weekly_mail(settings, db, clock)?.map(WeeklyMail::start);
        let router = desk::router(DeskOptions {
            db: db.clone(),
            personal_data: PersonalData {
                db: db.clone(),
                mail_dir: settings.mail_dir(),
                journal_dir: settings.journal_dir(),
            },
            intake,
            clock: clock.clone(),
            random: Random::system(),
            bundle: DeskBundle::new(bundle(settings)),
            origin: settings.desk_origin(),
            site: site_names(settings),
            company: company(pages.clone()),
            channels: leads.channels.clone(),
            notify: leads.notify.clone(),
            held_for: settings.held_hours,
            trusted_proxies: settings.trusted_proxies.clone(),
            sender: leads.phones.clone(),
            mailer: mailer(settings)?,
            route: MailRoute::new(&settings.mail()),
            webhook_host: webhook_host(settings),
            copies: settings.copies_health(),
            writing: Writing {
                db: db.clone(),
                publisher: PostPublisher { clock: clock.clone(), random: Random::system() },
                content: editor.source().clone(),
                pages: Arc::new(blog.clone()),
            },
            editor,
            site_files: site_files(settings),
            launch: LaunchFacts {
                is_production: settings.production,
                is_preview: settings.is_preview(),
                has_public_address: settings.public_origin().is_some(),
                erases: settings.retention_days.is_some(),
            },
        });
        let is_apart = settings.desk_listen.is_some();
        Ok(DeskService { router, is_apart, reminders, timer, weekly_mail, served: None })
    }

    /// Serves it at its own address, if it has one.
    pub fn listen(&mut self, settings: &Settings, listener: Option<LateListener>, stop: StopSignal) {
        let Some(listener) = listener else { return };
        let limiter =
            ConnectionLimiter::new(Limits::for_site(), settings.trusted_proxies.clone(), Arc::default());
        let handler = RouterListener::new(self.router.clone(), headers(settings).pages);
        let origin = settings.desk_origin();
        self.served = Some(tokio::spawn(async move {
            tokio::select! {
                listener = listener.opened() => {
                    tracing::info!("the desk is up at {origin}/desk/");
                    server::serve(listener, None, Arc::new(handler), limiter, stop.stopped()).await;
                }
                _ = stop.clone().stopped() => {}
            }
        }));
    }

    /// Finishes the requests under way at its own address, and rings and mails nobody any more.
    pub async fn stop(self) {
        drop((self.reminders, self.timer, self.weekly_mail));
        if let Some(served) = self.served
            && served.await.is_err()
        {
            tracing::error!("the desk's server ended with a panic");
        }
    }

    /// The site's features with the desk's, where it is on the site.
    pub fn with_site(&self, features: Router, paths: &[&'static str]) -> (Router, Vec<&'static str>) {
        if self.is_apart {
            return (features, paths.to_vec());
        }
        let all = paths.iter().copied().chain([desk::PATH, desk::BELOW]).collect();
        (features.merge(self.router.clone()), all)
    }
}

/// Where it isn't turned off.
fn weekly_mail(settings: &Settings, db: &Db, clock: &Clock) -> Result<Option<WeeklyMail>, StartError> {
    let Some(minute_of_day) = settings.weekly_at else { return Ok(None) };
    Ok(Some(WeeklyMail {
        db: db.clone(),
        clock: clock.clone(),
        mailer: mailer(settings)?,
        route: MailRoute::new(&settings.mail()),
        // Staff can't reach the site by the address that it listens on.
        origin: settings.site_url.is_some().then(|| settings.desk_origin()),
        minute_of_day,
    }))
}

/// The address itself may be as good as a password.
fn webhook_host(settings: &Settings) -> Option<String> {
    settings.webhook_url.as_ref().and_then(|url| url.host_str().map(str::to_owned))
}

/// Where the desk has an address of its own, and no proxy in front joins both under one.
fn site_files(settings: &Settings) -> Option<String> {
    let is_apart = settings.desk_listen.is_some() && settings.site_url.is_none();
    is_apart.then(|| origin(settings))
}

/// The company's short name, as the content has it at the moment.
fn company(pages: Arc<Pages>) -> Arc<dyn Fn() -> String + Send + Sync> {
    Arc::new(move || {
        let context = pages.render_context.load();
        let company = &context.content.company;
        company.short_name.clone().unwrap_or_else(|| company.name.clone())
    })
}
