//! The log: lines for people, or JSON for programs that collect them, on standard error. It never fails or delays those
//! who log: lines that can't be written are lost and counted, and what repeats is summed once a minute.

mod repetition;

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use base::supervisor;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::settings::{LogFormat, Settings};
use repetition::Repetition;
pub use repetition::sum_up;

/// Library messages that nobody can act on: odd HTML in a post is repaired and reported by us, and a table that is
/// there already is no news. The settings' own filter comes later and wins.
const LIBRARIES: &str = "html5ever=error,sqlx=warn,sea_orm_migration=warn,";
/// Lines kept for a reader that doesn't read: some two megabytes.
const MAX_WAITING_LINES: usize = 8192;

/// Lines that standard error has refused.
static REFUSED: AtomicU64 = AtomicU64::new(0);
static WRITER: OnceLock<NonBlocking> = OnceLock::new();

/// Standard error, whatever becomes of it: a full disk, a reader that has gone.
struct LossyStderr;

impl Write for LossyStderr {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if io::stderr().write_all(line).is_err() {
            REFUSED.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Logs from now on as the settings say, until the guard is dropped, which waits a second for lines under way. `more` is
/// added to the settings' filter.
#[must_use = "what is logged after the guard is dropped is lost"]
pub fn init(settings: &Settings, more: &str) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(MAX_WAITING_LINES)
        .thread_name("log")
        .finish(LossyStderr);
    let _ = WRITER.set(writer.clone());
    supervisor::log_panics();
    let filter = LIBRARIES.to_owned() + &every_crate(&settings.log) + more;
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).log_internal_errors(false);
    match settings.log_format {
        // Colours are for people: in a file or a journal they are only noise.
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).finish().with(Repetition).init(),
        LogFormat::Json => {
            log.json().flatten_event(true).with_span_list(false).finish().with(Repetition).init();
        }
    }
    guard
}

/// Says a line that is no event of the log, the same way.
pub fn say(line: impl Display) {
    let line = format!("{line}\n");
    let _ = match WRITER.get() {
        Some(writer) => writer.clone().write_all(line.as_bytes()),
        None => LossyStderr.write_all(line.as_bytes()),
    };
}

/// Lines lost since the start: nobody read them, or they couldn't be written.
pub fn lost_lines() -> u64 {
    let dropped = WRITER.get().map_or(0, |writer| writer.error_counter().dropped_lines());
    REFUSED.load(Ordering::Relaxed) + dropped as u64
}

/// Our crates that log something, but for this one.
const CRATES: [&str; 13] = [
    "base",
    "blog",
    "certificates",
    "content",
    "copies",
    "desk",
    "edge",
    "editing",
    "leads",
    "responses",
    "site",
    "stats",
    "storage",
];

/// A log filter in which `amwaj=…` speaks of all our crates, as the settings promise: each logs under its own name.
fn every_crate(filter: &str) -> String {
    let own =
        filter.split(',').find_map(|directive| directive.trim().strip_prefix("amwaj=")).map(str::to_owned);
    let more = own.map(|level| CRATES.map(|name| format!("{name}={level},")).concat()).unwrap_or_default();
    more + filter
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{CRATES, every_crate};

    #[test]
    fn a_filter_for_the_program_is_one_for_each_of_its_crates() {
        assert_eq!(every_crate("info"), "info");
        let filter = every_crate("amwaj=debug,warn");
        assert!(filter.contains("leads=debug,") && filter.ends_with(",amwaj=debug,warn"), "{filter}");
    }

    #[test]
    fn the_filter_knows_every_crate_that_logs() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut logging: Vec<String> = Vec::new();
        for entry in fs::read_dir(folder).expect("the folder of our crates") {
            let entry = entry.expect("a crate");
            let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("its manifest");
            if manifest.contains("\ntracing.workspace") {
                logging.push(entry.file_name().to_string_lossy().replace('-', "_"));
            }
        }
        logging.sort();
        logging.retain(|name| name != "amwaj");
        assert_eq!(logging, CRATES);
    }
}
