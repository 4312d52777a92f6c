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
use base::client_ip;
use base::clock::Clock;
use base::ip_range::IpRange;
use base::places::{HeldPlace, Places};
use base::random::Random;
use base::site_names::SiteNames;
use blog::writing::Writing;
use copies::CopiesHealth;
use editing::SiteEditor;
use http::{HeaderValue, Method, Request, StatusCode, header};
use leads::staff::entered::StaffIntake;
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use std::collections::HashMap;
use std::sync::LazyLock;
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
use crate::service::{DeskService, LaunchFacts};
use crate::slow_down::SlowDown;
use crate::staff::mail_link::MailLinks;
use crate::staff::passkeys::Passkeys;
use crate::view::Problem;

/// The desk's address, and what all its other addresses begin with.
pub const PATH: &str = "/desk";
pub const BELOW: &str = "/desk/";

/// Pictures encoded at the same time, at most; the others wait.
const MAX_UPLOADS: usize = 1;

/// The longest form of somebody who is not signed in: a code, a mail address, a passkey's answer.
const MAX_STRANGERS_FORM_BYTES: usize = 16 * 1024;
/// Forms in memory at the same time, in all and for each network, at most.
static STRANGERS_FORMS: LazyLock<Places> = LazyLock::new(|| Places::new(64, 8));
static FORMS: LazyLock<Places> = LazyLock::new(|| Places::new(64, 32));
/// Articles and pictures.
static LONG_FORMS: LazyLock<Places> = LazyLock::new(|| Places::new(4, 4));
const MAX_WAIT_FOR_PLACE: Duration = Duration::from_secs(10);

/// Settings of the desk, given by the site.
pub struct DeskOptions {
    pub db: Db,
    pub personal_data: PersonalData,
    /// Takes requests that staff write down.
    pub intake: StaffIntake,
    pub clock: Clock,
    pub random: Random,
    pub bundle: DeskBundle,
    /// Base of invitations' links, without a slash at the end.
    pub origin: String,
    pub site: SiteNames,
    /// The company's short name.
    pub company: Arc<dyn Fn() -> String + Send + Sync>,
    /// The channels that tell staff of a request, and how their workers are told.
    pub channels: ChannelsInUse,
    pub notify: OutboxNotify,
    /// Makes phones ring.
    pub sender: PushSender,
    /// Delay until a held request is mailed by itself.
    pub held_for: Option<Duration>,
    pub trusted_proxies: Vec<IpRange>,
    /// Sends links for signing in, from the address that requests come from.
    pub mailer: Mailer,
    pub route: MailRoute,
    /// The host of another system that gets requests.
    pub webhook_host: Option<String>,
    /// State of the copies elsewhere; `None` where none are set, or the database is PostgreSQL.
    pub copies: Option<CopiesHealth>,
    pub writing: Writing,
    pub editor: SiteEditor,
    /// Base of the addresses of the public pages' files, where they are not at the desk's own origin.
    pub site_files: Option<String>,
    pub launch: LaunchFacts,
}

/// The router of every address of the desk.
pub fn router(options: DeskOptions) -> Router {
    let DeskOptions { db, clock, random, bundle, origin, site, company, .. } = options;
    let slow_down = SlowDown::new(&clock, options.trusted_proxies);
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
        site: site.own_only(),
        company,
        personal_data: options.personal_data,
        intake: options.intake,
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
        site_files: options.site_files,
        launch: options.launch,
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
    router
        .route("/desk/{*file}", axum::routing::any(file))
        .layer(CompressionLayer::new())
        .layer(axum::middleware::map_request(compress_for_own_pages))
        .with_state(desk)
}

/// Answers that another site makes a browser ask for are not compressed: their length would say how much of a guess
/// they have in common with what is on the screen.
async fn compress_for_own_pages(mut request: Request<Body>) -> Request<Body> {
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    request
}

async fn to_inbox() -> Response {
    reply::redirect(BELOW)
}

/// Answers a request to a route of the table; no request gets past the checks.
async fn serve(
    desk: &DeskService,
    route: &'static RouteSpec,
    parameters: HashMap<String, String>,
    request: Request<Body>,
) -> Response {
    let (head, body) = request.into_parts();
    if route.is_screen && !reply::wants_json(&head.headers) {
        return reply::document(desk, StatusCode::OK, &head.headers).await;
    }
    let mut asked = Asked::of(head, parameters, &desk.slow_down);
    match checked(desk, route, body, &mut asked).await {
        Ok(answer) => respond(desk, answer, &asked).await,
        Err(failure) => reply::failed(desk, failure, &asked).await,
    }
}

/// Where a form is sent from, who sends it and whether they may: all of that before a byte of it is read.
async fn checked(
    desk: &DeskService,
    route: &RouteSpec,
    body: Body,
    asked: &mut Asked,
) -> Result<Reply, Failure> {
    refuse_foreign(desk, &route.method, &asked.headers)?;
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
    let _place = match asked.is_form {
        true => Some(place_for_form(route, asked).await?),
        false => None,
    };
    if asked.is_form {
        asked.read_form(body, max_bytes(route, asked)).await?;
    }
    (route.handler)(desk, asked).await
}

/// A form is held in memory as a whole. Those of people who are not signed in have few fields.
fn max_bytes(route: &RouteSpec, asked: &Asked) -> usize {
    if asked.who.is_some() { route.max_bytes } else { route.max_bytes.min(MAX_STRANGERS_FORM_BYTES) }
}

async fn place_for_form(route: &RouteSpec, asked: &Asked) -> Result<HeldPlace, Failure> {
    let places = match &asked.who {
        None => &STRANGERS_FORMS,
        Some(_) if route.max_bytes > MAX_FORM_BYTES => &LONG_FORMS,
        Some(_) => &FORMS,
    };
    let busy = "Too many forms are arriving at this moment. Please send this one again.".to_owned();
    let place = places.acquire(asked.visitor.map(client_ip::subscriber), MAX_WAIT_FOR_PLACE).await;
    place.ok_or(Failure::Problem(StatusCode::SERVICE_UNAVAILABLE, Problem::Invalid { text: busy }))
}

/// The bundle's files, and whatever has no address.
async fn fallback(desk: &DeskService, request: Request<Body>) -> Response {
    let path = request.uri().path().strip_prefix(BELOW).unwrap_or_default();
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = desk.bundle.file(path).await
    {
        return reply::with_desk_headers(file.respond(StatusCode::OK, request.headers()).map(Body::from));
    }
    let mut asked = Asked::of(request.into_parts().0, HashMap::new(), &desk.slow_down);
    if let Ok(Signed::In(who)) = signed(desk, &asked.headers).await {
        asked.who = Some(*who);
    }
    reply::failed(desk, Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound), &asked).await
}
