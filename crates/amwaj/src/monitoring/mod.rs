//! The admin listener: `/healthz` in detail, and `/metrics` for Prometheus. Also what the running server notices of its
//! proxies and background tasks.

pub mod admin;
pub mod breakdowns;
pub mod metrics;
pub mod proxies;
mod sheet;
