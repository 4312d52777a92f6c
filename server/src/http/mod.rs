//! The site's face to the network.

pub mod admin;
pub mod front;
pub mod security;
pub mod serve;
