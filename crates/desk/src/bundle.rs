//! The desk's bundle: the one document in which the browser draws every screen, and the files that it loads.

use std::collections::HashMap;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use http::{HeaderName, HeaderValue, header};
use parking_lot::Mutex;
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use sha2::{Digest as _, Sha256};
use site::pages::{Bundle, content_type};

const FILES: &str = "desk/";
const DOCUMENT: &str = "index.html";
/// Files below it change their names with their bytes.
const HASHED: &str = "assets/";
/// The icons are the site's own; the desk serves them too, since it may be at an address where the site isn't.
const SITE_FILES: &str = "client/";
const ICONS: [&str; 3] = ["apple-touch-icon.png", "icon-192.png", "icon-512.png"];

/// The document and the files.
pub struct DeskBundle {
    bundle: Bundle,
    /// Compressed when they are first asked for, and once more as well as possible.
    files: Mutex<HashMap<String, Arc<Precompressed>>>,
}

impl DeskBundle {
    pub fn new(bundle: Bundle) -> Self {
        DeskBundle { bundle, files: Mutex::default() }
    }

    /// The same for every address and everybody; `None` if the bundle was not built.
    pub async fn document(self: &Arc<Self>) -> Option<Arc<Precompressed>> {
        self.file(DOCUMENT).await
    }

    /// A file that browsers load, by its path below `/desk/`.
    pub async fn file(self: &Arc<Self>, path: &str) -> Option<Arc<Precompressed>> {
        if let Some(known) = self.files.lock().get(path) {
            return Some(known.clone());
        }
        // Vite's own notes lie in a folder with a dot.
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        let folder = if ICONS.contains(&path) { SITE_FILES } else { FILES };
        let body = self.bundle.file(&format!("{folder}{path}")).filter(|_| !hidden)?;
        let kind = if path == DOCUMENT { "text/html; charset=utf-8" } else { content_type(path) };
        let policy = if path.starts_with(HASHED) { CachePolicy::Immutable } else { CachePolicy::Revalidate };
        let extra: Vec<_> = (path == DOCUMENT).then(|| content_security_policy(&body)).into_iter().collect();
        let compress = |level: CompressionLevel| {
            let (body, extra) = (body.clone(), extra.clone());
            move || Arc::new(Precompressed::new(body, kind, policy, &extra, level))
        };
        let made = tokio::task::spawn_blocking(compress(CompressionLevel::Balanced)).await.ok()?;
        self.files.lock().insert(path.to_owned(), made.clone());
        // Whoever asks next gets fewer bytes; the best level takes longer than the first one should wait.
        let (bundle, path, best) = (self.clone(), path.to_owned(), compress(CompressionLevel::Best));
        tokio::task::spawn_blocking(move || bundle.files.lock().insert(path, best()));
        Some(made)
    }
}

/// Sources that the document may load: the desk's own files, pictures that were just chosen, and a page of the site in a
/// frame. Its scripts are files, except the one inside it; they turn text into documents and scripts only by the policy
/// of `web/desk/browser/trusted-types.ts`.
fn content_security_policy(document: &[u8]) -> (HeaderName, HeaderValue) {
    let html = String::from_utf8_lossy(document);
    let script = html.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>"));
    let hash = BASE64_STANDARD.encode(Sha256::digest(script.map_or("", |(script, _)| script)));
    let policy = format!(
        "default-src 'none'; script-src 'self' 'sha256-{hash}'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types desk"
    );
    (header::CONTENT_SECURITY_POLICY, HeaderValue::try_from(policy).expect("plain text"))
}
