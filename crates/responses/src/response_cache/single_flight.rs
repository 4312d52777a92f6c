//! Single-flight: one answer is made once, however many ask for it meanwhile; they all get the same result.
//!
//! quick_cache's placeholders do the waiting. They live in a small cache of their own, and not in the response cache:
//! there, the stale answer has to stay readable while the new one is being made, and a result that isn't cached
//! (missing, moved, failed) would be made again for each one who waits.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use tokio::task::JoinHandle;

use crate::response_cache::{CacheLookup, MakeError};

/// The result of making an answer.
pub(super) type MakeResult = Result<CacheLookup, MakeError>;

/// A guess at how many answers are made at the same time, for the first allocation only.
const EXPECTED_FLIGHTS: usize = 64;

/// The answers that are being made, by key and generation: nobody gets an answer whose making began before the
/// change they may have come for.
#[derive(Clone)]
pub(super) struct SingleFlight(Arc<quick_cache::sync::Cache<(String, u64), MakeResult>>);

impl Default for SingleFlight {
    fn default() -> Self {
        Self(Arc::new(quick_cache::sync::Cache::new(EXPECTED_FLIGHTS)))
    }
}

impl SingleFlight {
    /// Waits for the answer that is being made under `key` in that generation, or makes it with `make`. This is a task
    /// of its own, so that the making goes on even when every visitor who waits for it hangs up.
    pub fn join(
        &self,
        key: &str,
        generation: u64,
        make: impl Future<Output = MakeResult> + Send + 'static,
    ) -> JoinHandle<MakeResult> {
        let (flights, name) = (self.0.clone(), (key.to_owned(), generation));
        tokio::spawn(async move {
            let guard = match flights.get_value_or_guard_async(&name).await {
                Ok(result) => return result,
                Err(guard) => guard,
            };
            let result = AssertUnwindSafe(make).catch_unwind().await;
            let result = result.unwrap_or_else(|_| Err(MakeError::Broken("its making panicked".to_owned())));
            // Whoever waits gets this; whoever comes later finds the answer in the response cache.
            let _ = guard.insert(result.clone());
            flights.remove(&name);
            result
        })
    }
}
