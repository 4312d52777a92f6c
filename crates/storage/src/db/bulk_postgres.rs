//! Many rows for PostgreSQL in one statement, an array for each column: a transaction by itself, planned once
//! whatever the number of rows.

use sea_orm::sqlx::postgres::PgArguments;
use sea_orm::sqlx::query::Query;
use sea_orm::sqlx::{AssertSqlSafe, Error, PgPool, Postgres, query};
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

use crate::db::InsertError;
use crate::db::bulk::{Rows, Value};

/// Inserts all rows, table by table: all or none, on disk when this returns.
pub(super) async fn insert(pool: &PgPool, all: &[Rows<'_>]) -> Result<(), InsertError> {
    let mut connection = pool.acquire().await.map_err(away)?;
    let mut inserting = query(AssertSqlSafe(text(all)));
    for rows in all {
        for column in 0..rows.columns().count() {
            inserting = bind(inserting, rows, column);
        }
    }
    match inserting.execute(&mut *connection).await {
        Ok(_) => Ok(()),
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            Err(InsertError::Clash)
        }
        Err(error) => Err(InsertError::Failed(DbErr::Exec(RuntimeErr::SqlxError(error.into())))),
    }
}

fn away(error: Error) -> InsertError {
    InsertError::Away(match error {
        Error::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        Error::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
        error => DbErr::Conn(RuntimeErr::SqlxError(error.into())),
    })
}

/// `WITH part_1 AS (INSERT … SELECT * FROM UNNEST($1::text[], …)) INSERT … SELECT * FROM UNNEST($25::text[], …)`.
/// The same for any number of rows; nothing in it but names that stand in this program.
fn text(all: &[Rows<'_>]) -> String {
    let mut place = 0;
    let mut inserts: Vec<String> = Vec::new();
    for rows in all {
        let arrays = rows.rows().first().into_iter().flatten().map(|(_, value)| {
            place += 1;
            let kind = match value {
                Value::Text(_) => "text",
                Value::Integer(_) => "bigint",
                Value::Boolean(_) => "boolean",
            };
            format!("${place}::{kind}[]")
        });
        let arrays = arrays.collect::<Vec<_>>().join(", ");
        let columns = rows.columns().collect::<Vec<_>>().join(", ");
        inserts.push(format!("INSERT INTO {} ({columns}) SELECT * FROM UNNEST({arrays})", rows.table()));
    }
    let last = inserts.pop().unwrap_or_default();
    let named = inserts.iter().zip(1..).map(|(insert, number)| format!("part_{number} AS ({insert})"));
    let before = named.collect::<Vec<_>>().join(", ");
    if before.is_empty() { last } else { format!("WITH {before} {last}") }
}

type Inserting<'q> = Query<'q, Postgres, PgArguments>;

/// Adds the array of one column.
fn bind<'q>(inserting: Inserting<'q>, rows: &'q Rows<'_>, column: usize) -> Inserting<'q> {
    let values = rows.rows().iter().map(|row| &row[column].1);
    let (mut texts, mut integers, mut booleans) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        match value {
            Value::Text(text) => texts.push(text.as_deref()),
            Value::Integer(integer) => integers.push(*integer),
            Value::Boolean(boolean) => booleans.push(*boolean),
        }
    }
    match rows.rows().first().map(|row| &row[column].1) {
        Some(Value::Integer(_)) => inserting.bind(integers),
        Some(Value::Boolean(_)) => inserting.bind(booleans),
        _ => inserting.bind(texts),
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
        assert_eq!(text(&[taps(1)]), one);
        assert_eq!(text(&[taps(64)]), one);
        let both = format!("WITH part_1 AS ({one}) INSERT INTO pipe (id) SELECT * FROM UNNEST($4::text[])");
        assert_eq!(text(&[taps(2), pipes]), both);
    }
}
