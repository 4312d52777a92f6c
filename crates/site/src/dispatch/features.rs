//! The features' answers: everything that is not a page.

use std::sync::Arc;

use axum::Router;

use crate::dispatch::request_metrics::RequestKind;

/// The features' answers, and which paths they are for.
pub struct Features {
    pub(super) router: Router,
    paths: Vec<&'static str>,
    /// Those of the paths that end in a slash.
    folders: Vec<&'static str>,
    pub(super) is_ready: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Features {
    /// `paths` belong to the features, whatever the method; one that ends in a slash, with all below it. `is_ready` tells
    /// whether a request could be stored now; if not, `/healthz` says so to a load balancer.
    pub fn new(
        router: Router,
        paths: Vec<&'static str>,
        is_ready: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        let folders = paths.iter().copied().filter(|path| path.ends_with('/')).collect();
        Self { router, paths, folders, is_ready: Arc::new(is_ready) }
    }

    /// The kind that a feature's path is counted as; `None` for other paths.
    pub(super) fn kind(&self, path: &str) -> Option<RequestKind> {
        let below = |folder: &&str| path.starts_with(*folder);
        let ours = self.paths.contains(&path) || self.folders.iter().any(below);
        ours.then(|| match path {
            stats::PATH => RequestKind::Count,
            _ if path.starts_with("/admin/") => RequestKind::Call,
            _ if path.starts_with("/desk") => RequestKind::Desk,
            _ => RequestKind::Lead,
        })
    }
}
