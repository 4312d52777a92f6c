//! The HTTP edge: connection limits, timeouts and minimum transfer rates for slow clients, graceful shutdown, and
//! security headers. A crate of its own because it does not know what the site serves: no feature can weaken a limit by
//! accident.

mod coalescing_io;
pub mod connection;
pub mod counts;
pub mod handler;
mod http2;
pub mod limiter;
pub mod limits;
pub mod min_rate_body;
mod network;
pub mod security_headers;
pub mod server;
mod stream_tasks;
mod timed_io;
pub mod tls;
