//! The web bundle: the script that renders pages, with the route table in it, and the files that browsers load.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use embedded::BUNDLE;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::pages::routes::Routes;
use crate::render::{Engine, RenderError};

/// Where the bundle comes from.
#[derive(Debug, Clone)]
pub enum Bundle {
    /// The copy that the binary carries.
    Embedded,
    /// A folder like `web/dist`, while developing.
    Folder(PathBuf),
}

impl Bundle {
    /// One file by its path in the bundle, such as `server/render.js`.
    pub fn file(&self, path: &str) -> Option<Bytes> {
        match self {
            Self::Embedded => BUNDLE.get(path),
            // Nobody leaves the folder.
            Self::Folder(_) if path.split('/').any(|part| part.is_empty() || part == "..") => None,
            Self::Folder(root) => std::fs::read(root.join(path)).ok().map(Bytes::from),
        }
    }

    /// A script of the bundle, as text.
    pub fn script(&self, path: &str) -> Option<String> {
        String::from_utf8(self.file(path)?.into()).ok()
    }

    /// Parts of documents besides their text; empty if the bundle was not built.
    pub fn inline(&self) -> InlineParts {
        let parts = self.file("server/inline.json").and_then(|json| serde_json::from_slice(&json).ok());
        parts.unwrap_or_default()
    }

    /// The files that browsers load, by their path on the site.
    pub fn files(&self) -> BTreeMap<String, Bytes> {
        match self {
            Self::Embedded => BUNDLE
                .paths()
                .filter_map(|path| {
                    // Vite's own notes lie in a folder with a dot.
                    let public = path.strip_prefix("client/").filter(|name| !name.starts_with('.'))?;
                    Some((format!("/{public}"), BUNDLE.get(path)?))
                })
                .collect(),
            Self::Folder(root) => {
                let mut files = BTreeMap::new();
                collect(&root.join("client"), "", &mut files);
                files
            }
        }
    }

    /// The folder to watch, where there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Embedded => None,
            Self::Folder(root) => Some(root),
        }
    }

    /// Starts the bundle's script on an engine and reads the route table from it.
    ///
    /// # Errors
    /// When the bundle was not built, or does not start.
    pub fn start(&self) -> Result<StartedBundle, BundleError> {
        let script = self.script("server/render.js").ok_or(BundleError::Missing)?;
        let fingerprint = hex::encode(Sha256::digest(&script));
        let engine = Engine::start(script).map_err(BundleError::Engine)?;
        let routes = Routes::parse(engine.routes()).map_err(BundleError::Routes)?;
        Ok(StartedBundle { engine, routes, fingerprint })
    }
}

/// The script and the style sheets that are inside documents.
#[derive(Debug, Default, Deserialize)]
pub struct InlineParts {
    pub script: String,
    pub styles: Vec<String>,
}

/// A bundle whose script runs.
pub struct StartedBundle {
    pub engine: Engine,
    pub routes: Routes,
    /// Identifies the script, in hexadecimal digits.
    pub fingerprint: String,
}

/// Why a bundle does not start.
#[derive(Debug)]
pub enum BundleError {
    /// The bundle was not built.
    Missing,
    Engine(RenderError),
    Routes(serde_json::Error),
}

impl std::fmt::Display for BundleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("the web bundle is missing; build it with `make build`"),
            Self::Engine(error) => write!(f, "the web bundle does not start: {error}"),
            Self::Routes(error) => write!(f, "the web bundle's route table is unreadable: {error}"),
        }
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Bytes>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        if path.is_dir() && !name.starts_with('.') {
            collect(&path, &format!("{prefix}/{name}"), files);
        } else if let Ok(bytes) = std::fs::read(&path) {
            files.insert(format!("{prefix}/{name}"), bytes.into());
        }
    }
}

/// The media type of a file, by its ending.
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
