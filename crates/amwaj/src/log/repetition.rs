//! Repeated lines of the log are summed: of each place in the code that logs, our own and the libraries', the first
//! lines of a minute are written and the others counted. Strangers can cause any line as often as they like, and this
//! bounds them all.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tracing::callsite::Identifier;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Lines of one place written in a minute, at most.
const MAX_LINES: u64 = 60;
const MINUTE: Duration = Duration::from_secs(60);

static PLACES: Mutex<Option<HashMap<Identifier, Minute>>> = Mutex::new(None);

/// Lines of one place in the current minute.
struct Minute {
    began: Instant,
    lines: u64,
    place: &'static Metadata<'static>,
}

impl Minute {
    /// Counts a line; whether it is to be written.
    fn count(&mut self) -> bool {
        self.lines += 1;
        self.lines <= MAX_LINES
    }

    fn left_out(&self) -> u64 {
        self.lines.saturating_sub(MAX_LINES)
    }
}

/// Lets through the lines to be written.
pub(super) struct Repetition;

impl<S: Subscriber> Layer<S> for Repetition {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let place = event.metadata();
        // Whoever asked for details wants them all.
        if *place.level() > Level::INFO {
            return true;
        }
        let mut places = PLACES.lock();
        let new = || Minute { began: Instant::now(), lines: 0, place };
        places.get_or_insert_default().entry(place.callsite()).or_insert_with(new).count()
    }
}

/// Ends the minutes that are over, and logs each one's count of left-out lines; to be called every few seconds.
pub fn sum_up() {
    let mut over = Vec::new();
    if let Some(places) = PLACES.lock().as_mut() {
        over.extend(
            places.extract_if(|_, minute| minute.began.elapsed() >= MINUTE).map(|(_, minute)| minute),
        );
    }
    // Outside of the lock: this is a line too.
    for minute in over.iter().filter(|minute| minute.left_out() > 0) {
        let (lines, level, target) =
            (minute.left_out(), minute.place.level().as_str(), minute.place.target());
        let line = minute.place.line().unwrap_or_default();
        tracing::warn!(
            lines,
            level,
            target,
            line,
            "more lines of one place were left out in the last minute"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(line);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_that_a_stranger_repeats_is_summed_and_hides_no_other() {
        let written = Written::default();
        let to = written.clone();
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || to.clone())
            .finish()
            .with(Repetition);
        let lines = |of: &str| String::from_utf8_lossy(&written.0.lock()).matches(of).count();
        tracing::subscriber::with_default(log, || {
            for number in 0..28_000 {
                tracing::info!(number, "a request could not be read");
            }
            tracing::info!("lead stored");
            assert_eq!((lines("could not be read"), lines("lead stored")), (60, 1));
            sum_up();
            assert_eq!(lines("left out"), 0, "the minute isn't over");
            for minute in PLACES.lock().iter_mut().flat_map(HashMap::values_mut) {
                minute.began = Instant::now().checked_sub(MINUTE).expect("the machine runs for a minute");
            }
            sum_up();
            assert_eq!((lines("left out"), lines("lines=27940")), (1, 1));
            tracing::info!("a request could not be read");
        });
    }
}
