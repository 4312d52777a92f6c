//! Pieces, changes and mistakes from the site's editor, as the screens have them.

use content::Report;
use content::fields::FieldKind;
use editing::{EditProblem, Item, Piece, PiecePicture, revisions};

use crate::http::asked::Asked;
use crate::view::{PieceItem, PieceKind, PiecePlace, SiteChange, SitePicture, SitePiece, SiteProblem};

/// Reason why there are no pieces.
pub fn broken(report: &Report) -> String {
    let first = report.problems.first().map(ToString::to_string).unwrap_or_default();
    format!(
        "A file of the content has a mistake, so nothing can be changed here until it is mended. The site stays as it was. {first}"
    )
}

/// A change of the site.
pub fn change(asked: &Asked, revision: revisions::Model) -> SiteChange {
    SiteChange {
        id: revision.id,
        when: revision.at,
        mine: revision.staff_id.as_ref() == Some(&asked.who().member.id),
        is_undo: revision.is_undo(),
        by: revision.by_name,
        name: revision.name,
        was: revision.was,
        is: revision.becomes,
        is_undone: revision.undone_by.is_some(),
        draft: revision.draft,
    }
}

/// A piece, seen at `place` on `on_pages` pages.
pub fn shown(piece: Piece, place: PiecePlace, on_pages: u64) -> SitePiece {
    let kind = match piece.kind {
        FieldKind::Document => PieceKind::LongText,
        FieldKind::Price => PieceKind::Price,
        FieldKind::Number | FieldKind::SmallNumber => PieceKind::Number,
        FieldKind::Picture => PieceKind::Picture,
        FieldKind::Text => PieceKind::Text,
        FieldKind::Link => PieceKind::Link,
        FieldKind::Url => PieceKind::Url,
    };
    let item = |Item { id, list, index, count, sample }| {
        let (index, count) = (index as u64, count as u64);
        PieceItem { id, list, index, count, sample }
    };
    let Piece { id, name, meaning, value, shown, limit, .. } = piece;
    let picture = |picture: PiecePicture| {
        let PiecePicture { src, width, height, alt, is_photo, focus } = picture;
        SitePicture { src, width, height, alt, is_photo, focus }
    };
    let (item, picture) = (piece.item.map(item), piece.picture.map(picture));
    SitePiece { id, name, meaning, kind, value, shown, place, on_pages, limit, item, picture }
}

/// A sentence of the check, for the screen.
pub fn problem(problem: EditProblem) -> SiteProblem {
    let EditProblem { is_mistake, what, instead, elsewhere, fix } = problem;
    SiteProblem { is_mistake, what, instead, elsewhere, fix }
}
