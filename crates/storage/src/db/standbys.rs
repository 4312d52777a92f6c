//! Whether other PostgreSQL servers have what is committed.

use sea_orm::{ConnectionTrait as _, DbErr, Statement};

use crate::db::Db;

/// Of each server that follows: whether commits wait for it, and how many bytes of the log it has not flushed yet.
const FOLLOWERS: &str = "SELECT sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint
    FROM pg_stat_replication";

/// The servers that follow the one that takes writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standbys {
    /// Those that have each commit before it is acknowledged.
    pub synchronous: u64,
    pub others: u64,
    /// How much of what is written the one that is furthest behind has not flushed yet.
    pub lag_bytes: u64,
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
        let asked = Statement::from_string(self.backend(), FOLLOWERS);
        let mut standbys = Standbys { may_be_seen: true, ..Standbys::default() };
        for row in self.reader().query_all_raw(asked).await? {
            match row.try_get_by_index::<Option<String>>(0)?.as_deref() {
                Some("sync" | "quorum") => standbys.synchronous += 1,
                Some(_) => standbys.others += 1,
                None => standbys.may_be_seen = false,
            }
            // It has none before its first answer.
            let lag = row.try_get_by_index::<Option<i64>>(1)?.unwrap_or_default();
            standbys.lag_bytes = standbys.lag_bytes.max(u64::try_from(lag).unwrap_or_default());
        }
        Ok(Some(standbys))
    }
}
