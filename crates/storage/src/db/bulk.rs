//! Rows that are stored together: what both engines need to know of them, and nothing of how each stores them.

use std::borrow::Cow;

use sea_orm::sea_query::{Expr, InsertStatement, Query};

/// What stands in one column.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    Text(Option<Cow<'a, str>>),
    Integer(Option<i64>),
    Boolean(bool),
}

/// One row: each column's name and value.
pub type Row<'a> = Vec<(&'static str, Value<'a>)>;

/// Rows of one table. All of them name the same columns in the same order.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    table: &'static str,
    rows: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    pub fn new(table: &'static str, rows: impl IntoIterator<Item = Row<'a>>) -> Self {
        let rows: Vec<Row> = rows.into_iter().collect();
        debug_assert!(rows.windows(2).all(|pair| pair[0].iter().map(named).eq(pair[1].iter().map(named))));
        Rows { table, rows }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// One statement that inserts all of them, for [`Db::begin_write`](crate::db::Db::begin_write).
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
        self.rows.first().into_iter().flatten().map(named)
    }

    pub(super) fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }
}

fn named((column, _): &(&'static str, Value)) -> &'static str {
    column
}

impl From<&Value<'_>> for Expr {
    fn from(value: &Value<'_>) -> Self {
        match value {
            Value::Text(text) => Expr::value(text.as_deref().map(str::to_owned)),
            Value::Integer(integer) => Expr::value(*integer),
            Value::Boolean(boolean) => Expr::value(*boolean),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Some(Cow::Borrowed(text)))
    }
}

impl From<Option<String>> for Value<'_> {
    fn from(text: Option<String>) -> Self {
        Value::Text(text.map(Cow::Owned))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Value::Text(text.map(Cow::Borrowed))
    }
}

impl From<i64> for Value<'_> {
    fn from(integer: i64) -> Self {
        Value::Integer(Some(integer))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(integer: Option<i64>) -> Self {
        Value::Integer(integer)
    }
}

impl From<bool> for Value<'_> {
    fn from(boolean: bool) -> Self {
        Value::Boolean(boolean)
    }
}
