//! Watches folders and calls back after a change, once no further one follows (debounced).

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

use base::supervisor;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Quiet time after a change: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(80);

/// Calls `changed` with the paths that changed below `folders`, on a thread of its own, until it answers false.
///
/// # Errors
/// When the system cannot watch one of the folders.
pub fn watch(
    folders: Vec<PathBuf>,
    changed: impl FnMut(&[PathBuf]) -> bool + Send + 'static,
) -> notify::Result<()> {
    let (send, receive) = channel();
    let mut watcher: RecommendedWatcher =
        notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if !matches!(&event, Ok(event) if matches!(event.kind, EventKind::Access(_))) {
                let _ = send.send(event.map(|event| event.paths).unwrap_or_default());
            }
        })?;
    for folder in &folders {
        watcher.watch(folder, RecursiveMode::Recursive)?;
    }
    let state = (watcher, receive, changed);
    supervisor::thread(
        "watch for changed files",
        std::thread::Builder::new(),
        state,
        |(_, receive, changed)| {
            while let Ok(mut paths) = receive.recv() {
                while let Ok(more) = receive.recv_timeout(DEBOUNCE) {
                    paths.extend(more);
                }
                if !changed(&paths) {
                    return;
                }
            }
        },
    )?;
    Ok(())
}
