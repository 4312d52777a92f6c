//! The two threads that rasterise cards, one picture at a time each: one for pictures that a visitor waits for, with a
//! lower priority than rendering pages, and one with the lowest priority for pictures that are rendered ahead.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use bytes::Bytes;
use site::share_card::{Card, Material, Priority, Rasterise};
use tokio::sync::oneshot;

use crate::file;

struct Job {
    card: Card,
    material: Material,
    done: oneshot::Sender<Bytes>,
}

/// Starts both threads; they end when the last clone of the returned function is dropped.
pub fn start() -> Rasterise {
    let (requested, ahead) = (thread(Priority::Requested), thread(Priority::Ahead));
    Arc::new(move |card, material, priority| {
        let (done, file) = oneshot::channel();
        let jobs = if priority == Priority::Requested { &requested } else { &ahead };
        let sent = jobs.send(Job { card, material, done });
        Box::pin(async move {
            sent.ok()?;
            file.await.ok()
        })
    })
}

fn thread(priority: Priority) -> Sender<Job> {
    let (send, jobs) = channel();
    std::thread::Builder::new()
        .name("share".into())
        .spawn(move || work(&jobs, priority))
        .expect("threads can be started at start-up");
    send
}

fn work(jobs: &Receiver<Job>, priority: Priority) {
    lower_priority(priority);
    while let Ok(Job { card, material, done }) = jobs.recv() {
        // The visitor has gone.
        if done.is_closed() {
            continue;
        }
        let rasterise = std::panic::AssertUnwindSafe(|| file::encode(&card, &material));
        match std::panic::catch_unwind(rasterise) {
            Ok(file) => drop(done.send(file)),
            Err(_) => tracing::error!("a share picture could not be rasterised (a panic; see above)"),
        }
    }
}

/// Lets other threads go first (`nice`), on systems where threads have priorities.
fn lower_priority(priority: Priority) {
    let niceness = match priority {
        Priority::Requested => 10,
        Priority::Ahead => 19,
    };
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, niceness);
}
