//! Posts: `list` names them all, `editor` shows one to its authors, `saving` keeps what they type, `publishing` changes
//! what readers see, `files` takes pictures and pasted text and shows the page as it would be.

pub mod editor;
pub mod files;
pub mod list;
pub mod publishing;
pub mod saving;
mod shown;

use http::StatusCode;

use crate::http::outcome::Failure;
use crate::staff::who::Who;
use crate::view::Problem;
use blog::writing::Writer;

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
