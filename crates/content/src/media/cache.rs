//! Photo cache: keeps finished photos, so that an edit of the words does not convert them again, and the one permit for
//! converting a photo, whoever brings it: one takes up to 300 MB.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use crate::media::PictureError;
use crate::media::photo;
use crate::media::photo::Photo;

/// Finished photos by the digest of the file each was made from.
#[derive(Debug, Clone, Default)]
pub struct Photos {
    finished: HashMap<[u8; 32], Arc<Photo>>,
    /// The photos asked for since the last call of [`Photos::forget_unused`].
    used: HashSet<[u8; 32]>,
}

impl Photos {
    /// The finished photo of a file's bytes.
    pub(super) fn make(&mut self, bytes: &[u8]) -> Result<Arc<Photo>, PictureError> {
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let photo = match self.finished.get(&digest) {
            Some(photo) => photo.clone(),
            None => converted(digest, bytes)?,
        };
        self.used.insert(digest);
        self.finished.insert(digest, photo.clone());
        Ok(photo)
    }

    /// Knows what `other` has made too, until the next call of [`Photos::forget_unused`].
    pub fn add_from(&mut self, other: Photos) {
        self.finished.extend(other.finished);
    }

    /// Forgets the photos that nothing has asked for since the last call.
    pub fn forget_unused(&mut self) {
        let used = std::mem::take(&mut self.used);
        self.finished.retain(|digest, _| used.contains(digest));
    }
}

type Converted = Result<Arc<Photo>, PictureError>;

/// Held while a photo is converted.
static PERMIT: Mutex<()> = Mutex::new(());
/// The latest conversions, newest at the end, including failed ones and their reasons: a text with a photo in it is
/// checked with each save and each look.
static RECENT: Mutex<VecDeque<([u8; 32], Converted)>> = Mutex::new(VecDeque::new());
/// The most photos that are kept: each has a few hundred kilobytes.
const MAX_RECENT: usize = 64;

/// The finished photo; waits for its turn where it has to be converted.
fn converted(digest: [u8; 32], bytes: &[u8]) -> Converted {
    let known = || RECENT.lock().iter().find(|(known, _)| *known == digest).map(|(_, photo)| photo.clone());
    if let Some(known) = known() {
        return known;
    }
    let _permit = PERMIT.lock();
    // Somebody else may have brought the same one meanwhile.
    known().unwrap_or_else(|| {
        let made = photo::make(bytes).map(Arc::new);
        let mut recent = RECENT.lock();
        recent.push_back((digest, made.clone()));
        while recent.len() > MAX_RECENT {
            recent.pop_front();
        }
        made
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_that_came_before_is_not_converted_again_whether_it_was_taken_or_refused() {
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(3, 2).write_to(&mut file, image::ImageFormat::Png).expect("a PNG");
        let make = |bytes: &[u8]| Photos::default().make(bytes);
        let (first, second) =
            (make(file.get_ref()).expect("a photo"), make(file.get_ref()).expect("a photo"));
        assert!(Arc::ptr_eq(&first, &second));
        let broken = &file.get_ref()[..40];
        assert_eq!(make(broken).expect_err("broken"), make(broken).expect_err("broken"));
        let digest: [u8; 32] = Sha256::digest(broken).into();
        assert_eq!(RECENT.lock().iter().filter(|(known, _)| *known == digest).count(), 1);
    }
}
