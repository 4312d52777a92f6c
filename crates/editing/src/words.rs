//! An edit of one piece: what it would bring, and whether it may go live.

use crate::editor::SiteEditor;
use crate::other_forms;
use crate::outcome::{Prepared, Refused, blocking, elsewhere};
use crate::problem::{EditProblem, problems_of};
use crate::revisions::{FileChange, Told};
use crate::site::MarkedSite;
use content::fields::FieldKind;
use content::splice;

/// A piece as somebody would have it.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The page that it is seen on.
    pub at: String,
    pub id: String,
    pub typed: String,
}

/// A preview of an edit.
pub struct Tried {
    pub problems: Vec<EditProblem>,
    /// The page with the edit; `None` with a mistake.
    pub html: Option<String>,
}

/// An edit that has passed the check.
struct Judged {
    change: FileChange,
    told: Told,
    warnings: Vec<EditProblem>,
    would_be: MarkedSite,
}

impl SiteEditor {
    /// A preview of an edit: the check's problems, and the page.
    pub async fn tried(&self, edit: Edit) -> Tried {
        let editor = self.clone();
        blocking(move || match editor.judge(&edit, None) {
            Ok(judged) => {
                let html = judged.would_be.annotated(&edit.at).map(|page| page.html.clone());
                Tried { problems: judged.warnings, html }
            }
            Err(Refused::Problems(problems)) => Tried { problems, html: None },
            Err(Refused::Unchanged) => {
                let site = editor.current().ok();
                let html = site.and_then(|site| Some(site.annotated(&edit.at)?.html.clone()));
                Tried { problems: Vec::new(), html }
            }
            Err(_) => Tried { problems: vec![gone()], html: None },
        })
        .await
    }

    /// Whether an edit may go live. `was` is what its author saw.
    ///
    /// # Errors
    /// Why it may not.
    pub async fn prepare(&self, edit: Edit, was: String) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let editor = self.clone();
        let judged = blocking(move || editor.judge(&edit, Some(&was))).await?;
        Ok(Prepared { change: judged.change, told: judged.told })
    }

    fn judge(&self, edit: &Edit, was: Option<&str>) -> Result<Judged, Refused> {
        let site = self.current().map_err(|report| Refused::Problems(elsewhere(&report)))?;
        let piece = site.piece(&edit.id).ok_or(Refused::NoSuchPiece)?;
        let typed = edit.typed.replace("\r\n", "\n");
        if was.is_some_and(|was| was.replace("\r\n", "\n").trim_end() != piece.value.trim_end())
            && typed != piece.value
        {
            let file = edit.id.split(':').next().unwrap_or_default().to_string();
            return Err(Refused::Clash { now: piece.shown, file });
        }
        let (file, path) = edit.id.split_once(':').ok_or(Refused::NoSuchPiece)?;
        // Its words are pieces of their own; another picture is brought.
        if piece.kind == FieldKind::Picture {
            return Err(Refused::Unchanged);
        }
        let raw = site.raw.get(file).ok_or(Refused::NoSuchPiece)?;
        let node = raw.node.at(path).ok_or(Refused::NoSuchPiece)?;
        if typed.trim_end() == piece.value.trim_end() {
            return Err(Refused::Unchanged);
        }
        let after = match other_forms::changed_with(file, path, raw, &piece.value, &typed) {
            Some(all) => all,
            None => splice::replaced(&raw.text, node, piece.kind, &typed),
        };
        if after == raw.text {
            return Err(Refused::Unchanged);
        }
        let shown = self.source().display(file);
        let (line, change) = (node.place.line, self.change(file, &raw.text, after));
        let would_be = self
            .checked(std::slice::from_ref(&change))
            .map_err(|report| Refused::Problems(problems_of(&report, &site.report, &shown, line, &typed)))?;
        let warnings = problems_of(&would_be.report, &site.report, &shown, line, &typed);
        let is_drawn = would_be.page(&edit.at).is_none() || would_be.annotated(&edit.at).is_some();
        if !is_drawn {
            return Err(Refused::Problems(vec![undrawable()]));
        }
        let becomes = would_be.piece(&edit.id).map_or(typed, |piece| piece.shown);
        let told = Told { name: piece.name, was: piece.shown, becomes, ..Told::default() };
        Ok(Judged { change, told, warnings, would_be })
    }
}

fn gone() -> EditProblem {
    EditProblem::mistake("this piece is not there any more", "reload the page")
}

fn undrawable() -> EditProblem {
    EditProblem::mistake(
        "the page can't be drawn with this",
        "write it in other words, and tell whoever looks after the site",
    )
}
