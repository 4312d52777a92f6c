//! Basics for every other crate: the clock, random bytes, visitors' IP addresses, text that is safe to show, and the
//! supervisor of background tasks. Depends on no other crate of the workspace.

pub mod client_ip;
pub mod clock;
pub mod confirmed_time;
#[cfg(test)]
mod confirmed_time_tests;
pub mod cross_site;
pub mod ip_range;
pub mod keyed_limiter;
pub mod places;
pub mod random;
pub mod request_id;
pub mod site_names;
pub mod suggest;
pub mod supervisor;
pub mod text;
