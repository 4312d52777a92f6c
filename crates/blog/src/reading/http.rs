//! `GET /admin/front/blogs` and `GET /admin/front/blogs/{slug or id}` (R48, R49), for the site's own pages and
//! for front ends of other origins.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use sha2::{Digest as _, Sha256};
use tower_http::compression::CompressionLayer;
use tower_http::cors::CorsLayer;

use crate::reading::calls;
use crate::reading::calls::ListCall;
use crate::reading::walk;
use crate::reading::walk::Walk;
use crate::store;
use base::clock::Clock;
use site::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use site::response_cache::{CacheLookup, Fresh, MakeError, ResponseCache};
use storage::db::Db;

/// The list's address, and with a slash and a slug or id behind it a post's.
pub const PATH: &str = "/admin/front/blogs";
/// Whatever is below the list: a post by its slug or id.
pub const BELOW: &str = "/admin/front/blogs/";
/// How many posts there are, whatever part of them was asked for.
const TOTAL: HeaderName = HeaderName::from_static("x-total-count");
/// How long a browser need not ask again whether it may call, in seconds.
const PREFLIGHT: std::time::Duration = std::time::Duration::from_secs(3600);
/// A list longer than this many bytes is not kept, but written piece by piece.
const LONGEST_KEPT: usize = 1 << 20;
/// How many long lists may be written at once; the next one waits.
const AT_ONCE: usize = 4;
const JSON: &str = "application/json";
/// After how many seconds a client may try again.
const RETRY_AFTER: &str = "5";

#[derive(Clone)]
struct PostCalls {
    db: Db,
    clock: Clock,
    shelf: Arc<ResponseCache>,
    /// The site's public address, without a slash at the end.
    origin: Arc<str>,
    turns: Arc<tokio::sync::Semaphore>,
}

/// Marks answers that are packed while they are written.
#[derive(Clone)]
struct Piecewise;

/// The router of the calls. `origins` are the other sites whose pages may call.
pub fn router(db: Db, clock: Clock, shelf: Arc<ResponseCache>, origin: &str, origins: &[String]) -> Router {
    let turns = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let desk = PostCalls { db, clock, shelf, origin: origin.into(), turns };
    let piecewise =
        |_: StatusCode, _: Version, _: &HeaderMap, marks: &Extensions| marks.get::<Piecewise>().is_some();
    let router = Router::new()
        .route(PATH, get(list))
        .route(&format!("{PATH}/"), get(list))
        .route(&format!("{PATH}/{{name}}"), get(one))
        .method_not_allowed_fallback(async || {
            message(StatusCode::METHOD_NOT_ALLOWED, "This address can only be read, with GET or HEAD.")
        })
        .fallback(async || no_such_post())
        .with_state(desk)
        .layer(CompressionLayer::new().compress_when(piecewise));
    if origins.is_empty() {
        return router;
    }
    let origins = origins.iter().filter_map(|origin| HeaderValue::try_from(origin).ok());
    router.layer(
        CorsLayer::new()
            .allow_origin(origins.collect::<Vec<_>>())
            .allow_methods([Method::GET, Method::HEAD])
            .allow_headers([header::ACCEPT, header::CONTENT_TYPE, header::IF_NONE_MATCH])
            .expose_headers([TOTAL, header::ETAG])
            .max_age(PREFLIGHT),
    )
}

async fn list(State(desk): State<PostCalls>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let call = match ListCall::parse(&query.unwrap_or_default()) {
        Ok(call) => call,
        Err(sentence) => return message(StatusCode::BAD_REQUEST, &sentence),
    };
    let key = format!("{PATH}?{}", call.key());
    let making = (desk.clone(), call.clone());
    let found = desk.shelf.get_or_make(&key, |before| async move { making.0.whole(&making.1, before).await });
    match found.await {
        Ok(CacheLookup::TooLong) => desk.piecewise(call, &key, &headers).await,
        found => answer(found, &headers),
    }
}

async fn one(
    State(desk): State<PostCalls>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    // What is no text names no post.
    let Ok(Path(name)) = name else { return no_such_post() };
    let key = format!("{PATH}/{name}");
    let making = desk.clone();
    let found = desk.shelf.get_or_make(&key, |before| async move { making.post(&name, before).await });
    answer(found.await, &headers)
}

impl PostCalls {
    /// The whole list that a call asks for, where it is short enough to be kept.
    async fn whole(&self, call: &ListCall, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
        let now = self.clock.now_ms();
        let total = store::count(self.db.reader(), now).await?;
        let mut walk = Walk::new(&self.db, now, call.clone(), self.origin.clone());
        let mut body = String::new();
        while let Some(piece) = walk.next().await? {
            body.push_str(&piece);
            if body.len() > LONGEST_KEPT {
                return Ok(Fresh::TooLong);
            }
        }
        made(body, Some(total), before).await
    }

    async fn post(&self, name: &str, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
        let (db, now) = (self.db.reader(), self.clock.now_ms());
        let found = match store::find_visible(db, name, now).await? {
            Some(post) => Some(post),
            None => match store::moved_to(db, name, now).await? {
                Some(slug) => store::find_visible(db, &slug, now).await?,
                None => None,
            },
        };
        match found {
            Some(post) => made(calls::one(&post, &self.origin), None, before).await,
            None => Ok(Fresh::Missing),
        }
    }

    /// A long list, packed and written while it is read: it never stands in the memory as a whole.
    async fn piecewise(&self, call: ListCall, key: &str, headers: &HeaderMap) -> Response {
        let now = self.clock.now_ms();
        let counted = async {
            let revision = store::revision(self.db.reader()).await?;
            Ok::<_, sea_orm::DbErr>((revision, store::count(self.db.reader(), now).await?))
        };
        let (revision, total) = match counted.await {
            Ok(counted) => counted,
            Err(error) => return answer(Err(error.into()), headers),
        };
        // Between two revisions the posts only grow by scheduled ones that appear: their number tells.
        let state = Sha256::digest(format!("{revision} {total} {} {key}", self.origin));
        let tag = hex::encode(&state[..8]);
        let tag = HeaderValue::try_from(format!("W/\"{tag}\"")).expect("hexadecimal digits");
        let mut response = Response::new(Body::empty());
        if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            let turn = self.turns.clone().acquire_owned().await.expect("never closed");
            let walk = Walk::new(&self.db, now, call, self.origin.clone());
            let pieces = walk::stream(walk, revision).map(move |piece| {
                let _held_to_the_end = &turn;
                piece
            });
            *response.body_mut() = Body::from_stream(pieces);
            response.extensions_mut().insert(Piecewise);
        }
        let all = response.headers_mut();
        all.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
        all.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        all.insert(header::ETAG, tag);
        all.insert(TOTAL, total.into());
        response
    }
}

async fn made(body: String, total: Option<u64>, before: Option<[u8; 32]>) -> Result<Fresh, MakeError> {
    let digest = Sha256::new().chain_update(format!("{total:?}")).chain_update(&body).finalize().into();
    if before == Some(digest) {
        return Ok(Fresh::Unchanged);
    }
    let extra: Vec<_> = total.map(|total| (TOTAL, HeaderValue::from(total))).into_iter().collect();
    let pack = move || {
        Precompressed::new(Bytes::from(body), JSON, CachePolicy::Revalidate, &extra, CompressionLevel::Fast)
    };
    let packed = tokio::task::spawn_blocking(pack).await;
    let packed = packed.map_err(|error| MakeError::Broken(error.to_string()))?;
    Ok(Fresh::New { digest, status: StatusCode::OK, precompressed: Box::new(packed) })
}

fn answer(found: Result<CacheLookup, MakeError>, headers: &HeaderMap) -> Response {
    match found {
        Ok(CacheLookup::Hit(kept)) => kept.precompressed.respond(kept.status, headers).map(Body::from),
        Ok(_) => no_such_post(),
        Err(_) => {
            let sentence = "The posts cannot be read at the moment. Please try again.";
            let mut response = message(StatusCode::SERVICE_UNAVAILABLE, sentence);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
            response
        }
    }
}

fn no_such_post() -> Response {
    json(StatusCode::NOT_FOUND, calls::NOT_FOUND.to_owned())
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
