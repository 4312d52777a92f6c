//! TODO head

pub mod body;
pub mod form_answer;
pub mod http;
pub mod origin;
