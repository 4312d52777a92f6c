//! The HTTP edge: who may connect, how slow a client may be, and how connections end; the headers that protect a page.
//! Knows nothing of what the site answers, so that nothing above it can weaken a limit by accident.

pub mod connection;
pub mod limiter;
pub mod limits;
pub mod min_rate_body;
pub mod security_headers;
pub mod server;
mod timed_io;
