//! `POST /sendMail.php`: takes a request from the site's own form or from any client (R44–R47).

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};

use crate::canary;
use crate::intake::body;
use crate::intake::body::{Kind, Post, Unreadable};
use crate::intake::form_answer::{FormPages, FormResponse, Outcome};
use crate::intake::origin;
use crate::lead::{NewLead, Refusal, Typed};
use crate::metrics::Fate;
use crate::outcome::{Came, LeadObserver};
use crate::queue::lead_queue::{AcceptError, Key, LeadQueue, Receipt};
use crate::screening::guard::{Guard, Verdict};
use crate::screening::visitor::Visitor;

/// The address of the form's post, which clients of the old site know.
pub const PATH: &str = "/sendMail.php";
/// What the visitor reads where the lead could not be stored (R45).
const FAILED: &str = "Error submitting request. Please try again or call us directly.";
/// After how many seconds a client may try again.
const RETRY_AFTER: &str = "5";

#[derive(Clone)]
struct Intake {
    desk: LeadQueue,
    guard: Guard,
    pages: Arc<dyn FormPages>,
    site_host: Option<Arc<str>>,
    told: LeadObserver,
}

/// The router of this one address. `site_host` is the public host (and port, where it is not the scheme's
/// own) that form posts may come from beside the one they were sent to.
pub fn router(
    desk: LeadQueue,
    guard: Guard,
    pages: Arc<dyn FormPages>,
    site_host: Option<&str>,
    told: LeadObserver,
) -> Router {
    let intake = Intake { desk, guard, pages, site_host: site_host.map(Arc::from), told };
    Router::new().route(PATH, any(answer)).with_state(intake)
}

async fn answer(State(intake): State<Intake>, request: Request<Body>) -> Response {
    match *request.method() {
        Method::POST => intake.post(request).await,
        Method::GET | Method::HEAD => {
            respond(StatusCode::SEE_OTHER, TEXT, Bytes::new(), &[(header::LOCATION, "/#contact")])
        }
        _ => {
            let sentence = Bytes::from_static(b"Please send the request with POST.");
            let allow = [(header::ALLOW, "GET, HEAD, POST")];
            respond(StatusCode::METHOD_NOT_ALLOWED, TEXT, sentence, &allow)
        }
    }
}

impl Intake {
    async fn post(&self, request: Request<Body>) -> Response {
        let (head, body) = request.into_parts();
        let visitor = self.guard.visitor(&head.extensions, &head.headers);
        let canary = match head.headers.get(canary::HEADER).map(|secret| secret.to_str().unwrap_or_default())
        {
            None => Ok(false),
            Some(secret) => self.desk.claim_canary(secret).await,
        };
        match self.read(&head.headers, body).await {
            // Without a database nobody knows whose it is, and a visitor's would not be stored either.
            Ok(_) if canary.is_err() => unavailable(TEXT, Bytes::from_static(FAILED.as_bytes())),
            Ok((_, post)) if matches!(canary, Ok(true)) => self.answer_canary(post).await,
            Ok((Kind::Json, post)) => self.answer_json(post, visitor).await,
            Ok((Kind::Form, post)) => self.answer_form(post, visitor).await,
            Err(Unreadable(status, sentence)) => {
                self.desk.counts().note(Fate::Unreadable);
                tracing::info!(status = status.as_u16(), "a request could not be read");
                plain(status, sentence)
            }
        }
    }

    async fn read(&self, headers: &HeaderMap, body: Body) -> Result<(Kind, Post), Unreadable> {
        // Read first and judge after, so that the client has sent everything when the answer comes.
        let bytes = body::read_body(headers, body).await?;
        let kind = Kind::of(headers)?;
        if kind == Kind::Form && origin::is_foreign(headers, self.site_host.as_deref()) {
            let sentence = "Please send the form from our own site.".to_owned();
            return Err(Unreadable(StatusCode::FORBIDDEN, sentence));
        }
        let mut post = body::read_post(kind, headers, &bytes)?;
        origin::complete(&mut post.context, headers, self.site_host.as_deref());
        Ok((kind, post))
    }

    /// A request that the site sent to itself: stored and mailed as a visitor's, and counted nowhere.
    async fn answer_canary(&self, post: Post) -> Response {
        let Ok(lead) = NewLead::parse(post.typed, post.context) else {
            return plain(StatusCode::UNPROCESSABLE_ENTITY, "This is no canary.".to_owned());
        };
        match self.desk.accept(lead.as_canary(), None).await {
            Ok(Receipt { reference, .. }) => {
                plain(StatusCode::OK, format!("Message sent successfully. Reference {reference}."))
            }
            Err(_) => unavailable(TEXT, Bytes::from_static(FAILED.as_bytes())),
        }
    }

    async fn answer_json(&self, mut post: Post, visitor: Option<Visitor>) -> Response {
        // Without a key each post is its own lead: a client that repeats itself may mean it.
        let key = post.key.take().map(Key::Given);
        match self.hand_in(post, key, visitor).await {
            Ok(receipt) => {
                plain(StatusCode::OK, format!("Message sent successfully. Reference {}.", receipt.reference))
            }
            Err(Rejected::Refused(refusal)) => plain(StatusCode::UNPROCESSABLE_ENTITY, refusal.to_string()),
            Err(Rejected::KeyReused) => plain(StatusCode::CONFLICT, KEY_REUSED.to_owned()),
            Err(Rejected::Flood(wait)) => too_many(TEXT, Bytes::from(self.too_many_sentence()), wait),
            Err(Rejected::Failed) => unavailable(TEXT, Bytes::from_static(FAILED.as_bytes())),
        }
    }

    async fn answer_form(&self, mut post: Post, visitor: Option<Visitor>) -> Response {
        let sent_key = post.key.clone().unwrap_or_default();
        let values = post.typed.clone();
        let key = post.key.take().map_or(Key::Content, Key::Given);
        let result = self.hand_in(post, Some(key), visitor).await;
        let mut answer = FormResponse {
            outcome: Outcome::Sent,
            reference: None,
            missing: Vec::new(),
            values,
            key: sent_key,
        };
        let status = match result {
            Ok(receipt) => {
                answer.reference = Some(receipt.reference.to_string());
                answer.values = Typed::default();
                answer.key = String::new();
                StatusCode::OK
            }
            Err(Rejected::Refused(Refusal::Missing(missing))) => {
                answer.outcome = Outcome::Missing;
                answer.missing = missing;
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Err(Rejected::Refused(refusal)) => {
                answer.outcome = Outcome::Invalid { sentence: refusal.to_string() };
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Err(Rejected::KeyReused) => {
                // The words are others, so sending them again without the spent key is a new request.
                answer.outcome = Outcome::Invalid { sentence: KEY_REUSED.to_owned() };
                answer.key = String::new();
                StatusCode::CONFLICT
            }
            Err(Rejected::Flood(wait)) => {
                answer.outcome = Outcome::Invalid { sentence: self.too_many_sentence() };
                let page = match self.guard.may_be_drawn(visitor) {
                    true => self.pages.page(answer).await,
                    false => self.pages.bare_page(&answer),
                };
                return too_many(HTML, page, wait);
            }
            Err(Rejected::Failed) => {
                answer.outcome = Outcome::Failed;
                return unavailable(HTML, self.pages.page(answer).await);
            }
        };
        respond(status, HTML, self.pages.page(answer).await, &[])
    }

    fn too_many_sentence(&self) -> String {
        let phone = self.pages.phone();
        format!(
            "Many requests have just come from your connection. Please try again in a minute, or call us on \
             {phone}: we answer at any hour."
        )
    }

    async fn hand_in(
        &self,
        post: Post,
        key: Option<Key>,
        visitor: Option<Visitor>,
    ) -> Result<Receipt, Rejected> {
        let context = post.context.clone();
        let taken = self.take(post, key, visitor).await;
        let came = match &taken {
            Ok((receipt, held)) => {
                receipt.first_time.then_some(if *held { Came::Quarantined } else { Came::Sent })
            }
            Err(Rejected::Refused(Refusal::Missing(_)) | Rejected::Flood(_)) => None,
            Err(_) => Some(Came::Failed),
        };
        if let Some(came) = came {
            (self.told)(came, &context);
        }
        taken.map(|(receipt, _)| receipt)
    }

    /// The receipt, and whether the lead is held.
    async fn take(
        &self,
        post: Post,
        key: Option<Key>,
        visitor: Option<Visitor>,
    ) -> Result<(Receipt, bool), Rejected> {
        let counts = self.desk.counts();
        let flood = |wait| {
            counts.note(Fate::Flood);
            Rejected::Flood(wait)
        };
        let mut lead = match NewLead::parse(post.typed, post.context) {
            Ok(lead) => lead,
            Err(refusal) => {
                counts.note(if matches!(refusal, Refusal::Missing(_)) {
                    Fate::Missing
                } else {
                    Fate::Invalid
                });
                self.guard.knock(visitor).map_err(flood)?;
                return Err(Rejected::Refused(refusal));
            }
        };
        match self.guard.judge(visitor, &lead, key.as_ref(), post.manner, &self.pages.own_texts()) {
            Verdict::Pass => {}
            Verdict::Hold(reasons) => lead.hold(reasons),
            Verdict::Flood(wait) => return Err(flood(wait)),
        }
        let _place = self.guard.enter(visitor).ok_or_else(|| flood(Duration::from_secs(1)))?;
        let held = lead.held().is_some();
        match self.desk.accept(lead, key).await {
            Ok(receipt) => {
                counts.note(if receipt.first_time { Fate::Stored } else { Fate::Repeated });
                let (reference, first_time) = (receipt.reference.as_str(), receipt.first_time);
                tracing::info!(reference, first_time, held, "lead stored");
                Ok((receipt, held))
            }
            Err(AcceptError::KeyReused) => {
                counts.note(Fate::KeyReused);
                Err(Rejected::KeyReused)
            }
            Err(error @ (AcceptError::Busy | AcceptError::Database)) => {
                counts.note(if error == AcceptError::Busy { Fate::Busy } else { Fate::Database });
                tracing::error!(?error, "a lead was not stored and its visitor was told so");
                Err(Rejected::Failed)
            }
        }
    }
}

const KEY_REUSED: &str = "This request was already sent with other words; please send it as a new one.";

/// Why a lead was not stored, as far as the visitor is concerned.
enum Rejected {
    Refused(Refusal),
    KeyReused,
    /// One visitor asks far too often; some may be taken again after this long.
    Flood(Duration),
    Failed,
}

const TEXT: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

fn plain(status: StatusCode, sentence: String) -> Response {
    respond(status, TEXT, Bytes::from(sentence), &[])
}

fn unavailable(kind: &'static str, body: Bytes) -> Response {
    respond(StatusCode::SERVICE_UNAVAILABLE, kind, body, &[(header::RETRY_AFTER, RETRY_AFTER)])
}

fn too_many(kind: &'static str, body: Bytes, wait: Duration) -> Response {
    let mut response = respond(StatusCode::TOO_MANY_REQUESTS, kind, body, &[]);
    let seconds = wait.as_millis().div_ceil(1000).max(1);
    let seconds = http::HeaderValue::try_from(seconds.to_string()).expect("digits");
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    response
}

fn respond(
    status: StatusCode,
    kind: &'static str,
    body: Bytes,
    more: &[(HeaderName, &'static str)],
) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let own = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    for (name, value) in own.iter().chain(more) {
        headers.insert(name, http::HeaderValue::from_static(value));
    }
    response
}
