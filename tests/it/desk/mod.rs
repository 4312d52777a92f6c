//! The staff's side in the browser, from the outside: who may do what, the way in, answers and their conflicts. On SQLite,
//! and on PostgreSQL too where `AMWAJ_TEST_POSTGRES_URL` names one.

mod access;
mod access_table;
mod answers;
mod audit;
mod document;
mod harness;
mod held;
mod inbox;
mod invitations;
mod launch;
mod mail_links;
mod new_request;
mod numbers;
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
mod site_items;
mod site_own_pages;
mod site_samples;
mod site_words;
mod ways_in;
