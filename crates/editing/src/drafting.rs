//! Works on a draft: the site with what the draft changes, over the site as visitors have it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use sea_orm::DbErr;
use serde_json::json;

use crate::drafts::{self, change};
use crate::editor::{EditorOptions, SiteEditor, Truth};
use crate::outcome::{Prepared, Refused, blocking, elsewhere};
use crate::revisions::{BroughtPicture, FileChange, Told};
use crate::{kept_pictures, overlay};
use content::source::ChangedFiles;
use content::{Report, Source};
use site::pages::page_data::{PlannedPage, planned_pages};
use site::pages::read;

impl SiteEditor {
    /// The editor of an open draft; `None` if there is no such draft.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn in_draft(&self, id: &str) -> Result<Option<Self>, DbErr> {
        if !drafts::find(self.db().reader(), id).await?.is_some_and(|draft| draft.is_open()) {
            self.forget_draft(id);
            return Ok(None);
        }
        let editor = self.known_draft(id, || {
            let options = self.options();
            let source = options.source.changed(BTreeMap::new());
            EditorOptions { source, truth: Truth::Draft(id.to_string()), ..options.clone() }
        });
        editor.read_draft(id).await?;
        Ok(Some(editor))
    }

    /// Reads what the draft changes, again.
    pub(super) async fn read_draft(&self, id: &str) -> Result<(), DbErr> {
        if let Some((base, files)) = self.draft_files() {
            let changes = drafts::changes_of(self.db().reader(), id).await?;
            files.store(Arc::new(self.laid_over(base, &changes).await?));
        }
        Ok(())
    }

    fn draft_files(&self) -> Option<(&Source, &ChangedFiles)> {
        match (&self.options().truth, &self.options().source) {
            (Truth::Draft(_), Source::Changed(base, files)) => Some((base, files)),
            _ => None,
        }
    }

    /// The files that the changes leave, over those of `base`.
    async fn laid_over(
        &self,
        base: &Source,
        changes: &[change::Model],
    ) -> Result<BTreeMap<String, Bytes>, DbErr> {
        let mut files = self.pictures_of(changes).await?;
        files.extend(merged(base, changes).into_iter().map(|change| (change.path, change.after.into())));
        Ok(files)
    }

    /// The pictures that came along with the changes, by their paths.
    async fn pictures_of(&self, changes: &[change::Model]) -> Result<BTreeMap<String, Bytes>, DbErr> {
        let paths = changes.iter().filter_map(|change| change.picture.clone()).collect();
        let pictures = kept_pictures::at(self.db().reader(), paths).await?.into_iter();
        Ok(pictures.map(|picture| (picture.path, picture.bytes.into())).collect())
    }

    /// Whether a change can be taken out of the draft that this edits.
    ///
    /// # Errors
    /// Why it cannot: what is left would have a mistake.
    pub async fn prepare_taking_out(&self, id: i64) -> Result<change::Model, Refused> {
        let (Truth::Draft(draft), Some((base, _))) = (&self.options().truth, self.draft_files()) else {
            return Err(Refused::NoSuchPiece);
        };
        let mut changes = drafts::changes_of(self.db().reader(), draft).await?;
        let at = changes.iter().position(|change| change.id == id).ok_or(Refused::NoSuchPiece)?;
        let taken = changes.remove(at);
        let left = self.laid_over(base, &changes).await?;
        let (editor, base) = (self.clone(), base.clone());
        let would_be = blocking(move || editor.build(&base.changed(left)).map(drop)).await;
        would_be.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        Ok(taken)
    }

    /// The changes of a draft as changes of the site as it is now; empty if the site says all of it already. Where both
    /// changed the same lines, the draft's words stay.
    ///
    /// # Errors
    /// The check's objections to the site with all of them.
    pub async fn prepare_draft(&self, draft: &drafts::Model) -> Result<Vec<Prepared>, Refused> {
        self.note_other_changes().await?;
        let rows = drafts::changes_of(self.db().reader(), &draft.id).await?;
        if rows.is_empty() {
            return Err(Refused::Unchanged);
        }
        let pictures = self.pictures_of(&rows).await?;
        let prepared = merged(self.source(), &rows).into_iter().zip(&rows).map(|(change, row)| {
            let picture = row.picture.as_ref().and_then(|path| pictures.get_key_value(path));
            let mut change = self.change(&change.path, &change.before, change.after);
            change.picture = picture.map(|(path, bytes)| BroughtPicture {
                path: path.clone(),
                bytes: bytes.clone(),
                served: Vec::new(),
            });
            let told = Told {
                staff_id: row.staff_id.clone(),
                by_name: row.by_name.clone(),
                name: row.name.clone(),
                was: row.was.clone(),
                becomes: row.becomes.clone(),
                draft: Some(draft.name.clone()),
                undoes: None,
            };
            Prepared { change, told }
        });
        let prepared: Vec<Prepared> =
            prepared.filter(|Prepared { change, .. }| change.before != change.after).collect();
        self.refuse_unless_checked(&prepared).await?;
        Ok(prepared)
    }

    /// The pages that look different with the draft that this edits; what all pages have counts as the home page.
    ///
    /// # Errors
    /// The problems of the content.
    pub async fn pages_changed(&self) -> Result<Vec<String>, Report> {
        let Some((base, _)) = self.draft_files() else { return Ok(Vec::new()) };
        let (editor, base) = (self.clone(), base.clone());
        blocking(move || {
            let (live, draft) = (editor.plain_pages(&base)?, editor.plain_pages(editor.source())?);
            Ok(draft.into_iter().filter(|page| !live.contains(page)).map(|(path, _)| path).collect())
        })
        .await
    }

    /// The words of each page, by its path.
    fn plain_pages(&self, source: &Source) -> Result<Vec<(String, String)>, Report> {
        let context = self.options().pages.render_context.load();
        let mut photos = self.photos();
        let content = read(source, &mut photos, &context.routes)?.content;
        let shared = json!([content.company, content.navigation, content.words, content.service_cards()]);
        let pages = planned_pages(&content, &context.routes).into_iter();
        let page = |page: PlannedPage| {
            let shared = if page.path == "/" { shared.to_string() } else { String::new() };
            (page.path, json!(page.data).to_string() + &shared)
        };
        Ok(pages.map(page).collect())
    }

    /// Refuses changes together with which the content has a mistake.
    pub(super) async fn refuse_unless_checked(&self, prepared: &[Prepared]) -> Result<(), Refused> {
        let changes: Vec<FileChange> = prepared.iter().map(|prepared| prepared.change.clone()).collect();
        let editor = self.clone();
        let would_be = blocking(move || editor.checked(&changes).map(drop)).await;
        would_be.map_err(|report| Refused::Problems(elsewhere(&report)))
    }
}

/// Each change as it changes the files of `base` and what the changes before it left.
fn merged<'a>(base: &Source, changes: &'a [change::Model]) -> Vec<FileChange> {
    let mut texts: BTreeMap<&'a str, String> = BTreeMap::new();
    let one = |change: &'a change::Model| {
        let change::Model { path, before, after, .. } = change;
        let present = texts.get(path.as_str()).cloned().or_else(|| overlay::text(base, path));
        let present = present.unwrap_or_else(|| before.clone());
        let text = overlay::merge_preferring_ours(before, after, &present);
        texts.insert(path, text.clone());
        FileChange { path: path.clone(), before: present, after: text, base: String::new(), picture: None }
    };
    changes.iter().map(one).collect()
}
