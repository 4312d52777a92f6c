//! TODO head

pub mod calls;
pub mod feed;
pub mod http;
pub mod walk;
pub mod watch;
