//! Reads a list of posts in chunks, as the JSON array that the API answers: a long list is never in memory as a
//! whole, and no database connection is held while a slow client reads.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::Stream;
use sea_orm::DbErr;

use crate::api::list_query::{ListQuery, Paging};
use crate::facts::PostFacts;
use crate::store;
use crate::store::Cursor;
use storage::db::Db;

const POSTS_PER_CHUNK: u64 = 16;

/// A list of which some chunks have been read.
pub struct ListChunks {
    db: Db,
    now_ms: i64,
    query: ListQuery,
    /// The site's public address, without a slash at the end.
    origin: Arc<str>,
    /// The facts that the posts name.
    facts: PostFacts,
    /// Number of posts that may still follow.
    remaining: u64,
    position: Position,
}

enum Position {
    Start,
    After(Cursor),
    /// Only the closing bracket is left.
    End,
    Done,
}

impl ListChunks {
    /// The list that the query asks for, as readers may see it at `now_ms`.
    pub fn new(db: &Db, now_ms: i64, query: ListQuery, origin: Arc<str>, facts: PostFacts) -> Self {
        let remaining = query.paging.map_or(u64::MAX, |paging| u64::from(paging.per_page));
        Self { db: db.clone(), now_ms, query, origin, facts, remaining, position: Position::Start }
    }

    /// The next chunk of the array. The last one is its closing bracket; `None` after it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next(&mut self) -> Result<Option<String>, DbErr> {
        let (db, now, order) = (self.db.reader(), self.now_ms, self.query.order);
        let (count, content) = (self.remaining.min(POSTS_PER_CHUNK), self.query.wants_content());
        let posts = match &self.position {
            Position::Start => {
                let skip = self.query.paging.map_or(0, Paging::skip);
                store::list(db, now, order, skip, count, content).await
            }
            Position::After(cursor) => store::list_after(db, now, order, cursor, count, content).await,
            Position::End => {
                self.position = Position::Done;
                return Ok(Some("]".to_owned()));
            }
            Position::Done => return Ok(None),
        };
        let posts = self.facts.fill_all(posts)?;
        let is_first = matches!(self.position, Position::Start);
        let objects: Vec<String> = posts.iter().map(|post| self.query.object(post, &self.origin)).collect();
        let before = if is_first {
            "["
        } else if posts.is_empty() {
            ""
        } else {
            ","
        };
        self.remaining -= posts.len() as u64;
        self.position = match posts.last() {
            Some(last) if posts.len() as u64 == count && self.remaining > 0 => {
                Position::After(order.cursor(last))
            }
            _ => Position::End,
        };
        Ok(Some(format!("{before}{}", objects.join(","))))
    }
}

/// The chunks of a list that was begun at `revision`. It breaks off where the posts change meanwhile, so that no
/// client takes half of the old list and half of the new one for a whole.
pub fn stream(chunks: ListChunks, revision: i64) -> impl Stream<Item = Result<Bytes, DbErr>> {
    futures_util::stream::try_unfold(chunks, move |mut chunks| async move {
        let at_end = matches!(chunks.position, Position::End);
        if at_end && store::revision(chunks.db.reader()).await? != revision {
            return Err(DbErr::Custom("the posts changed while their list was streamed".to_owned()));
        }
        Ok(chunks.next().await?.map(|chunk| (Bytes::from(chunk), chunks)))
    })
}
