//! The words and facts of the site: read from `content/`, checked, and handed on as types.

pub mod model;
