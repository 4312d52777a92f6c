//! Random bytes: passed in wherever randomness is needed, so that tests can repeat it.

use std::sync::Arc;

use parking_lot::Mutex;

/// A source of random bytes. Cheap to clone; clones of a scripted one continue the same sequence.
#[derive(Clone)]
pub struct Random(Source);

#[derive(Clone)]
enum Source {
    System,
    Scripted(Arc<Mutex<u64>>),
}

impl Random {
    /// The operating system's random number generator.
    pub fn system() -> Self {
        Random(Source::System)
    }

    /// The same sequence each time for the same seed. For tests.
    pub fn scripted(seed: u64) -> Self {
        Random(Source::Scripted(Arc::new(Mutex::new(seed | 1))))
    }

    /// `N` random bytes.
    ///
    /// # Panics
    /// When the operating system's generator fails: without it no key or reference would be safe.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system for random bytes")]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => getrandom::fill(&mut bytes).expect("the system gives random bytes"),
            Source::Scripted(state) => {
                let mut state = state.lock();
                for byte in &mut bytes {
                    // xorshift64: enough to spread test values.
                    *state ^= *state << 13;
                    *state ^= *state >> 7;
                    *state ^= *state << 17;
                    *byte = (*state >> 32) as u8;
                }
            }
        }
        bytes
    }
}
