//! The connections that read. Of several PostgreSQL servers they are with the one that takes writes: after a failover new
//! ones are opened, and whoever waits for the old server is told so, because a machine that hangs or can't be reached never
//! answers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement};
use sea_orm_migration::async_trait::async_trait;
use tokio::sync::Mutex;

use crate::db::connect::connect;
use crate::db::database::{Database, FileUse};
use crate::db::primary::{Primary, Term};

/// Runs statements that read, each on a connection of its own. Write with [`crate::db::Db::begin_write`].
#[derive(Debug)]
pub struct Reader(Kind);

enum Kind {
    /// A SQLite file, or the only server.
    One(DatabaseConnection),
    Several(Several),
}

/// The connections to one of several servers at a time.
struct Several {
    database: Arc<Database>,
    primary: Arc<Primary>,
    max_connections: u32,
    pool: Mutex<Pool>,
}

#[derive(Clone)]
struct Pool {
    connection: DatabaseConnection,
    term: Term,
}

impl Reader {
    /// Opens the connections; see [`connect`].
    pub(super) async fn open(
        database: &Arc<Database>,
        primary: Option<&Arc<Primary>>,
        file_use: FileUse,
        max_connections: u32,
        lazily: bool,
    ) -> Result<Self, DbErr> {
        let Some(primary) = primary else {
            let connection = connect(database, None, file_use, max_connections, lazily).await?;
            return Ok(Self(Kind::One(connection)));
        };
        let term = primary.term();
        let connection = connect(database, Some(term.host()), file_use, max_connections, lazily).await?;
        let (database, primary) = (Arc::clone(database), Arc::clone(primary));
        let pool = Mutex::new(Pool { connection, term });
        Ok(Self(Kind::Several(Several { database, primary, max_connections, pool })))
    }

    /// The connections as they are now, and how long they are of use; for ever where there is one server.
    pub(super) async fn connection(&self) -> Result<(DatabaseConnection, Option<Term>), DbErr> {
        match &self.0 {
            Kind::One(connection) => Ok((connection.clone(), None)),
            Kind::Several(several) => {
                let Pool { connection, term } = Box::pin(several.pool()).await?;
                Ok((connection, Some(term)))
            }
        }
    }

    /// What knows which of several servers takes writes; none where there is one.
    pub(super) fn primary(&self) -> Option<&Arc<Primary>> {
        match &self.0 {
            Kind::One(_) => None,
            Kind::Several(several) => Some(&several.primary),
        }
    }
}

impl Several {
    async fn pool(&self) -> Result<Pool, DbErr> {
        let mut pool = self.pool.lock().await;
        if pool.term.is_over() {
            let term = self.primary.term();
            let host = Some(term.host());
            let connection = connect(&self.database, host, FileUse::Main, self.max_connections, true).await?;
            let old = std::mem::replace(&mut *pool, Pool { connection, term });
            // It waits for connections to a server that may never answer.
            tokio::spawn(old.connection.close());
        }
        Ok(pool.clone())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::One(connection) => connection.fmt(f),
            Kind::Several(several) => several.primary.fmt(f),
        }
    }
}

/// What `asked` gives, unless another server takes writes before it responds. On the heap: what waits for a database is
/// large, and would otherwise be part of whatever waits for it.
pub(super) async fn within<T, E: From<DbErr>>(
    term: Option<&Term>,
    asked: Pin<Box<dyn Future<Output = Result<T, E>> + Send + '_>>,
) -> Result<T, E> {
    match term {
        None => asked.await,
        Some(term) => tokio::select! {
            biased;
            responded = asked => responded,
            error = term.ended() => Err(error.into()),
        },
    }
}

#[async_trait]
impl ConnectionTrait for Reader {
    fn get_database_backend(&self) -> DbBackend {
        match &self.0 {
            Kind::One(connection) => connection.get_database_backend(),
            Kind::Several(_) => DbBackend::Postgres,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let (connection, term) = self.connection().await?;
        within(term.as_ref(), connection.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let (connection, term) = self.connection().await?;
        within(term.as_ref(), connection.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let (connection, term) = self.connection().await?;
        within(term.as_ref(), connection.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let (connection, term) = self.connection().await?;
        within(term.as_ref(), connection.query_all_raw(statement)).await
    }
}
