//! Clients that are slow, many, or speak HTTP in ways that no browser does: over real sockets, to a whole site.

mod breakdowns;
mod crowds;
pub mod harness;
mod headers;
mod metrics;
mod panics;
mod policy;
mod proxies;
mod shapes;
mod slow;
