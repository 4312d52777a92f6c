//! The desk: on the site's own address, at one of its own, or not at all.

use std::sync::Arc;

use axum::Router;
use blog::authoring::publish::PostPublisher;
use blog::pages::Blog;
use blog::writing::Writing;
use desk::push::reminders::PhoneReminders;
use desk::{DeskBundle, DeskOptions};
use edge::limiter::ConnectionLimiter;
use edge::limits::Limits;
use edge::server;
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use site::pages::Pages;
use storage::db::Db;

use crate::app::derived::{AbortOnDrop, StartError, bundle, headers, listen, origin, source};
use crate::app::lead_service::{LeadService, mailer};
use crate::app::router_listener::RouterListener;
use crate::settings::{DeskPlace, Settings};
use base::clock::Clock;
use base::random::Random;

/// The desk, wherever it is, and what rings staff's phones again. All of it ends with this.
pub(super) struct DeskService {
    on_site: Option<Router>,
    _tasks: Vec<AbortOnDrop>,
}

impl DeskService {
    /// # Errors
    /// When its own address cannot be listened on.
    pub async fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        pages: &Arc<Pages>,
        leads: &LeadService,
        blog: &Blog,
        site_host: Option<String>,
    ) -> Result<Self, StartError> {
        if settings.desk == DeskPlace::Nowhere {
            return Ok(DeskService { on_site: None, _tasks: Vec::new() });
        }
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
            site_host,
            company: company(pages.clone()),
            channels: leads.channels.clone(),
            notify: leads.notify.clone(),
            held_for: settings.held_for,
            trusted_proxies: settings.trusted_proxies.clone(),
            sender: leads.phones.clone(),
            mailer: mailer(settings)?,
            route: MailRoute::new(&settings.mail),
            webhook_host: webhook_host(settings),
            writing: Writing {
                db: db.clone(),
                publisher: PostPublisher { clock: clock.clone(), random: Random::system() },
                content: source(settings),
                pages: Arc::new(blog.clone()),
            },
            site_origin: origin(settings),
            site_files: site_files(settings),
        });
        Ok(match settings.desk {
            DeskPlace::Own(address) => {
                let listener = listen("AMWAJ_DESK_LISTEN", address).await?;
                let limiter = ConnectionLimiter::new(
                    Limits::for_site(&settings.connections),
                    settings.trusted_proxies.clone(),
                    Arc::default(),
                );
                let handler = RouterListener::new(router, headers(settings).pages);
                tracing::info!("the desk is up at http://{address}/desk/");
                let served = server::serve(listener, None, handler, limiter, std::future::pending());
                DeskService { on_site: None, _tasks: vec![reminders, AbortOnDrop(tokio::spawn(served))] }
            }
            _ => DeskService { on_site: Some(router), _tasks: vec![reminders] },
        })
    }

    /// The site's features with the desk's, where it is on the site.
    pub fn with_site(&self, features: Router, paths: &[&'static str]) -> (Router, Vec<&'static str>) {
        match &self.on_site {
            Some(router) => {
                let all = paths.iter().copied().chain([desk::PATH, desk::BELOW]).collect();
                (features.merge(router.clone()), all)
            }
            None => (features, paths.to_vec()),
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
