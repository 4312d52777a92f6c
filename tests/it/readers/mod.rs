//! Posts as readers and other front ends get them: over real HTTP from the whole running site, on SQLite, and on
//! PostgreSQL too where `AMWAJ_TEST_POSTGRES_URL` names one. The pages' bundle is a small one that shows what a
//! page would be drawn from.

mod appearing;
mod calls;
mod feeds;
mod harness;
mod indexnow;
mod long_list;
mod openapi;
mod pages;
mod pictures;
mod search;
mod share;
mod store;
mod versions;
