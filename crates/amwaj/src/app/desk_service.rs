//! The desk: on the site's own address, at one of its own, or not at all.

use std::sync::Arc;

use axum::Router;
use blog::authoring::publish::PostPublisher;
use blog::pages::Blog;
use blog::writing::Writing;
use desk::push::reminders::PhoneReminders;
use desk::{DeskBundle, DeskOptions, DraftTimer};
use edge::limiter::ConnectionLimiter;
use edge::limits::Limits;
use edge::server;
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use site::editing::SiteEditor;
use site::pages::Pages;
use storage::db::Db;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::app::derived::{AbortOnDrop, StartError, bundle, headers, host_of, origin};
use crate::app::lead_service::{LeadService, mailer};
use crate::app::router_listener::RouterListener;
use crate::process::StopSignal;
use crate::settings::{DeskPlace, Settings};
use base::clock::Clock;
use base::random::Random;

/// The desk, wherever it is, and what rings staff's phones again.
pub(super) struct DeskService {
    router: Option<Router>,
    /// Whether it has an address of its own.
    is_apart: bool,
    reminders: Option<AbortOnDrop>,
    /// What puts drafts live at their time.
    timer: Option<AbortOnDrop>,
    /// The server of its own address.
    served: Option<JoinHandle<()>>,
}

impl DeskService {
    /// # Errors
    /// When the mail server cannot be used as it is set.
    pub fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        pages: &Arc<Pages>,
        leads: &LeadService,
        blog: &Blog,
        editor: SiteEditor,
    ) -> Result<Self, StartError> {
        if settings.desk == DeskPlace::Nowhere {
            let none =
                DeskService { router: None, is_apart: false, reminders: None, timer: None, served: None };
            return Ok(none);
        }
        let timer = DraftTimer::new(db.clone(), clock.clone(), editor.clone());
        let timer = Some(AbortOnDrop(timer.start()));
        let reminders = PhoneReminders {
            db: db.clone(),
            clock: clock.clone(),
            sender: leads.phones.clone(),
            channels: leads.channels.clone(),
            mailer: mailer(settings)?,
            route: MailRoute::new(&settings.mail),
        };
        let reminders = AbortOnDrop(reminders.start());
        let router = desk::router(DeskOptions {
            db: db.clone(),
            personal_data: PersonalData {
                db: db.clone(),
                mail_dir: settings.mail_dir(),
                journal_dir: settings.journal_dir(),
            },
            clock: clock.clone(),
            random: Random::system(),
            bundle: DeskBundle::new(bundle(settings)),
            origin: settings.desk_origin(),
            site_host: settings.site_url.as_ref().and_then(host_of),
            company: company(pages.clone()),
            channels: leads.channels.clone(),
            notify: leads.notify.clone(),
            held_for: settings.held_for,
            trusted_proxies: settings.trusted_proxies.clone(),
            sender: leads.phones.clone(),
            mailer: mailer(settings)?,
            route: MailRoute::new(&settings.mail),
            webhook_host: webhook_host(settings),
            copies: settings.copies_health(),
            writing: Writing {
                db: db.clone(),
                publisher: PostPublisher { clock: clock.clone(), random: Random::system() },
                content: editor.source().clone(),
                pages: Arc::new(blog.clone()),
            },
            editor,
            site_origin: origin(settings),
            site_files: site_files(settings),
        });
        let is_apart = matches!(settings.desk, DeskPlace::Own(_));
        Ok(DeskService { router: Some(router), is_apart, reminders: Some(reminders), timer, served: None })
    }

    /// Serves it at its own address, if it has one.
    pub fn listen(&mut self, settings: &Settings, listener: Option<TcpListener>, stop: StopSignal) {
        let (Some(listener), Some(router)) = (listener, &self.router) else { return };
        let limiter = ConnectionLimiter::new(
            Limits::for_site(&settings.connections),
            settings.trusted_proxies.clone(),
            Arc::default(),
        );
        let handler = RouterListener::new(router.clone(), headers(settings).pages);
        tracing::info!("the desk is up at {}/desk/", settings.desk_origin());
        self.served = Some(tokio::spawn(server::serve(listener, None, handler, limiter, stop.stopped())));
    }

    /// Finishes the requests under way at its own address, and rings nobody any more.
    pub async fn stop(self) {
        drop((self.reminders, self.timer));
        if let Some(served) = self.served
            && served.await.is_err()
        {
            tracing::error!("the desk's server ended with a panic");
        }
    }

    /// The site's features with the desk's, where it is on the site.
    pub fn with_site(&self, features: Router, paths: &[&'static str]) -> (Router, Vec<&'static str>) {
        match &self.router {
            Some(router) if !self.is_apart => {
                let all = paths.iter().copied().chain([desk::PATH, desk::BELOW]).collect();
                (features.merge(router.clone()), all)
            }
            _ => (features, paths.to_vec()),
        }
    }
}

/// The address itself may be as good as a password.
fn webhook_host(settings: &Settings) -> Option<String> {
    settings.webhook.as_ref().and_then(|webhook| webhook.url.host_str().map(str::to_owned))
}

/// Where the desk has an address of its own, and no proxy in front joins both under one.
fn site_files(settings: &Settings) -> Option<String> {
    let is_apart = matches!(settings.desk, DeskPlace::Own(_)) && settings.site_url.is_none();
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
