//! Clients that are slow, many, or speak HTTP in ways that no browser does: over real sockets, to a whole site.

mod crowds;
mod headers;
mod metrics;
mod panics;
mod shapes;
mod site;
mod slow;
