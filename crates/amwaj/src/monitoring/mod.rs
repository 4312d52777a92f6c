//! The admin listener: `/healthz` in detail, and `/metrics` for Prometheus.

pub mod admin;
pub mod metrics;
