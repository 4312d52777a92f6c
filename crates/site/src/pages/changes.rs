//! When each page's words last changed, for the sitemap: kept in the database, so that it outlives a restart and is
//! the same on every server.
//!
//! A page's words are the texts and numbers of its own content. Its surroundings (menus, the bundle's names, the year)
//! are no change that a search engine should come back for, nor is a new release that renders them differently.
//!
//! A second after the start, and after each publishing, the digests of all pages' words are compared with the table
//! `page_change`; where one differs, that page changed now. The sitemap reads the dates; a page whose date is not known yet
//! has none. With IndexNow set, ten seconds after a change one server compares pages and posts with the table `indexnow`,
//! submits what differs, and records it only then; a failure backs off 1 minute, doubling to 1 hour (`indexnow.rs`).

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use content::model::PageData;
use storage::db::Db;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "page_change")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    pub digest: String,
    /// Unix milliseconds.
    pub changed_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A page that search engines may keep, with the digest of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPage {
    pub path: String,
    /// Of the page's words, in hexadecimal digits.
    pub digest: String,
}

impl ListedPage {
    pub fn new(path: String, data: &PageData) -> Self {
        let mut words = Sha256::new();
        hash_words(&serde_json::to_value(data).expect("content is plain data"), &mut words);
        let digest = hex::encode(&words.finalize()[..16]);
        ListedPage { path, digest }
    }
}

/// The texts and numbers in their order; not how the fields are called, nor fields that are empty or switches.
fn hash_words(value: &Json, words: &mut Sha256) {
    match value {
        Json::Null | Json::Bool(_) => {}
        Json::Number(number) => words.update(format!("{number}\0")),
        Json::String(text) => words.update(format!("{text}\0")),
        Json::Array(values) => values.iter().for_each(|value| hash_words(value, words)),
        Json::Object(fields) => fields.values().for_each(|value| hash_words(value, words)),
    }
}

/// Records which pages have other words than the database knows: they changed now. Answers whether there were any.
///
/// # Errors
/// When the database cannot be used.
pub async fn record_changes(db: &Db, pages: &[ListedPage], now_ms: i64) -> Result<bool, DbErr> {
    let known = dates(db.reader(), pages).await?;
    let news: Vec<&ListedPage> = pages.iter().filter(|page| !known.contains_key(&page.path)).collect();
    if news.is_empty() {
        return Ok(false);
    }
    let write = db.begin_write().await?;
    for page in news {
        let row = ActiveModel {
            path: Set(page.path.clone()),
            digest: Set(page.digest.clone()),
            changed_at: Set(now_ms),
        };
        // Where another server recorded the same words a moment ago, its date stays.
        let over = OnConflict::column(Column::Path)
            .update_columns([Column::Digest, Column::ChangedAt])
            .action_and_where(ExprTrait::ne(Expr::col((Entity, Column::Digest)), page.digest.as_str()))
            .to_owned();
        Entity::insert(row).on_conflict(over).exec_without_returning(write.connection()).await?;
    }
    write.commit().await?;
    Ok(true)
}

/// When these pages got the words they have, in Unix milliseconds by path; without the pages whose words the database does not know.
///
/// # Errors
/// When the database cannot be read.
pub async fn dates(db: &impl ConnectionTrait, pages: &[ListedPage]) -> Result<HashMap<String, i64>, DbErr> {
    let rows = Entity::find().all(db).await?;
    let same = |row: &Model| pages.iter().any(|page| page.path == row.path && page.digest == row.digest);
    Ok(rows.into_iter().filter(same).map(|row| (row.path, row.changed_at)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::bare;
    use content::model::Ground;
    use storage::db::Database;

    fn page(path: &str, title: &str) -> ListedPage {
        ListedPage::new(path.to_owned(), &bare("about", title, "What it says.", Ground::White))
    }

    #[tokio::test]
    async fn a_page_keeps_its_date_until_its_words_change() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Database::Sqlite(folder.path().join("amwaj.db"))).await.unwrap();
        let (about, terms) = (page("/about-us", "About"), page("/terms", "Terms"));
        assert!(dates(db.reader(), std::slice::from_ref(&about)).await.unwrap().is_empty());
        assert!(record_changes(&db, &[about.clone(), terms.clone()], 1000).await.unwrap());
        assert!(
            !record_changes(&db, &[about.clone(), terms.clone()], 2000).await.unwrap(),
            "nothing changed"
        );
        let edited = page("/about-us", "About us");
        let pages = [edited, terms];
        assert_eq!(dates(db.reader(), &pages).await.unwrap().get("/about-us"), None, "not yet known");
        assert!(record_changes(&db, &pages, 3000).await.unwrap());
        let known = dates(db.reader(), &pages).await.unwrap();
        assert_eq!((known["/about-us"], known["/terms"]), (3000, 1000));
        // Its former words are a change too.
        assert!(record_changes(&db, std::slice::from_ref(&about), 4000).await.unwrap());
        assert_eq!(dates(db.reader(), &[about]).await.unwrap()["/about-us"], 4000);
    }

    #[test]
    fn empty_fields_and_switches_are_no_words() {
        let mut digests = [Sha256::new(), Sha256::new(), Sha256::new()];
        let values = [r#"{"a":"x","b":1}"#, r#"{"c":null,"a":"x","d":true,"e":[],"b":1}"#, r#"{"a":"x1"}"#];
        for (digest, value) in digests.iter_mut().zip(values) {
            hash_words(&serde_json::from_str(value).unwrap(), digest);
        }
        let [first, same, other] = digests.map(|digest| digest.finalize());
        assert!(first == same && first != other);
    }
}
