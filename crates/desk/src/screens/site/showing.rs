//! Shows a page of the site with its pieces, and recent changes.

use std::collections::HashSet;

use editing::{MarkedPage, MarkedSite, SiteEditor, revisions};
use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::site::pieces::{broken, change, shown};
use crate::screens::site::{drafts, editor_of, not_found};
use crate::service::DeskService;
use crate::view::{
    HiddenSection, PiecePlace, RefusedEdit, Screen, SiteChange, SitePage, SitePiece, SiteScreen,
};

/// Changes shown, at most.
const CHANGES: u64 = 30;

/// The screen for the page at `at`, with the piece that the address names.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let chosen = Some(asked.query("piece").to_owned()).filter(|piece| !piece.is_empty());
    let screen = screen(desk, asked, asked.query("at"), chosen, None).await?;
    Ok(Reply::Screen(Screen::Site(Box::new(screen))))
}

/// The page as visitors have it, with the marks of its pieces; of a draft, with its changes.
pub async fn page(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let at = asked.query("at");
    let site = editor_of(desk, asked).await?.site(at).await;
    let site = site.map_err(|report| Failure::invalid(broken(&report)))?;
    let page = site.annotated(at).ok_or_else(not_found)?;
    Ok(Reply::MarkedPage(page.html.clone()))
}

/// Everything that the screen shows; `refused` is an edit that was sent and refused.
pub async fn screen(
    desk: &DeskService,
    asked: &Asked,
    at: &str,
    chosen: Option<String>,
    refused: Option<RefusedEdit>,
) -> Result<SiteScreen, Failure> {
    let at = if at.is_empty() { "/" } else { at };
    let editor = editor_of(desk, asked).await?;
    editor.note_other_changes().await?;
    let changes = changes(desk, asked, &editor).await?;
    let mut screen = SiteScreen {
        at: at.to_owned(),
        title: at.to_owned(),
        pages: Vec::new(),
        is_own: editor.is_own(at),
        pieces: Vec::new(),
        anchors: Vec::new(),
        chosen,
        refused,
        changes,
        draft: drafts::open(desk, &editor).await?,
        drafts: drafts::count(desk).await?,
        hidden: Vec::new(),
        locked: None,
    };
    match editor.site(at).await {
        Ok(site) => {
            let page = site.page(at).ok_or_else(not_found)?;
            screen.title.clone_from(&page.title);
            screen.pages = site
                .pages
                .iter()
                .map(|page| SitePage { at: page.path.clone(), title: page.title.clone() })
                .collect();
            screen.pieces = pieces(&site, page);
            screen.anchors = site.anchors(page);
            let hidden = site.hidden_sections(page).into_iter();
            screen.hidden = hidden.map(|(item, words)| HiddenSection { item, words }).collect();
            screen.locked = desk.editor.locked();
        }
        Err(report) => screen.locked = Some(broken(&report)),
    }
    Ok(screen)
}

/// Recent changes of the site or of a draft, the latest first.
pub async fn changes(
    desk: &DeskService,
    asked: &Asked,
    editor: &SiteEditor,
) -> Result<Vec<SiteChange>, DbErr> {
    if let Some(draft) = editor.draft() {
        return drafts::changes(desk, asked, draft).await;
    }
    let latest = revisions::latest(desk.db.reader(), CHANGES).await?;
    Ok(latest.into_iter().map(|revision| change(asked, revision)).collect())
}

/// Editable pieces of a page: what is seen, then what is said, then what only its file has.
fn pieces(site: &MarkedSite, page: &MarkedPage) -> Vec<SitePiece> {
    let mut known = HashSet::new();
    let (seen, said) =
        site.annotated(&page.path).map(|page| (&page.seen[..], &page.said[..])).unwrap_or_default();
    // Where words lead comes behind them.
    let with_links = |id: &String, place: PiecePlace| {
        let links = site.links_beside(id).into_iter().map(|id| (id, PiecePlace::Hidden));
        let pages = site.on_pages(id);
        std::iter::once((id.clone(), place)).chain(links).map(move |(id, place)| (id, place, pages))
    };
    let seen = seen.iter().flat_map(|id| with_links(id, PiecePlace::Page));
    let said = said.iter().flat_map(|id| with_links(id, PiecePlace::Hidden));
    // A photo that waits for its place is brought, not typed.
    let hidden = site.hidden_sections(page);
    let is_hidden = |id: &String| hidden.iter().any(|(item, _)| id.starts_with(&format!("{item}.")));
    let is_typed = |id: &String| !id.contains(".photo.") && !is_hidden(id);
    let file = site.pieces_of(&page.file).into_iter().filter(is_typed).map(|id| {
        let is_searched = [":title", ":description"].iter().any(|end| id == format!("{}{end}", page.file));
        let pages = site.on_pages(&id);
        (id, if is_searched { PiecePlace::Search } else { PiecePlace::Hidden }, pages)
    });
    let all = seen.chain(said).chain(file).filter(|(id, ..)| known.insert(id.clone()));
    all.filter_map(|(id, place, pages)| Some(shown(site.piece(&id)?, place, pages))).collect()
}
