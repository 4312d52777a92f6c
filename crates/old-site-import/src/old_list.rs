//! The other site's posts before they are read one by one, and what has no place in a blog: counted and named, so that nobody
//! has to look for it.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use url::Url;

use base::text::shown;

/// The most names of one kind that are listed.
const MAX_NAMES: usize = 20;

/// The posts of the other site, in the fields that lists of posts have.
#[derive(Default)]
pub struct OldList {
    pub posts: Vec<Json>,
    /// The site's address, where an export names it.
    pub site: Option<Url>,
    pub left_out: LeftOut,
}

/// Names of what was left out, by its kind in the plural.
#[derive(Default)]
pub struct LeftOut(BTreeMap<String, Vec<String>>);

impl LeftOut {
    pub fn add(&mut self, kind: impl Into<String>, name: impl Into<String>) {
        self.0.entry(kind.into()).or_default().push(name.into());
    }

    pub fn append(&mut self, other: Self) {
        for (kind, mut names) in other.0 {
            self.0.entry(kind).or_default().append(&mut names);
        }
    }
}

/// One line a kind: `left out   2 pages: About, Contact`.
impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (kind, names) in &self.0 {
            let count = names.len();
            let mut names: Vec<_> = names.iter().map(|name| shown(name)).collect();
            names.dedup();
            let listed = &names[..names.len().min(MAX_NAMES)];
            write!(f, "left out   {} {}: {}", count, shown(kind), listed.join(", "))?;
            match names.len() - listed.len() {
                0 => writeln!(f)?,
                more => writeln!(f, " and {more} more")?,
            }
        }
        Ok(())
    }
}
