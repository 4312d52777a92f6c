//! From the HTTP request to a lead: what a POST may look like, where it comes from, and how it is answered.

pub mod body;
pub mod form_answer;
pub mod http;
pub mod origin;
