//! Whether other PostgreSQL servers have what is committed.

use sea_orm::{ConnectionTrait as _, DbBackend, DbErr, Statement};

use crate::db::Db;

/// Of each server that follows: whether commits wait for it, and how many bytes of the log it has not flushed yet.
const FOLLOWERS: &str = "SELECT sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint
    FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'";
/// Whether commits are to wait for a server that follows, even if none does.
const IS_AWAITED: &str = "SELECT current_setting('synchronous_standby_names') <> ''";

/// The servers that follow the one that takes writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standbys {
    /// Those that have each commit before it is acknowledged.
    pub synchronous: u64,
    pub others: u64,
    /// Written bytes that the standby furthest behind has not flushed yet.
    pub lag_bytes: u64,
    /// Whether this program's user may see which is which.
    pub may_be_seen: bool,
}

impl Db {
    /// The servers that follow; `None` where none does and commits are to wait for none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn standbys(&self) -> Result<Option<Standbys>, DbErr> {
        if self.backend() != DbBackend::Postgres {
            return Ok(None);
        }
        let rows = self.reader().query_all_raw(Statement::from_string(self.backend(), FOLLOWERS)).await?;
        if rows.is_empty() {
            let asked = Statement::from_string(self.backend(), IS_AWAITED);
            let awaited = self.reader().query_one_raw(asked).await?;
            if !awaited.map_or(Ok(false), |row| row.try_get_by_index(0))? {
                return Ok(None);
            }
        }
        let mut standbys = Standbys { may_be_seen: true, ..Standbys::default() };
        for row in rows {
            match row.try_get_by_index::<Option<String>>(0)?.as_deref() {
                Some("sync" | "quorum") => standbys.synchronous += 1,
                Some(_) => standbys.others += 1,
                None => standbys.may_be_seen = false,
            }
            // It is NULL before the standby's first answer.
            let lag = row.try_get_by_index::<Option<i64>>(1)?.unwrap_or_default();
            standbys.lag_bytes = standbys.lag_bytes.max(u64::try_from(lag).unwrap_or_default());
        }
        Ok(Some(standbys))
    }
}
