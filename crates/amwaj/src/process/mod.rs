//! The end of the server's process, and the sockets it was started with.

mod listeners;

use std::io;
use std::pin::Pin;

use base::supervisor;
use edge::server::Stop;
use sd_notify::NotifyState;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

pub use listeners::{LateListener, Listeners};

/// Everything a server gets from whoever started it: sockets, and its end.
pub struct Process {
    pub listeners: Listeners,
    end: End,
}

enum End {
    /// SIGTERM or SIGINT.
    Signals,
    /// Whatever the caller waits for.
    When(Pin<Box<dyn Future<Output = ()> + Send>>),
}

/// Done when a listener has to end. Cheap to clone.
#[derive(Clone, Debug)]
pub struct StopSignal(watch::Receiver<Option<Stop>>);

impl StopSignal {
    pub async fn stopped(mut self) -> Stop {
        match self.0.wait_for(Option::is_some).await {
            Ok(stop) => stop.unwrap_or(Stop::Now),
            Err(_) => Stop::Now,
        }
    }
}

impl Process {
    /// A server that ends when `stop` is done: for tests and previews.
    pub fn until(stop: impl Future<Output = ()> + Send + 'static) -> Self {
        Process { listeners: Listeners::default(), end: End::When(Box::pin(stop)) }
    }

    /// This process, with the sockets of a systemd socket unit, if there is one. Changes the environment: call it before any
    /// thread is started.
    ///
    /// # Errors
    /// When a socket cannot be used.
    pub fn of_the_system() -> io::Result<Self> {
        Ok(Process { listeners: Listeners::of_socket_unit()?, end: End::Signals })
    }

    /// Everything is there to serve. Returns what will end it.
    ///
    /// # Errors
    /// When signals cannot be listened for.
    pub fn begin(self) -> io::Result<StopSignal> {
        let (sender, receiver) = watch::channel(None);
        match self.end {
            End::When(stop) => {
                tokio::spawn(async move {
                    stop.await;
                    sender.send_replace(Some(Stop::Now));
                });
            }
            End::Signals => {
                // Connections waiting in the queue of a socket unit are served by the next process, so none has to be
                // cut off.
                let how = if self.listeners.outlive_the_process() { Stop::Drain } else { Stop::Now };
                let signals = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
                notify(&[NotifyState::Ready, NotifyState::Status("serving")]);
                supervisor::spawn("signals", (signals, sender), move |(signals, sender)| {
                    Box::pin(async move {
                        one_of(signals).await;
                        notify(&[NotifyState::Stopping]);
                        sender.send_replace(Some(how));
                    })
                })
                .detach();
            }
        }
        Ok(StopSignal(receiver))
    }
}

async fn one_of((terminate, interrupt): &mut (Signal, Signal)) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

/// Tells systemd, where it has asked for it (`Type=notify`).
fn notify(states: &[NotifyState]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "systemd cannot be told how the server is");
    }
}
