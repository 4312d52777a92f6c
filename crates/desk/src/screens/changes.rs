//! Whether anything has changed: a screen that asks is answered as soon as something has, so that of two people at once
//! each sees within a second what the other did.

use std::time::Duration;

use sea_orm::DbErr;
use serde_json::json;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::service::DeskService;
use crate::staff::audit;
use crate::staff::roles::{Permission, may};
use blog::writing;
use leads::staff::inbox;

/// Interval of looks while somebody waits.
const LOOK_EVERY: Duration = Duration::from_millis(300);
/// Most looks for one request: a screen asks again at once, and a server that stops waits for no longer.
const LOOKS: usize = 12;

/// The stamp of the moment, once it is another one than `since`, or after a few seconds.
pub async fn wait(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let mut stamp = stamp(desk, asked).await?;
    for _ in 0..LOOKS {
        if stamp != asked.query("since") {
            break;
        }
        tokio::time::sleep(LOOK_EVERY).await;
        stamp = self::stamp(desk, asked).await?;
    }
    Ok(Reply::Data { json: json!({ "stamp": stamp }), cookies: Vec::new() })
}

/// Changes with each request that comes, each thing that happens to one, and each thing that somebody does here; for who
/// writes a post, also with each save of it.
async fn stamp(desk: &DeskService, asked: &Asked) -> Result<String, DbErr> {
    let db = desk.db.reader();
    let (lead, event) = inbox::newest(db).await?;
    let post = asked.query("post");
    let saved = match post.is_empty() || !may(&asked.who().member.roles, Permission::WritePosts) {
        true => 0,
        false => writing::present_number(db, post).await?,
    };
    Ok(format!("{lead}.{event}.{}.{saved}", audit::newest(db).await?))
}
