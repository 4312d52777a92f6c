//! The binary's parts: settings, start-up and shutdown, monitoring, and the doctor. Everything that visitors or staff use
//! is in the crates below; this one only puts them together. `ARCHITECTURE.md` has the map.

mod advice;
pub mod app;
pub mod backup;
pub mod content_check;
pub mod content_export;
pub mod content_import;
pub mod copies_command;
mod dns;
pub mod doctor;
pub mod health;
pub mod log;
mod monitoring;
pub mod owner;
pub mod process;
pub mod settings;
pub mod setup;
