//! The desk's bundle: a script that renders screens, and the files that browsers load. The script's engine starts with the
//! first screen that somebody opens, so that a site whose desk nobody uses does not pay for it.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use crate::view::Desk;
use site::pages::{Bundle, content_type};
use site::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use site::render::{Engine, RenderError};

const SCRIPT: &str = "desk/server/render.js";
const FILES: &str = "desk/client/";
/// Files below it change their names with their bytes.
const HASHED: &str = "assets/";
/// The icons are the site's own; the desk serves them too, since it may be at an address where the site isn't.
const SITE_FILES: &str = "client/";
const ICONS: [&str; 3] = ["apple-touch-icon.png", "icon-192.png", "icon-512.png"];

/// Renders screens and has the files.
pub struct DeskBundle {
    bundle: Bundle,
    engine: OnceCell<Engine>,
    /// Compressed when they are first asked for, and once more as well as possible.
    files: Mutex<HashMap<String, Arc<Precompressed>>>,
}

impl DeskBundle {
    pub fn new(bundle: Bundle) -> Self {
        DeskBundle { bundle, engine: OnceCell::new(), files: Mutex::default() }
    }

    /// The whole document of a screen.
    ///
    /// # Errors
    /// When the bundle is missing or broken, or too many screens are waiting.
    pub async fn render(&self, desk: &Desk) -> Result<String, RenderError> {
        let input = serde_json::to_string(desk).expect("plain data");
        let engine = self.engine.get_or_try_init(|| self.start()).await?;
        engine.render(input).await
    }

    async fn start(&self) -> Result<Engine, RenderError> {
        let missing =
            || RenderError::Script("the desk's bundle is missing; build it with `make build`".to_owned());
        let script = self.bundle.script(SCRIPT).ok_or_else(missing)?;
        tokio::task::spawn_blocking(move || Engine::start(script)).await.map_err(|_| RenderError::Gone)?
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
        let name = path.to_owned();
        let policy = if path.starts_with(HASHED) { CachePolicy::Immutable } else { CachePolicy::Revalidate };
        let compress = |level: CompressionLevel| {
            let (body, name) = (body.clone(), name.clone());
            move || Arc::new(Precompressed::new(body, content_type(&name), policy, &[], level))
        };
        let made = tokio::task::spawn_blocking(compress(CompressionLevel::Balanced)).await.ok()?;
        self.files.lock().insert(path.to_owned(), made.clone());
        // Whoever asks next gets fewer bytes; the best level takes longer than the first one should wait.
        let (bundle, path, best) = (self.clone(), path.to_owned(), compress(CompressionLevel::Best));
        tokio::task::spawn_blocking(move || bundle.files.lock().insert(path, best()));
        Some(made)
    }
}
