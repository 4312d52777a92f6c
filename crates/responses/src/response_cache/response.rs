//! A cached response, and what a lookup in the response cache can come to.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use http::StatusCode;
use quick_cache::Weighter;

use crate::precompressed::Precompressed;
use crate::view_counter::ViewSlot;

/// Approximate weight of a cached response beside its bodies, in bytes: headers and bookkeeping.
const OVERHEAD_BYTES: u64 = 4 << 10;

/// Identifies the data that a response was made from.
pub type DataDigest = [u8; 32];

/// A finished response in the cache.
#[derive(Debug)]
pub struct CachedResponse {
    pub status: StatusCode,
    pub precompressed: Precompressed,
    /// Number of views, if it is a page.
    pub views: ViewSlot,
    pub(super) digest: DataDigest,
    /// The last generation in which it was known to be right.
    pub(super) generation: AtomicU64,
    /// Whether it was asked for a second time: only then is the best compression worth its time.
    pub(super) recompression_requested: AtomicBool,
}

/// The result of making a response.
#[derive(Debug)]
pub enum Fresh {
    /// The data is what the cached response was made from.
    Unchanged,
    New {
        digest: DataDigest,
        status: StatusCode,
        precompressed: Box<Precompressed>,
    },
    /// It moved permanently, to this path. Not cached.
    Moved(String),
    /// There is no such thing. Not cached.
    Missing,
    /// Too long to be cached: it is streamed.
    TooLong,
}

/// The result of a lookup.
#[derive(Clone, Debug)]
pub enum CacheLookup {
    Hit(Arc<CachedResponse>),
    Moved(String),
    Missing,
    TooLong,
}

/// Why there is no response. The text is for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MakeError {
    /// The source of the data does not answer at the moment.
    Away(String),
    /// The data is there, but no response can be made from it.
    Broken(String),
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(why) | Self::Broken(why) => f.write_str(why),
        }
    }
}

/// Weighs a response in bytes: its bodies in all codings, its key, and the overhead.
#[derive(Clone)]
pub(super) struct ByteWeighter;

impl Weighter<String, Arc<CachedResponse>> for ByteWeighter {
    fn weight(&self, key: &String, cached: &Arc<CachedResponse>) -> u64 {
        key.len() as u64 + cached.precompressed.total_bytes() as u64 + OVERHEAD_BYTES
    }
}

/// A database that does not answer counts as away.
impl From<sea_orm::DbErr> for MakeError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Away(error.to_string())
    }
}
