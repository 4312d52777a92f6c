//! The connections that read, and the longest wait for the database's answer: a machine that lost its power never gives one.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement,
};
use sea_orm_migration::async_trait::async_trait;

/// Longest wait for the result of one statement.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Runs statements that read, each on a connection of its own. Write with [`crate::db::Db::begin_write`].
#[derive(Debug)]
pub struct Reader(pub(super) DatabaseConnection);

/// The result of `asked`, unless it takes too long. On the heap: a future that waits for a database is large, and would
/// otherwise be part of whatever waits for it.
pub(super) async fn in_time<T, E: From<DbErr>>(
    asked: Pin<Box<dyn Future<Output = Result<T, E>> + Send + '_>>,
) -> Result<T, E> {
    let timed_out =
        |_| Err(DbErr::Conn(RuntimeErr::Internal("the database did not answer in time".to_owned())).into());
    tokio::time::timeout(ANSWER_TIMEOUT, asked).await.unwrap_or_else(timed_out)
}

#[async_trait]
impl ConnectionTrait for Reader {
    fn get_database_backend(&self) -> DbBackend {
        self.0.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        in_time(self.0.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        in_time(self.0.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        in_time(self.0.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        in_time(self.0.query_all_raw(statement)).await
    }
}
