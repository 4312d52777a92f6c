//! Submits new, changed, moved and removed addresses to search engines by IndexNow
//! (<https://www.indexnow.org/documentation>).
//!
//! The table `indexnow` holds what was submitted. Whatever differs from it is pending, whichever server changed it:
//! nothing is lost by a restart, and nothing is submitted twice. A lease lets one server at a time submit for all, with
//! backoff after a failure.

use std::collections::HashMap;
use std::error::Error as _;
use std::time::Duration;
use url::Url;

use reqwest::{Client, StatusCode, redirect};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use serde::Serialize;

use base::clock::{Clock, duration_ms};
use storage::db::Db;
use storage::jobs;

/// The most addresses in one submission (the protocol's limit).
const MAX_ADDRESSES_PER_POST: usize = 10_000;
/// The most rows in one statement.
const ROWS_PER_STATEMENT: usize = 500;
/// Time for which one server holds the lease: long enough for a few submissions that time out.
const LEASE: Duration = Duration::from_secs(5 * 60);
const LEASE_NAME: &str = "indexnow turn";
/// Longest submission.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Backoff after a first failure; after each further one it is twice as long.
const FIRST_BACKOFF: Duration = Duration::from_secs(60);
const MAX_BACKOFF: Duration = Duration::from_secs(60 * 60);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "indexnow")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    /// The change that was submitted: when it was made, in Unix milliseconds.
    pub changed_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The result of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    /// Search engines know everything.
    All,
    /// Something is pending, and may be retried from this moment on, in Unix milliseconds.
    NotBefore(i64),
}

/// Submits changes to search engines.
pub struct IndexNow {
    db: Db,
    clock: Clock,
    client: Client,
    settings: IndexNowSettings,
    /// The site's public address, without a slash at the end.
    origin: String,
    failures: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SubmissionBody<'a> {
    host: &'a str,
    key: &'a str,
    key_location: String,
    url_list: Vec<String>,
}

/// Differences from the submitted addresses.
#[derive(Default)]
struct PendingChanges {
    changed: Vec<(String, i64)>,
    gone: Vec<String>,
}

impl IndexNow {
    /// A submitter for the site at `origin`, its public address without a slash at the end.
    ///
    /// # Errors
    /// When the system's TLS cannot be used; rare.
    pub fn new(db: Db, clock: Clock, settings: IndexNowSettings, origin: String) -> Result<Self, String> {
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .no_proxy()
            .user_agent("Amwaj")
            .build()
            .map_err(|error| error.to_string())?;
        Ok(IndexNow { db, clock, client, settings, origin, failures: 0 })
    }

    /// Submits what search engines do not know yet of `listed`: every path that they may keep, and when it last changed
    /// in Unix milliseconds. Failures are logged and retried later.
    pub async fn submit(&mut self, listed: &[(String, i64)]) -> Submission {
        match self.try_submit(listed).await {
            Ok(submission) => submission,
            Err(error) => {
                tracing::warn!(%error, "IndexNow: the database cannot be used; it is tried again");
                Submission::NotBefore(self.clock.now_ms() + duration_ms(FIRST_BACKOFF))
            }
        }
    }

    async fn try_submit(&mut self, listed: &[(String, i64)]) -> Result<Submission, DbErr> {
        if self.pending(listed).await?.is_empty() {
            return Ok(Submission::All);
        }
        let now = self.clock.now_ms();
        if !jobs::acquire_lease(&self.db, LEASE_NAME, now, now + duration_ms(LEASE)).await? {
            return Ok(Submission::NotBefore(now + duration_ms(FIRST_BACKOFF)));
        }
        // Read again: the server that held the lease before may have submitted all of it.
        let pending = self.pending(listed).await?;
        for (changed, gone) in pending.batches() {
            if let Err(why) = self.post_batch(&changed, &gone).await {
                let backoff = self.next_backoff();
                let seconds = backoff.as_secs();
                tracing::warn!(why, seconds, "IndexNow: search engines were not told; it is tried again");
                let again = self.clock.now_ms() + duration_ms(backoff);
                jobs::extend_lease(&self.db, LEASE_NAME, again).await?;
                return Ok(Submission::NotBefore(again));
            }
            self.failures = 0;
            self.record_submitted(&changed, &gone).await?;
            tracing::info!(addresses = changed.len() + gone.len(), "IndexNow: search engines are told");
        }
        jobs::release_lease(&self.db, LEASE_NAME).await?;
        Ok(Submission::All)
    }

    async fn pending(&self, listed: &[(String, i64)]) -> Result<PendingChanges, DbErr> {
        let rows = Entity::find().all(self.db.reader()).await?;
        let mut known: HashMap<String, i64> =
            rows.into_iter().map(|row| (row.path, row.changed_at)).collect();
        let news = |(path, changed): &&(String, i64)| known.remove(path) != Some(*changed);
        let changed = listed.iter().filter(news).cloned().collect();
        Ok(PendingChanges { changed, gone: known.into_keys().collect() })
    }

    async fn post_batch(&self, changed: &[(String, i64)], gone: &[String]) -> Result<(), String> {
        let paths = changed.iter().map(|(path, _)| path).chain(gone);
        let body = SubmissionBody {
            host: self.origin.split("://").nth(1).unwrap_or_default(),
            key: &self.settings.key,
            // Served by the blog crate's `pages/machine_files.rs`.
            key_location: format!("{}/{}.txt", self.origin, self.settings.key),
            url_list: paths.map(|path| format!("{}{path}", self.origin)).collect(),
        };
        let sent = self.client.post(self.settings.endpoint.clone()).json(&body).send().await;
        let answer = sent.map_err(|error| one_line(&error))?;
        match answer.status() {
            StatusCode::OK | StatusCode::ACCEPTED => Ok(()),
            StatusCode::FORBIDDEN => Err(format!("403: they do not find the key at {}", body.key_location)),
            StatusCode::UNPROCESSABLE_ENTITY => {
                Err("422: the addresses are not of the key's host".to_owned())
            }
            status => Err(format!("they answered {}", status.as_u16())),
        }
    }

    async fn record_submitted(&self, changed: &[(String, i64)], gone: &[String]) -> Result<(), DbErr> {
        let write = self.db.begin_write().await?;
        for some in changed.chunks(ROWS_PER_STATEMENT) {
            let rows = some.iter().map(|(path, changed_at)| ActiveModel {
                path: Set(path.clone()),
                changed_at: Set(*changed_at),
            });
            let over = OnConflict::column(Column::Path).update_column(Column::ChangedAt).to_owned();
            Entity::insert_many(rows).on_conflict(over).exec_without_returning(write.connection()).await?;
        }
        for some in gone.chunks(ROWS_PER_STATEMENT) {
            let gone = Entity::delete_many().filter(Column::Path.is_in(some.iter().map(String::as_str)));
            gone.exec(write.connection()).await?;
        }
        write.commit().await
    }

    fn next_backoff(&mut self) -> Duration {
        let backoff = FIRST_BACKOFF * 2_u32.saturating_pow(self.failures.min(6));
        self.failures += 1;
        backoff.min(MAX_BACKOFF)
    }
}

impl PendingChanges {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty()
    }

    fn batches(self) -> impl Iterator<Item = (Vec<(String, i64)>, Vec<String>)> {
        let changed: Vec<_> =
            self.changed.chunks(MAX_ADDRESSES_PER_POST).map(|some| (some.to_vec(), Vec::new())).collect();
        let gone: Vec<_> =
            self.gone.chunks(MAX_ADDRESSES_PER_POST).map(|some| (Vec::new(), some.to_vec())).collect();
        // As often as not, a few of both: a moved post is one of each.
        match (changed.len(), gone.len()) {
            (1, 1) if self.changed.len() + self.gone.len() <= MAX_ADDRESSES_PER_POST => {
                vec![(self.changed, self.gone)]
            }
            _ => [changed, gone].concat(),
        }
        .into_iter()
    }
}

/// An error with its causes, on one line.
fn one_line(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        text = format!("{text}: {deeper}");
        cause = deeper.source();
    }
    text
}

/// Where changes are submitted, and with which key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexNowSettings {
    /// Published at `/{key}.txt`: whoever can put it there speaks for the site.
    pub key: String,
    /// `https`, or `http` to this host.
    pub endpoint: Url,
}
