//! Files of other versions of the site. Scripts, style sheets and pictures have addresses that change with their bytes,
//! and a page that is open asks for those it was made with: also after an upgrade, and also of a server that runs another
//! version. So each server keeps its files in the database too, and responds from there to what it doesn't have itself.

use std::borrow::Cow;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use sea_orm::ActiveValue::Set;
use sea_orm::QuerySelect as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sha2::{Digest as _, Sha256};

use crate::dispatch::OnDemand;
use crate::pages::{Pages, SiteHeaders, content_type};
use base::clock::{Clock, duration_ms};
use content::media::drawing::{self, Drawing};
use responses::dictionary;
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use responses::response_cache::{CacheLookup, Fresh, MakeError};
use storage::db::{Db, MAX_ROWS_PER_STATEMENT, WriteTransaction};

/// Below these every address changes with its bytes.
const FOLDERS: [&str; 2] = ["/assets/", "/media/"];
/// For how long a file is kept after the last server had it: longer than somebody leaves a page open.
const KEPT_FOR: Duration = Duration::from_secs(14 * 24 * 3600);
/// For how long, besides, a picture that somebody brought is kept though no page of the public has it.
const BROUGHT_FOR: Duration = Duration::from_secs(365 * 24 * 3600);
/// Interval at which a server that goes on running says that its files are in use.
const RENEW_EVERY: Duration = Duration::from_secs(24 * 3600);
/// Pause before a database that failed is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    pub bytes: Vec<u8>,
    /// When a server last said that it has the file, in Unix milliseconds; of a picture that was brought, a time to come.
    pub used_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Responds with files of other versions; anything else is passed on. Cheap to clone.
#[derive(Clone)]
pub struct FormerFiles {
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    headers: Arc<SiteHeaders>,
    next: Arc<dyn OnDemand>,
}

impl OnDemand for FormerFiles {
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>> {
        self.next.key(path, query).or_else(|| is_file(path).then_some(Cow::Borrowed(path)))
    }

    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>> {
        // Pictures of posts are in one of the folders too.
        if !is_file(&key) || self.next.key(&key, None).is_some() {
            return self.next.answer(key);
        }
        let files = self.clone();
        Box::pin(async move {
            let cache = Arc::clone(&files.pages.response_cache);
            let path = key.clone();
            cache
                .get_or_make(&key, |cached| async move {
                    match cached {
                        Some(_) => Ok(Fresh::Unchanged),
                        None => files.read(&path).await,
                    }
                })
                .await
        })
    }
}

impl FormerFiles {
    pub fn new(
        db: Db,
        clock: Clock,
        pages: Arc<Pages>,
        headers: SiteHeaders,
        next: Arc<dyn OnDemand>,
    ) -> Self {
        Self { db, clock, pages, headers: Arc::new(headers), next }
    }

    /// Keeps the files of the live site, those of each later publication too, until the future is dropped.
    pub async fn keep_all(&self) {
        let mut published = self.pages.full_compressions.subscribe();
        loop {
            let wait = match self.keep().await {
                Ok(()) => RENEW_EVERY,
                Err(error) => {
                    tracing::debug!(%error, "the site's files are not in the database yet");
                    RETRY_AFTER
                }
            };
            // Only the publisher's end would close the channel, and the site ends with it.
            let _ = tokio::time::timeout(wait, published.changed()).await;
        }
    }

    /// Keeps the files of the live site, and removes those that no server has had for [`KEPT_FOR`].
    ///
    /// # Errors
    /// When the database cannot be read or written; then it is unchanged.
    pub async fn keep(&self) -> Result<(), DbErr> {
        let site = self.pages.site.load_full();
        let mut ours: Vec<(&str, &Bytes)> = (site.entries.iter())
            .filter(|(path, _)| is_file(path))
            .map(|(path, entry)| (path.as_str(), &entry.plain.identity.body))
            .collect();
        // In the same order on every server, so that no two wait for each other.
        ours.sort_unstable();
        let now = self.clock.now_ms();
        let stored = Entity::find().select_only().column(Column::Path).column(Column::UsedAt);
        let stored: HashMap<String, i64> =
            stored.into_tuple::<(String, i64)>().all(self.db.reader()).await?.into_iter().collect();
        let missing: Vec<_> = ours.iter().filter(|(path, _)| !stored.contains_key(*path)).collect();
        let is_due = |path: &str| stored.get(path).is_some_and(|at| now - at >= duration_ms(RENEW_EVERY));
        let due: Vec<&str> = ours.iter().map(|(path, _)| *path).filter(|path| is_due(path)).collect();
        let unused = self.clock.confirmed_ms() - duration_ms(KEPT_FOR);
        if missing.is_empty() && due.is_empty() && stored.values().all(|at| *at >= unused) {
            return Ok(());
        }
        let write = self.db.begin_write().await?;
        for (path, bytes) in missing {
            insert(&write, path, bytes, now).await?;
        }
        for some in due.chunks(MAX_ROWS_PER_STATEMENT) {
            let renew = Entity::update_many().col_expr(Column::UsedAt, Expr::value(now));
            let renew = renew.filter(Column::Path.is_in(some.iter().copied()));
            renew.exec(write.connection()).await?;
        }
        Entity::delete_many().filter(Column::UsedAt.lt(unused)).exec(write.connection()).await?;
        write.commit().await
    }

    async fn read(&self, path: &str) -> Result<Fresh, MakeError> {
        let Some(file) = Entity::find_by_id(path).one(self.db.reader()).await? else {
            return Ok(Fresh::Missing);
        };
        let digest = Sha256::digest(&file.bytes).into();
        let (policy, level) = (CachePolicy::Immutable, CompressionLevel::Fast);
        let (content_type, headers) = (content_type(path), &self.headers.files);
        // An earlier version kept drawings as they were brought.
        let body = match content_type {
            drawing::CONTENT_TYPE => {
                Drawing::rebuilt(&file.bytes).map_or(Bytes::new(), |drawing| drawing.bytes)
            }
            _ => file.bytes.into(),
        };
        let response = Precompressed::new(body, content_type, policy, headers, level);
        Ok(Fresh::New { digest, status: StatusCode::OK, precompressed: Box::new(response) })
    }
}

/// Keeps the files of a picture that somebody brought, which no server has until it is published: in a draft that may take
/// months.
///
/// # Errors
/// When the database cannot be written.
pub async fn keep_brought(
    write: &WriteTransaction,
    files: &[(String, Bytes)],
    now: i64,
) -> Result<(), DbErr> {
    for (path, bytes) in files {
        insert(write, path, bytes, now + duration_ms(BROUGHT_FOR)).await?;
    }
    Ok(())
}

/// Adds a file, or says that one is used which another server, or somebody before, has added.
async fn insert(write: &WriteTransaction, path: &str, bytes: &Bytes, used_at: i64) -> Result<(), DbErr> {
    let row = ActiveModel { path: Set(path.to_owned()), bytes: Set(bytes.to_vec()), used_at: Set(used_at) };
    let known = OnConflict::column(Column::Path).update_column(Column::UsedAt).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(write.connection()).await.map(drop)
}

/// A dictionary is no such file: it is of use to its own server's pages only.
fn is_file(path: &str) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder)) && !path.starts_with(dictionary::PATH_PREFIX)
}
