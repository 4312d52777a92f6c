//! A lead from the visitor's post to the company's mailbox: over real HTTP, a real database and a real
//! (if unkind) mail server. The suites of the store and the outbox run on SQLite, and on PostgreSQL too
//! where `AMWAJ_TEST_POSTGRES_URL` names one.

mod answer_links;
mod bad_input;
mod canary;
mod clock_jumps;
mod copies;
mod copies_damaged;
mod copies_elsewhere;
mod duties;
mod escalation;
mod failover;
mod forms;
pub mod guard;
pub mod harness;
mod held;
mod journal;
mod journal_faults;
mod keys;
pub mod mailbox;
mod migration;
mod outbox;
mod outbox_faults;
mod posts;
mod privacy;
mod recipients;
mod smtp;
pub mod staff;
mod store;
mod summary;
mod throughput;
mod webhook;
