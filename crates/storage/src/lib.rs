//! TODO head

pub mod db;
pub mod jobs;
pub mod mail;
pub mod outbox;
pub mod terminal;
pub mod webhook;
