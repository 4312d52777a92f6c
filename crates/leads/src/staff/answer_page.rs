//! The page behind a link in a lead's mail: GET shows what the link says, POST says it. Programs that look into mails open
//! links, so opening one must change nothing. Each link says it once.

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use sea_orm::DbErr;

use crate::reference::Reference;
use crate::staff::answer_links::{ANSWERS, LazyAnswerLinks, PATH};
use crate::staff::query;
use crate::staff::stage;
use crate::stored_lead::{Lead, Stage};
use base::clock::{Clock, dubai_text};
use base::text::escape_html;
use storage::db::Db;
use storage::outbox::timeline;

/// The timeline's note on a stage that a link set.
const NOTE: &str = "by the link in the mail";
const STYLE_PATH: &str = "/answered/page.css";
/// The colours of the reader's own system, light or dark.
const STYLE: &str = "
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 32rem; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { background: CanvasText; border: 0; border-radius: .5rem; color: Canvas; font: inherit; font-weight: 600;
  min-height: 3.25rem; padding: .5rem 1rem; width: 100%; }
";

#[derive(Clone)]
struct AnswerPages {
    db: Db,
    clock: Clock,
    links: LazyAnswerLinks,
}

/// The router of everything below [`PATH`].
pub fn router(db: Db, clock: Clock, links: LazyAnswerLinks) -> Router {
    let style = || async { ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE) };
    Router::new()
        .route(STYLE_PATH, get(style))
        .route(&format!("{PATH}{{*link}}"), get(show).post(act))
        .with_state(AnswerPages { db, clock, links })
}

async fn show(State(pages): State<AnswerPages>, uri: Uri) -> Response {
    pages.show(&uri).await.unwrap_or_else(|error| unavailable(&error))
}

async fn act(State(pages): State<AnswerPages>, uri: Uri) -> Response {
    pages.act(&uri).await.unwrap_or_else(|error| unavailable(&error))
}

impl AnswerPages {
    async fn show(&self, uri: &Uri) -> Result<Response, DbErr> {
        let Some((reference, wanted)) = self.links.get().await?.read(uri.path()) else {
            return Ok(unknown());
        };
        let Some(lead) = self.find(&reference).await? else { return Ok(unknown()) };
        let words = words(wanted);
        let about = format!(
            "<p>{}, received {}. {}</p>",
            escape_html(&lead.typed.service),
            dubai_text(lead.received_at),
            state(lead.stage),
        );
        let (heading, rest) = match self.used_at(&lead, wanted).await? {
            Some(at) => {
                (format!("{reference}: {words}"), format!("<p>You said so on {}.</p>{about}", dubai_text(at)))
            }
            None if lead.erased_at.is_some() => {
                (format!("{reference} was erased"), "<p>Nothing is left to be said of it.</p>".to_owned())
            }
            None => (
                format!("{reference}: {words}?"),
                format!("{about}<form method=\"post\"><button>{words}</button></form>"),
            ),
        };
        Ok(page(StatusCode::OK, &heading, &rest))
    }

    async fn act(&self, uri: &Uri) -> Result<Response, DbErr> {
        let Some((reference, wanted)) = self.links.get().await?.read(uri.path()) else {
            return Ok(unknown());
        };
        let Some(lead) = self.find(&reference).await? else { return Ok(unknown()) };
        if lead.erased_at.is_none() && self.used_at(&lead, wanted).await?.is_none() {
            stage::set(&self.db, &lead.id, wanted, NOTE, self.clock.now_ms()).await?;
            tracing::info!(reference = reference.as_str(), stage = wanted.as_str(), "answered {NOTE}");
        }
        // Loading the page again after this asks, and does not say it again.
        Ok(private(Redirect::to(uri.path())))
    }

    async fn find(&self, reference: &Reference) -> Result<Option<Lead>, DbErr> {
        Ok(query::find_by_reference(self.db.reader(), reference).await?.map(|listed| listed.lead))
    }

    /// When the link to this stage was used, in Unix milliseconds.
    async fn used_at(&self, lead: &Lead, stage: Stage) -> Result<Option<i64>, DbErr> {
        let events = timeline::for_lead(self.db.reader(), &lead.id).await?;
        let used = events.iter().find(|event| event.kind == stage.as_str() && event.text == NOTE);
        Ok(used.map(|event| event.at))
    }
}

fn words(stage: Stage) -> &'static str {
    ANSWERS.into_iter().find(|(known, _)| *known == stage).map_or("", |(_, words)| words)
}

fn state(stage: Stage) -> &'static str {
    match stage {
        Stage::New => "Nobody has answered it yet.",
        Stage::Contacted => "It’s marked as called back.",
        Stage::Booked => "It’s marked as booked.",
        Stage::Lost => "It’s marked as lost.",
    }
}

fn unknown() -> Response {
    let text =
        "<p>See that the whole address from the mail is there, or open the link in the mail once more.</p>";
    page(StatusCode::NOT_FOUND, "This link is not complete", text)
}

fn unavailable(error: &DbErr) -> Response {
    tracing::error!(%error, "an answer could not be noted");
    let text = "<p>The request is safe. Please open the link again in a minute.</p>";
    page(StatusCode::SERVICE_UNAVAILABLE, "This could not be noted just now", text)
}

fn page(status: StatusCode, heading: &str, rest: &str) -> Response {
    let html = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{heading}</title><link rel=\"stylesheet\" href=\"{STYLE_PATH}\"></head>\
         <body><main><h1>{heading}</h1>{rest}</main></body></html>"
    );
    private((status, Html(html)))
}

/// Kept by nobody, and found by no search engine.
fn private(response: impl IntoResponse) -> Response {
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (headers, response).into_response()
}
