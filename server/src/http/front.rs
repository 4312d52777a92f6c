//! The front door: a finished answer is found by its path and handed out, from the site or from the shelf.
//! Nothing here draws, packs, reads a disk or asks a database; what is not finished goes to who makes it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use tower::ServiceExt as _;

use crate::pages::{Miss, Pages, Redirect};
use crate::shelf::{Failure, Found};

/// After how many seconds a visitor may try again what could not be made.
const RETRY_AFTER: &str = "5";

/// A finished body, or one from the features' router.
pub type Body = Either<Full<Bytes>, axum::body::Body>;

/// Addresses whose answers are made when somebody asks, and kept on the shelf.
pub trait OnDemand: Send + Sync {
    /// The name under which the answer to a path is kept, where the path is one of these.
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>>;

    /// The answer of that name, from the shelf or made anew.
    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<Found, Failure>> + Send>>;
}

/// Answers every request of one listener.
#[derive(Clone)]
pub struct Front {
    inner: Arc<Inner>,
    /// Who is at the other end of the connection.
    peer: Option<SocketAddr>,
}

struct Inner {
    pages: Arc<Pages>,
    on_demand: Arc<dyn OnDemand>,
    /// The features: what is no page.
    features: Router,
    /// Paths that belong to the features, whatever the method; one that ends in a slash, with all below it.
    feature_paths: &'static [&'static str],
    /// Headers of what the features answer.
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Front {
    pub fn new(
        pages: Arc<Pages>,
        on_demand: Arc<dyn OnDemand>,
        features: Router,
        feature_paths: &'static [&'static str],
        headers: Vec<(HeaderName, HeaderValue)>,
    ) -> Self {
        let inner = Arc::new(Inner { pages, on_demand, features, feature_paths, headers });
        Self { inner, peer: None }
    }

    /// The same for the requests of one connection.
    pub fn of(&self, peer: SocketAddr) -> Self {
        Self { inner: self.inner.clone(), peer: Some(peer) }
    }
}

impl hyper::service::Service<Request<Incoming>> for Front {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn call(&self, request: Request<Incoming>) -> Answer {
        if self.inner.is_feature(request.uri().path()) {
            let inner = self.inner.clone();
            let mut request = request;
            if let Some(peer) = self.peer {
                request.extensions_mut().insert(ConnectInfo(peer));
            }
            return Answer::Later(Box::pin(async move { inner.feature(request).await }));
        }
        match self.inner.finished(&request) {
            Ok(response) => Answer::Finished(ready(Ok(response))),
            Err(key) => {
                let inner = self.inner.clone();
                let (head, _) = request.into_parts();
                Answer::Later(Box::pin(async move { Ok(inner.made(key, &head).await) }))
            }
        }
    }
}

impl Inner {
    fn is_feature(&self, path: &str) -> bool {
        let below = |known: &str| known.ends_with('/') && path.starts_with(known);
        self.feature_paths.iter().any(|known| *known == path || below(known))
    }

    /// The finished answer; or the name of one that has to be made.
    fn finished<B>(&self, request: &Request<B>) -> Result<Response<Body>, String> {
        let site = self.pages.site.load();
        let (path, query) = (request.uri().path(), request.uri().query());
        let readable = matches!(*request.method(), Method::GET | Method::HEAD);
        if let Some(entry) = site.entries.get(path) {
            return Ok(match readable {
                true => entry.for_query(query).answer(StatusCode::OK, request.headers()).map(whole),
                false => not_allowed(),
            });
        }
        if let Some(key) = self.on_demand.key(path, query) {
            return match self.pages.shelf.fresh(&key) {
                _ if !readable => Ok(not_allowed()),
                Some(kept) => Ok(kept.packed.answer(kept.status, request.headers()).map(whole)),
                None => Err(key.into_owned()),
            };
        }
        if path == "/healthz" {
            return Ok(plain(StatusCode::OK, "ok\n"));
        }
        Ok(match site.miss(path, query.unwrap_or_default()) {
            Miss::Redirect(to) => redirect(&to),
            Miss::NotFound => site.not_found.answer(StatusCode::NOT_FOUND, request.headers()).map(whole),
        })
    }

    async fn made(&self, key: String, request: &Parts) -> Response<Body> {
        let found = self.on_demand.answer(key).await;
        let site = self.pages.site.load();
        match found {
            Ok(Found::Kept(kept)) => kept.packed.answer(kept.status, &request.headers).map(whole),
            Ok(Found::Moved(path)) => {
                let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
                let mut response =
                    redirect(&Redirect { location: format!("{path}{query}"), permanent: true });
                // A post may get its former address back: a browser that kept this would go in circles.
                response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                response
            }
            Ok(Found::Missing | Found::TooLong) => {
                site.not_found.answer(StatusCode::NOT_FOUND, &request.headers).map(whole)
            }
            Err(failure) => {
                let status = match failure {
                    Failure::Away(_) => StatusCode::SERVICE_UNAVAILABLE,
                    Failure::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
                };
                let mut response = site.error.answer(status, &request.headers).map(whole);
                let headers = response.headers_mut();
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
                response
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

fn whole(body: Bytes) -> Body {
    Either::Left(Full::new(body))
}

fn respond(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let mut response = Response::new(whole(body));
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

/// An answer that is ready, or one that is being made.
pub enum Answer {
    Finished(Ready<Result<Response<Body>, Infallible>>),
    Later(Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>),
}

impl Future for Answer {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Finished(answer) => Pin::new(answer).poll(context),
            Self::Later(answer) => answer.as_mut().poll(context),
        }
    }
}
