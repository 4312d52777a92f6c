//! What every other crate may use, because all of them need it: the clock, random bytes, visitors' IP addresses and
//! text that is safe to show. Depends on no other crate of the workspace.

pub mod client_ip;
pub mod clock;
pub mod cross_site;
pub mod ip_range;
pub mod random;
pub mod request_id;
pub mod slot_limiter;
pub mod suggest;
pub mod text;
