//! The two threads that rasterise cards, one picture at a time each: one for pictures that a visitor waits for, with a
//! lower priority than rendering pages, and one with the lowest priority for pictures that are rendered ahead.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use base::supervisor;
use bytes::Bytes;
use site::background::give_way;
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
    supervisor::thread("share pictures", std::thread::Builder::new(), jobs, move |jobs| work(jobs, priority))
        .expect("threads can be started at start-up");
    send
}

fn work(jobs: &Receiver<Job>, priority: Priority) {
    give_way(match priority {
        Priority::Requested => 10,
        Priority::Ahead => 19,
    });
    while let Ok(Job { card, material, done }) = jobs.recv() {
        // The visitor has gone.
        if done.is_closed() {
            continue;
        }
        let _ = done.send(file::encode(&card, &material));
    }
}
