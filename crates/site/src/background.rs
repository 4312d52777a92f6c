//! Work that gives way to visitors' requests.

use std::panic::resume_unwind;
use std::thread;

/// Lets other threads go before this one, where threads have priorities (`nice`): from 0 for none to 19 for all.
pub fn give_way(niceness: i32) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, niceness);
}

/// Runs `work` on a thread that gets a tenth of a processor where others want it, and `meanwhile` again and again until it is done.
pub fn aside<T: Send>(work: impl FnOnce() -> T + Send, mut meanwhile: impl FnMut()) -> T {
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            give_way(10);
            work()
        });
        while !working.is_finished() {
            meanwhile();
        }
        working.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
