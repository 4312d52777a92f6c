//! One making per answer: who asks while it is under way waits for the same result.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::oneshot;

use crate::response_cache::{CacheLookup, MakeError};

/// The result of a making that may have many waiting for it.
pub type Flight = Shared<BoxFuture<'static, Result<CacheLookup, MakeError>>>;

/// Makings that are under way, by their key and the epoch that they are for: nobody is given what was begun
/// before the change they may have come for.
#[derive(Clone, Default)]
pub struct Flights(Arc<Mutex<HashMap<(String, u64), Flight>>>);

impl Flights {
    /// The flight for `key`: the one under way, or `making` as a task of its own, which goes on even where
    /// everybody who waits for it goes away.
    pub fn join(
        &self,
        key: &str,
        epoch: u64,
        making: impl Future<Output = Result<CacheLookup, MakeError>> + Send + 'static,
    ) -> Flight {
        let name = (key.to_owned(), epoch);
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = flights.get(&name) {
            return flight.clone();
        }
        let (done, result) = oneshot::channel();
        let flight = result
            .map(|done| {
                done.unwrap_or_else(|_| Err(MakeError::Broken("its making was cut short".to_owned())))
            })
            .boxed()
            .shared();
        flights.insert(name.clone(), flight.clone());
        let landing = Landing { flights: self.clone(), name };
        // A runtime that is stopping drops the task at once, and with it the landing, which takes this lock.
        drop(flights);
        tokio::spawn(async move {
            // Also where the making panics.
            let _landing = landing;
            let _ = done.send(making.await);
        });
        flight
    }
}

/// Takes a flight off the list when it is over.
struct Landing {
    flights: Flights,
    name: (String, u64),
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.flights.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}
