//! A draft for somebody without an account: its pages at an address that nobody can guess, without scripts.

use editing::drafts::{self, Model};
use http::StatusCode;

use base::clock::dubai_text;
use base::random::Random;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::site::pieces::broken;
use crate::service::DeskService;
use crate::view::Problem;

/// Prefix of the address; the draft's secret and a page's path follow.
pub const PATH: &str = "/desk/shared/";

/// The secret of a draft's link, of 128 bits.
pub fn new_link(random: &Random) -> String {
    hex::encode(random.bytes::<16>())
}

/// Validity of the link to a draft that nobody changes any more.
const LINK_MS: i64 = 30 * 24 * 3600 * 1000;

/// A page as it would be with the draft.
pub async fn page(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let gone = || Failure::Problem(StatusCode::NOT_FOUND, Problem::DraftGone);
    let draft = drafts::find_by_link(desk.db.reader(), asked.parameter("link")).await?.ok_or_else(gone)?;
    if drafts::changed_at(desk.db.reader(), &draft).await? + LINK_MS <= desk.clock.now_ms() {
        return Err(gone());
    }
    let editor = desk.editor.in_draft(&draft.id).await?.ok_or_else(gone)?;
    let at = format!("/{}", asked.parameter("at"));
    let site = editor.site(&at).await.map_err(|report| Failure::invalid(broken(&report)))?;
    let not_found = || Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound);
    let html = site.annotated(&at).ok_or_else(not_found)?.plain();
    let paths: Vec<&str> = site.pages.iter().map(|page| page.path.as_str()).collect();
    let link = format!("{PATH}{}", draft.link);
    let html = with_links(&html, &paths, &link, |to| desk.editor.destination(to));
    let html = html.replacen("<body", &format!("<body data-draft=\"{}\"", said(&draft)), 1);
    Ok(Reply::SharedPage(html))
}

/// The line above the page, for an attribute.
fn said(draft: &Model) -> String {
    let when = match draft.goes_live_at {
        Some(at) => format!("Goes live on {}.", dubai_text(at)),
        None => "Nobody else sees it yet.".to_owned(),
    };
    let name = draft.name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!("Draft “{name}”. {when}")
}

/// The page with its links to other pages leading to those of the draft. Posts are in no draft: links to them stay.
fn with_links(html: &str, paths: &[&str], link: &str, destination: impl Fn(&str) -> String) -> String {
    let mut parts = html.split(" href=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(" href=\"");
        let (written, rest) = part.split_at(part.find('"').unwrap_or(part.len()));
        let to = destination(written);
        let path = &to[..to.find(['#', '?']).unwrap_or(to.len())];
        if paths.contains(&path) {
            out.push_str(link);
            out.push_str(&to);
        } else {
            out.push_str(written);
        }
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_pages_lead_to_those_of_the_draft_and_others_stay() {
        let html = "<a href=\"/\">a</a><a href=\"/contact-us#map\">b</a><link href=\"/assets/x.css\"><a href=\"tel:+971\"><a href=\"/contact\">";
        let expected = "<a href=\"/desk/shared/x/\">a</a><a href=\"/desk/shared/x/contact-us#map\">b</a><link href=\"/assets/x.css\"><a href=\"tel:+971\"><a href=\"/desk/shared/x/contact-us\">";
        let destination = |to: &str| if to == "/contact" { "/contact-us" } else { to }.to_owned();
        assert_eq!(with_links(html, &["/", "/contact-us"], "/desk/shared/x", destination), expected);
    }
}
