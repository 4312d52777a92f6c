//! The staff's side in the browser, from the outside: who may do what, the way in, answers and their conflicts. On SQLite,
//! and on PostgreSQL too where `AMWAJ_TEST_POSTGRES_URL` names one.

mod access;
mod answers;
mod audit;
mod harness;
mod held;
mod inbox;
mod invitations;
mod mail_links;
mod people;
mod personal_data;
mod phones;
mod post_revisions;
mod posts;
mod push_service;
mod settings;
mod site;
mod site_drafts;
mod site_edits;
mod site_facts;
mod site_words;
