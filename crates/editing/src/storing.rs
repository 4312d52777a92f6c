//! Stores changes, and shows them to visitors.

use std::sync::Arc;

use sea_orm::DbErr;

use crate::editor::{SiteEditor, Truth};
use crate::outcome::{Prepared, StoreError, blocking};
use crate::revisions::FileChange;
use crate::{drafts, kept_pictures, overlay, revisions, store};
use content::Source;
use site::former_files;
use site::pages::Change;
use storage::db::WriteTransaction;

impl SiteEditor {
    /// Stores changes that follow each other: the revisions in the transaction, which the caller commits, and the files; of
    /// a draft, its changes. Answers their ids. Then [`Self::publish`].
    ///
    /// # Errors
    /// When one of them cannot be written. A rolled-back transaction leaves a file as it is: the next change notes it.
    pub async fn store(
        &self,
        write: &WriteTransaction,
        prepared: &[Prepared],
    ) -> Result<Vec<i64>, StoreError> {
        let now = self.options().clock.now_ms();
        let mut ids = Vec::new();
        for Prepared { change, told } in prepared {
            let told = told.clone();
            let id = match &self.options().truth {
                Truth::Draft(draft) => drafts::add_change(write, draft, change, told, now).await,
                _ if !revisions::is_present(write, change).await.map_err(StoreError::Database)? => {
                    return Err(StoreError::Stale);
                }
                _ => revisions::add(write, change, told, now).await,
            };
            ids.push(id.map_err(StoreError::Database)?);
        }
        let changes = prepared.iter().map(|prepared| prepared.change.clone());
        // Whoever looks at it does so before it is published, or in a draft.
        for picture in prepared.iter().filter_map(|prepared| prepared.change.picture.as_ref()) {
            former_files::keep_brought(write, &picture.served, now).await.map_err(StoreError::Database)?;
        }
        match &self.options().truth {
            Truth::Folder(folder) => {
                let (folder, changes): (_, Vec<FileChange>) = (folder.clone(), changes.collect());
                let is_written = blocking(move || store::replace_all(&folder, &changes)).await;
                if !is_written.map_err(StoreError::Disk)? {
                    return Err(StoreError::Stale);
                }
            }
            Truth::Database(_) | Truth::Draft(_) => {
                for picture in changes.filter_map(|change| change.picture) {
                    kept_pictures::keep(write, &picture.path, &picture.bytes)
                        .await
                        .map_err(StoreError::Database)?;
                }
            }
        }
        Ok(ids)
    }

    /// Shows visitors what is stored; a draft is shown to those who look at it.
    ///
    /// # Errors
    /// When the database cannot be read: then the next look brings it.
    pub async fn publish(&self) -> Result<(), DbErr> {
        let options = self.options();
        match (&options.truth, &options.source) {
            (Truth::Draft(id), _) => return self.read_draft(id).await,
            (Truth::Database(files), Source::Changed(base, _)) => {
                files.store(Arc::new(overlay::files(&options.db, base).await?));
            }
            _ => {}
        }
        if options.changes.send(Change::Content).is_err() {
            tracing::error!("a change saved at the desk is not published: the publisher has stopped");
        }
        Ok(())
    }
}
