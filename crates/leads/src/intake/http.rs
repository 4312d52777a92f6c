//! `POST /sendMail.php`: receives a request from the site's own form or from any client (R44, R45, R46, R47), submits it, and
//! answers with what became of it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use sea_orm::DbErr;
use tower_http::cors::CorsLayer;

use crate::canary;
use crate::intake::body;
use crate::intake::body::{BodyFormat, SubmittedForm};
use crate::intake::form_answer::{FormPages, FormResponse};
use crate::intake::origin;
use crate::lead::{IdempotencyKey, NewLead};
use crate::outcome::{LeadObserver, LeadOutcome};
use crate::queue::lead_queue::LeadQueue;
use crate::screening::guard::{Guard, Screening};
use crate::screening::spam_signals::UNKNOWN_PAGE;
use crate::screening::visitor::Visitor;
use base::cross_site::{self, PostSender};
use base::request_id::RequestId;
use base::site_names::SiteNames;

/// The address that the form posts to, which clients of the old site know.
pub const PATH: &str = "/sendMail.php";
/// Advice on a request of another site's page.
const OTHER_SITE_REMEDY: &str = "if that page is yours, list its origin in AMWAJ_CORS_ORIGINS";
/// Advice on requests that were [`UNKNOWN_PAGE`].
pub const UNKNOWN_PAGE_REMEDY: &str = "set AMWAJ_SITE_URL to the address that visitors use, and let the proxy pass its name on \
                                       (nginx: `proxy_set_header Host $host;`)";
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Time that a browser may keep what it was told of these.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(3600);
const TEXT: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

#[derive(Clone)]
struct Intake {
    queue: LeadQueue,
    guard: Guard,
    pages: Arc<dyn FormPages>,
    site: SiteNames,
    cors_origins: Arc<[String]>,
    observer: LeadObserver,
}

/// The router of this one address. Browsers may post from the host they post to, from the names of `site`, and from the
/// pages of `cors_origins`.
pub fn router(
    queue: LeadQueue,
    guard: Guard,
    pages: Arc<dyn FormPages>,
    site: &SiteNames,
    cors_origins: &[String],
    observer: LeadObserver,
) -> Router {
    let cors = cors(cors_origins);
    let (site, cors_origins) = (site.clone(), Arc::from(cors_origins));
    let intake = Intake { queue, guard, pages, site, cors_origins, observer };
    let router = Router::new().route(PATH, any(handle)).with_state(intake);
    match cors {
        Some(cors) => router.layer(cors),
        None => router,
    }
}

/// Lets scripts of these origins post, and read every answer. `None` where there are none.
fn cors(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<_> = origins.iter().filter_map(|origin| HeaderValue::try_from(origin).ok()).collect();
    let layer = CorsLayer::new()
        .allow_methods([Method::POST])
        .allow_headers([header::ACCEPT, header::CONTENT_TYPE, IDEMPOTENCY_KEY])
        .expose_headers([RequestId::HEADER, header::RETRY_AFTER])
        .max_age(PREFLIGHT_MAX_AGE);
    (!origins.is_empty()).then(|| layer.allow_origin(origins))
}

async fn handle(State(intake): State<Intake>, request: Request<Body>) -> Response {
    match *request.method() {
        Method::POST => intake.post(request).await,
        Method::GET | Method::HEAD => {
            let mut response = respond(StatusCode::SEE_OTHER, TEXT, Bytes::new());
            set(&mut response, header::LOCATION, "/#contact");
            response
        }
        _ => {
            let sentence = Bytes::from_static(b"Please send the request with POST.");
            let mut response = respond(StatusCode::METHOD_NOT_ALLOWED, TEXT, sentence);
            set(&mut response, header::ALLOW, "GET, HEAD, POST");
            response
        }
    }
}

impl Intake {
    async fn post(&self, request: Request<Body>) -> Response {
        let (head, body) = request.into_parts();
        let visitor = self.guard.visitor(&head.extensions, &head.headers);
        let canary = self.claim_canary(&head.headers).await;
        let (format, submission) = match self.read(&head.headers, body, visitor).await {
            Ok(read) => read,
            Err(outcome) => {
                self.queue.outcomes().record(&outcome);
                if outcome == LeadOutcome::OtherSite {
                    let (page, asked) = cross_site::names(&head.headers);
                    tracing::warn!(
                        page,
                        asked,
                        "a request was refused: its page is of another site; {OTHER_SITE_REMEDY}"
                    );
                } else {
                    tracing::info!(status = outcome.status().as_u16(), "a request could not be read");
                }
                return self.answer_text(&outcome);
            }
        };
        match (canary, format) {
            // Without a database nobody knows whether it is a canary, and a visitor's request would not be stored either.
            (Err(_), _) => self.answer_text(&LeadOutcome::DatabaseUnavailable),
            (Ok(true), _) => self.answer_text(&self.submit_canary(submission).await),
            (Ok(false), BodyFormat::Json) => {
                // Without a key each post is its own lead: a client that repeats itself may mean it.
                let key = submission.key.clone().map(IdempotencyKey::Given);
                self.answer_text(&self.submit(submission, key, visitor).await)
            }
            (Ok(false), BodyFormat::Form) => {
                let (sent_key, values) = (submission.key.clone(), submission.typed.clone());
                let key = sent_key.clone().map_or(IdempotencyKey::Content, IdempotencyKey::Given);
                let outcome = self.submit(submission, Some(key), visitor).await;
                let (sent_key, id) = (sent_key.unwrap_or_default(), head.extensions.get().copied());
                let response = FormResponse::new(&outcome, values, sent_key, &self.pages.phone(), id);
                self.answer_page(&outcome, response).await
            }
        }
    }

    /// Whether the site sent this request to itself.
    async fn claim_canary(&self, headers: &HeaderMap) -> Result<bool, DbErr> {
        let Some(secret) = headers.get(canary::HEADER) else { return Ok(false) };
        canary::claim(self.queue.db(), secret.to_str().unwrap_or_default(), self.queue.now_ms()).await
    }

    async fn read(
        &self,
        headers: &HeaderMap,
        body: Body,
        visitor: Option<Visitor>,
    ) -> Result<(BodyFormat, SubmittedForm), LeadOutcome> {
        // Read first and judge after, so that the client has sent everything when the answer comes.
        let bytes = body::read_body(headers, body, visitor).await?;
        let format = BodyFormat::from_headers(headers)?;
        let sender = cross_site::sender(headers, &self.site, &self.cors_origins);
        if sender == PostSender::OtherSite {
            return Err(LeadOutcome::OtherSite);
        }
        let mut submission = body::read_submission(format, headers, &bytes)?;
        origin::complete(&mut submission.context, headers, &self.site);
        if sender == PostSender::Unknown {
            let (page, asked) = cross_site::names(headers);
            submission.bot_signals.unknown_page = true;
            self.queue.outcomes().record_unknown_page();
            tracing::warn!(
                page,
                asked,
                "a request goes to possible spam: it was {UNKNOWN_PAGE}; {UNKNOWN_PAGE_REMEDY}"
            );
        }
        Ok((format, submission))
    }

    /// Stores a visitor's request, and reports what became of it to the log, the metrics and the statistics.
    async fn submit(
        &self,
        submission: SubmittedForm,
        key: Option<IdempotencyKey>,
        visitor: Option<Visitor>,
    ) -> LeadOutcome {
        let context = submission.context.clone();
        let outcome = self.screen_and_store(submission, key, visitor).await.unwrap_or_else(|refused| refused);
        self.queue.outcomes().record(&outcome);
        match &outcome {
            LeadOutcome::Stored { reference, first_time, quarantined } => {
                tracing::info!(reference = reference.as_str(), first_time, held = quarantined, "lead stored");
            }
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => {
                tracing::error!(error = outcome.metric(), "a lead was not stored, and its visitor knows");
            }
            _ => {}
        }
        if let Some(event) = outcome.event() {
            (self.observer)(event, &context);
        }
        outcome
    }

    async fn screen_and_store(
        &self,
        submission: SubmittedForm,
        key: Option<IdempotencyKey>,
        visitor: Option<Visitor>,
    ) -> Result<LeadOutcome, LeadOutcome> {
        let mut lead = match NewLead::parse(submission.typed, submission.context) {
            Ok(lead) => lead,
            Err(invalid) => {
                self.guard.count_request(visitor).map_err(LeadOutcome::RateLimited)?;
                return Err(invalid.into());
            }
        };
        let own_texts = self.pages.own_texts();
        match self.guard.screen(visitor, &lead, key.as_ref(), submission.bot_signals, &own_texts) {
            Screening::Passed(notice) => lead.set_notice(notice),
            Screening::Quarantined(reasons) => lead.quarantine(reasons),
            Screening::RateLimited(wait) => return Err(LeadOutcome::RateLimited(wait)),
        }
        let permit = self.guard.acquire_permit(visitor, &lead);
        let _permit = permit.ok_or(LeadOutcome::RateLimited(Duration::from_secs(1)))?;
        Ok(self.queue.store_by(&self.pages.promises(), lead, key).await)
    }

    /// A request that the site sent to itself: stored and mailed like a visitor's, and counted nowhere.
    async fn submit_canary(&self, submission: SubmittedForm) -> LeadOutcome {
        match NewLead::parse(submission.typed, submission.context) {
            Ok(lead) => self.queue.store(lead.into_canary(), None).await,
            Err(_) => LeadOutcome::Invalid("This is no canary.".to_owned()),
        }
    }

    fn answer_text(&self, outcome: &LeadOutcome) -> Response {
        answer(outcome, TEXT, Bytes::from(outcome.sentence(&self.pages.phone())))
    }

    async fn answer_page(&self, outcome: &LeadOutcome, response: FormResponse) -> Response {
        let page = match outcome {
            // Rendering would cost more than the post did.
            LeadOutcome::RateLimited(_) => self.pages.bare_page(&response.sentence),
            _ => self.pages.page(response).await,
        };
        answer(outcome, HTML, page)
    }
}

fn answer(outcome: &LeadOutcome, content_type: &'static str, body: Bytes) -> Response {
    let mut response = respond(outcome.status(), content_type, body);
    if let Some(wait) = outcome.retry_after() {
        let seconds = wait.as_millis().div_ceil(1000).max(1);
        set(&mut response, header::RETRY_AFTER, &seconds.to_string());
    }
    response
}

fn respond(status: StatusCode, content_type: &'static str, body: Bytes) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    set(&mut response, header::CONTENT_TYPE, content_type);
    set(&mut response, header::CACHE_CONTROL, "no-store, no-transform");
    response
}

fn set(response: &mut Response, name: HeaderName, value: &str) {
    response.headers_mut().insert(name, HeaderValue::try_from(value).expect("printable ASCII"));
}
