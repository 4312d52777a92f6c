//! Which shared dictionaries the site has: what one is made from, when it is replaced, and how many are kept.

use std::sync::Arc;

use bytes::Bytes;

use crate::pages::snapshot::Snapshot;
use compression::CompressionLevel;
use responses::dictionary::Dictionary;

/// Number of dictionaries that pages are compressed against: the one that pages announce, and those before it, which
/// browsers may still have.
const MAX_DICTIONARIES: usize = 3;
/// A page that would make the dictionary longer than this is left out.
const MAX_DICTIONARY_BYTES: usize = 256 << 10;

/// The dictionaries, newest first. Few: each has its own variant of every page.
#[derive(Debug, Default)]
pub struct Dictionaries(Vec<Arc<Dictionary>>);

impl Dictionaries {
    /// Makes a new dictionary if there is none, or the newest fits the pages of `site` badly. It outlives most edits:
    /// every new one is 20 kB that each returning visitor fetches. It is made from the pages alone, so that a server that
    /// is started again, and one beside it, have the same.
    pub fn review(&mut self, site: &Snapshot) {
        let Some(candidate) = candidate(site) else { return };
        if self.0.first().is_some_and(|newest| fits(newest, &candidate, site)) {
            return;
        }
        self.0.retain(|other| other.name != candidate.name);
        self.0.insert(0, Arc::new(candidate));
        self.0.truncate(MAX_DICTIONARIES);
    }

    pub fn as_slice(&self) -> &[Arc<Dictionary>] {
        &self.0
    }
}

/// The home page and the first service's: what pages have in common is in the first, what eight of thirteen have in the
/// second. A whole page compresses better than pieces that were found in several, since its pieces are in their order.
fn candidate(site: &Snapshot) -> Option<Dictionary> {
    let service = site.routes.prefix_of("service");
    let service = site.pages.iter().find(|page| service.is_some_and(|prefix| page.path.starts_with(prefix)));
    let mut bytes = Vec::new();
    for path in std::iter::once("/").chain(service.map(|page| page.path.as_str())) {
        let page = site.entries.get(path).map_or(&[][..], |entry| &entry.plain.identity.body);
        if bytes.len() + page.len() <= MAX_DICTIONARY_BYTES {
            bytes.extend_from_slice(page);
        }
    }
    (!bytes.is_empty()).then(|| Dictionary::new(Bytes::from(bytes)))
}

/// Whether the pages come out less than a tenth larger than with the candidate.
fn fits(newest: &Dictionary, candidate: &Dictionary, site: &Snapshot) -> bool {
    if newest.name == candidate.name {
        return true;
    }
    let pages = site.pages.iter().filter_map(|page| site.entries.get(&page.path));
    let (mut with_newest, mut with_candidate) = (0, 0);
    for page in pages {
        let body = &page.plain.identity.body;
        with_newest += newest.dcz(body, CompressionLevel::Fast).len();
        with_candidate += candidate.dcz(body, CompressionLevel::Fast).len();
    }
    10 * with_newest < 11 * with_candidate
}
