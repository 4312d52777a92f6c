//! From the HTTP request to a lead: the body of a POST, its origin and its answer.

pub mod body;
pub mod form_answer;
pub mod http;
pub mod origin;
