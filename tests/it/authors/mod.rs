//! Posts on their way in: files, commands, imports and the first posts, on SQLite, and on PostgreSQL too where
//! `AMWAJ_TEST_POSTGRES_URL` names one. What comes in from people who mean harm is in `../hostile`.

mod desk;
mod export;
mod first;
mod guard;
mod hostile;
mod import;
mod old_site;
mod publish;
mod staff;
