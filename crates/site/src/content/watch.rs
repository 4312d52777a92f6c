//! Watches folders and calls back after a change, once no further one follows (debounced).

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// How long no further change may come: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(80);

/// Calls `changed` after every change below `folders`, on a thread of its own, until it answers false.
///
/// # Errors
/// When the system cannot watch one of the folders.
pub fn watch(
    folders: Vec<PathBuf>,
    mut changed: impl FnMut() -> bool + Send + 'static,
) -> notify::Result<()> {
    let (send, receive) = channel();
    let mut watcher: RecommendedWatcher =
        notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if !matches!(&event, Ok(event) if matches!(event.kind, EventKind::Access(_))) {
                let _ = send.send(());
            }
        })?;
    for folder in &folders {
        watcher.watch(folder, RecursiveMode::Recursive)?;
    }
    std::thread::Builder::new().name("watch".into()).spawn(move || {
        let _watcher = watcher;
        while receive.recv().is_ok() {
            while !matches!(
                receive.recv_timeout(DEBOUNCE),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
            ) {}
            if !changed() {
                return;
            }
        }
    })?;
    Ok(())
}
