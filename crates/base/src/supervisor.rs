//! Supervises what runs beside requests: a task or thread that panics is started again with its state, after a pause that
//! doubles, and everybody who watches the server can see that. A function that returns has ended as planned.

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// The pause before the first restart; it doubles with each breakdown that follows soon.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest one, so that what works again is back within ten seconds.
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// After how long without a breakdown the pause is short again.
const STEADY_AFTER: Duration = Duration::from_secs(60);

/// One run of a task, which borrows the state that outlives it.
pub type Run<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Breakdowns of all tasks of one name since the start.
#[derive(Clone, Copy, Default)]
struct Seen {
    breakdowns: u64,
    /// The last breakdown, and the pause after it.
    last: Option<(Instant, Duration)>,
}

/// Of this process, as the panic hook and the log are.
static TASKS: Mutex<BTreeMap<String, Seen>> = Mutex::new(BTreeMap::new());
static PANICS: AtomicU64 = AtomicU64::new(0);
/// Breaks down what waits for it, see [`break_down_all`].
static BROKEN: Notify = Notify::const_new();

/// State of the tasks of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskStatus {
    pub name: String,
    /// Whether it waits for its restart, or was restarted so recently that it may not last.
    pub is_down: bool,
    /// Since the start of the process.
    pub breakdowns: u64,
}

/// All tasks that ever ran, by name.
pub fn tasks() -> Vec<TaskStatus> {
    let status = |(name, seen): (&String, &Seen)| {
        let is_down = seen.last.is_some_and(|(at, pause)| at.elapsed() < pause * 2);
        TaskStatus { name: name.clone(), is_down, breakdowns: seen.breakdowns }
    };
    TASKS.lock().iter().map(status).collect()
}

/// Number of panics since [`log_panics`] was called, including those in request handlers.
pub fn panics() -> u64 {
    PANICS.load(Ordering::Relaxed)
}

/// Counts panics and makes them lines of the log. The hook that Rust comes with writes to standard error itself, and
/// ends the process where that fails. A panic's message is left out unless it is a literal of the code: a slice out of
/// bounds, or an error, quotes what a visitor has written.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        let thread = std::thread::current();
        let said = literal(panic.payload());
        tracing::error!(location, thread = thread.name().unwrap_or_default(), "panic: {said}");
    }));
}

fn literal(payload: &(dyn Any + Send)) -> &'static str {
    payload.downcast_ref::<&'static str>().copied().unwrap_or("what it said is left out")
}

/// A supervised task, which ends when this is dropped.
#[must_use = "dropping it ends the task"]
pub struct Task(tokio::task::JoinHandle<()>);

impl Task {
    /// Waits for its planned end.
    pub async fn ended(mut self) {
        let _ = (&mut self.0).await;
    }

    /// Lets it run until its planned end or that of the process.
    pub fn detach(self) {
        std::mem::forget(self);
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs a task on a state until its planned end.
pub fn spawn<S: Send + 'static>(
    name: impl Into<String>,
    mut state: S,
    mut run: impl for<'a> FnMut(&'a mut S) -> Run<'a> + Send + 'static,
) -> Task {
    let name = name.into();
    Task(tokio::spawn(async move { supervise(name, &mut state, &mut run).await }))
}

/// Like [`spawn`], in the task of whoever waits for it.
pub async fn supervise<S: Send>(
    name: impl Into<String>,
    state: &mut S,
    mut run: impl for<'a> FnMut(&'a mut S) -> Run<'a>,
) {
    let name = known(name.into());
    let mut running = async || {
        tokio::select! {
            () = BROKEN.notified() => panic!("a test breaks it down"),
            () = run(state) => {}
        }
    };
    while AssertUnwindSafe(running()).catch_unwind().await.is_err() {
        tokio::time::sleep(panicked(&name)).await;
    }
}

/// Tries until it succeeds, with pauses that double. Until then it is among what is down.
pub async fn until_it_succeeds<T, F: Future<Output = Result<T, String>>>(
    name: impl Into<String>,
    mut attempt: impl FnMut() -> F,
) -> T {
    let name = known(name.into());
    loop {
        match attempt().await {
            Ok(done) => {
                if let Some(seen) = TASKS.lock().get_mut(&name) {
                    seen.last = None;
                }
                return done;
            }
            Err(why) => {
                let (pause, times) = broke_down(&name);
                // Not each of the thousands that a day has.
                if times.is_power_of_two() {
                    tracing::error!("{why}; it is tried again and again");
                }
                tokio::time::sleep(pause).await;
            }
        }
    }
}

/// Makes every supervised task of this process panic where it waits, once: for tests. Threads go on.
pub fn break_down_all() {
    BROKEN.notify_waiters();
}

/// Like [`spawn`], on a thread of its own.
///
/// # Errors
/// When the machine has no thread left.
pub fn thread<S: Send + 'static>(
    name: &str,
    builder: Builder,
    mut state: S,
    mut run: impl FnMut(&mut S) + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let name = known(name.to_owned());
    builder.name(name.clone()).spawn(move || {
        while catch_unwind(AssertUnwindSafe(|| run(&mut state))).is_err() {
            std::thread::sleep(panicked(&name));
        }
    })
}

fn known(name: String) -> String {
    TASKS.lock().entry(name.clone()).or_default();
    name
}

/// Notes and logs a breakdown; returns the pause until the restart.
fn panicked(name: &str) -> Duration {
    let (pause, _) = broke_down(name);
    let pause_ms = pause.as_millis() as u64;
    tracing::error!(task = name, pause_ms, "a background task broke down; it is started again");
    pause
}

/// Notes a breakdown; returns the pause until the next try, and how many there were since the start.
fn broke_down(name: &str) -> (Duration, u64) {
    let mut tasks = TASKS.lock();
    let seen = tasks.entry(name.to_owned()).or_default();
    let soon = seen.last.filter(|(at, _)| at.elapsed() < STEADY_AFTER);
    let pause = soon.map_or(FIRST_PAUSE, |(_, before)| (before * 2).min(MAX_PAUSE));
    seen.breakdowns += 1;
    seen.last = Some((Instant::now(), pause));
    (pause, seen.breakdowns)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn of(name: &str) -> TaskStatus {
        tasks().into_iter().find(|task| task.name == name).expect("a task of that name")
    }

    #[tokio::test]
    async fn a_task_that_panics_goes_on_with_its_state_and_is_named_meanwhile() {
        let (done, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let task = spawn("a test's task", 0, move |runs| {
            let done = done.clone();
            Box::pin(async move {
                *runs += 1;
                done.send((*runs, of("a test's task"))).expect("the test listens");
                assert!(*runs > 3, "run {runs} breaks down");
            })
        });
        for (run, is_down) in [(1, false), (2, true), (3, true), (4, true)] {
            let (seen, status) = heard.recv().await.expect("a run");
            assert_eq!((seen, status.is_down, status.breakdowns), (run, is_down, run - 1));
        }
        task.ended().await;
    }

    #[tokio::test]
    async fn what_is_not_there_yet_is_named_until_it_comes() {
        let mut tries = 0;
        let done = until_it_succeeds("a test's address", || {
            tries += 1;
            assert_eq!(of("a test's address").is_down, tries > 1);
            std::future::ready(if tries < 4 { Err("not there".to_owned()) } else { Ok("there") })
        });
        assert_eq!((done.await, of("a test's address").is_down, tries), ("there", false, 4));
    }

    #[test]
    fn a_thread_that_panics_goes_on_with_its_state() {
        let (send, jobs) = mpsc::channel();
        let (done, answers) = mpsc::channel();
        let work = move |jobs: &mut mpsc::Receiver<i32>| {
            while let Ok(job) = jobs.recv() {
                assert_ne!(job, 2, "this job breaks down");
                done.send(job).expect("the test listens");
            }
        };
        let thread = thread("a test's thread", Builder::new(), jobs, work).expect("a thread");
        for job in 1..=3 {
            send.send(job).expect("it runs");
        }
        drop(send);
        assert_eq!(answers.iter().collect::<Vec<_>>(), [1, 3]);
        thread.join().expect("it ends as planned");
        assert_eq!(of("a test's thread").breakdowns, 1);
    }

    #[test]
    fn what_is_back_is_back_within_ten_seconds_however_often_it_broke_down() {
        let pauses: Vec<Duration> = (0..10).map(|_| broke_down("a test's pauses").0).collect();
        assert_eq!(pauses[..3], [1, 2, 4].map(|times| FIRST_PAUSE * times));
        assert_eq!(pauses[9], MAX_PAUSE);
        assert!(of("a test's pauses").is_down);
    }

    #[test]
    fn what_a_panic_quotes_of_a_visitor_is_in_no_log() {
        let said = |work: fn()| literal(&*catch_unwind(work).expect_err("a panic"));
        assert_eq!(said(|| panic!("the clock is wrong")), "the clock is wrong");
        let typed = || assert_eq!("Maryam, +971 50".parse::<u32>().expect("a number"), 0);
        assert_eq!(said(typed), "what it said is left out");
    }
}
