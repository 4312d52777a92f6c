//! Write transactions: the only way to write.
//!
//! A lead is acknowledged after its transaction has committed, so on SQLite the statements BEGIN, COMMIT and ROLLBACK
//! are issued here and not by the library. The library's own count of open transactions goes wrong when SQLite, on a
//! full or broken disk, has rolled a transaction back automatically: a later commit then only ended a savepoint inside a
//! transaction that was never committed, and acknowledged leads were lost.

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    Statement,
};
use sea_orm_migration::async_trait::async_trait;
use tokio::sync::OwnedMutexGuard;

use crate::db::reader::in_time;

/// A transaction that writes. On SQLite it holds this process's only connection that writes. Rolled back when it is
/// dropped without a commit.
pub struct WriteTransaction(Option<Kind>);

enum Kind {
    /// The connection that writes, with an open transaction.
    Sqlite(OwnedMutexGuard<DatabaseConnection>),
    Postgres(DatabaseTransaction),
}

impl WriteTransaction {
    /// Begins a transaction on the connection that writes. `BEGIN IMMEDIATE`, so that two processes wait for each other
    /// at the start instead of failing halfway.
    pub(super) async fn on_sqlite(writer: OwnedMutexGuard<DatabaseConnection>) -> Result<Self, DbErr> {
        const BEGIN: &str = "BEGIN IMMEDIATE";
        if writer.execute_unprepared(BEGIN).await.is_err() {
            // An earlier transaction may still be open, if rolling it back failed.
            roll_back(&writer).await;
            writer.execute_unprepared(BEGIN).await?;
        }
        Ok(Self(Some(Kind::Sqlite(writer))))
    }

    pub(super) fn on_postgres(transaction: DatabaseTransaction) -> Self {
        Self(Some(Kind::Postgres(transaction)))
    }

    pub fn connection(&self) -> &Self {
        self
    }

    /// Commits: everything is on disk when this returns.
    ///
    /// # Errors
    /// When the engine could not write the transaction to disk; then no part of it is stored.
    pub async fn commit(mut self) -> Result<(), DbErr> {
        match self.0.take() {
            Some(Kind::Sqlite(writer)) => {
                let committed = writer.execute_unprepared("COMMIT").await;
                if committed.is_err() {
                    roll_back(&writer).await;
                }
                committed.map(drop)
            }
            Some(Kind::Postgres(transaction)) => in_time(Box::pin(transaction.commit())).await,
            None => Ok(()),
        }
    }

    /// Rolls back: nothing is stored.
    ///
    /// # Errors
    /// When the connection is lost; nothing is stored then either.
    pub async fn rollback(mut self) -> Result<(), DbErr> {
        match self.0.take() {
            Some(Kind::Sqlite(writer)) => roll_back(&writer).await,
            Some(Kind::Postgres(transaction)) => in_time(Box::pin(transaction.rollback())).await?,
            None => {}
        }
        Ok(())
    }

    fn kind(&self) -> &Kind {
        self.0.as_ref().expect("only commit, rollback and drop take it")
    }
}

/// The error is ignored: SQLite may have rolled back automatically, and then says that there is nothing to roll back.
async fn roll_back(writer: &DatabaseConnection) {
    let _ = writer.execute_unprepared("ROLLBACK").await;
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        if let Some(Kind::Sqlite(writer)) = self.0.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            // The next write waits for this. Without a runtime, the next transaction rolls this one back as it begins.
            runtime.spawn(async move { roll_back(&writer).await });
        }
    }
}

#[async_trait]
impl ConnectionTrait for WriteTransaction {
    fn get_database_backend(&self) -> DbBackend {
        match self.kind() {
            Kind::Sqlite(_) => DbBackend::Sqlite,
            Kind::Postgres(_) => DbBackend::Postgres,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.execute_raw(statement).await,
            Kind::Postgres(transaction) => in_time(transaction.execute_raw(statement)).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.execute_unprepared(sql).await,
            Kind::Postgres(transaction) => in_time(transaction.execute_unprepared(sql)).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.query_one_raw(statement).await,
            Kind::Postgres(transaction) => in_time(transaction.query_one_raw(statement)).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.query_all_raw(statement).await,
            Kind::Postgres(transaction) => in_time(transaction.query_all_raw(statement)).await,
        }
    }
}
