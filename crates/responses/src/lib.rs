//! Finished responses: compressed once in every coding, picked for a request by its headers, cached where they are made
//! on request, with a counter of their views. It's a crate of its own because every request runs through it: it's optimised
//! also where little else is.

mod accept_encoding;
pub mod dictionary;
pub mod precompressed;
pub mod response_cache;
pub mod view;
pub mod view_counter;
