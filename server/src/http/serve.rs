//! Accepts connections, one task each, and lets those under way finish when it is time to stop.

use std::io;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio_io_timeout::TimeoutStream;

use super::front::Front;

/// Longest time a client may take to send its headers, also while a connection lies idle.
const HEADERS: Duration = Duration::from_secs(15);
/// Longest time a client may take to accept more of an answer.
const WRITING: Duration = Duration::from_secs(30);
/// Longest time that requests under way may take after the signal to stop.
const FINISHING: Duration = Duration::from_secs(20);
/// Pause after an error of accepting, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until `stop` is done, then waits for the requests under way.
pub async fn serve(listener: TcpListener, front: Front, stop: impl Future<Output = ()>) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADERS).pipeline_flush(true);
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITING));
        let connection = server.serve_connection(TokioIo::new(Box::pin(stream)), front.of(peer));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks is the client's business, and happens all day.
            let _ = connection.await;
        });
    }
    drop(listener);
    if tokio::time::timeout(FINISHING, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way when the time to finish was over");
    }
}

async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(BREATH).await;
    }
}
