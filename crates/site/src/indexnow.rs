//! Tells search engines which addresses are new, changed, moved or gone (<https://www.indexnow.org/documentation>).
//!
//! The table `indexnow` holds what they were told. Whatever differs from it is owed, however it came to be and whichever
//! server saw it: nothing is lost by a restart, and nothing told twice. One server tells for all.

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

/// Addresses in one post at most (the protocol's bound).
const BATCH: usize = 10_000;
/// Rows in one statement.
const ROWS: usize = 500;
/// How long one server has its turn: a few posts, each of them answered in time.
const TURN: Duration = Duration::from_secs(5 * 60);
const TURN_NAME: &str = "indexnow turn";
/// The longest that one post takes.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait after a first failure; each further wait is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(60);
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "indexnow")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    /// What they were told of: the change at this moment, in Unix milliseconds.
    pub changed_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    /// They know everything.
    All,
    /// Something is owed, and may be tried again at this moment, in Unix milliseconds.
    NotBefore(i64),
}

/// Tells search engines.
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
struct Post<'a> {
    host: &'a str,
    key: &'a str,
    key_location: String,
    url_list: Vec<String>,
}

/// What differs from what they were told.
#[derive(Default)]
struct Owed {
    changed: Vec<(String, i64)>,
    gone: Vec<String>,
}

impl IndexNow {
    /// # Errors
    /// When the machine's TLS cannot be used; rare.
    pub fn new(db: Db, clock: Clock, settings: IndexNowSettings, origin: String) -> Result<Self, String> {
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(PATIENCE)
            .no_proxy()
            .user_agent("Amwaj")
            .build()
            .map_err(|error| error.to_string())?;
        Ok(IndexNow { db, clock, client, settings, origin, failures: 0 })
    }

    /// Tells what they do not know yet of `listed`: every path that search engines may keep, and when it last
    /// changed in Unix milliseconds. Failures are written down and tried again later.
    pub async fn tell(&mut self, listed: &[(String, i64)]) -> Submission {
        match self.try_to_tell(listed).await {
            Ok(told) => told,
            Err(error) => {
                tracing::warn!(%error, "IndexNow: the database cannot be used; it is tried again");
                Submission::NotBefore(self.clock.now_ms() + duration_ms(FIRST_WAIT))
            }
        }
    }

    async fn try_to_tell(&mut self, listed: &[(String, i64)]) -> Result<Submission, DbErr> {
        if self.owed(listed).await?.is_empty() {
            return Ok(Submission::All);
        }
        let now = self.clock.now_ms();
        if !jobs::acquire_lease(&self.db, TURN_NAME, now, now + duration_ms(TURN)).await? {
            return Ok(Submission::NotBefore(now + duration_ms(FIRST_WAIT)));
        }
        // Asked again: the server that had the turn before may have told all of it.
        let owed = self.owed(listed).await?;
        for (changed, gone) in owed.batches() {
            if let Err(why) = self.post(&changed, &gone).await {
                let wait = self.next_wait();
                let seconds = wait.as_secs();
                tracing::warn!(why, seconds, "IndexNow: search engines were not told; it is tried again");
                let again = self.clock.now_ms() + duration_ms(wait);
                jobs::extend_lease(&self.db, TURN_NAME, again).await?;
                return Ok(Submission::NotBefore(again));
            }
            self.failures = 0;
            self.write_down(&changed, &gone).await?;
            tracing::info!(addresses = changed.len() + gone.len(), "IndexNow: search engines are told");
        }
        jobs::release_lease(&self.db, TURN_NAME).await?;
        Ok(Submission::All)
    }

    async fn owed(&self, listed: &[(String, i64)]) -> Result<Owed, DbErr> {
        let rows = Entity::find().all(self.db.reader()).await?;
        let mut known: HashMap<String, i64> =
            rows.into_iter().map(|row| (row.path, row.changed_at)).collect();
        let news = |(path, changed): &&(String, i64)| known.remove(path) != Some(*changed);
        let changed = listed.iter().filter(news).cloned().collect();
        Ok(Owed { changed, gone: known.into_keys().collect() })
    }

    async fn post(&self, changed: &[(String, i64)], gone: &[String]) -> Result<(), String> {
        let paths = changed.iter().map(|(path, _)| path).chain(gone);
        let post = Post {
            host: self.origin.split("://").nth(1).unwrap_or_default(),
            key: &self.settings.key,
            // Answered by `app/blog/machines.rs`.
            key_location: format!("{}/{}.txt", self.origin, self.settings.key),
            url_list: paths.map(|path| format!("{}{path}", self.origin)).collect(),
        };
        let sent = self.client.post(self.settings.endpoint.clone()).json(&post).send().await;
        let answer = sent.map_err(|error| one_line(&error))?;
        match answer.status() {
            StatusCode::OK | StatusCode::ACCEPTED => Ok(()),
            StatusCode::FORBIDDEN => Err(format!("403: they do not find the key at {}", post.key_location)),
            StatusCode::UNPROCESSABLE_ENTITY => {
                Err("422: the addresses are not of the key's host".to_owned())
            }
            status => Err(format!("they answered {}", status.as_u16())),
        }
    }

    async fn write_down(&self, changed: &[(String, i64)], gone: &[String]) -> Result<(), DbErr> {
        let write = self.db.begin_write().await?;
        for some in changed.chunks(ROWS) {
            let rows = some.iter().map(|(path, changed_at)| ActiveModel {
                path: Set(path.clone()),
                changed_at: Set(*changed_at),
            });
            let over = OnConflict::column(Column::Path).update_column(Column::ChangedAt).to_owned();
            Entity::insert_many(rows).on_conflict(over).exec_without_returning(write.connection()).await?;
        }
        for some in gone.chunks(ROWS) {
            let gone = Entity::delete_many().filter(Column::Path.is_in(some.iter().map(String::as_str)));
            gone.exec(write.connection()).await?;
        }
        write.commit().await
    }

    fn next_wait(&mut self) -> Duration {
        let wait = FIRST_WAIT * 2_u32.saturating_pow(self.failures.min(6));
        self.failures += 1;
        wait.min(LONGEST_WAIT)
    }
}

impl Owed {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty()
    }

    fn batches(self) -> impl Iterator<Item = (Vec<(String, i64)>, Vec<String>)> {
        let changed: Vec<_> = self.changed.chunks(BATCH).map(|some| (some.to_vec(), Vec::new())).collect();
        let gone: Vec<_> = self.gone.chunks(BATCH).map(|some| (Vec::new(), some.to_vec())).collect();
        // As often as not, a few of both: a moved post is one of each.
        match (changed.len(), gone.len()) {
            (1, 1) if self.changed.len() + self.gone.len() <= BATCH => vec![(self.changed, self.gone)],
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

/// How search engines are told of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexNowSettings {
    /// Published at `/{key}.txt`: whoever can put it there speaks for the site.
    pub key: String,
    /// `https`, or `http` to this machine.
    pub endpoint: Url,
}
