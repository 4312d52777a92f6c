//! The threads that paint, one picture at a time: one for pictures that nobody waits for yet, after everything else that
//! the machine has to do, and one for those that somebody waits for, behind the pages.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use bytes::Bytes;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};

use super::{Card, Material, file};

/// How many may wait for a picture at once; the others wait before they take anybody's place.
const PLACES: usize = 2;

/// Whether somebody waits for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    Asked,
    Ahead,
}

impl Haste {
    /// How far the thread stands back behind others (nice).
    fn niceness(self) -> i32 {
        match self {
            Self::Asked => 10,
            Self::Ahead => 19,
        }
    }
}

/// Hands cards to the painting threads, which end with the last painter. Cheap to clone.
#[derive(Clone)]
pub struct Painter {
    asked: Sender<Order>,
    ahead: Sender<Order>,
    places: Arc<Semaphore>,
}

struct Order {
    card: Card,
    material: Material,
    done: oneshot::Sender<Bytes>,
}

impl Painter {
    pub fn start() -> Self {
        let (asked, ahead) = (thread(Haste::Asked), thread(Haste::Ahead));
        Self { asked, ahead, places: Arc::new(Semaphore::new(PLACES)) }
    }

    /// Whoever wants a picture painted takes a place first.
    pub async fn place(&self) -> SemaphorePermit<'_> {
        self.places.acquire().await.expect("never closed")
    }

    /// The file of a card's picture; none where it cannot be painted, which the log says.
    pub async fn paint(&self, card: Card, material: Material, haste: Haste) -> Option<Bytes> {
        let (done, painted) = oneshot::channel();
        let orders = if haste == Haste::Asked { &self.asked } else { &self.ahead };
        orders.send(Order { card, material, done }).ok()?;
        painted.await.ok()
    }
}

fn thread(haste: Haste) -> Sender<Order> {
    let (send, orders) = channel();
    std::thread::Builder::new()
        .name("share".into())
        .spawn(move || work(&orders, haste))
        .expect("threads can be started at the start");
    send
}

fn work(orders: &Receiver<Order>, haste: Haste) {
    step_back(haste);
    while let Ok(Order { card, material, done }) = orders.recv() {
        // Nobody waits for it any more.
        if done.is_closed() {
            continue;
        }
        let painting = std::panic::AssertUnwindSafe(|| file::make(&card, &material));
        match std::panic::catch_unwind(painting) {
            Ok(file) => drop(done.send(file)),
            Err(_) => tracing::error!("a share picture could not be painted (a panic; see above)"),
        }
    }
}

/// Takes a lower priority, where the system has one for a thread.
fn step_back(haste: Haste) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, haste.niceness());
}
