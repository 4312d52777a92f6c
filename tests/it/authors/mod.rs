//! Posts on their way in: files, commands, imports and the first posts, on SQLite, and on PostgreSQL too where
//! `AMWAJ_TEST_POSTGRES_URL` names one. Posts by people who mean harm are in `../hostile`.

mod desk;
mod export;
mod first;
mod guard;
mod hostile;
mod import;
mod moving_in;
mod old_site;
mod publish;
mod staff;
