//! Photo cache: keeps finished photos, so that an edit of the words does not convert them again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::content::media::PictureError;
use crate::content::media::photo;
use crate::content::media::photo::Photo;

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
            None => Arc::new(photo::make(bytes)?),
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
