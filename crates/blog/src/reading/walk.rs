//! Walks over a list of posts in steps, as the JSON array that a call answers: a long list never stands in the
//! memory as a whole, and no connection to the database is held while a slow client reads.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::Stream;
use sea_orm::DbErr;

use crate::reading::calls::ListCall;
use crate::store;
use storage::db::Db;

/// Posts that are read in one step.
const STEP: u64 = 16;

/// Where a walk stands.
pub struct Walk {
    db: Db,
    now_ms: i64,
    call: ListCall,
    /// The site's public address, without a slash at the end.
    origin: Arc<str>,
    /// How many posts are still asked for.
    left: u64,
    at: At,
}

enum At {
    Start,
    /// Behind the post at this place.
    Behind(i64, String),
    End,
    Over,
}

impl Walk {
    /// At the start of what the call asks for, as readers may see it at `now_ms`.
    pub fn new(db: &Db, now_ms: i64, call: ListCall, origin: Arc<str>) -> Self {
        let left = call.paging.map_or(u64::MAX, |paging| u64::from(paging.per_page));
        Self { db: db.clone(), now_ms, call, origin, left, at: At::Start }
    }

    /// The next piece of the array; the last one is its closing bracket, and then there are none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next(&mut self) -> Result<Option<String>, DbErr> {
        let (db, step, content) = (self.db.reader(), self.left.min(STEP), self.call.wants_content());
        let (now, order) = (self.now_ms, self.call.order);
        let posts = match &self.at {
            At::Start => {
                let skip = self.call.paging.map_or(0, crate::reading::calls::Paging::skip);
                store::list(db, now, order, skip, step, content).await?
            }
            At::Behind(moment, id) => {
                store::list_after(db, now, order, Some((*moment, id)), step, content).await?
            }
            At::End => {
                self.at = At::Over;
                return Ok(Some("]".to_owned()));
            }
            At::Over => return Ok(None),
        };
        let mut piece = String::from(if matches!(self.at, At::Start) { "[" } else { "" });
        for (number, post) in posts.iter().enumerate() {
            if number > 0 || !matches!(self.at, At::Start) {
                piece.push(',');
            }
            piece.push_str(&self.call.entry(post, &self.origin));
        }
        self.left -= posts.len() as u64;
        self.at = match posts.last().map(|last| order.place(last)) {
            Some((moment, id)) if posts.len() as u64 == step && self.left > 0 => {
                At::Behind(moment, id.to_owned())
            }
            _ => At::End,
        };
        Ok(Some(piece))
    }
}

/// The pieces of a list that was begun at `revision`. It breaks off where the posts change meanwhile, so that
/// no client takes half of the old and half of the new for the whole.
pub fn stream(walk: Walk, revision: i64) -> impl Stream<Item = Result<Bytes, DbErr>> {
    futures_util::stream::try_unfold(walk, move |mut walk| async move {
        if matches!(walk.at, At::End) && store::revision(walk.db.reader()).await? != revision {
            return Err(DbErr::Custom("the posts changed while their list was written".to_owned()));
        }
        Ok(walk.next().await?.map(|piece| (Bytes::from(piece), walk)))
    })
}
