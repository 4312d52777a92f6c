//! A page before and after a change.

use site::content::Report;
use site::editing::{MarkedSite, NoVersion, revisions};

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::site::not_found;
use crate::screens::site::pieces::change;
use crate::service::DeskService;
use crate::view::{Screen, SiteVersion};

/// The screen of a change.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let id: i64 = asked.parameter("id").parse().map_err(|_| not_found())?;
    let revision = revisions::find(desk.db.reader(), id).await?.ok_or_else(not_found)?;
    let is_undo = revisions::undone_by(desk.db.reader(), id).await?.is_some();
    let (file, piece) = (revision.path.clone(), revision.piece.clone());
    let mut screen = SiteVersion {
        change: change(asked, revision, is_undo),
        at: asked.query("at").to_owned(),
        title: String::new(),
        piece,
        problem: None,
    };
    match desk.editor.version(id, true, asked.query("at")).await {
        Ok(site) => {
            let page = page_with(&site, &screen, &file).ok_or_else(not_found)?;
            (screen.at, screen.title) = page;
        }
        Err(NoVersion::Database(error)) => return Err(error.into()),
        Err(why) => screen.problem = Some(sentence(&why)),
    }
    Ok(Reply::Screen(Screen::SiteVersion(screen)))
}

/// The page that somebody came from, if the change is seen there; else the page of the changed file.
fn page_with(site: &MarkedSite, screen: &SiteVersion, file: &str) -> Option<(String, String)> {
    let asked = site.page(&screen.at);
    let shows = |path: &str| {
        let page = site.annotated(path)?;
        let piece = screen.piece.as_ref()?;
        Some(page.seen.contains(piece) || page.said.contains(piece))
    };
    let is_there = |path: &str| shows(path).unwrap_or(false);
    let own = || site.pages.iter().find(|page| page.file == file);
    let page = asked.filter(|page| page.file == file || is_there(&page.path)).or_else(own);
    let page = page.or_else(|| site.pages.iter().find(|page| is_there(&page.path))).or(asked);
    page.or(site.pages.first()).map(|page| (page.path.clone(), page.title.clone()))
}

/// The page before or after the change that the address names.
pub async fn page(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let id: i64 = asked.query("version").parse().map_err(|_| not_found())?;
    let at = asked.query("at");
    match desk.editor.version(id, asked.query("side") == "after", at).await {
        Ok(site) => Ok(Reply::MarkedPage(site.annotated(at).ok_or_else(not_found)?.html.clone())),
        Err(NoVersion::Database(error)) => Err(error.into()),
        Err(why) => Err(Failure::invalid(sentence(&why))),
    }
}

fn sentence(why: &NoVersion) -> String {
    let first = |report: &Report| report.problems.first().map(ToString::to_string).unwrap_or_default();
    match why {
        NoVersion::Content(report) => {
            format!("The site of that day can't be drawn by this version of the program. {}", first(report))
        }
        _ => "The site of that day can't be drawn any more; the words are above.".to_owned(),
    }
}
