//! Posts: `list` names them all, `editor` shows one to its authors, `saving` keeps what they type, `publishing` changes
//! what readers see, `files` takes pictures and pasted text and shows the page as it would be.

pub mod editor;
pub mod files;
pub mod list;
pub mod publishing;
pub mod saving;
mod shown;

use http::StatusCode;
use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::Failure;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::who::Who;
use crate::view::Problem;
use blog::writing::Writer;
use storage::db::WriteTransaction;

/// Where a post is written.
fn address(post_id: &str) -> String {
    format!("/desk/posts/{post_id}")
}

fn writer(who: &Who) -> Writer {
    Writer { staff_id: who.member.id.clone(), name: who.member.name.clone() }
}

fn not_found() -> Failure {
    Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound)
}

async fn log(
    write: &WriteTransaction,
    asked: &Asked,
    action: AuditAction,
    slug: &str,
    now: i64,
) -> Result<(), DbErr> {
    // A tap that came twice does no harm here: it does the same once more, and the log says so.
    let entry = Entry { by: Actor::of(asked.who()), action, subject: slug, lead_id: None, key: None };
    audit::append(write, entry, now).await
}
