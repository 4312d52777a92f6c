//! The site's pages with every piece of them open to change: the screen, the page in its frame, and what changes it.

pub mod begin_draft;
pub mod changing;
pub mod draft_timer;
pub mod drafts;
pub mod facts;
pub mod own_pages;
mod pieces;
pub mod shared;
pub mod showing;
mod storing;

pub use pieces::broken;
pub use storing::{changed, short, store};

use http::StatusCode;

use editing::SiteEditor;

use crate::http::asked::Asked;
use crate::http::outcome::Failure;
use crate::service::DeskService;
use crate::view::Problem;

/// The address of the screen for a page, for one of its pieces, and of a draft.
pub fn address(at: &str, piece: Option<&str>, draft: Option<&str>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("at", at);
    if let Some(draft) = draft {
        query.append_pair("draft", draft);
    }
    if let Some(piece) = piece {
        query.append_pair("piece", piece);
    }
    format!("/desk/site?{}", query.finish())
}

/// The editor of the site, or of the draft that the form or the address names.
async fn editor_of(desk: &DeskService, asked: &Asked) -> Result<SiteEditor, Failure> {
    let draft = if asked.is_form { asked.field("draft") } else { asked.query("draft") };
    match draft {
        "" => Ok(desk.editor.clone()),
        // It may be live by now, or put aside: the list says so.
        draft => desk.editor.in_draft(draft).await?.ok_or_else(not_found),
    }
}

fn not_found() -> Failure {
    Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound)
}
