//! The people of the company: what each may do, how they come in, on which devices, and what they did.

pub mod audit;
mod ceremony;
pub mod cli;
pub mod invitation;
pub mod mail_link;
pub mod passkey_store;
pub mod passkeys;
pub mod people;
pub mod roles;
pub mod session;
pub mod who;
