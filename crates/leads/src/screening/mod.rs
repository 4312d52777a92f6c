//! A request seen from outside: its sender, its frequency, and whether it reads like spam. Spam is quarantined, and
//! only a flood is refused.

pub mod guard;
pub mod links;
pub mod offers;
pub mod rate_limit;
pub mod spam_signals;
pub mod visitor;
