//! Finished pages: drawn when their content changes, packed once, and only looked up by requests.

mod build;
mod bundle;
pub mod changes;
mod draw;
mod last_resort;
mod manifest;
mod publish;
mod reading;
mod routes;
mod share;
mod snapshot;

pub use crate::content::Report;
pub use build::Headers;
pub use bundle::Bundle;
pub use draw::{bare, request_answer};
pub use publish::{Change, Health, Options, Pages, PublishError, Studio, examine, publish};
pub use reading::read;
pub use routes::{Redirect, Routes};
pub use snapshot::{Entry, Miss, Snapshot};
