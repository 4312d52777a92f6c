//! Pages: rendered when their content changes, precompressed once, and only looked up by requests. From the content and
//! the web bundle, the publisher builds one snapshot of the whole site after the other.

mod bundle;
pub mod calendar;
pub mod changes;
mod dictionaries;
pub mod last_resort;
mod live_pages;
mod manifest;
pub mod page_data;
mod publish_error;
mod publish_options;
mod publisher;
mod read_content;
pub mod renderer;
mod routes;
mod share_cards;
mod snapshot;
mod snapshot_builder;

pub use crate::pages::bundle::{Bundle, BundleError, content_type};
pub use crate::pages::live_pages::{Health, Pages, RenderContext};
pub use crate::pages::page_data::{bare, request_answer};
pub use crate::pages::publish_error::PublishError;
pub use crate::pages::publish_options::{Change, PublishOptions, Samples};
pub use crate::pages::publisher::publish;
pub use crate::pages::read_content::{check_content, read};
pub use crate::pages::routes::{Redirect, Routes};
pub use crate::pages::snapshot::{Miss, SiteEntry, Snapshot};
pub use crate::pages::snapshot_builder::SiteHeaders;
pub use content::Report;
