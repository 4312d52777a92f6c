//! The whole site, from the outside: over real HTTP, a real database and a real (if unkind) mail server; on
//! SQLite, and on PostgreSQL too where `AMWAJ_TEST_POSTGRES_URL` names one.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail loudly")]

mod abuse;
mod authors;
mod counting;
mod desk;
mod measured;
mod publishing;
mod readers;
mod requests;
mod seeded;
mod tls;
