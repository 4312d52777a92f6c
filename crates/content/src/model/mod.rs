//! The shape of everything in `content/`. These types are the schema: `amwaj check` reads
//! the fields and their sentences from here, and the TypeScript types are generated from
//! them into `web/src/contract/`.
//!
//! A field hidden from the schema is filled in by the loader, never by an author.

mod areas;
mod blog;
mod company;
mod facts;
mod hours;
mod leaf;
mod navigation;
mod page;
mod section;
mod service;
mod words;

pub use crate::model::areas::*;
pub use crate::model::blog::*;
pub use crate::model::company::*;
pub use crate::model::facts::*;
pub use crate::model::hours::*;
pub use crate::model::leaf::*;
pub use crate::model::navigation::*;
pub use crate::model::page::*;
pub use crate::model::section::*;
pub use crate::model::service::*;
pub use crate::model::words::*;

/// Derives what every content type needs: reading, writing, a schema, a TypeScript twin.
macro_rules! content {
    ($(#[$meta:meta])* pub struct $name:ident $body:tt) => {
        #[derive(Debug, Clone, PartialEq, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(deny_unknown_fields)]
        #[cfg_attr(test, ts(export, export_to = "content.ts", optional_fields = nullable))]
        $(#[$meta])*
        pub struct $name $body
    };
    ($(#[$meta:meta])* pub enum $name:ident $body:tt) => {
        #[derive(Debug, Clone, PartialEq, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(test, ts(export, export_to = "content.ts"))]
        $(#[$meta])*
        pub enum $name $body
    };
}
pub(crate) use content;
