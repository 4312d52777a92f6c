//! The front door: a finished answer is found by its path and handed out, from the site or from the shelf.
//! Nothing here draws, packs, reads a disk or asks a database; what is not finished goes to who makes it.

pub mod request_metrics;
mod small_responses;

use std::borrow::Cow;
use std::future::{Future, Ready, ready};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use tower::ServiceExt as _;

use crate::dispatch::request_metrics::{RequestKind, RequestMetrics};
use crate::dispatch::small_responses::SmallResponses;
use crate::pages::{Miss, Pages, Redirect};
use crate::response_cache::{CacheLookup, CachedResponse, MakeError};
use crate::stats;
use crate::stats::Stats;
use edge::connection::ConnectionState;
use edge::limits::Limits;
use edge::min_rate_body::MinRateBody;
use edge::server::Handler;

/// After how many seconds a visitor may try again what could not be made.
const RETRY_AFTER: &str = "5";

/// A finished body, or one from the features' router.
pub type Body = Either<Full<Bytes>, axum::body::Body>;

/// Addresses whose answers are made when somebody asks, and kept on the shelf.
pub trait OnDemand: Send + Sync {
    /// The name under which the answer to a path is kept, where the path is one of these.
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>>;

    /// The answer of that name, from the shelf or made anew.
    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>>;
}

/// Answers every request of one listener.
#[derive(Clone)]
pub struct Dispatcher(Arc<Inner>);

struct Inner {
    pages: Arc<Pages>,
    on_demand: Arc<dyn OnDemand>,
    /// The features: what is no page.
    features: Router,
    /// Paths that belong to the features, whatever the method; one that ends in a slash, with all below it.
    feature_paths: &'static [&'static str],
    /// Small answers, and the headers of what the features answer.
    plain: SmallResponses,
    counts: Arc<RequestMetrics>,
    /// What visitors open.
    stats: Stats,
}

impl Dispatcher {
    pub fn new(
        pages: Arc<Pages>,
        on_demand: Arc<dyn OnDemand>,
        features: Router,
        feature_paths: &'static [&'static str],
        headers: Vec<(HeaderName, HeaderValue)>,
        counts: Arc<RequestMetrics>,
        stats: Stats,
    ) -> Self {
        let plain = SmallResponses::new(headers);
        Self(Arc::new(Inner { pages, on_demand, features, feature_paths, plain, counts, stats }))
    }
}

impl Handler for Dispatcher {
    type Body = Body;
    type Future = Answer;

    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Answer {
        let started = Instant::now();
        if let Some(refusal) = self.0.refusal(&request, limits) {
            self.0.counts.note(RequestKind::Other, refusal.status(), started.elapsed());
            return Answer::Finished(ready(refusal));
        }
        let path = request.uri().path();
        if let Some(kind) = self.0.feature_kind(path) {
            let (inner, connection, limits) = (self.0.clone(), connection.clone(), *limits);
            return Answer::Later(Box::pin(async move {
                let mut request =
                    request.map(|body| axum::body::Body::new(MinRateBody::new(body, &connection, &limits)));
                request.extensions_mut().insert(ConnectInfo(connection.peer));
                let response = inner.unless_it_breaks(inner.feature(request)).await;
                inner.counts.note(kind, response.status(), started.elapsed());
                response
            }));
        }
        match self.0.finished(&request) {
            Ok((kind, response)) => {
                self.0.counts.note(kind, response.status(), started.elapsed());
                Answer::Finished(ready(response))
            }
            Err(key) => {
                let inner = self.0.clone();
                let request = request.map(drop);
                Answer::Later(Box::pin(async move {
                    let response = inner.unless_it_breaks(inner.made(key, &request)).await;
                    inner.counts.note(
                        RequestKind::of(request.uri().path()),
                        response.status(),
                        started.elapsed(),
                    );
                    response
                }))
            }
        }
    }
}

impl Inner {
    /// The answer to a request that no browser sends: without a host or with two (RFC 9112, 3.2), or with an address
    /// of many kilobytes.
    fn refusal<B>(&self, request: &Request<B>, limits: &Limits) -> Option<Response<Body>> {
        let address = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
        if address > limits.max_uri_bytes {
            return Some(self.plain.refused(StatusCode::URI_TOO_LONG, "The address is too long.\n"));
        }
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let one = match (hosts.next(), hosts.next()) {
            (Some(host), None) => is_host(host.as_bytes()),
            // HTTP/1.0 knows no hosts.
            (None, None) => request.version() == http::Version::HTTP_10,
            _ => false,
        };
        let sentence = "A request must name one host in its Host header.\n";
        (!one).then(|| self.plain.refused(StatusCode::BAD_REQUEST, sentence))
    }

    /// What a feature's path is counted as; nothing for the paths that are no feature's.
    fn feature_kind(&self, path: &str) -> Option<RequestKind> {
        let below = |known: &str| known.ends_with('/') && path.starts_with(known);
        let ours = self.feature_paths.iter().any(|known| *known == path || below(known));
        ours.then(|| match path {
            stats::PATH => RequestKind::Count,
            _ if path.starts_with("/admin/") => RequestKind::Call,
            _ => RequestKind::Lead,
        })
    }

    /// The finished answer; or the name of one that has to be made.
    fn finished<B>(&self, request: &Request<B>) -> Result<(RequestKind, Response<Body>), String> {
        let site = self.pages.site.load();
        let (path, query) = (request.uri().path(), request.uri().query());
        let readable = matches!(*request.method(), Method::GET | Method::HEAD);
        if let Some(entry) = site.entries.get(path) {
            let response = match readable {
                true => entry.for_query(query).answer(StatusCode::OK, request.headers()).map(whole),
                false => self.plain.not_allowed(),
            };
            self.stats.saw(request, response.status(), &entry.plain, &entry.views);
            return Ok((RequestKind::of(path), response));
        }
        if let Some(key) = self.on_demand.key(path, query) {
            return match self.pages.shelf.fresh(&key) {
                _ if !readable => Ok((RequestKind::of(path), self.plain.not_allowed())),
                Some(kept) => Ok((RequestKind::of(path), self.kept(&kept, request))),
                None => Err(key.into_owned()),
            };
        }
        if path == "/healthz" {
            return Ok((RequestKind::Other, self.plain.text(StatusCode::OK, "ok\n")));
        }
        let response = match site.miss(path, query.unwrap_or_default()) {
            Miss::Redirect(to) => self.plain.redirect(&to),
            Miss::NotFound => site.not_found.answer(StatusCode::NOT_FOUND, request.headers()).map(whole),
        };
        Ok((RequestKind::Other, response))
    }

    /// The answer; or, where making it breaks down, the error page with its phone number.
    async fn unless_it_breaks(&self, making: impl Future<Output = Response<Body>>) -> Response<Body> {
        match AssertUnwindSafe(making).catch_unwind().await {
            Ok(response) => response,
            Err(_) => {
                self.counts.panics.fetch_add(1, Ordering::Relaxed);
                tracing::error!(
                    "a request made its handler stumble (a panic; see above); it was answered with 500"
                );
                self.error(StatusCode::INTERNAL_SERVER_ERROR, &http::HeaderMap::new())
            }
        }
    }

    fn error(&self, status: StatusCode, asked: &http::HeaderMap) -> Response<Body> {
        let mut response = self.pages.site.load().error.answer(status, asked).map(whole);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        response
    }

    /// An answer of the shelf.
    fn kept<B>(&self, kept: &CachedResponse, request: &Request<B>) -> Response<Body> {
        let response = kept.packed.answer(kept.status, request.headers()).map(whole);
        self.stats.saw(request, response.status(), &kept.packed, &kept.views);
        response
    }

    async fn made(&self, key: String, request: &Request<()>) -> Response<Body> {
        let found = self.on_demand.answer(key).await;
        let site = self.pages.site.load();
        match found {
            Ok(CacheLookup::Hit(kept)) => self.kept(&kept, request),
            Ok(CacheLookup::Moved(path)) => {
                let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
                let mut response =
                    self.plain.redirect(&Redirect { location: format!("{path}{query}"), permanent: true });
                // A post may get its former address back: a browser that kept this would go in circles.
                response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                response
            }
            Ok(CacheLookup::Missing | CacheLookup::TooLong) => {
                site.not_found.answer(StatusCode::NOT_FOUND, request.headers()).map(whole)
            }
            Err(failure) => {
                let status = match failure {
                    MakeError::Away(_) => StatusCode::SERVICE_UNAVAILABLE,
                    MakeError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
                };
                self.error(status, request.headers())
            }
        }
    }

    async fn feature(&self, request: Request<axum::body::Body>) -> Response<Body> {
        let Ok(response) = self.features.clone().oneshot(request).await;
        let mut response = response.map(Either::Right);
        self.plain.dress(&mut response);
        response
    }
}

fn whole(body: Bytes) -> Body {
    Either::Left(Full::new(body))
}

/// Whether it could be a host, with or without a port.
fn is_host(host: &[u8]) -> bool {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:[]%~!$&'()*+,;=".contains(byte);
    !host.is_empty() && host.iter().all(fits)
}

/// An answer that is ready, or one that is being made.
pub enum Answer {
    Finished(Ready<Response<Body>>),
    Later(Pin<Box<dyn Future<Output = Response<Body>> + Send>>),
}

impl Future for Answer {
    type Output = Response<Body>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Finished(answer) => Pin::new(answer).poll(context),
            Self::Later(answer) => answer.as_mut().poll(context),
        }
    }
}
