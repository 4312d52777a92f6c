//! Durable storage: the database and its migrations, the outbox (deliveries by mail and webhook with leases, backoff
//! and retries), and scheduled jobs with a lease. A crate of its own because everything that must survive a crash goes
//! through it, and because it knows no feature: what a lead or a post is, the crates above decide.

pub mod confirmed_time;
pub mod db;
pub mod dial;
mod error_text;
pub mod jobs;
pub mod mail;
pub mod outbox;
pub mod secrets;
pub mod terminal;
pub mod webhook;
