//! Adds days with hours of their own to the content.

use crate::content::splice::spliced;
use crate::editing::editor::{Prepared, Refused, SiteEditor, blocking, elsewhere};
use crate::editing::problem::problems_of;
use crate::editing::revisions::Told;
use crate::editing::special_days::{DaysTyped, FILE, end_of_hours};

impl SiteEditor {
    /// The change that adds these days.
    ///
    /// # Errors
    /// What the check has against them.
    pub async fn prepare_special_days(&self, days: DaysTyped) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let editor = self.clone();
        blocking(move || {
            let site = editor.current().map_err(|report| Refused::Problems(elsewhere(&report)))?;
            let raw = site.raw.get(FILE).ok_or(Refused::NoSuchPiece)?;
            if DaysTyped::of(&raw.node).contains(&days) {
                return Err(Refused::Unchanged);
            }
            let at = end_of_hours(&raw.text);
            let change = editor.change(FILE, &raw.text, spliced(&raw.text, at..at, &days.block()));
            editor.checked(&change).map(drop).map_err(|report| {
                let shown = editor.source().display(FILE);
                let first = raw.text[..at].lines().count() + 2;
                let mut problems = problems_of(&report, &site.report, &shown, first, "");
                let lines = first..first + days.block().lines().count();
                let is_here = |place: &String| lines.clone().any(|line| *place == format!("{shown}:{line}"));
                problems.iter_mut().for_each(|problem| {
                    problem.elsewhere = problem.elsewhere.take().filter(|place| !is_here(place))
                });
                Refused::Problems(problems)
            })?;
            let told = Told {
                name: "Days with other hours".to_string(),
                becomes: days.in_words(),
                ..Told::default()
            };
            Ok(Prepared { change, told })
        })
        .await
    }
}
