//! The site's pages with every piece of them open to change: the screen, the page in its frame, and what changes it.

pub mod changing;
pub mod facts;
pub mod showing;
mod storing;

use http::StatusCode;

use crate::http::outcome::Failure;
use crate::view::Problem;

/// The address of the screen for a page, and for one of its pieces.
fn address(at: &str, piece: Option<&str>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("at", at);
    if let Some(piece) = piece {
        query.append_pair("piece", piece);
    }
    format!("/desk/site?{}", query.finish())
}

fn not_found() -> Failure {
    Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound)
}
