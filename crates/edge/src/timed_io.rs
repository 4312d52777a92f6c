//! A socket with a write timeout: a client that reads its response slower than the minimum transfer rate is
//! disconnected, and a lingering close lets the client read the response before the socket goes away.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connection::ConnectionState;
use crate::counts::CloseReason;
use crate::limits::{Limits, MinRate};

/// The most bytes of a refused request that a lingering close reads and discards.
const MAX_DISCARDED_BYTES: usize = 1024 * 1024;

/// The socket of one connection.
pub(crate) struct TimedIo {
    stream: TcpStream,
    connection: Arc<ConnectionState>,
    min_rate: MinRate,
    close_grace: Duration,
    /// Present once the response is out and the client may still be sending.
    lingering: Option<LingeringClose>,
    /// Present from the first write of a response that blocks until the next request.
    slow_response: Option<SlowResponse>,
}

struct LingeringClose {
    deadline: Pin<Box<Sleep>>,
    discarded_bytes: usize,
}

/// A response that the client reads more slowly than it is written.
struct SlowResponse {
    /// The number of the exchange that it belongs to. A request that overlaps another does not count as an exchange, or
    /// whoever sends one now and then would never be slow.
    exchange: u64,
    /// When its first write blocked.
    since: Instant,
    bytes_sent: u64,
    deadline: Pin<Box<Sleep>>,
}

impl TimedIo {
    pub fn new(stream: TcpStream, connection: Arc<ConnectionState>, limits: &Limits) -> Self {
        TimedIo {
            stream,
            connection,
            min_rate: limits.response_min_rate,
            close_grace: limits.close_grace,
            lingering: None,
            slow_response: None,
        }
    }

    /// Reads and discards what the client still sends, for a short time. Closing a socket with unread bytes resets the
    /// connection, and the client would never read why its request was refused.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let close_grace = self.close_grace;
        let lingering = self.lingering.get_or_insert_with(|| LingeringClose {
            deadline: Box::pin(tokio::time::sleep(close_grace)),
            discarded_bytes: 0,
        });
        let mut bytes = [0; 4096];
        while lingering.discarded_bytes < MAX_DISCARDED_BYTES {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    lingering.discarded_bytes += buffer.filled().len()
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => return lingering.deadline.as_mut().poll(context),
            }
        }
        Poll::Ready(())
    }

    /// Passes on the result of a write; one that blocks fails after the write timeout.
    fn after_write(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                if let Some(slow) = &mut self.slow_response {
                    slow.bytes_sent += bytes as u64;
                }
                self.connection.bytes_sent();
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                self.connection.write_blocked();
                ready!(self.poll_write_timeout(context));
                self.connection.counts.count_close(CloseReason::SlowReader);
                Poll::Ready(Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the client read the response too slowly",
                )))
            }
        }
    }

    fn poll_write_timeout(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let exchange = self.connection.exchanges();
        let now = Instant::now();
        let slow = match &mut self.slow_response {
            Some(slow) if slow.exchange == exchange => slow,
            other => {
                let deadline = Box::pin(sleep_until(now + self.min_rate.time_allowed(0)));
                other.insert(SlowResponse { exchange, since: now, bytes_sent: 0, deadline })
            }
        };
        let deadline = slow.since + self.min_rate.time_allowed(slow.bytes_sent);
        if slow.deadline.deadline() != deadline {
            slow.deadline.as_mut().reset(deadline);
        }
        slow.deadline.as_mut().poll(context)
    }
}

impl AsyncRead for TimedIo {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.connection.bytes_received();
        }
        read
    }
}

impl AsyncWrite for TimedIo {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.after_write(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.after_write(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        self.poll_linger(context).map(Ok)
    }
}
