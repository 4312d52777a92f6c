//! Rows for a bulk insert: what `bulk_sqlite` and `bulk_postgres` have in common.

use std::borrow::Cow;

use sea_orm::sea_query::{Expr, InsertStatement, Query};

/// The value of one column.
#[derive(Clone, Debug)]
pub enum ColumnValue<'a> {
    Text(Option<Cow<'a, str>>),
    Integer(Option<i64>),
    Boolean(bool),
}

impl ColumnValue<'_> {
    fn is_null(&self) -> bool {
        matches!(self, ColumnValue::Text(None) | ColumnValue::Integer(None))
    }
}

/// One row: the name and the value of each column.
pub type Row<'a> = Vec<(&'static str, ColumnValue<'a>)>;

/// Rows of one table; all have the same columns in the same order.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    table: &'static str,
    rows: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    /// Columns that are null in all rows are left out: most visitors come without a campaign, and each column costs.
    pub fn new(table: &'static str, rows: impl IntoIterator<Item = Row<'a>>) -> Self {
        let mut rows: Vec<Row> = rows.into_iter().collect();
        debug_assert!(
            rows.windows(2).all(|pair| pair[0].iter().map(column_name).eq(pair[1].iter().map(column_name)))
        );
        let columns = rows.first().map_or(0, Vec::len);
        let used: Vec<bool> =
            (0..columns).map(|column| rows.iter().any(|row| !row[column].1.is_null())).collect();
        for row in &mut rows {
            let mut used = used.iter();
            row.retain(|_| used.next().copied().unwrap_or(true));
        }
        Rows { table, rows }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// One statement that inserts all of them, for a [`WriteTransaction`](crate::db::WriteTransaction).
    pub fn statement(&self) -> InsertStatement {
        let mut insert = Query::insert();
        insert.into_table(self.table).columns(self.columns());
        for row in &self.rows {
            insert.values_panic(row.iter().map(|(_, value)| Expr::from(value)));
        }
        insert
    }

    pub(super) fn table(&self) -> &'static str {
        self.table
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.rows.first().into_iter().flatten().map(column_name)
    }

    pub(super) fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }
}

fn column_name((column, _): &(&'static str, ColumnValue)) -> &'static str {
    column
}

impl From<&ColumnValue<'_>> for Expr {
    fn from(value: &ColumnValue<'_>) -> Self {
        match value {
            ColumnValue::Text(text) => Expr::value(text.as_deref().map(str::to_owned)),
            ColumnValue::Integer(integer) => Expr::value(*integer),
            ColumnValue::Boolean(boolean) => Expr::value(*boolean),
        }
    }
}

impl<'a> From<&'a str> for ColumnValue<'a> {
    fn from(text: &'a str) -> Self {
        ColumnValue::Text(Some(Cow::Borrowed(text)))
    }
}

impl From<Option<String>> for ColumnValue<'_> {
    fn from(text: Option<String>) -> Self {
        ColumnValue::Text(text.map(Cow::Owned))
    }
}

impl<'a> From<Option<&'a str>> for ColumnValue<'a> {
    fn from(text: Option<&'a str>) -> Self {
        ColumnValue::Text(text.map(Cow::Borrowed))
    }
}

impl From<i64> for ColumnValue<'_> {
    fn from(integer: i64) -> Self {
        ColumnValue::Integer(Some(integer))
    }
}

impl From<Option<i64>> for ColumnValue<'_> {
    fn from(integer: Option<i64>) -> Self {
        ColumnValue::Integer(integer)
    }
}

impl From<bool> for ColumnValue<'_> {
    fn from(boolean: bool) -> Self {
        ColumnValue::Boolean(boolean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_that_is_null_in_all_rows_is_left_out_of_each() {
        let tap = |drips: Option<i64>| vec![("id", "kitchen".into()), ("drips", drips.into())];
        let columns = |rows: Rows| rows.columns().collect::<Vec<_>>();
        assert_eq!(columns(Rows::new("tap", [tap(None), tap(None)])), ["id"]);
        let some = Rows::new("tap", [tap(None), tap(Some(7))]);
        assert!(some.rows().iter().all(|row| row.len() == 2));
        assert_eq!(columns(some), ["id", "drips"]);
    }
}
