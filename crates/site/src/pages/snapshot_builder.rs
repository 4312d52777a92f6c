//! Builds a whole snapshot: renders every page, compresses what is new, and reuses what did not change.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use crate::pages::bundle::content_type;
use crate::pages::changes::ListedPage;
use crate::pages::last_resort;
use crate::pages::manifest;
use crate::pages::page_data;
use crate::pages::page_data::{PlannedPage, form_prefills, planned_pages};
use crate::pages::renderer::Renderer;
use crate::pages::routes::Routes;
use crate::pages::snapshot::{SiteEntry, Snapshot};
use crate::render::PendingRender;
use content::Content;
use content::media::Media;
use content::model::PageData;
use edge::security_headers;
use responses::dictionary::{Dictionary, MATCH, USE_AS_DICTIONARY};
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Headers that every response of a kind carries.
#[derive(Debug, Clone, Default)]
pub struct SiteHeaders {
    pub pages: Vec<(HeaderName, HeaderValue)>,
    pub files: Vec<(HeaderName, HeaderValue)>,
}

impl SiteHeaders {
    /// The same for a site that search engines may keep, or shall not.
    pub fn listed(&self, listed: bool) -> Self {
        let mut headers = self.clone();
        if !listed {
            headers.pages.push(security_headers::noindex());
        }
        headers
    }
}

/// Input of a snapshot.
pub struct BuildInput<'a> {
    pub content: &'a Content,
    pub routes: &'a Routes,
    pub renderer: &'a Renderer,
    /// Files of the web bundle, by their path on the site.
    pub files: &'a [(String, Bytes)],
    pub headers: &'a SiteHeaders,
    /// The shared dictionaries, newest first.
    pub dictionaries: &'a [Arc<Dictionary>],
    /// The snapshot that is live now; its pages stay where a new one cannot be rendered.
    pub previous: Option<&'a Snapshot>,
}

/// Precompressed responses by a digest of their bytes and type: what did not change is not compressed again.
pub type CompressionCache = HashMap<[u8; 32], Arc<Precompressed>>;

/// Builds the snapshot. The list says which pages could not be rendered, and why.
///
/// Visitors wait for it, so [`add_prefilled`] makes the documents with a prefilled form after it; until then they are those
/// of the previous one, if there is one.
pub fn build(input: &BuildInput<'_>, cache: &mut CompressionCache) -> (Snapshot, Vec<String>) {
    let BuildInput { content, renderer, .. } = *input;
    let mut builder = SnapshotBuilder::new(input, cache, HashMap::new());
    let planned = planned_pages(content, input.routes);
    // The engine renders on a thread of its own; what needs no rendering is compressed meanwhile.
    let pending: Vec<_> = planned.iter().map(|page| renderer.start_planned(page)).collect();
    let not_found = renderer.start_render(&page_data::not_found(content));
    let error = renderer.start_render(&page_data::error(content));
    builder.add_files();
    for (page, pending) in planned.iter().zip(pending) {
        builder.add_page(page, pending);
    }
    let words = &content.words.error;
    let fallback = last_resort::page(content, &words.heading, &words.text);
    let not_found =
        builder.status_page("not-found", not_found, input.previous.map(|site| &site.not_found), &fallback);
    let error = builder.status_page("error", error, input.previous.map(|site| &site.error), &fallback);
    let card = |page: &PlannedPage| Some((page.path.clone(), renderer.card(&page.data)?));
    let cards = Arc::new(planned.iter().filter_map(card).collect());
    let pages = planned.into_iter().map(|page| ListedPage::new(page.path, &page.data)).collect();
    let SnapshotBuilder { used, entries, failures, .. } = builder;
    let snapshot = Snapshot {
        pages,
        entries,
        not_found,
        error,
        routes: input.routes.with_prefills(form_prefills(content).map(|prefill| prefill.parameter)),
        services: content.services.keys().cloned().collect(),
        cards,
        fully_compressed: is_fully_compressed(&used),
    };
    *cache = used;
    (snapshot, failures)
}

/// The snapshot `first`, which was built from the same input, with the documents whose form is prefilled (R14).
pub fn add_prefilled(
    input: &BuildInput<'_>,
    first: &Snapshot,
    cache: &mut CompressionCache,
) -> (Snapshot, Vec<String>) {
    let mut builder = SnapshotBuilder::new(input, cache, first.entries.clone());
    planned_pages(input.content, input.routes).iter().for_each(|page| builder.add_prefilled(page));
    let SnapshotBuilder { used, entries, failures, .. } = builder;
    cache.extend(used);
    (Snapshot { entries, fully_compressed: is_fully_compressed(cache), ..first.clone() }, failures)
}

fn is_fully_compressed(cache: &CompressionCache) -> bool {
    cache.values().all(|response| response.level == CompressionLevel::Best)
}

struct SnapshotBuilder<'a> {
    input: &'a BuildInput<'a>,
    cache: &'a CompressionCache,
    used: CompressionCache,
    entries: HashMap<String, SiteEntry>,
    failures: Vec<String>,
}

impl<'a> SnapshotBuilder<'a> {
    fn new(
        input: &'a BuildInput<'a>,
        cache: &'a CompressionCache,
        entries: HashMap<String, SiteEntry>,
    ) -> Self {
        Self { input, cache, used: CompressionCache::new(), entries, failures: Vec::new() }
    }

    /// The bundle's files, and the pictures.
    fn add_files(&mut self) {
        let BuildInput { content, files, .. } = *self.input;
        for (path, bytes) in files {
            let policy =
                if path.starts_with("/assets/") { CachePolicy::Immutable } else { CachePolicy::ShortLived };
            let bytes = match path.as_str() {
                manifest::PATH => {
                    manifest::named(bytes, &content.company.name, content.company.short_name.as_deref())
                }
                _ => bytes.clone(),
            };
            self.add_file(path, bytes, content_type(path), policy);
        }
        for served in content.media.values().flat_map(Media::files) {
            let (bytes, content_type) = (served.bytes.clone(), served.content_type);
            self.add_file(&served.address, bytes, content_type, CachePolicy::Immutable);
        }
        let site = self.input.renderer.site_file();
        self.add_file(&site.path, site.body.clone(), "application/json", CachePolicy::Immutable);
        for dictionary in self.input.dictionaries {
            self.add_dictionary(dictionary);
        }
    }

    fn add_dictionary(&mut self, dictionary: &Dictionary) {
        let headers = [&self.input.headers.files[..], &[(USE_AS_DICTIONARY, MATCH)]].concat();
        let plain = self.compress(dictionary.bytes.clone(), TEXT, CachePolicy::Immutable, &headers);
        self.entries.insert(dictionary.path.clone(), SiteEntry::new(plain));
    }

    fn add_page(&mut self, planned: &PlannedPage, pending: PendingRender) {
        let before = self.input.previous.and_then(|site| site.entries.get(&planned.path)).cloned();
        let entry = match self.finish_render(&planned.path, pending, CachePolicy::ShortLived) {
            Some(plain) => {
                let mut prefilled = before.map(|before| before.prefilled).unwrap_or_default();
                prefilled
                    .retain(|(known, _)| planned.prefills.iter().any(|prefill| prefill.parameter == *known));
                Some(SiteEntry { prefilled, ..SiteEntry::new(plain) })
            }
            None => before,
        };
        if let Some(entry) = entry {
            self.entries.insert(planned.path.clone(), entry);
        }
        let json = Bytes::from(self.input.renderer.page_json(&planned.data));
        self.add_file(&planned.data_path(), json, "application/json", CachePolicy::ShortLived);
    }

    /// Adds the page's documents with each prefill of its form, by the query parameter that asks for it.
    fn add_prefilled(&mut self, planned: &PlannedPage) {
        for prefill in &planned.prefills {
            let page = PageData { prefill: Some(prefill.name.clone()), ..planned.data.clone() };
            let pending = self.input.renderer.start_render(&page);
            let response = self.finish_render(&planned.path, pending, CachePolicy::ShortLived);
            if let (Some(response), Some(entry)) = (response, self.entries.get_mut(&planned.path)) {
                entry.prefilled.retain(|(parameter, _)| *parameter != prefill.parameter);
                entry.prefilled.push((prefill.parameter.clone(), response));
            }
        }
    }

    fn finish_render(
        &mut self,
        path: &str,
        pending: PendingRender,
        policy: CachePolicy,
    ) -> Option<Arc<Precompressed>> {
        match pending.wait() {
            Ok(html) => Some(self.compress(Bytes::from(html), HTML, policy, &self.input.headers.pages)),
            Err(error) => {
                self.failures.push(format!("{path}: {error}"));
                None
            }
        }
    }

    /// A page without an address of its own; where it cannot be rendered, `before` replaces it, or else `fallback`.
    fn status_page(
        &mut self,
        name: &str,
        pending: PendingRender,
        before: Option<&Arc<Precompressed>>,
        fallback: &str,
    ) -> Arc<Precompressed> {
        let rendered = self.finish_render(name, pending, CachePolicy::Revalidate);
        rendered.or_else(|| before.cloned()).unwrap_or_else(|| {
            let body = Bytes::from(fallback.to_string());
            self.compress(body, HTML, CachePolicy::Revalidate, &self.input.headers.pages)
        })
    }

    fn add_file(&mut self, path: &str, body: Bytes, content_type: &str, policy: CachePolicy) {
        let plain = self.compress(body, content_type, policy, &self.input.headers.files);
        self.entries.insert(path.to_string(), SiteEntry::new(plain));
    }

    fn compress(
        &mut self,
        body: Bytes,
        content_type: &str,
        policy: CachePolicy,
        extra: &[(HeaderName, HeaderValue)],
    ) -> Arc<Precompressed> {
        let key = cache_key(&body, content_type, policy);
        let cached = self.used.get(&key).or_else(|| self.cache.get(&key)).cloned();
        let response = cached.unwrap_or_else(|| {
            Arc::new(Precompressed::new(body, content_type, policy, extra, CompressionLevel::Fast))
        });
        self.used.insert(key, response.clone());
        response
    }
}

fn cache_key(body: &[u8], content_type: &str, policy: CachePolicy) -> [u8; 32] {
    let policy: &[u8] = match policy {
        CachePolicy::Revalidate => b"0",
        CachePolicy::Immutable => b"1",
        CachePolicy::ShortLived => b"2",
    };
    Sha256::new().chain_update(content_type).chain_update(policy).chain_update(body).finalize().into()
}

/// Recompresses everything in `cache` that was compressed fast, and adds what is missing for the shared dictionaries,
/// whose files are among the responses from then on. Stops early with `None` as soon as `interrupted` says that
/// something newer is waiting; else answers `site` with the smaller responses in place.
pub fn recompress(
    input: &BuildInput<'_>,
    site: &Snapshot,
    cache: &mut CompressionCache,
    interrupted: &dyn Fn() -> bool,
) -> Option<Snapshot> {
    let mut builder = SnapshotBuilder::new(input, cache, site.entries.clone());
    input.dictionaries.iter().for_each(|dictionary| builder.add_dictionary(dictionary));
    let SnapshotBuilder { used, entries, .. } = builder;
    cache.extend(used);
    let site = Snapshot { entries, ..site.clone() };
    // `site` keeps every old response alive meanwhile, so that a memory address means one response only.
    let mut smaller: HashMap<*const Precompressed, Arc<Precompressed>> = HashMap::new();
    for response in cache.values_mut().filter(|response| !response.is_finished(input.dictionaries)) {
        if interrupted() {
            return None;
        }
        let before = Arc::as_ptr(response);
        *response = Arc::new(response.recompressed(input.dictionaries));
        smaller.insert(before, response.clone());
    }
    let replaced =
        |response: &Arc<Precompressed>| smaller.get(&Arc::as_ptr(response)).unwrap_or(response).clone();
    Some(site.recompressed(replaced))
}
