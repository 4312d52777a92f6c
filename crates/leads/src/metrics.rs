//! Requests since this server's start, counted by what became of them.

use std::sync::atomic::{AtomicU64, Ordering};

/// What became of one post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Stored,
    /// The same lead had been stored before.
    Repeated,
    /// It could not be read: its size, its kind, its shape, or it did not arrive whole.
    Unreadable,
    /// A required field was missing.
    Missing,
    /// A field was not what it must be.
    Invalid,
    /// Its key belongs to a lead with other words.
    KeyReused,
    /// One visitor of a flood.
    Flood,
    /// Too many were waiting.
    Busy,
    /// The database could not store it.
    Database,
}

impl Fate {
    pub const ALL: [Fate; 9] = [
        Fate::Stored,
        Fate::Repeated,
        Fate::Unreadable,
        Fate::Missing,
        Fate::Invalid,
        Fate::KeyReused,
        Fate::Flood,
        Fate::Busy,
        Fate::Database,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Fate::Stored => "stored",
            Fate::Repeated => "repeated",
            Fate::Unreadable => "unreadable",
            Fate::Missing => "missing",
            Fate::Invalid => "invalid",
            Fate::KeyReused => "key reused",
            Fate::Flood => "flood",
            Fate::Busy => "busy",
            Fate::Database => "database",
        }
    }
}

/// How many posts met which fate.
#[derive(Debug, Default)]
pub struct OutcomeCounter([AtomicU64; Fate::ALL.len()]);

impl OutcomeCounter {
    pub fn note(&self, fate: Fate) {
        self.0[fate as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn of(&self, fate: Fate) -> u64 {
        self.0[fate as usize].load(Ordering::Relaxed)
    }
}
