//! Keeps finished photos, so that an edit of the words does not make them again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::content::media::Fault;
use crate::content::media::photo;
use crate::content::media::photo::Photo;

/// Finished photos by a digest of the file each was made from.
#[derive(Debug, Default)]
pub struct Photos {
    kept: HashMap<[u8; 32], Arc<Photo>>,
    /// Those asked for since the last time the others were forgotten.
    used: HashSet<[u8; 32]>,
}

impl Photos {
    /// The finished photo of a file's bytes.
    pub(super) fn make(&mut self, bytes: &[u8]) -> Result<Arc<Photo>, Fault> {
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let photo = match self.kept.get(&digest) {
            Some(photo) => photo.clone(),
            None => Arc::new(photo::make(bytes)?),
        };
        self.used.insert(digest);
        self.kept.insert(digest, photo.clone());
        Ok(photo)
    }

    /// Forgets the photos that nothing has asked for since the last call.
    pub fn forget_unused(&mut self) {
        let used = std::mem::take(&mut self.used);
        self.kept.retain(|digest, _| used.contains(digest));
    }
}
