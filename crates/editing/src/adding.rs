//! Adds blocks to `company.toml`: days with hours of their own, and notices.

use crate::editor::SiteEditor;
use crate::notices::NoticeTyped;
use crate::outcome::{Prepared, Refused, blocking, elsewhere};
use crate::problem::problems_of;
use crate::revisions::Told;
use crate::special_days::{DaysTyped, FILE, end_of_hours};
use content::splice::spliced;

impl SiteEditor {
    /// The change that adds these days.
    ///
    /// # Errors
    /// The check's objections to them.
    pub async fn prepare_special_days(&self, days: DaysTyped) -> Result<Prepared, Refused> {
        let told =
            Told { name: "Days with other hours".to_string(), becomes: days.in_words(), ..Told::default() };
        self.prepare_block(days.block(), end_of_hours, told).await
    }

    /// The change that adds a notice.
    ///
    /// # Errors
    /// The check's objections to it.
    pub async fn prepare_notice(&self, notice: NoticeTyped) -> Result<Prepared, Refused> {
        let told = Told {
            name: "DatedNotice on every page".to_string(),
            becomes: notice.text.clone(),
            ..Told::default()
        };
        self.prepare_block(notice.block(), str::len, told).await
    }

    async fn prepare_block(
        &self,
        block: String,
        place: fn(&str) -> usize,
        told: Told,
    ) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let editor = self.clone();
        blocking(move || {
            let site = editor.current().map_err(|report| Refused::Problems(elsewhere(&report)))?;
            let raw = site.raw.get(FILE).ok_or(Refused::NoSuchPiece)?;
            // The same tap once more.
            if raw.text.contains(&block) {
                return Err(Refused::Unchanged);
            }
            let at = place(&raw.text);
            let gap = if raw.text[..at].ends_with('\n') { "" } else { "\n" };
            let added = format!("{gap}{block}");
            let change = editor.change(FILE, &raw.text, spliced(&raw.text, at..at, &added));
            editor.checked(std::slice::from_ref(&change)).map(drop).map_err(|report| {
                let shown = editor.source().display(FILE);
                let first = raw.text[..at].lines().count() + 2;
                let mut problems = problems_of(&report, &site.report, &shown, first, "");
                let lines = first..first + block.lines().count();
                let is_here = |place: &String| lines.clone().any(|line| *place == format!("{shown}:{line}"));
                problems.iter_mut().for_each(|problem| {
                    problem.elsewhere = problem.elsewhere.take().filter(|place| !is_here(place))
                });
                Refused::Problems(problems)
            })?;
            Ok(Prepared { change, told })
        })
        .await
    }
}
