//! Pictures for a post that is being written: stored at once under a name for its text.

use bytes::Bytes;
use sea_orm::DbErr;

use crate::authoring::pictures;
use crate::authoring::pictures::{PreparedPicture, extension_of};
use crate::post::StoredPicture;
use crate::store;
use crate::writing::copy::{self, ensure, lock};
use crate::writing::{Writing, copy::pictures_json};
use site::content::Photos;
use site::content::media::{PictureError, url_safe};

/// The longest name of a picture, in characters, without its ending.
const MAX_NAME_CHARS: usize = 60;

/// A picture that a text can name from now on.
#[derive(Clone, Debug)]
pub struct Uploaded {
    pub name: String,
    pub picture: StoredPicture,
    /// How many bytes came, and how many readers of a wide screen load at most.
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

/// The name that a text has for a file: without blanks and signs, and with the ending that its bytes say.
fn named(file: &str, bytes: &[u8]) -> Result<String, PictureError> {
    let Some(extension) = extension_of(bytes) else {
        return Err(match is_heic(bytes) {
            true => PictureError::new(
                "is HEIC, which browsers don't show",
                "share it from the phone as JPEG, or take it here",
            ),
            false => PictureError::new("is no picture that pages show", "use JPEG, PNG, WebP or SVG"),
        });
    };
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem: String = url_safe(stem).to_lowercase().chars().take(MAX_NAME_CHARS).collect();
    let stem = stem.trim_matches('-');
    Ok(format!("{}.{extension}", if stem.is_empty() { "picture" } else { stem }))
}

/// What phones write unless they are told otherwise.
fn is_heic(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp")
        && matches!(bytes.get(8..12), Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1"))
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

    const JPEG: &[u8] = &[0xFF, 0xD8, 0xFF, 0xE0];

    #[test]
    fn a_name_is_what_a_text_can_say_and_ends_in_what_the_bytes_are() {
        assert_eq!(named("C:\\DCIM\\IMG 0012.PNG", JPEG).unwrap(), "img-0012.jpg");
        assert_eq!(named("صورة.jpg", JPEG).unwrap(), "picture.jpg");
        let heic = named("IMG_1.HEIC", b"\0\0\0\x18ftypheic").expect_err("refused");
        assert!(heic.describe("IMG_1.HEIC").contains("HEIC"), "{heic:?}");
        assert!(named("a.gif", b"GIF89a").is_err());
    }

    #[test]
    fn two_pictures_of_one_name_get_two_names() {
        assert_eq!(free_name("a.jpg", |name| !["a.jpg", "a-2.jpg"].contains(&name)), "a-3.jpg");
    }
}
