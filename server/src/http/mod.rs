//! The site's face to the network.

pub mod admin;
pub mod counts;
pub mod front;
pub mod gate;
pub mod limits;
pub mod line;
pub mod metrics;
mod paced;
mod plain;
pub mod security;
pub mod serve;
mod wire;
