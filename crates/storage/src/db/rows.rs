//! One statement that inserts several rows.

use sea_orm::Value;
use sea_orm::sea_query::{Expr, InsertStatement, Query};

/// The name and the value of each column.
pub type NewRow = Vec<(&'static str, Value)>;

/// Inserts rows that have the same columns in the same order; `None` without rows. Columns that are not named get their
/// defaults.
pub fn insert_rows(table: &'static str, rows: impl IntoIterator<Item = NewRow>) -> Option<InsertStatement> {
    let mut rows = rows.into_iter().peekable();
    let mut insert = Query::insert();
    insert.into_table(table).columns(rows.peek()?.iter().map(|(column, _)| *column));
    for row in rows {
        insert.values_panic(row.into_iter().map(|(_, value)| Expr::value(value)));
    }
    Some(insert)
}
