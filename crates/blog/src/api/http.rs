//! `GET /admin/front/blogs` and `GET /admin/front/blogs/{slug or id}` (R48, R49), with CORS for front ends of other
//! origins. Answers come from the response cache; a list that is too long for it is streamed.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Extension, Path, RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use sha2::{Digest as _, Sha256};
use tower_http::compression::CompressionLayer;
use tower_http::cors::CorsLayer;

use crate::api::list_chunks::{self, ListChunks};
use crate::api::list_query::{self, ListQuery};
use crate::facts::PostFacts;
use crate::store;
use base::client_ip;
use base::clock::Clock;
use base::ip_range::IpRange;
use base::places::Places;
use base::request_id::RequestId;
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use responses::response_cache::{CacheLookup, Fresh, MakeError};
use site::pages::Pages;
use storage::db::Db;

/// The address of the list; `{PATH}/{slug or id}` is a post's.
pub const PATH: &str = "/admin/front/blogs";
/// Prefix of single posts' addresses.
pub const BELOW: &str = "/admin/front/blogs/";
/// Number of posts, whichever page of them is answered.
const TOTAL: HeaderName = HeaderName::from_static("x-total-count");
/// Time that a browser may cache the answer to a CORS preflight.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(3600);
/// A longer list is not cached, but streamed.
const MAX_CACHED_BYTES: usize = 1 << 20;
/// The most long lists that are streamed at the same time, in all and to one network: each holds a part of the list. The
/// next one waits for a moment, since somebody may read slowly.
const MAX_STREAMS: usize = 16;
const MAX_STREAMS_OF_NETWORK: usize = 2;
const MAX_WAIT_FOR_STREAM: Duration = Duration::from_secs(5);
const JSON: &str = "application/json";
/// When a client may try again, in seconds.
const RETRY_AFTER_SECONDS: &str = "5";

#[derive(Clone)]
struct PostsApi {
    db: Db,
    clock: Clock,
    /// Has the response cache, and the facts that posts name.
    pages: Arc<Pages>,
    /// The site's public address, without a slash at the end.
    origin: Arc<str>,
    trusted_proxies: Arc<[IpRange]>,
    streams: Arc<Places>,
}

/// Marks streamed answers, which are compressed while they are written.
#[derive(Clone)]
struct Streamed;

/// The API's router. `cors_origins` are the other sites whose pages may use it.
pub fn router(
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    origin: &str,
    cors_origins: &[String],
    trusted_proxies: &[IpRange],
) -> Router {
    let streams = Arc::new(Places::new(MAX_STREAMS, MAX_STREAMS_OF_NETWORK));
    let api = PostsApi {
        db,
        clock,
        pages,
        origin: origin.into(),
        trusted_proxies: trusted_proxies.into(),
        streams,
    };
    let is_streamed =
        |_: StatusCode, _: Version, _: &HeaderMap, marks: &Extensions| marks.get::<Streamed>().is_some();
    let router = Router::new()
        .route(PATH, get(list))
        .route(&format!("{PATH}/"), get(list))
        .route(&format!("{PATH}/{{name}}"), get(one))
        .method_not_allowed_fallback(async || {
            message(StatusCode::METHOD_NOT_ALLOWED, "This address can only be read, with GET or HEAD.")
        })
        .fallback(async || no_such_post())
        .with_state(api)
        .layer(CompressionLayer::new().compress_when(is_streamed));
    if cors_origins.is_empty() {
        return router;
    }
    let origins = cors_origins.iter().filter_map(|origin| HeaderValue::try_from(origin).ok());
    router.layer(
        CorsLayer::new()
            .allow_origin(origins.collect::<Vec<_>>())
            .allow_methods([Method::GET, Method::HEAD])
            .allow_headers([header::ACCEPT, header::CONTENT_TYPE, header::IF_NONE_MATCH])
            .expose_headers([TOTAL, header::ETAG, header::RETRY_AFTER, RequestId::HEADER])
            .max_age(PREFLIGHT_MAX_AGE),
    )
}

async fn list(
    State(api): State<PostsApi>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = match ListQuery::parse(&query.unwrap_or_default()) {
        Ok(query) => query,
        Err(sentence) => return message(StatusCode::BAD_REQUEST, &sentence),
    };
    let key = format!("{PATH}?{}", query.cache_key());
    let (maker, wanted) = (api.clone(), query.clone());
    let found = api
        .pages
        .response_cache
        .get_or_make(&key, |before| async move { maker.whole_list(wanted, before).await });
    match found.await {
        Ok(CacheLookup::TooLong) => {
            let network = peer.and_then(|Extension(ConnectInfo(peer))| {
                client_ip::resolve(peer.ip(), &headers, &api.trusted_proxies)
            });
            api.streamed_list(query, &key, &headers, network).await
        }
        found => answer(found, &headers),
    }
}

async fn one(
    State(api): State<PostsApi>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    // A name that is not text names no post.
    let Ok(Path(name)) = name else { return no_such_post() };
    let key = format!("{PATH}/{name}");
    let maker = api.clone();
    let found =
        api.pages.response_cache.get_or_make(&key, |before| async move { maker.post(&name, before).await });
    answer(found.await, &headers)
}

impl PostsApi {
    fn facts(&self) -> PostFacts {
        PostFacts::of(&self.pages.render_context.load().content)
    }

    /// The whole list, where it is short enough for the response cache.
    async fn whole_list(&self, query: ListQuery, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
        let now = self.clock.now_ms();
        let total = store::count(self.db.reader(), now).await?;
        let mut chunks = ListChunks::new(&self.db, now, query, self.origin.clone(), self.facts());
        let mut body = String::new();
        while let Some(chunk) = chunks.next().await? {
            body.push_str(&chunk);
            if body.len() > MAX_CACHED_BYTES {
                return Ok(Fresh::TooLong);
            }
        }
        compressed(body, Some(total), before).await
    }

    async fn post(&self, name: &str, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
        let (db, now) = (self.db.reader(), self.clock.now_ms());
        match store::find_visible_or_moved(db, name, now).await? {
            Some(post) => {
                let post = self.facts().fill(post);
                compressed(list_query::single(&post, &self.origin), None, before).await
            }
            None => Ok(Fresh::Missing),
        }
    }

    /// A long list, compressed and sent while it is read: it is never in memory as a whole.
    async fn streamed_list(
        &self,
        query: ListQuery,
        key: &str,
        headers: &HeaderMap,
        network: Option<IpAddr>,
    ) -> Response {
        let now = self.clock.now_ms();
        let counted = async {
            let revision = store::revision(self.db.reader()).await?;
            Ok::<_, sea_orm::DbErr>((revision, store::count(self.db.reader(), now).await?))
        };
        let (revision, total) = match counted.await {
            Ok(counted) => counted,
            Err(error) => return answer(Err(error.into()), headers),
        };
        // Within one revision the list changes only where a scheduled post appears, which changes the number.
        let facts = self.facts();
        let state = Sha256::digest(format!("{revision} {total} {} {key} {facts:?}", self.origin));
        let tag = hex::encode(&state[..8]);
        let tag = HeaderValue::try_from(format!("W/\"{tag}\"")).expect("hexadecimal digits");
        let mut response = Response::new(Body::empty());
        if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            let Some(place) = self.streams.acquire(network, MAX_WAIT_FOR_STREAM).await else {
                return busy("Too many long lists are being read at the moment. Please try again.");
            };
            let chunks = ListChunks::new(&self.db, now, query, self.origin.clone(), facts);
            let chunks = list_chunks::stream(chunks, revision).map(move |chunk| {
                let _held_to_the_end = &place;
                chunk
            });
            *response.body_mut() = Body::from_stream(chunks);
            response.extensions_mut().insert(Streamed);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::ETAG, tag);
        headers.insert(TOTAL, total.into());
        response
    }
}

/// A cacheable answer, compressed, unless it is the same as `before`.
async fn compressed(body: String, total: Option<u64>, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
    let digest = Sha256::new().chain_update(format!("{total:?}")).chain_update(&body).finalize().into();
    if before == Some(digest) {
        return Ok(Fresh::Unchanged);
    }
    let headers: Vec<_> = total.map(|total| (TOTAL, HeaderValue::from(total))).into_iter().collect();
    let work = move || {
        Precompressed::new(Bytes::from(body), JSON, CachePolicy::Revalidate, &headers, CompressionLevel::Fast)
    };
    let response = tokio::task::spawn_blocking(work).await;
    let response = response.map_err(|error| MakeError::Broken(error.to_string()))?;
    Ok(Fresh::New { digest, status: StatusCode::OK, precompressed: Box::new(response) })
}

fn answer(found: Result<CacheLookup, MakeError>, headers: &HeaderMap) -> Response {
    match found {
        Ok(CacheLookup::Hit(cached)) => cached.precompressed.respond(cached.status, headers).map(Body::from),
        Ok(_) => no_such_post(),
        Err(_) => busy("The posts cannot be read at the moment. Please try again."),
    }
}

fn busy(sentence: &str) -> Response {
    let mut response = message(StatusCode::SERVICE_UNAVAILABLE, sentence);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
    response
}

fn no_such_post() -> Response {
    json(StatusCode::NOT_FOUND, list_query::NOT_FOUND.to_owned())
}

fn message(status: StatusCode, sentence: &str) -> Response {
    json(status, serde_json::json!({ "message": sentence }).to_string())
}

fn json(status: StatusCode, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
