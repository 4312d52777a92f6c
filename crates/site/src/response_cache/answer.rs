//! An answer on the shelf, and what asking for one can come to.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use http::StatusCode;
use quick_cache::Weighter;

use crate::precompressed::Precompressed;
use crate::view_counter::ViewSlot;

/// What a kept answer weighs beside its bodies: headers and bookkeeping, about.
const OVERHEAD: u64 = 4 << 10;

/// Identifies the data that an answer was made from.
pub type Digest = [u8; 32];

/// A finished answer on the shelf.
#[derive(Debug)]
pub struct CachedResponse {
    pub status: StatusCode,
    pub packed: Precompressed,
    /// How often it was shown, where it is a page.
    pub views: ViewSlot,
    pub(super) digest: Digest,
    /// The last epoch that it was known to be right in.
    pub(super) epoch: AtomicU64,
    /// Whether somebody came back for it: only then is it worth packing small.
    pub(super) asked_again: AtomicBool,
}

/// What became of an attempt to make an answer.
#[derive(Debug)]
pub enum Fresh {
    /// The data is what the kept answer was made from.
    Unchanged,
    New {
        digest: Digest,
        status: StatusCode,
        packed: Box<Precompressed>,
    },
    /// It is elsewhere, for ever: a path. Not kept.
    Moved(String),
    /// There is no such thing. Not kept.
    Missing,
    /// Too long to be kept: it goes out piece by piece.
    TooLong,
}

/// What a reader is given.
#[derive(Clone, Debug)]
pub enum CacheLookup {
    Hit(Arc<CachedResponse>),
    Moved(String),
    Missing,
    TooLong,
}

/// Why there is nothing to give. The words are for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MakeError {
    /// What the data comes from cannot be asked at the moment.
    Away(String),
    /// The data is there, and no answer can be made of it.
    Broken(String),
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(why) | Self::Broken(why) => f.write_str(why),
        }
    }
}

/// Weighs an answer: its bodies in all codings, its key, and the rest.
#[derive(Clone)]
pub struct Weight;

impl Weighter<String, Arc<CachedResponse>> for Weight {
    fn weight(&self, key: &String, kept: &Arc<CachedResponse>) -> u64 {
        key.len() as u64 + kept.packed.bytes() as u64 + OVERHEAD
    }
}

/// A database that does not answer is one that is away.
impl From<sea_orm::DbErr> for MakeError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Away(error.to_string())
    }
}
