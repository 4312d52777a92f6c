//! A transaction that writes. Acknowledgements hang on its commit, so on SQLite the three statements that make one
//! are said plainly here: the library's own count of open transactions goes wrong when SQLite, on a disk that is
//! full or broken, has rolled one back by itself. A later commit then only ended a savepoint inside a transaction
//! that nobody ended, and what was acknowledged was lost.

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    Statement,
};
use sea_orm_migration::async_trait::async_trait;
use tokio::sync::OwnedMutexGuard;

/// A transaction that holds this process's turn to write. Rolled back where it is dropped.
pub struct WriteTransaction(Option<Kind>);

enum Kind {
    /// The one connection that writes, with a transaction open on it.
    Sqlite(OwnedMutexGuard<DatabaseConnection>),
    Postgres(DatabaseTransaction),
}

impl WriteTransaction {
    /// Begins one on the connection that is only for writing: `BEGIN IMMEDIATE`, so that two writers wait for each
    /// other at the start instead of failing half-way.
    pub(super) async fn on_sqlite(writer: OwnedMutexGuard<DatabaseConnection>) -> Result<Self, DbErr> {
        const BEGIN: &str = "BEGIN IMMEDIATE";
        if writer.execute_unprepared(BEGIN).await.is_err() {
            // One may still be open that could not be rolled back when it failed.
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

    /// # Errors
    /// When the engine could not put the transaction on disk; none of it is stored then.
    pub async fn commit(mut self) -> Result<(), DbErr> {
        match self.0.take() {
            Some(Kind::Sqlite(writer)) => {
                let committed = writer.execute_unprepared("COMMIT").await;
                if committed.is_err() {
                    roll_back(&writer).await;
                }
                committed.map(drop)
            }
            Some(Kind::Postgres(transaction)) => transaction.commit().await,
            None => Ok(()),
        }
    }

    /// # Errors
    /// When the connection is gone; nothing is stored then either.
    pub async fn rollback(mut self) -> Result<(), DbErr> {
        match self.0.take() {
            Some(Kind::Sqlite(writer)) => roll_back(&writer).await,
            Some(Kind::Postgres(transaction)) => transaction.rollback().await?,
            None => {}
        }
        Ok(())
    }

    fn kind(&self) -> &Kind {
        self.0.as_ref().expect("only commit, rollback and drop take it")
    }
}

/// SQLite may have done so by itself, and says then that there is nothing to roll back.
async fn roll_back(writer: &DatabaseConnection) {
    let _ = writer.execute_unprepared("ROLLBACK").await;
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        if let Some(Kind::Sqlite(writer)) = self.0.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            // The turn ends when it is rolled back. Without a runtime, the next one's beginning does it.
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
            Kind::Postgres(transaction) => transaction.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.execute_unprepared(sql).await,
            Kind::Postgres(transaction) => transaction.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.query_one_raw(statement).await,
            Kind::Postgres(transaction) => transaction.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self.kind() {
            Kind::Sqlite(writer) => writer.query_all_raw(statement).await,
            Kind::Postgres(transaction) => transaction.query_all_raw(statement).await,
        }
    }
}
