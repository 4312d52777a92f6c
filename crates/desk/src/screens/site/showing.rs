//! Shows a page of the site with its pieces, and what was changed lately.

use std::collections::HashSet;

use sea_orm::DbErr;
use site::content::Report;
use site::content::fields::FieldKind;
use site::editing::{EditProblem, Item, MarkedPage, MarkedSite, Piece, PiecePicture, revisions};

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::site::not_found;
use crate::service::DeskService;
use crate::view::{
    PieceItem, PieceKind, PiecePlace, RefusedEdit, Screen, SiteChange, SitePage, SitePicture, SitePiece,
    SiteProblem, SiteScreen,
};

/// How many changes are shown.
const CHANGES: u64 = 30;

/// The screen for the page at `at`, with the piece that the address names.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let chosen = Some(asked.query("piece").to_owned()).filter(|piece| !piece.is_empty());
    let screen = screen(desk, asked, asked.query("at"), chosen, None).await?;
    Ok(Reply::Screen(Screen::Site(Box::new(screen))))
}

/// The page as visitors have it, with the marks of its pieces.
pub async fn page(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let at = asked.query("at");
    let site = desk.editor.site(at).await.map_err(|report| Failure::invalid(broken(&report)))?;
    let page = site.annotated(at).ok_or_else(not_found)?;
    Ok(Reply::MarkedPage(page.html.clone()))
}

/// Everything that the screen shows; `refused` is what was sent and is not live.
pub async fn screen(
    desk: &DeskService,
    asked: &Asked,
    at: &str,
    chosen: Option<String>,
    refused: Option<RefusedEdit>,
) -> Result<SiteScreen, Failure> {
    let at = if at.is_empty() { "/" } else { at };
    desk.editor.note_other_changes().await?;
    let changes = changes(desk, asked).await?;
    let mut screen = SiteScreen {
        at: at.to_owned(),
        title: at.to_owned(),
        pages: Vec::new(),
        pieces: Vec::new(),
        chosen,
        refused,
        changes,
        locked: None,
    };
    match desk.editor.site(at).await {
        Ok(site) => {
            let page = site.page(at).ok_or_else(not_found)?;
            screen.title.clone_from(&page.title);
            screen.pages = site
                .pages
                .iter()
                .map(|page| SitePage { at: page.path.clone(), title: page.title.clone() })
                .collect();
            screen.pieces = pieces(&site, page);
            screen.locked = desk.editor.locked();
        }
        Err(report) => screen.locked = Some(broken(&report)),
    }
    Ok(screen)
}

/// What was changed lately, the latest first.
pub async fn changes(desk: &DeskService, asked: &Asked) -> Result<Vec<SiteChange>, DbErr> {
    let mine = Some(&asked.who().member.id);
    let latest = revisions::latest(desk.db.reader(), CHANGES).await?;
    let undos: HashSet<i64> = latest.iter().filter_map(|revision| revision.undone_by).collect();
    let change = |revision: revisions::Model| SiteChange {
        id: revision.id,
        when: revision.at,
        mine: revision.staff_id.as_ref() == mine,
        by: revision.by_name,
        name: revision.name,
        was: revision.was,
        is: revision.becomes,
        is_undone: revision.undone_by.is_some(),
        is_undo: undos.contains(&revision.id),
    };
    Ok(latest.into_iter().map(change).collect())
}

/// Why there are no pieces.
pub fn broken(report: &Report) -> String {
    let first = report.problems.first().map(ToString::to_string).unwrap_or_default();
    format!(
        "A file of the content has a mistake, so nothing can be changed here until it is mended. The site stays as it was. {first}"
    )
}

/// What can be changed of a page: what is seen, then what is said, then what only its file has.
fn pieces(site: &MarkedSite, page: &MarkedPage) -> Vec<SitePiece> {
    let mut known = HashSet::new();
    let (seen, said) =
        site.annotated(&page.path).map(|page| (&page.seen[..], &page.said[..])).unwrap_or_default();
    let seen = seen.iter().map(|id| (id.clone(), PiecePlace::Page));
    let said = said.iter().map(|id| (id.clone(), PiecePlace::Hidden));
    // A photo that waits for its place is brought, not typed.
    let is_typed = |id: &String| !id.contains(".photo.");
    let file = site.pieces_of(&page.file).into_iter().filter(is_typed).map(|id| {
        let is_searched = [":title", ":description"].iter().any(|end| id == format!("{}{end}", page.file));
        (id, if is_searched { PiecePlace::Search } else { PiecePlace::Hidden })
    });
    let all = seen.chain(said).chain(file).filter(|(id, _)| known.insert(id.clone()));
    all.filter_map(|(id, place)| Some(shown(site.piece(&id)?, place, site.on_pages(&id)))).collect()
}

pub fn shown(piece: Piece, place: PiecePlace, on_pages: u64) -> SitePiece {
    let kind = match piece.kind {
        FieldKind::Document => PieceKind::LongText,
        FieldKind::Price => PieceKind::Price,
        FieldKind::Number | FieldKind::SmallNumber => PieceKind::Number,
        FieldKind::Picture => PieceKind::Picture,
        FieldKind::Text => PieceKind::Text,
    };
    let item =
        |Item { id, list, index, count }| PieceItem { id, list, index: index as u64, count: count as u64 };
    let Piece { id, name, meaning, value, shown, limit, .. } = piece;
    let picture = |picture: PiecePicture| {
        let PiecePicture { src, width, height, alt, is_photo } = picture;
        SitePicture { src, width, height, alt, is_photo }
    };
    let (item, picture) = (piece.item.map(item), piece.picture.map(picture));
    SitePiece { id, name, meaning, kind, value, shown, place, on_pages, limit, item, picture }
}

/// A sentence of the check, for the screen.
pub fn problem(problem: EditProblem) -> SiteProblem {
    let EditProblem { is_mistake, what, instead, elsewhere, fix } = problem;
    SiteProblem { is_mistake, what, instead, elsewhere, fix }
}
