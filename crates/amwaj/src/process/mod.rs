//! How the server's process came to run, and how it ends: started by a person or by systemd, stopped by a signal, or
//! replaced by another version without a gap.

mod channel;
mod listeners;
mod predecessor;
mod successor;

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use edge::server::Stop;
use sd_notify::NotifyState;
use storage::db::DataLock;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::app::StartError;
use predecessor::Predecessor;

pub use listeners::Listeners;
use successor::Program;

/// See above.
pub struct Process {
    pub listeners: Listeners,
    predecessor: Option<Predecessor>,
    end: End,
}

enum End {
    /// Signals: SIGTERM and SIGINT stop it, SIGUSR2 replaces it by this program, as nginx knows it.
    Signals(Program),
    /// Whatever the caller waits for.
    When(Pin<Box<dyn Future<Output = ()> + Send>>),
}

/// Done when a listener has to end. Cheap to clone.
#[derive(Clone, Debug)]
pub struct StopSignal(watch::Receiver<Option<Stop>>);

impl StopSignal {
    pub async fn stopped(mut self) -> Stop {
        match self.0.wait_for(Option::is_some).await {
            Ok(stop) => stop.unwrap_or(Stop::Closed),
            Err(_) => Stop::Closed,
        }
    }

    /// Done when another process takes over, and never if the server only stops: for what shows how a stop goes on.
    pub async fn handed_over(self) -> Stop {
        match self.stopped().await {
            Stop::HandedOver => Stop::HandedOver,
            Stop::Closed => std::future::pending().await,
        }
    }
}

impl Process {
    /// A server that ends when `stop` is done, and that nothing replaces: for tests and previews.
    pub fn until(stop: impl Future<Output = ()> + Send + 'static) -> Self {
        Process { listeners: Listeners::default(), predecessor: None, end: End::When(Box::pin(stop)) }
    }

    /// This process: a successor that another one has started to be replaced by it, or a server on the sockets of a systemd
    /// socket unit, if there is one. Changes the environment: call it before any thread is started.
    ///
    /// # Errors
    /// When nobody has started a successor, or a socket cannot be used.
    pub fn begun(is_successor: bool) -> io::Result<Self> {
        let end = End::Signals(Program::of(std::env::args_os())?);
        if !is_successor {
            return Ok(Process { listeners: Listeners::of_socket_unit()?, predecessor: None, end });
        }
        let (predecessor, sockets) = Predecessor::connect()?;
        Ok(Process { listeners: Listeners::of_predecessor(sockets), predecessor: Some(predecessor), end })
    }

    /// Whether another process serves the same data folder for a while.
    pub fn is_successor(&self) -> bool {
        self.predecessor.is_some()
    }

    /// Locks the data folder; a successor gets it when its predecessor ends.
    ///
    /// # Errors
    /// When another server runs on it, or it cannot be written.
    pub fn lock(&self, data_dir: &Path) -> Result<Option<DataLock>, StartError> {
        match self.predecessor {
            Some(_) => Ok(None),
            None => Ok(Some(DataLock::acquire(data_dir)?)),
        }
    }

    /// Everything is there to serve. Returns when this process may accept connections, with what ends it.
    ///
    /// # Errors
    /// When the process that was to be replaced has stopped instead.
    pub async fn begin(self, data_dir: &Path) -> Result<StopSignal, StartError> {
        let (sender, receiver) = watch::channel(None);
        let signals = match self.end {
            End::When(stop) => {
                tokio::spawn(async move {
                    stop.await;
                    sender.send_replace(Some(Stop::Closed));
                });
                return Ok(StopSignal(receiver));
            }
            End::Signals(program) => Signals::listen(program, self.listeners)?,
        };
        if let Some(predecessor) = self.predecessor {
            let told = predecessor.take_over().await;
            told.map_err(|error| format!("the server that was to be replaced has stopped: {error}"))?;
            notify(&[NotifyState::MainPid(std::process::id())]);
            keep_lock(data_dir.to_owned());
        }
        notify(&[NotifyState::Ready, NotifyState::Status("serving")]);
        tokio::spawn(async move { sender.send_replace(Some(signals.wait().await)) });
        Ok(StopSignal(receiver))
    }
}

/// Locks the data folder once the process before has ended, for as long as this one runs.
fn keep_lock(data_dir: PathBuf) {
    // No task: a runtime that ends would wait for it.
    std::thread::spawn(move || match DataLock::after_another(&data_dir) {
        Ok(lock) => {
            tracing::info!("the version before has ended");
            std::mem::forget(lock);
        }
        Err(error) => tracing::error!(%error, "a second server on the data folder would not be noticed"),
    });
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
    replace: Signal,
    program: Program,
    listeners: Listeners,
}

impl Signals {
    fn listen(program: Program, listeners: Listeners) -> io::Result<Self> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            replace: signal(SignalKind::user_defined2())?,
            program,
            listeners,
        })
    }

    async fn wait(mut self) -> Stop {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return stopping(),
                _ = self.interrupt.recv() => return stopping(),
                _ = self.replace.recv() => {}
            }
            tracing::info!("another version is started; this one serves until that one can");
            let succeeded = tokio::select! {
                _ = self.terminate.recv() => return stopping(),
                _ = self.interrupt.recv() => return stopping(),
                succeeded = self.program.succeed(self.listeners.copies()) => succeeded,
            };
            match succeeded {
                Ok(()) => return Stop::HandedOver,
                Err(error) => {
                    tracing::error!("the new version doesn't serve, this one goes on: {error}");
                    notify(&[NotifyState::Status("serving; an upgrade has failed, see the log")]);
                }
            }
        }
    }
}

fn stopping() -> Stop {
    notify(&[NotifyState::Stopping]);
    Stop::Closed
}

/// Tells systemd, where it has asked for it (`Type=notify`).
fn notify(states: &[NotifyState]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "systemd cannot be told how the server is");
    }
}
