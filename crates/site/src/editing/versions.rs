//! The site as a change found it, and as it left it.

use std::collections::BTreeMap;

use sea_orm::DbErr;

use crate::content::Report;
use crate::editing::editor::SiteEditor;
use crate::editing::outcome::blocking;
use crate::editing::revisions;
use crate::editing::{MarkedSite, overlay};

/// Why a former state of the site cannot be shown.
#[derive(Debug)]
pub enum NoVersion {
    /// The differences do not lead there.
    Lost,
    /// The program cannot use the content as it was.
    Content(Report),
    Database(DbErr),
}

impl From<DbErr> for NoVersion {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl SiteEditor {
    /// The site right before the revision `id`, or with it where `is_after`. Its page `at` is rendered.
    ///
    /// # Errors
    /// Why it cannot be shown.
    pub async fn version(&self, id: i64, is_after: bool, at: &str) -> Result<MarkedSite, NoVersion> {
        self.note_other_changes().await?;
        let files = revisions::files(self.db().reader()).await?;
        let text = |path: String| Some((path.clone(), overlay::text(self.source(), &path)?));
        let present: BTreeMap<String, String> =
            files.into_iter().filter_map(|file| text(file.path)).collect();
        let texts = revisions::texts_at(self.db().reader(), id, is_after, &present).await?;
        let texts = texts.ok_or(NoVersion::Lost)?;
        let texts = texts.into_iter().map(|(path, text)| (path, text.into())).collect();
        let (editor, source, at) = (self.clone(), self.source().changed(texts), at.to_string());
        blocking(move || {
            let site = editor.build(&source).map_err(NoVersion::Content)?;
            let _ = site.annotated(&at);
            Ok(site)
        })
        .await
    }
}
