//! Builds a whole snapshot: draws every page, packs what is new, keeps what did not change.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use crate::content::Content;
use crate::content::media::Media;
use crate::content::model::PageData;
use crate::pages::bundle::content_type;
use crate::pages::changes::Listed;
use crate::pages::draw;
use crate::pages::draw::{Planned, Renderer};
use crate::pages::last_resort;
use crate::pages::manifest;
use crate::pages::routes::Routes;
use crate::pages::snapshot::{Entry, Snapshot};
use crate::precompressed::{CompressionLevel, Keep, Precompressed};
use crate::render::Drawing;

const HTML: &str = "text/html; charset=utf-8";

/// Headers that every answer of a kind carries.
#[derive(Debug, Clone, Default)]
pub struct Headers {
    pub pages: Vec<(HeaderName, HeaderValue)>,
    pub files: Vec<(HeaderName, HeaderValue)>,
}

/// What a snapshot is built from.
pub struct BuildInput<'a> {
    pub content: &'a Content,
    pub routes: &'a Routes,
    pub artist: &'a Renderer,
    /// Files of the web bundle, by their path on the site.
    pub files: &'a [(String, Cow<'static, [u8]>)],
    pub headers: &'a Headers,
    /// The site as it stands, whose pages stay where a new one cannot be drawn.
    pub previous: Option<&'a Snapshot>,
}

/// Answers packed small, by a digest of their bytes and type: what did not change is not packed again.
pub type Cache = HashMap<[u8; 32], Arc<Precompressed>>;

/// Builds the snapshot. The list says which pages could not be drawn, and why.
pub fn build(from: &BuildInput<'_>, cache: &mut Cache) -> (Snapshot, Vec<String>) {
    let mut bench =
        SnapshotBuilder { from, cache, used: Cache::new(), entries: HashMap::new(), failures: Vec::new() };
    let planned = draw::plan(from.content, from.routes);
    // The engine draws on a thread of its own; what needs no drawing is packed meanwhile.
    let begun: Vec<_> = planned.iter().map(|page| Begun::new(page, from.artist)).collect();
    let not_found = from.artist.begin(&draw::not_found(from.content));
    let error = from.artist.begin(&draw::error(from.content));
    let company = &from.content.company;
    for (path, bytes) in from.files {
        let keep = if path.starts_with("/assets/") { Keep::Forever } else { Keep::Shortly };
        let bytes = match path.as_str() {
            manifest::PATH => manifest::named(bytes, &company.name, company.short_name.as_deref()),
            _ => Cow::Borrowed(bytes.as_ref()),
        };
        bench.file(path, Bytes::from(bytes.into_owned()), content_type(path), keep);
    }
    for served in from.content.media.values().flat_map(Media::files) {
        bench.file(&served.address, served.bytes.clone(), served.content_type, Keep::Forever);
    }
    for (page, begun) in planned.iter().zip(begun) {
        bench.page(page, begun);
    }
    let fallback = last_resort::page(from.content);
    let not_found =
        bench.special("not-found", not_found, from.previous.map(|site| &site.not_found), &fallback);
    let error = bench.special("error", error, from.previous.map(|site| &site.error), &fallback);
    let card = |page: &Planned| Some((page.path.clone(), from.artist.card(&page.data)?));
    let cards = Arc::new(planned.iter().filter_map(card).collect());
    let pages = planned.into_iter().map(|page| Listed::new(page.path, &page.data)).collect();
    let small = bench.used.values().all(|packed| packed.effort == CompressionLevel::Small);
    let SnapshotBuilder { used, entries, failures, .. } = bench;
    *cache = used;
    let services = from.content.services.keys().cloned().collect();
    (
        Snapshot { pages, entries, not_found, error, routes: from.routes.clone(), services, cards, small },
        failures,
    )
}

/// A page whose documents are being drawn.
struct Begun {
    plain: Drawing,
    /// The same page with each wish filled in.
    wishes: Vec<(String, Drawing)>,
}

impl Begun {
    fn new(planned: &Planned, artist: &Renderer) -> Self {
        let wishes = planned.wishes.iter().map(|wish| {
            let page = PageData { wish: Some(wish.clone()), ..planned.data.clone() };
            (wish.clone(), artist.begin(&page))
        });
        Self { plain: artist.begin(&planned.data), wishes: wishes.collect() }
    }
}

struct SnapshotBuilder<'a> {
    from: &'a BuildInput<'a>,
    cache: &'a Cache,
    used: Cache,
    entries: HashMap<String, Entry>,
    failures: Vec<String>,
}

impl SnapshotBuilder<'_> {
    fn page(&mut self, planned: &Planned, begun: Begun) {
        let before = self.from.previous.and_then(|site| site.entries.get(&planned.path)).cloned();
        let entry = match self.drawn(&planned.path, begun.plain, Keep::Shortly) {
            Some(plain) => {
                let wishes = begun.wishes.into_iter();
                let wishes = wishes.filter_map(|(wish, drawing)| {
                    Some((wish, self.drawn(&planned.path, drawing, Keep::Shortly)?))
                });
                Some(Entry { wishes: wishes.collect(), plain, views: Default::default() })
            }
            None => before,
        };
        if let Some(entry) = entry {
            self.entries.insert(planned.path.clone(), entry);
        }
        let name = if planned.path == "/" { "/index" } else { &planned.path };
        let data = Bytes::from(self.from.artist.data(&planned.data));
        self.file(&format!("/_data{name}.json"), data, "application/json", Keep::Shortly);
    }

    fn drawn(&mut self, path: &str, drawing: Drawing, keep: Keep) -> Option<Arc<Precompressed>> {
        match drawing.finish() {
            Ok(html) => Some(self.pack(Bytes::from(html), HTML, keep, &self.from.headers.pages)),
            Err(error) => {
                self.failures.push(format!("{path}: {error}"));
                None
            }
        }
    }

    /// A page that stands at no address of its own; `before`, then `fallback`, stand in for it.
    fn special(
        &mut self,
        name: &str,
        drawing: Drawing,
        before: Option<&Arc<Precompressed>>,
        fallback: &str,
    ) -> Arc<Precompressed> {
        self.drawn(name, drawing, Keep::Revalidate).or_else(|| before.cloned()).unwrap_or_else(|| {
            let body = Bytes::from(fallback.to_string());
            self.pack(body, HTML, Keep::Revalidate, &self.from.headers.pages)
        })
    }

    fn file(&mut self, path: &str, body: Bytes, content_type: &str, keep: Keep) {
        let plain = self.pack(body, content_type, keep, &self.from.headers.files);
        let entry = Entry { plain, wishes: Vec::new(), views: Default::default() };
        self.entries.insert(path.to_string(), entry);
    }

    fn pack(
        &mut self,
        body: Bytes,
        content_type: &str,
        keep: Keep,
        extra: &[(HeaderName, HeaderValue)],
    ) -> Arc<Precompressed> {
        let key = key(&body, content_type, keep);
        let packed = self.used.get(&key).or_else(|| self.cache.get(&key)).cloned();
        let packed = packed.unwrap_or_else(|| {
            Arc::new(Precompressed::new(body, content_type, keep, extra, CompressionLevel::Quick))
        });
        self.used.insert(key, packed.clone());
        packed
    }
}

fn key(body: &[u8], content_type: &str, keep: Keep) -> [u8; 32] {
    let kept: &[u8] = match keep {
        Keep::Revalidate => b"0",
        Keep::Forever => b"1",
        Keep::Shortly => b"2",
    };
    Sha256::new().chain_update(content_type).chain_update(kept).chain_update(body).finalize().into()
}

/// Packs everything in `cache` that was packed quickly once more, small. Stops early, answering
/// nothing, as soon as `interrupted` says that something newer is waiting; else answers `site`
/// with the smaller answers in place.
pub fn shrink(site: &Snapshot, cache: &mut Cache, interrupted: &dyn Fn() -> bool) -> Option<Snapshot> {
    // `site` keeps every old answer alive meanwhile, so that an address stands for one answer only.
    let mut smaller: HashMap<*const Precompressed, Arc<Precompressed>> = HashMap::new();
    for packed in cache.values_mut().filter(|packed| packed.effort == CompressionLevel::Quick) {
        if interrupted() {
            return None;
        }
        let before = Arc::as_ptr(packed);
        *packed = Arc::new(packed.shrunk());
        smaller.insert(before, packed.clone());
    }
    let replaced = |packed: &Arc<Precompressed>| smaller.get(&Arc::as_ptr(packed)).unwrap_or(packed).clone();
    Some(site.with_each(replaced))
}
