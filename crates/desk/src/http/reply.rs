//! Answers: a screen as data; for a browser that opens an address, the document that asks for it; or the way to another
//! screen, with a notice of what was done that is shown there once.

use axum::body::Body;
use axum::response::{Html, IntoResponse, Json, Response};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use sea_orm::DbErr;
use sha2::{Digest as _, Sha256};

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::{me, request};
use crate::service::DeskService;
use crate::staff::session::{cookie, forget_cookie, set_cookie};
use crate::staff::who::Who;
use crate::view::{Desk, Notice, Problem, Screen};

/// Holds a notice between a form and the screen that follows it.
const NOTICE_COOKIE: &str = "__Host-amwaj-notice";
const NOTICE_SECONDS: i64 = 20;

impl Flash {
    fn cookie(&self) -> HeaderValue {
        let json = serde_json::to_vec(self).expect("plain data");
        set_cookie(NOTICE_COOKIE, &hex::encode(json), NOTICE_SECONDS)
    }

    fn of_request(headers: &HeaderMap) -> Option<Self> {
        serde_json::from_slice(&hex::decode(cookie(headers, NOTICE_COOKIE)?).ok()?).ok()
    }

    /// Text of the notice. Names of visitors are read now, and only for those who may see them.
    async fn notice(self, desk: &DeskService, who: &Who) -> Result<Option<Notice>, DbErr> {
        Ok(Some(match self {
            Flash::Answered { reference, stage, was } => {
                let Some(name) = request::name_for(desk, who, &reference).await? else { return Ok(None) };
                Notice::Answered { reference, name, stage, was }
            }
            Flash::Decided { reference, spam } => {
                let Some(name) = request::name_for(desk, who, &reference).await? else { return Ok(None) };
                Notice::Decided { reference, name, spam }
            }
            Flash::Noted { reference } => Notice::Noted { reference },
            Flash::Retried { reference } => Notice::Retried { reference },
            Flash::Erased { requests, copies_until } => Notice::Erased { requests, copies_until },
            Flash::SignedOut => Notice::SignedOut,
            Flash::Tested { devices } => Notice::Tested { devices },
            Flash::DeviceEnded { label } => Notice::DeviceEnded { label },
            Flash::PasskeyRemoved { label } => Notice::PasskeyRemoved { label },
            Flash::PasskeyNamed { label } => Notice::PasskeyNamed { label },
            Flash::PersonEnded { name } => Notice::PersonEnded { name },
            Flash::PersonChanged { name } => Notice::PersonChanged { name },
            Flash::LastOwner => Notice::LastOwner,
            Flash::SettingsChanged => Notice::SettingsChanged,
            Flash::PostShown { id, title, state, published_at, undo } => {
                Notice::PostShown { id, title, state, published_at, undo: Box::new(undo) }
            }
            Flash::SiteChanged { id, name } => Notice::SiteChanged { id, name },
            Flash::DraftChanged { id, draft, name } => Notice::DraftChanged { id, draft, name },
            Flash::DraftLive { name } => Notice::DraftLive { name },
            Flash::DraftTimed { name, at } => Notice::DraftTimed { name, at },
            Flash::DraftPutAside { id, name } => Notice::DraftPutAside { id, name },
            Flash::DraftTakenUp { name } => Notice::DraftTakenUp { name },
            Flash::SiteUndone { name, ids } => Notice::SiteUndone { name, ids },
            Flash::SiteRefused { text } => Notice::SiteRefused { text },
            Flash::PostRefused { what, instead } => Notice::PostRefused { what, instead },
            Flash::PostRestored { number } => Notice::PostRestored { number },
            Flash::PostRenamed { slug, former } => Notice::PostRenamed { slug, former },
        }))
    }
}

/// Draws lines around what can be changed.
const MARKS: &str = include_str!("marked_page.css");

/// Says above a page that it is a draft's.
const SHARED: &str = include_str!("shared_page.css");

/// Fonts come from the same origin, and a tap on the number calls it. Scripts run nowhere.
const SHARED_SANDBOX: &str = "allow-same-origin allow-popups allow-top-navigation-to-custom-protocols";

/// Safari calls no listener of the desk's on a page that may not run scripts (bugs.webkit.org/218086). It runs none all the
/// same: no script is allowed by the rest of the policy.
const MARKED_SANDBOX: &str = "allow-same-origin allow-scripts";

/// Whether the page's script asks, for data.
pub fn wants_json(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"))
}

/// The way to another address, by GET.
pub fn redirect(to: &str) -> Response {
    let location = HeaderValue::try_from(to).unwrap_or(HeaderValue::from_static("/desk/"));
    with_desk_headers((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
}

/// Found by no search engine, and sent to no other site as the address that somebody came from.
pub fn with_desk_headers(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

pub(super) async fn respond(desk: &DeskService, reply: Reply, asked: &Asked) -> Response {
    let (status, screen, notice) = match reply {
        Reply::Done { to, notice, cookies } => {
            let mut response = redirect(&to);
            let flash = notice.map(|notice| notice.cookie());
            for value in cookies.into_iter().chain(flash) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
            return private(response);
        }
        Reply::Data { json, cookies } => {
            let mut response = Json(json).into_response();
            for value in cookies {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
            return private(response);
        }
        Reply::SitePage(html) => return private(site_page(desk, html, "", "allow-same-origin")),
        Reply::SharedPage(html) => {
            return private(site_page(desk, html, SHARED, SHARED_SANDBOX));
        }
        Reply::MarkedPage(html) => return private(site_page(desk, html, MARKS, MARKED_SANDBOX)),
        Reply::File { name, content_type, body } => return file(&name, content_type, Body::from(body)),
        Reply::LongFile { name, content_type, body } => return file(&name, content_type, body),
        Reply::Screen(screen) => (StatusCode::OK, screen, None),
        Reply::Refused(status, screen, notice) => (status, screen, notice),
    };
    let (who, flash) = (asked.who.as_ref(), Flash::of_request(&asked.headers));
    let had_flash = flash.is_some();
    let notice = match (notice, flash, who) {
        (None, Some(flash), Some(who)) => flash.notice(desk, who).await.unwrap_or_default(),
        (None, Some(Flash::SignedOut), None) => Some(Notice::SignedOut),
        (notice, ..) => notice,
    };
    let mut response = show(desk, status, screen, notice, asked).await;
    if had_flash {
        response.headers_mut().append(header::SET_COOKIE, forget_cookie(NOTICE_COOKIE));
    }
    response
}

/// A file to keep.
fn file(name: &str, content_type: &'static str, body: Body) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers =
        [(header::CONTENT_TYPE, content_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    private((headers, body).into_response())
}

/// A page of the site in a frame of the desk: without scripts, whatever is in it, and with its style sheets instead of those
/// of the first screen. `styles` are added to its own.
fn site_page(desk: &DeskService, html: String, styles: &str, sandbox: &str) -> Response {
    let html = without(&without(&html, "script"), "style");
    let mut html = html.replace("<noscript>", "").replace("</noscript>", "");
    if !styles.is_empty() {
        html = html.replacen("</head>", &format!("<style>{styles}</style></head>"), 1);
    }
    let hash = BASE64_STANDARD.encode(Sha256::digest(styles));
    let (html, origin) = match &desk.site_files {
        None => (html, "'self'"),
        Some(site) => (html.replacen("<head>", &format!("<head><base href=\"{site}/\">"), 1), site.as_str()),
    };
    let policy = format!(
        "default-src 'none'; style-src {origin} 'sha256-{hash}'; img-src {origin} data:; font-src {origin}; base-uri {origin}; \
         form-action 'none'; frame-ancestors 'self'; sandbox {sandbox}"
    );
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    response
}

/// The page without the elements of this name. The policy would stop them too, and say so in the browser's console.
fn without(html: &str, element: &str) -> String {
    let (begin, end) = (format!("<{element}"), format!("</{element}>"));
    let mut parts = html.split(&begin);
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        rest.push_str(part.split_once(&end).map_or("", |(_, after)| after));
    }
    rest
}

/// The screen that says why there is no other.
pub(super) async fn failed(desk: &DeskService, failure: Failure, asked: &Asked) -> Response {
    let (status, problem) = match failure {
        Failure::Problem(status, problem) => (status, problem),
        Failure::Database(error) => {
            tracing::error!(%error, "a screen of the desk could not be read");
            (StatusCode::SERVICE_UNAVAILABLE, Problem::Away)
        }
    };
    show(desk, status, Screen::Problem(problem), None, asked).await
}

async fn show(
    desk: &DeskService,
    status: StatusCode,
    screen: Screen,
    notice: Option<Notice>,
    asked: &Asked,
) -> Response {
    if !wants_json(&asked.headers) {
        return document(desk, status, &asked.headers).await;
    }
    let me = match &asked.who {
        // Without the database there are no counts, and the screen says why.
        Some(who) => me::of(desk, who).await.ok(),
        None => None,
    };
    let data = Desk { now: desk.clock.now_ms(), company: (desk.company)(), me, screen, notice };
    private((status, Json(data)).into_response())
}

/// The document in which the browser draws the screen of its address, which it then asks for as data.
pub(super) async fn document(desk: &DeskService, status: StatusCode, request: &HeaderMap) -> Response {
    private(match desk.bundle.document().await {
        Some(document) => document.respond(status, request).map(Body::from),
        None => {
            tracing::error!("the desk's bundle is missing; build it with `make build`");
            let text = "The desk can't be shown just now. Requests are still being taken.\n";
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    })
}

/// Stored in no cache: a screen is for one person.
fn private(response: Response) -> Response {
    let mut response = with_desk_headers(response);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.append(header::VARY, HeaderValue::from_static("accept, cookie"));
    response
}
