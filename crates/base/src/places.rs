//! Places for work that holds memory, so many for all and a few for each client: whoever takes all of theirs waits, and
//! nobody else does.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests per place that may hold it or wait for it: waiting takes memory too.
const MAX_WAITING: usize = 8;

pub struct Places {
    all: Arc<Semaphore>,
    all_places: usize,
    each: usize,
    digest: RandomState,
    /// Of those who have a place or wait for one.
    of_each: Mutex<HashMap<u64, Arc<Semaphore>>>,
}

/// A place; free again when this is dropped.
#[derive(Debug)]
pub struct HeldPlace {
    _own: Option<OwnedSemaphorePermit>,
    _all: OwnedSemaphorePermit,
}

impl Places {
    /// `all` places, of which one client has at most `each`.
    pub fn new(all: usize, each: usize) -> Self {
        let places = Arc::new(Semaphore::new(all));
        Places { all: places, all_places: all, each, digest: RandomState::new(), of_each: Mutex::default() }
    }

    /// A place for this client: `None` if none is free within `wait`, or at once if too many wait already. Clients that
    /// cannot be told apart share all places.
    pub async fn acquire(&self, client: Option<impl Hash>, wait: Duration) -> Option<HeldPlace> {
        let own = match client {
            Some(client) => Some(self.own(self.digest.hash_one(client))?),
            None => None,
        };
        let place = async {
            let own = match own {
                Some(own) => Some(own.acquire_owned().await.ok()?),
                None => None,
            };
            Some(HeldPlace { _own: own, _all: Arc::clone(&self.all).acquire_owned().await.ok()? })
        };
        tokio::time::timeout(wait, place).await.ok().flatten()
    }

    /// The places of one client; `None` if too many of its requests wait for one, or too many in all.
    fn own(&self, client: u64) -> Option<Arc<Semaphore>> {
        let mut of_each = self.of_each.lock();
        of_each.retain(|_, own| Arc::strong_count(own) > 1);
        let requests = |own: &Arc<Semaphore>| Arc::strong_count(own) - 1;
        let of_all: usize = of_each.values().map(requests).sum();
        let of_this = of_each.get(&client).map_or(0, requests);
        if of_this >= self.each * MAX_WAITING || of_all >= self.all_places * MAX_WAITING {
            return None;
        }
        Some(Arc::clone(of_each.entry(client).or_insert_with(|| Arc::new(Semaphore::new(self.each)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn who_has_all_of_theirs_waits_and_the_others_do_not() {
        let places = Places::new(5, 2);
        let mut taken = Vec::new();
        for _ in 0..2 {
            taken.push(places.acquire(Some("greedy"), SHORT).await.expect("a place"));
        }
        assert!(places.acquire(Some("greedy"), SHORT).await.is_none());
        taken.push(places.acquire(Some("patient"), SHORT).await.expect("a place"));
        taken.push(places.acquire(None::<()>, SHORT).await.expect("one for who is not told apart"));
        taken.push(places.acquire(None::<()>, SHORT).await.expect("another one"));
        assert!(places.acquire(Some("late"), SHORT).await.is_none(), "all are taken");
        taken.remove(0);
        assert!(places.acquire(Some("greedy"), SHORT).await.is_some(), "one is free again");
        drop(taken);
        places.acquire(Some("new"), SHORT).await.expect("a place");
        assert_eq!(places.of_each.lock().len(), 1, "nobody is remembered");
    }

    #[test]
    fn where_many_of_a_client_wait_already_no_more_do_and_others_still_may() {
        let places = Places::new(64, 4);
        let waiting: Vec<_> = (0..50).filter_map(|_| places.own(7)).collect();
        assert_eq!(waiting.len(), 4 * MAX_WAITING);
        assert!(places.own(8).is_some());
        let many: Vec<_> = (100..900).filter_map(|client| places.own(client)).collect();
        assert_eq!(many.len() + waiting.len(), 64 * MAX_WAITING, "and not more of all together");
    }
}
