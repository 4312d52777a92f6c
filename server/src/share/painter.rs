//! The thread that paints: one picture at a time, after everything else that the machine has to do.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use bytes::Bytes;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};

use super::{Card, Material, file};

/// How many may wait for a picture at once; the others wait before they take anybody's place.
const PLACES: usize = 2;

/// Hands cards to the painting thread, which ends with the last painter. Cheap to clone.
#[derive(Clone)]
pub struct Painter {
    orders: Sender<Order>,
    places: Arc<Semaphore>,
}

struct Order {
    card: Card,
    material: Material,
    done: oneshot::Sender<Bytes>,
}

impl Painter {
    pub fn start() -> Self {
        let (send, orders) = channel();
        std::thread::Builder::new()
            .name("share".into())
            .spawn(move || work(&orders))
            .expect("threads can be started at the start");
        Self { orders: send, places: Arc::new(Semaphore::new(PLACES)) }
    }

    /// Whoever wants a picture painted takes a place first.
    pub async fn place(&self) -> SemaphorePermit<'_> {
        self.places.acquire().await.expect("never closed")
    }

    /// The file of a card's picture; none where it cannot be painted, which the log says.
    pub async fn paint(&self, card: Card, material: Material) -> Option<Bytes> {
        let (done, painted) = oneshot::channel();
        self.orders.send(Order { card, material, done }).ok()?;
        painted.await.ok()
    }
}

fn work(orders: &Receiver<Order>) {
    step_back();
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

/// Takes the lowest priority, where the system has one for a thread.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}
