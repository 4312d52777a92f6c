//! TODO head

pub mod group_commit;
pub mod lead_queue;
pub mod reference;
pub mod row;
pub mod spool;
pub mod store;
