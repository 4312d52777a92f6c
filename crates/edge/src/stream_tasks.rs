//! Runs the requests of an HTTP/2 connection in the task of that connection.
//!
//! hyper gives each stream to an executor. Tasks of their own would wake each other across threads, several times a
//! page, and write each response by itself; most pages are ready at once. Here the streams of a connection are polled
//! in turn with it, and what they have written leaves in one piece. Long computations run elsewhere anyway.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use futures_util::task::AtomicWaker;
use parking_lot::Mutex;

/// The most rounds in which a connection and its streams may wake each other before other connections have their turn.
const MAX_ROUNDS: u32 = 16;

type StreamTask = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Takes new streams from hyper; for one connection.
#[derive(Clone, Default)]
pub(crate) struct StreamExecutor(Arc<Mutex<Vec<StreamTask>>>);

impl<F: Future<Output = ()> + Send + 'static> hyper::rt::Executor<F> for StreamExecutor {
    fn execute(&self, stream: F) {
        self.0.lock().push(Box::pin(stream));
    }
}

/// The streams of one connection.
pub(crate) struct StreamTasks {
    begun: StreamExecutor,
    tasks: FuturesUnordered<StreamTask>,
    wakeups: Arc<Wakeups>,
    waker: Waker,
}

impl StreamTasks {
    pub(crate) fn new() -> Self {
        let wakeups = Arc::new(Wakeups::default());
        let waker = Waker::from(Arc::clone(&wakeups));
        StreamTasks { begun: StreamExecutor::default(), tasks: FuturesUnordered::new(), wakeups, waker }
    }

    pub(crate) fn executor(&self) -> StreamExecutor {
        self.begun.clone()
    }

    /// Polls the connection and its streams until each of them waits for something else than the others.
    pub(crate) fn poll_with<C: Future>(
        &mut self,
        mut connection: Pin<&mut C>,
        context: &mut Context<'_>,
    ) -> Poll<C::Output> {
        self.wakeups.task.register(context.waker());
        let mut inner = Context::from_waker(&self.waker);
        for _ in 0..MAX_ROUNDS {
            self.wakeups.begin_poll();
            if let Poll::Ready(ended) = connection.as_mut().poll(&mut inner) {
                return Poll::Ready(ended);
            }
            self.tasks.extend(self.begun.0.lock().drain(..));
            while let Poll::Ready(Some(())) = self.tasks.poll_next_unpin(&mut inner) {}
            if !self.wakeups.end_poll() {
                return Poll::Pending;
            }
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Keeps a connection and its streams, which wake each other all the time, from waking their task while it runs.
#[derive(Default)]
struct Wakeups {
    is_polling: AtomicBool,
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl Wakeups {
    fn begin_poll(&self) {
        self.is_polling.store(true, Ordering::SeqCst);
        self.is_woken.store(false, Ordering::SeqCst);
    }

    /// Whether somebody was woken since the poll began. From here on, who is woken wakes the task.
    fn end_poll(&self) -> bool {
        self.is_polling.store(false, Ordering::SeqCst);
        self.is_woken.load(Ordering::SeqCst)
    }
}

impl Wake for Wakeups {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::SeqCst);
        if !self.is_polling.load(Ordering::SeqCst) {
            self.task.wake();
        }
    }
}
