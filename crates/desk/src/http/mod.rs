//! HTTP: from a request to a route of the table, who asks, whether they may, and the answer.

pub mod access;
pub mod asked;
pub mod multipart;
pub mod outcome;
pub(crate) mod reply;
pub mod routes;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::MethodFilter;
use base::clock::Clock;
use base::ip_range::IpRange;
use base::random::Random;
use blog::writing::Writing;
use copies::CopiesHealth;
use http::{HeaderMap, Method, Request, StatusCode};
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use site::editing::SiteEditor;
use std::collections::HashMap;
use std::time::Duration;
use storage::db::Db;
use storage::mail::Mailer;
use storage::outbox::{ChannelsInUse, OutboxNotify};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::bundle::DeskBundle;
use crate::http::access::{
    Access, Signed, refuse_foreign, refuse_unless_allowed, refuse_unless_fresh, signed,
};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::http::reply::respond;
use crate::http::routes::MAX_FORM_BYTES;
pub use crate::http::routes::{ROUTES, RouteSpec};
use crate::push::sender::PushSender;
use crate::screens::sign_in;
use crate::service::DeskService;
use crate::slow_down::SlowDown;
use crate::staff::mail_link::MailLinks;
use crate::staff::passkeys::Passkeys;
use crate::staff::roles::may;
use crate::view::Problem;

/// The desk's address, and what all its other addresses begin with.
pub const PATH: &str = "/desk";
pub const BELOW: &str = "/desk/";

/// How many pictures are encoded at the same time; the others wait.
const MAX_UPLOADS: usize = 1;

/// What the desk needs to know of the site.
pub struct DeskOptions {
    pub db: Db,
    pub personal_data: PersonalData,
    pub clock: Clock,
    pub random: Random,
    pub bundle: DeskBundle,
    /// What invitations' links begin with, without a slash at the end.
    pub origin: String,
    /// The public host, with its port where that is not the scheme's own.
    pub site_host: Option<String>,
    /// The company's short name.
    pub company: Arc<dyn Fn() -> String + Send + Sync>,
    /// The channels that tell staff of a request, and how their workers are told.
    pub channels: ChannelsInUse,
    pub notify: OutboxNotify,
    /// Makes phones ring.
    pub sender: PushSender,
    /// After how long a held request is mailed by itself.
    pub held_for: Option<Duration>,
    pub trusted_proxies: Vec<IpRange>,
    /// Sends links for signing in, from the address that requests come from.
    pub mailer: Mailer,
    pub route: MailRoute,
    /// The host of another system that gets requests.
    pub webhook_host: Option<String>,
    /// How the copies elsewhere stand; nothing where none are set, or the database is PostgreSQL.
    pub copies: Option<CopiesHealth>,
    pub writing: Writing,
    pub editor: SiteEditor,
    /// What the public pages' addresses begin with, without a slash at the end.
    pub site_origin: String,
    /// What the addresses of the public pages' files begin with, where they are not at the desk's own origin.
    pub site_files: Option<String>,
}

/// The router of every address of the desk.
pub fn router(options: DeskOptions) -> Router {
    let DeskOptions { db, clock, random, bundle, origin, site_host, company, .. } = options;
    let slow_down = SlowDown::new(clock.clone(), options.trusted_proxies);
    let passkeys = Passkeys::for_origin(&origin, &company());
    let mail_links = MailLinks {
        db: db.clone(),
        clock: clock.clone(),
        random: random.clone(),
        mailer: options.mailer,
        route: options.route,
        origin: origin.clone(),
    };
    let desk = Arc::new(DeskService {
        db,
        clock,
        random,
        bundle: Arc::new(bundle),
        origin,
        site_host,
        company,
        personal_data: options.personal_data,
        channels: options.channels,
        notify: options.notify,
        sender: options.sender,
        held_for: options.held_for,
        slow_down,
        passkeys,
        mail_links,
        webhook_host: options.webhook_host,
        copies: options.copies,
        writing: options.writing,
        editor: options.editor,
        site_origin: options.site_origin,
        site_files: options.site_files,
        uploads: Semaphore::new(MAX_UPLOADS),
    });
    let mut router = Router::new().route(PATH, axum::routing::get(to_inbox));
    for route in ROUTES {
        let filter = MethodFilter::try_from(route.method.clone()).expect("GET and POST");
        let handler = move |State(desk): State<Arc<DeskService>>,
                            Path(parameters): Path<HashMap<String, String>>,
                            request: Request<Body>| async move {
            serve(&desk, route, parameters, request).await
        };
        router = router.route(route.path, axum::routing::on(filter, handler));
    }
    let file = |State(desk): State<Arc<DeskService>>, request: Request<Body>| async move {
        fallback(&desk, request).await
    };
    router.route("/desk/{*file}", axum::routing::any(file)).layer(CompressionLayer::new()).with_state(desk)
}

async fn to_inbox() -> Response {
    reply::redirect(BELOW)
}

/// Answers a request to a route of the table: nothing gets by the checks.
async fn serve(
    desk: &DeskService,
    route: &'static RouteSpec,
    parameters: HashMap<String, String>,
    request: Request<Body>,
) -> Response {
    let (method, is_json) = (request.method().clone(), reply::wants_json(request.headers()));
    let max_bytes = max_bytes(desk, route, request.headers()).await;
    let mut asked = match Asked::read(request, parameters, &desk.slow_down, max_bytes).await {
        Ok(asked) => asked,
        Err(failure) => return reply::failed(desk, failure, None, is_json).await,
    };
    let done = checked(desk, route, &method, &mut asked).await;
    match done {
        Ok(answer) => respond(desk, answer, &asked).await,
        Err(failure) => reply::failed(desk, failure, asked.who.take(), is_json).await,
    }
}

/// How much of a body is read. A long one is held in memory, which is for those who may send it.
async fn max_bytes(desk: &DeskService, route: &RouteSpec, headers: &HeaderMap) -> usize {
    if route.max_bytes <= MAX_FORM_BYTES {
        return route.max_bytes;
    }
    match (signed(desk, headers).await, route.access) {
        (Ok(Signed::In(who)), Access::Needs(action)) if may(&who.member.roles, action) => route.max_bytes,
        _ => MAX_FORM_BYTES,
    }
}

async fn checked(
    desk: &DeskService,
    route: &RouteSpec,
    method: &Method,
    asked: &mut Asked,
) -> Result<Reply, Failure> {
    refuse_foreign(desk, method, &asked.headers)?;
    let ended = match signed(desk, &asked.headers).await? {
        Signed::In(who) => {
            asked.who = Some(*who);
            None
        }
        Signed::Out(why) => why,
    };
    if let Access::Needs(action) | Access::Fresh(action) = route.access {
        match &asked.who {
            Some(who) => refuse_unless_allowed(desk, who, action).await?,
            None => return sign_in::refuse(desk, asked, ended).await,
        }
    }
    if let (Access::Fresh(_), Some(who)) = (route.access, &asked.who) {
        refuse_unless_fresh(desk, who).await?;
    }
    (route.handler)(desk, asked).await
}

/// The bundle's files, and whatever has no address.
async fn fallback(desk: &DeskService, request: Request<Body>) -> Response {
    let path = request.uri().path().strip_prefix(BELOW).unwrap_or_default();
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = desk.bundle.file(path).await
    {
        return reply::with_desk_headers(file.respond(StatusCode::OK, request.headers()).map(Body::from));
    }
    let is_json = reply::wants_json(request.headers());
    let who = match signed(desk, request.headers()).await {
        Ok(Signed::In(who)) => Some(*who),
        _ => None,
    };
    reply::failed(desk, Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound), who, is_json).await
}
