//! The dispatcher: the first to see every HTTP request, and the one who routes it. It serves a finished response by its
//! path, from the snapshot or from the response cache, and counts it; everything else it hands to the features' router, or
//! to [`OnDemand`], which makes pages on request. Nothing here renders, compresses, reads a disk or asks a database.

mod features;
mod leading;
mod pending;
pub mod request_metrics;
mod small_responses;

use std::borrow::Cow;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ConnectInfo;
use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use tower::ServiceExt as _;

pub use crate::dispatch::features::Features;
use crate::dispatch::leading::Leading;
use crate::dispatch::pending::later;
use crate::dispatch::request_metrics::{RequestKind, RequestMetrics};
use crate::dispatch::small_responses::SmallResponses;
use crate::pages::{Miss, Pages, Redirect};
use base::random::Random;
use base::request_id::RequestId;
use base::site_names::SiteNames;
use edge::connection::ConnectionState;
use edge::handler::{Handler, PendingResponse, ResponseBody, streamed, whole};
use edge::limits::Limits;
use edge::min_rate_body::MinRateBody;
use responses::response_cache::{CacheLookup, CachedResponse, MakeError};
use stats::Stats;

/// After how many seconds a visitor may retry what could not be made.
const RETRY_AFTER_SECONDS: &str = "5";

/// Addresses whose responses are made on request, and then cached.
pub trait OnDemand: Send + Sync {
    /// The key under which the response to a path is cached, where the path is one of these.
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>>;

    /// The response under that key, from the response cache or made anew.
    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>>;
}

/// Answers every request of one listener.
#[derive(Clone)]
pub struct Dispatcher(Arc<Inner>);

struct Inner {
    pages: Arc<Pages>,
    on_demand: Arc<dyn OnDemand>,
    features: Features,
    /// Also adds the site's headers to what the features answer.
    small_responses: SmallResponses,
    leading: Leading,
    metrics: Arc<RequestMetrics>,
    stats: Stats,
    random: Random,
}

impl Dispatcher {
    pub fn new(
        pages: Arc<Pages>,
        on_demand: Arc<dyn OnDemand>,
        features: Features,
        headers: Vec<(HeaderName, HeaderValue)>,
        names: SiteNames,
        metrics: Arc<RequestMetrics>,
        stats: Stats,
    ) -> Self {
        let small_responses = SmallResponses::new(headers);
        let (leading, random) = (Leading::new(names), Random::system());
        Self(Arc::new(Inner { pages, on_demand, features, small_responses, leading, metrics, stats, random }))
    }
}

impl Handler for Dispatcher {
    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> PendingResponse {
        let started = Instant::now();
        if let Some(refusal) = self.0.refusal(&request, limits) {
            self.0.metrics.record(RequestKind::Other, refusal.status(), started.elapsed());
            return refusal.into();
        }
        let path = request.uri().path();
        let feature = self.0.features.kind(path);
        if let Some(to) = self.0.leading.leads_to(&request, feature) {
            let response = self.0.small_responses.led(&to);
            self.0.metrics.record(RequestKind::Other, response.status(), started.elapsed());
            return response.into();
        }
        if let Some(kind) = feature {
            let (inner, connection, limits) = (self.0.clone(), connection.clone(), *limits);
            return later(RequestId::new(&self.0.random), |id| async move {
                let mut request =
                    request.map(|body| axum::body::Body::new(MinRateBody::new(body, &connection, &limits)));
                request.extensions_mut().insert(ConnectInfo(connection.peer));
                request.extensions_mut().insert(id);
                let response = inner.catch_panic(inner.feature(request), id).await;
                inner.metrics.record(kind, response.status(), started.elapsed());
                response
            });
        }
        let is_view = self.0.stats.note_view(&request, connection.peer.ip());
        match self.0.find_finished(&request, is_view) {
            Ok((kind, response)) => {
                self.0.metrics.record(kind, response.status(), started.elapsed());
                response.into()
            }
            Err(key) => {
                let inner = self.0.clone();
                let request = request.map(drop);
                later(RequestId::new(&self.0.random), |id| async move {
                    let response = inner.catch_panic(inner.make(key, &request, is_view, id), id).await;
                    let kind = RequestKind::of_path(request.uri().path());
                    inner.metrics.record(kind, response.status(), started.elapsed());
                    response
                })
            }
        }
    }
}

impl Inner {
    /// The refusal of a request that no browser sends: without a host or with two (RFC 9112, 3.2), or with an address
    /// of many kilobytes.
    fn refusal<B>(&self, request: &Request<B>, limits: &Limits) -> Option<Response<ResponseBody>> {
        let address = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
        if address > limits.max_uri_bytes {
            return Some(
                self.small_responses.refused(StatusCode::URI_TOO_LONG, "The address is too long.\n"),
            );
        }
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let one = match (hosts.next(), hosts.next()) {
            (Some(host), None) => could_be_host(host.as_bytes()),
            // HTTP/1.0 knows no hosts.
            (None, None) => request.version() == http::Version::HTTP_10,
            _ => false,
        };
        if !one {
            let sentence = "A request must name one host in its Host header.\n";
            return Some(self.small_responses.refused(StatusCode::BAD_REQUEST, sentence));
        }
        let coded = |coding: &HeaderValue| !coding.as_bytes().eq_ignore_ascii_case(b"identity");
        request.headers().get(header::CONTENT_ENCODING).is_some_and(coded).then(|| {
            let sentence = "Please send the body as it is, without Content-Encoding.\n";
            let mut refused = self.small_responses.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence);
            // RFC 9110, 15.5.16
            refused.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            refused
        })
    }

    /// The finished response; or the cache key of one that has to be made.
    fn find_finished<B>(
        &self,
        request: &Request<B>,
        is_view: bool,
    ) -> Result<(RequestKind, Response<ResponseBody>), String> {
        let site = self.pages.site.load();
        let (path, query) = (request.uri().path(), request.uri().query());
        let readable = matches!(*request.method(), Method::GET | Method::HEAD);
        if let Some(entry) = site.entries.get(path) {
            let response = match readable {
                true => entry.for_query(query).respond(StatusCode::OK, request.headers()).map(whole),
                false => self.small_responses.not_allowed(),
            };
            self.stats.record_view(is_view, request, response.status(), &entry.plain, &entry.views);
            return Ok((RequestKind::of_path(path), response));
        }
        if let Some(key) = self.on_demand.key(path, query) {
            return match self.pages.response_cache.get_fresh(&key) {
                _ if !readable => Ok((RequestKind::of_path(path), self.small_responses.not_allowed())),
                Some(cached) => {
                    Ok((RequestKind::of_path(path), self.respond_cached(&cached, request, is_view)))
                }
                None => Err(key.into_owned()),
            };
        }
        if path == "/healthz" {
            let (status, text) = match (self.features.is_ready)() {
                true => (StatusCode::OK, "ok\n"),
                false => (StatusCode::SERVICE_UNAVAILABLE, "requests cannot be stored\n"),
            };
            return Ok((RequestKind::Other, self.small_responses.text(status, text)));
        }
        let response = match site.miss(path, query.unwrap_or_default()) {
            Miss::Redirect(to) => self.small_responses.redirect(&to),
            Miss::NotFound => site.not_found.respond(StatusCode::NOT_FOUND, request.headers()).map(whole),
        };
        Ok((RequestKind::Other, response))
    }

    /// The response; or, if making it panics, the error page with its phone number.
    async fn catch_panic(
        &self,
        response: impl Future<Output = Response<ResponseBody>>,
        id: RequestId,
    ) -> Response<ResponseBody> {
        match AssertUnwindSafe(response).catch_unwind().await {
            Ok(response) => response,
            Err(_) => {
                tracing::error!("the handler of a request panicked (see above); it was answered with 500");
                self.error_page(StatusCode::INTERNAL_SERVER_ERROR, id)
            }
        }
    }

    /// Not compressed, since it is different each time.
    fn error_page(&self, status: StatusCode, id: RequestId) -> Response<ResponseBody> {
        let drawn = self.pages.site.load().error.respond(status, &http::HeaderMap::new());
        let mut response = drawn.map(|page| {
            let page = String::from_utf8_lossy(&page);
            whole(Bytes::from(page.replace(RequestId::PLACEHOLDER, &id.to_string())))
        });
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
        response
    }

    fn respond_cached<B>(
        &self,
        cached: &CachedResponse,
        request: &Request<B>,
        is_view: bool,
    ) -> Response<ResponseBody> {
        let response = cached.precompressed.respond(cached.status, request.headers()).map(whole);
        let finished = &cached.precompressed;
        self.stats.record_view(is_view, request, response.status(), finished, &cached.views);
        response
    }

    async fn make(
        &self,
        key: String,
        request: &Request<()>,
        is_view: bool,
        id: RequestId,
    ) -> Response<ResponseBody> {
        let found = self.on_demand.answer(key).await;
        let site = self.pages.site.load();
        match found {
            Ok(CacheLookup::Hit(cached)) => self.respond_cached(&cached, request, is_view),
            Ok(CacheLookup::Moved(path)) => {
                let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
                let mut response = self
                    .small_responses
                    .redirect(&Redirect { location: format!("{path}{query}"), permanent: true });
                // A post may get its former address back: a browser that kept this would go in circles.
                response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                response
            }
            Ok(CacheLookup::Missing | CacheLookup::TooLong) => {
                site.not_found.respond(StatusCode::NOT_FOUND, request.headers()).map(whole)
            }
            Err(failure) => {
                let status = match failure {
                    MakeError::Away(_) => StatusCode::SERVICE_UNAVAILABLE,
                    MakeError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
                };
                self.error_page(status, id)
            }
        }
    }

    async fn feature(&self, request: Request<axum::body::Body>) -> Response<ResponseBody> {
        let Ok(response) = self.features.router.clone().oneshot(request).await;
        let mut response = response.map(streamed);
        self.small_responses.add_site_headers(&mut response);
        response
    }
}

/// Whether it could be a host, with or without a port.
fn could_be_host(host: &[u8]) -> bool {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:[]%~!$&'()*+,;=".contains(byte);
    !host.is_empty() && host.iter().all(fits)
}
