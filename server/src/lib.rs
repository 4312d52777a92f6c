//! The parts of the server: see `ARCHITECTURE.md` for the map.

pub mod cli;
pub mod clock;
pub mod config;
pub mod db;
pub mod doctor;
pub mod leads;
pub mod mail;
pub mod outbox;
pub mod random;
