//! Finished pages: drawn when their content changes, packed once, and only looked up by requests.

mod bundle;
pub mod changes;
mod draw;
mod last_resort;
mod manifest;
mod publish;
mod reading;
mod routes;
mod share_cards;
mod snapshot;
mod snapshot_builder;

pub use crate::content::Report;
pub use crate::pages::bundle::Bundle;
pub use crate::pages::draw::{bare, request_answer};
pub use crate::pages::publish::{
    Change, Health, Options, Pages, PublishError, RenderContext, examine, publish,
};
pub use crate::pages::reading::read;
pub use crate::pages::routes::{Redirect, Routes};
pub use crate::pages::snapshot::{Entry, Miss, Snapshot};
pub use crate::pages::snapshot_builder::Headers;
