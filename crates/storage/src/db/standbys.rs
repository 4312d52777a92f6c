//! Whether other PostgreSQL servers have what is committed.

use sea_orm::{ConnectionTrait as _, DbErr, Statement};

use crate::db::Db;

/// The servers that follow the one that takes writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standbys {
    /// Those that have each commit before it is acknowledged.
    pub synchronous: u64,
    pub others: u64,
    /// Whether this program's user may see which is which.
    pub may_be_seen: bool,
}

impl Db {
    /// Which servers follow; nothing where the URL names one server only.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn standbys(&self) -> Result<Option<Standbys>, DbErr> {
        if !self.database().has_standbys() {
            return Ok(None);
        }
        let asked = Statement::from_string(self.backend(), "SELECT sync_state FROM pg_stat_replication");
        let mut standbys = Standbys { may_be_seen: true, ..Standbys::default() };
        for row in self.reader().query_all_raw(asked).await? {
            match row.try_get_by_index::<Option<String>>(0)?.as_deref() {
                Some("sync" | "quorum") => standbys.synchronous += 1,
                Some(_) => standbys.others += 1,
                None => standbys.may_be_seen = false,
            }
        }
        Ok(Some(standbys))
    }
}
