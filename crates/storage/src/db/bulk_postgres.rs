//! Bulk insert into PostgreSQL with `sqlx` arrays, the second of three ways to write: a faster path for batches of leads.
//!
//! The other two are `write` (sea-orm transactions, for everything else) and `bulk_sqlite`. Measured with 64 clients
//! that post at once, the bulk paths and their batching store 1.8 times as many leads a second on SQLite and 1.7 times
//! on PostgreSQL (docs/decisions/0002). Here one statement takes an array for each column: it is a transaction of its
//! own and is planned once for any number of rows.

use sea_orm::sqlx::postgres::PgArguments;
use sea_orm::sqlx::query::Query;
use sea_orm::sqlx::{AssertSqlSafe, Error, PgPool, Postgres, query};
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

use crate::db::InsertError;
use crate::db::bulk::{ColumnValue, Rows};

/// Inserts all rows, table by table: all or none, and on disk when this returns.
pub(super) async fn insert(pool: &PgPool, all: &[Rows<'_>]) -> Result<(), InsertError> {
    let mut connection = pool.acquire().await.map_err(unreachable)?;
    let mut insert = query(AssertSqlSafe(statement(all)));
    for rows in all {
        for column in 0..rows.columns().count() {
            insert = bind(insert, rows, column);
        }
    }
    match insert.execute(&mut *connection).await {
        Ok(_) => Ok(()),
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            Err(InsertError::Conflict)
        }
        Err(error) => Err(InsertError::Failed(DbErr::Exec(RuntimeErr::SqlxError(error.into())))),
    }
}

fn unreachable(error: Error) -> InsertError {
    InsertError::Unreachable(match error {
        Error::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        Error::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
        error => DbErr::Conn(RuntimeErr::SqlxError(error.into())),
    })
}

/// `WITH part_1 AS (INSERT … SELECT * FROM UNNEST($1::text[], …)) INSERT … SELECT * FROM UNNEST($25::text[], …)`.
/// The same for any number of rows, and safe: it contains only names that are constants of this program.
fn statement(all: &[Rows<'_>]) -> String {
    let mut parameter = 0;
    let mut inserts: Vec<String> = Vec::new();
    for rows in all {
        let arrays = rows.rows().first().into_iter().flatten().map(|(_, value)| {
            parameter += 1;
            let array_type = match value {
                ColumnValue::Text(_) => "text",
                ColumnValue::Integer(_) => "bigint",
                ColumnValue::Boolean(_) => "boolean",
            };
            format!("${parameter}::{array_type}[]")
        });
        let arrays = arrays.collect::<Vec<_>>().join(", ");
        let columns = rows.columns().collect::<Vec<_>>().join(", ");
        inserts.push(format!("INSERT INTO {} ({columns}) SELECT * FROM UNNEST({arrays})", rows.table()));
    }
    let last = inserts.pop().unwrap_or_default();
    let parts = inserts.iter().zip(1..).map(|(insert, number)| format!("part_{number} AS ({insert})"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    if parts.is_empty() { last } else { format!("WITH {parts} {last}") }
}

type Insert<'q> = Query<'q, Postgres, PgArguments>;

/// Binds the array of one column.
fn bind<'q>(insert: Insert<'q>, rows: &'q Rows<'_>, column: usize) -> Insert<'q> {
    let values = rows.rows().iter().map(|row| &row[column].1);
    let (mut texts, mut integers, mut booleans) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        match value {
            ColumnValue::Text(text) => texts.push(text.as_deref()),
            ColumnValue::Integer(integer) => integers.push(*integer),
            ColumnValue::Boolean(boolean) => booleans.push(*boolean),
        }
    }
    match rows.rows().first().map(|row| &row[column].1) {
        Some(ColumnValue::Integer(_)) => insert.bind(integers),
        Some(ColumnValue::Boolean(_)) => insert.bind(booleans),
        _ => insert.bind(texts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_the_same_for_any_number_of_rows() {
        let taps = |count| {
            let tap = vec![("id", "kitchen".into()), ("drips", 7.into()), ("fixed", true.into())];
            Rows::new("tap", vec![tap; count])
        };
        let pipes = Rows::new("pipe", [vec![("id", "cold".into())]]);
        let one = "INSERT INTO tap (id, drips, fixed) SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::boolean[])";
        assert_eq!(statement(&[taps(1)]), one);
        assert_eq!(statement(&[taps(64)]), one);
        let both = format!("WITH part_1 AS ({one}) INSERT INTO pipe (id) SELECT * FROM UNNEST($4::text[])");
        assert_eq!(statement(&[taps(2), pipes]), both);
    }
}
