//! Pictures for a post that is being written: stored at once under a name for its text.

use bytes::Bytes;
use sea_orm::DbErr;

use crate::authoring::pictures;
use crate::authoring::pictures::PreparedPicture;
use crate::post::StoredPicture;
use crate::store;
use crate::writing::copy::{self, ensure, lock};
use crate::writing::{Writing, copy::pictures_json};
use content::Photos;
use content::media::PictureError;
use content::media::upload::named;

/// A picture that a text can name from now on.
#[derive(Clone, Debug)]
pub struct Uploaded {
    pub name: String,
    pub picture: StoredPicture,
    /// Bytes that were uploaded, and most bytes that a reader with a wide screen loads.
    pub was_bytes: usize,
    pub bytes: usize,
}

/// Why a picture was not taken.
#[derive(Debug)]
pub enum UploadError {
    Picture(PictureError),
    NoSuchPost,
    Database(DbErr),
}

impl From<DbErr> for UploadError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl Writing {
    /// Stores a picture for the texts of a post. `file` is the name it had on the author's device.
    ///
    /// # Errors
    /// When it is no picture that pages show, there is no such post, or the database cannot be used.
    pub async fn add_picture(
        &self,
        post_id: &str,
        file: &str,
        bytes: Bytes,
    ) -> Result<Uploaded, UploadError> {
        let (name, was_bytes) = (named(file, &bytes).map_err(UploadError::Picture)?, bytes.len());
        let making = {
            let name = name.clone();
            tokio::task::spawn_blocking(move || pictures::prepare(&name, &bytes, &mut Photos::default()))
        };
        let made = making.await.map_err(|error| DbErr::Custom(error.to_string()))?;
        let PreparedPicture { picture, files, .. } = made.map_err(UploadError::Picture)?;
        let write = self.db.begin_write().await?;
        let Some(post) = lock(&write, post_id).await? else { return Err(UploadError::NoSuchPost) };
        let mut row = ensure(&write, &post).await?;
        let mut known = copy::pictures_in(&row);
        let name = free_name(&name, |name| known.get(name).is_none_or(|other| other.src == picture.src));
        known.insert(name.clone(), picture.clone());
        row.pictures = pictures_json(&known);
        let bytes = files.iter().map(|file| file.bytes.len()).max().unwrap_or_default();
        store::save_files(&write, &files).await?;
        copy::store(&write, &row).await?;
        write.commit().await?;
        Ok(Uploaded { name, picture, was_bytes, bytes })
    }
}

fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let numbered = (2..).map(|number| format!("{stem}-{number}.{extension}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| is_free(name)).expect("numbers have no end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pictures_of_one_name_get_two_names() {
        assert_eq!(free_name("a.jpg", |name| !["a.jpg", "a-2.jpg"].contains(&name)), "a-3.jpg");
    }
}
