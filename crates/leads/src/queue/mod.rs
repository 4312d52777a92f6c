//! From a lead to its row on disk: the queue, the group commit, and the spool for a database that is away.

pub mod group_commit;
pub mod lead_queue;
mod pending;
mod replay;
pub mod row;
pub mod spool;
pub mod spool_folder;
mod spool_rows;
pub mod store;
mod writer_status;
