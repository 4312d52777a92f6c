//! The front door: a finished answer is found by its path and handed out. Nothing here draws,
//! packs, reads a disk or asks a database; what is not finished goes to the features' router.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use tower::ServiceExt as _;

use crate::packed::{Packed, Variant};
use crate::pages::{Miss, Pages, Redirect};

/// A finished body, or one from the features' router.
pub type Body = Either<Full<Bytes>, axum::body::Body>;

/// Answers every request of one listener.
#[derive(Clone)]
pub struct Front(Arc<Inner>);

struct Inner {
    pages: Arc<Pages>,
    /// The features: what is no finished page.
    features: Router,
    /// Paths that belong to the features, whatever the method.
    feature_paths: &'static [&'static str],
    /// Headers of what the features answer.
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Front {
    pub fn new(
        pages: Arc<Pages>,
        features: Router,
        feature_paths: &'static [&'static str],
        headers: Vec<(HeaderName, HeaderValue)>,
    ) -> Self {
        Self(Arc::new(Inner { pages, features, feature_paths, headers }))
    }
}

impl hyper::service::Service<Request<Incoming>> for Front {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn call(&self, request: Request<Incoming>) -> Answer {
        if self.0.feature_paths.contains(&request.uri().path()) {
            let inner = self.0.clone();
            return Answer::Feature(Box::pin(async move { inner.feature(request).await }));
        }
        Answer::Finished(ready(Ok(self.0.finished(&request))))
    }
}

impl Inner {
    fn finished<B>(&self, request: &Request<B>) -> Response<Body> {
        let site = self.pages.site.load();
        let path = request.uri().path();
        if let Some(entry) = site.entries.get(path) {
            return match *request.method() {
                Method::GET | Method::HEAD => send(entry.for_query(request.uri().query()), request),
                _ => not_allowed(),
            };
        }
        if path == "/healthz" {
            return plain(StatusCode::OK, "ok\n");
        }
        match site.miss(path, request.uri().query().unwrap_or_default()) {
            Miss::Redirect(to) => redirect(&to),
            Miss::NotFound => {
                let variant = site.not_found.accepted(request.headers().get(header::ACCEPT_ENCODING));
                respond(StatusCode::NOT_FOUND, variant.headers.clone(), variant.body.clone())
            }
        }
    }

    async fn feature(&self, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        let response = self.features.clone().oneshot(request.map(axum::body::Body::new)).await?;
        let mut response = response.map(Either::Right);
        for (name, value) in &self.headers {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        Ok(response)
    }
}

fn send<B>(packed: &Packed, request: &Request<B>) -> Response<Body> {
    let headers = request.headers();
    let variant = packed.accepted(headers.get(header::ACCEPT_ENCODING));
    match headers.get(header::IF_NONE_MATCH) {
        Some(known) if matches(known, variant) => {
            respond(StatusCode::NOT_MODIFIED, variant.unmodified.clone(), Bytes::new())
        }
        _ => respond(StatusCode::OK, variant.headers.clone(), variant.body.clone()),
    }
}

/// Whether `If-None-Match` names the variant, by weak comparison (RFC 9110, section 13.1.2).
fn matches(known: &HeaderValue, variant: &Variant) -> bool {
    if known == variant.etag {
        return true;
    }
    let (Ok(known), Ok(etag)) = (known.to_str(), variant.etag.to_str()) else { return false };
    known.trim() == "*" || known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag)
}

fn respond(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let mut response = Response::new(Either::Left(Full::new(body)));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

fn redirect(to: &Redirect) -> Response<Body> {
    let (status, keep) = match to.permanent {
        true => (StatusCode::MOVED_PERMANENTLY, "public, max-age=86400"),
        false => (StatusCode::FOUND, "no-cache"),
    };
    let mut headers = HeaderMap::new();
    match HeaderValue::try_from(&to.location) {
        Ok(location) => headers.insert(header::LOCATION, location),
        Err(_) => {
            return plain(
                StatusCode::BAD_REQUEST,
                "The address holds characters that no address may hold.\n",
            );
        }
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    respond(status, headers, Bytes::new())
}

fn not_allowed() -> Response<Body> {
    let mut response =
        plain(StatusCode::METHOD_NOT_ALLOWED, "This address can only be read, with GET or HEAD.\n");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    respond(status, headers, Bytes::from_static(text.as_bytes()))
}

/// An answer that is ready, or one that a feature is working on.
pub enum Answer {
    Finished(Ready<Result<Response<Body>, Infallible>>),
    Feature(Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>),
}

impl Future for Answer {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Finished(answer) => Pin::new(answer).poll(context),
            Self::Feature(answer) => answer.as_mut().poll(context),
        }
    }
}
