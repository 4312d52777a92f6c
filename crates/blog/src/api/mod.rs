//! The JSON API for posts (R48, R49; `docs/openapi.json`), for the site's own pages and for other front ends.

pub mod http;
mod list_chunks;
mod list_query;
