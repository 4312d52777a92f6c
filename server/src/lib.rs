//! Amwaj: finished pages for visitors, and requests that are never lost.
//! `ARCHITECTURE.md` has the map.

pub mod address;
pub mod app;
pub mod clock;
pub mod config;
pub mod content;
pub mod db;
pub mod doctor;
pub mod duty;
pub mod http;
pub mod indexnow;
pub mod leads;
pub mod mail;
pub mod outbox;
pub mod packed;
pub mod pages;
pub mod posts;
pub mod random;
pub mod render;
pub mod share;
pub mod shelf;
pub mod stats;
pub mod tally;
pub mod terminal;
pub mod webhook;
