//! The engine: one QuickJS runtime on a thread of its own, with the site's bundle loaded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use base::supervisor;
use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Object, Runtime};
use tokio::sync::oneshot;

use crate::render::globals;

/// Longest rendering of one page before it is interrupted. A page takes a few milliseconds.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The most pages that wait to be rendered; a flood beyond them is refused rather than queued.
const MAX_QUEUED_RENDERS: usize = 64;
/// Stack of the engine's thread, and JavaScript's share of it, in bytes.
const THREAD_STACK_BYTES: usize = 8 << 20;
const SCRIPT_STACK_BYTES: usize = 6 << 20;
/// Memory that JavaScript may use, in bytes.
const SCRIPT_MEMORY_BYTES: usize = 128 << 20;

/// Why a page could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderError {
    /// The bundle threw; the text is JavaScript's message and stack, for the log only.
    Script(String),
    /// Too many pages are waiting to be rendered.
    Busy,
    /// The engine's thread has ended.
    Gone,
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Script(message) => write!(f, "the page's script failed: {message}"),
            Self::Busy => f.write_str("too many pages are waiting to be drawn"),
            Self::Gone => f.write_str("the drawing engine has stopped"),
        }
    }
}

impl std::error::Error for RenderError {}

/// A handle to a running engine; the engine ends with its last handle.
#[derive(Clone)]
pub struct Engine {
    jobs: SyncSender<Job>,
    /// The bundle's route table, as JSON.
    routes: Arc<str>,
}

/// A page that is being rendered.
pub struct PendingRender(oneshot::Receiver<Result<String, RenderError>>);

impl PendingRender {
    /// Waits for the document; must not be called from asynchronous code.
    pub fn wait(self) -> Result<String, RenderError> {
        self.0.blocking_recv().map_err(|_| RenderError::Gone)?
    }
}

struct Job {
    input: String,
    answer: oneshot::Sender<Result<String, RenderError>>,
}

impl Engine {
    /// Starts an engine with `bundle`: an ES module that exports `routes(): string` and
    /// `render(input: string): string`.
    ///
    /// # Errors
    /// When the bundle does not load or lacks one of the two.
    pub fn start(bundle: String) -> Result<Self, RenderError> {
        let (jobs, queue) = sync_channel(MAX_QUEUED_RENDERS);
        let (ready, started) = oneshot::channel();
        let builder = std::thread::Builder::new().stack_size(THREAD_STACK_BYTES);
        let state = (bundle, queue, Some(ready));
        supervisor::thread("render", builder, state, |(bundle, queue, ready)| {
            run(bundle, queue, ready.take())
        })
        .map_err(|_| RenderError::Gone)?;
        let routes = started.blocking_recv().map_err(|_| RenderError::Gone)??;
        Ok(Self { jobs, routes: routes.into() })
    }

    /// The bundle's route table, as JSON.
    pub fn routes(&self) -> &str {
        &self.routes
    }

    /// Renders a page while the caller does something else; must not be called from asynchronous code.
    pub fn submit(&self, input: String) -> PendingRender {
        let (answer, result) = oneshot::channel();
        // Where the engine is gone, the answer's sender is dropped with the job: `wait` says so.
        let _ = self.jobs.send(Job { input, answer });
        PendingRender(result)
    }

    /// Renders a page; refuses at once when too many are waiting.
    pub async fn render(&self, input: String) -> Result<String, RenderError> {
        let (answer, result) = oneshot::channel();
        self.jobs.try_send(Job { input, answer }).map_err(|error| match error {
            TrySendError::Full(_) => RenderError::Busy,
            TrySendError::Disconnected(_) => RenderError::Gone,
        })?;
        result.await.map_err(|_| RenderError::Gone)?
    }
}

/// Where the start of an engine is reported.
type Ready = Option<oneshot::Sender<Result<String, RenderError>>>;

/// Reports how the start went, if nobody has before.
fn report(ready: Ready, started: Result<String, RenderError>) {
    match (ready, started) {
        (Some(ready), started) => drop(ready.send(started)),
        (None, Ok(_)) => {}
        // It has started before, so it may again: the supervisor tries.
        (None, Err(_)) => panic!("the engine cannot be started again"),
    }
}

/// The engine's thread: loads the bundle, reports that, then renders until the last handle is dropped.
fn run(bundle: &str, queue: &Receiver<Job>, ready: Ready) {
    let deadline = Deadline::new();
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return report(ready, Err(RenderError::Script(error.to_string()))),
    };
    runtime.set_max_stack_size(SCRIPT_STACK_BYTES);
    runtime.set_memory_limit(SCRIPT_MEMORY_BYTES);
    let watch = deadline.clone();
    runtime.set_interrupt_handler(Some(Box::new(move || watch.passed())));
    let context = match Context::full(&runtime) {
        Ok(context) => context,
        Err(error) => return report(ready, Err(RenderError::Script(error.to_string()))),
    };
    context.with(|ctx| {
        deadline.set();
        let loaded = load(&ctx, bundle).and_then(|module| Ok((call(&ctx, &module, "routes", ())?, module)));
        let module = match loaded {
            Ok((routes, module)) => {
                report(ready, Ok(routes));
                module
            }
            Err(error) => return report(ready, Err(error)),
        };
        while let Ok(job) = queue.recv() {
            deadline.set();
            let result = call(&ctx, &module, "render", (job.input,));
            let _ = job.answer.send(result);
        }
    });
}

fn load<'js>(ctx: &Ctx<'js>, bundle: &str) -> Result<Object<'js>, RenderError> {
    let script = |error: String| RenderError::Script(error);
    globals::install(ctx).catch(ctx).map_err(|error| script(error.to_string()))?;
    let declared =
        Module::declare(ctx.clone(), "site", bundle).catch(ctx).map_err(|error| script(error.to_string()))?;
    let (module, done) = declared.eval().catch(ctx).map_err(|error| script(error.to_string()))?;
    done.finish::<()>().catch(ctx).map_err(|error| script(error.to_string()))?;
    module.namespace().catch(ctx).map_err(|error| script(error.to_string()))
}

fn call<'js, A>(ctx: &Ctx<'js>, module: &Object<'js>, name: &str, arguments: A) -> Result<String, RenderError>
where
    A: rquickjs::function::IntoArgs<'js>,
{
    let function: Function =
        module.get(name).catch(ctx).map_err(|error| RenderError::Script(error.to_string()))?;
    function.call(arguments).catch(ctx).map_err(|error| RenderError::Script(error.to_string()))
}

/// When the running script times out, in milliseconds after the engine's start.
#[derive(Clone)]
struct Deadline {
    start: Instant,
    until: Arc<AtomicU64>,
}

impl Deadline {
    fn new() -> Self {
        Self { start: Instant::now(), until: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    fn set(&self) {
        let until = self.start.elapsed() + TIMEOUT;
        self.until.store(until.as_millis() as u64, Ordering::Relaxed);
    }

    fn passed(&self) -> bool {
        self.start.elapsed().as_millis() as u64 > self.until.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = r#"
        export const routes = () => "[]";
        export const render = (input) => {
            if (input === "throw") throw new Error("no such page");
            if (input === "forever") for (;;);
            if (input === "url") return new URL("/b?c#d", "https://a.example/").search;
            return "<p>" + input + "</p>";
        };
    "#;

    #[test]
    fn a_page_is_rendered() {
        let engine = Engine::start(BUNDLE.to_string()).unwrap();
        assert_eq!(engine.routes(), "[]");
        assert_eq!(engine.submit("one".to_string()).wait().unwrap(), "<p>one</p>");
        assert_eq!(engine.submit("url".to_string()).wait().unwrap(), "?c");
    }

    #[test]
    fn a_failing_page_says_why_and_the_next_one_is_fine() {
        let engine = Engine::start(BUNDLE.to_string()).unwrap();
        let error = engine.submit("throw".to_string()).wait().unwrap_err();
        assert!(error.to_string().contains("no such page"), "{error}");
        assert_eq!(engine.submit("two".to_string()).wait().unwrap(), "<p>two</p>");
    }

    #[test]
    fn a_runaway_page_is_stopped_and_the_next_one_is_fine() {
        let engine = Engine::start(BUNDLE.to_string()).unwrap();
        assert!(engine.submit("forever".to_string()).wait().is_err());
        assert_eq!(engine.submit("three".to_string()).wait().unwrap(), "<p>three</p>");
    }

    #[test]
    fn a_broken_bundle_is_refused() {
        assert!(Engine::start("export const routes = ;".to_string()).is_err());
        assert!(Engine::start("export const render = () => '';".to_string()).is_err());
    }
}
