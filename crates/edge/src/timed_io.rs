//! The bytes of one connection: notes whether the client holds up an answer, and ends it where it takes too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connection::{CloseReason, ConnectionState};
use crate::limits::{Limits, Pace};

/// The most bytes of a refused request that are thrown away.
const THROWN_AWAY: usize = 1024 * 1024;

/// A socket whose reader must keep a pace.
pub struct TimedIo {
    stream: TcpStream,
    line: Arc<ConnectionState>,
    pace: Pace,
    linger: Duration,
    /// There once the answer is out and the client may still be sending.
    farewell: Option<Farewell>,
    /// There from the first time that the client holds up an answer until its next request.
    slow: Option<Slow>,
}

struct Farewell {
    end: Pin<Box<Sleep>>,
    thrown_away: usize,
}

struct Slow {
    /// The request whose answer it is.
    request: u64,
    since: Instant,
    taken: u64,
    end: Pin<Box<Sleep>>,
}

impl TimedIo {
    pub fn new(stream: TcpStream, line: Arc<ConnectionState>, limits: &Limits) -> Self {
        TimedIo { stream, line, pace: limits.answer, linger: limits.linger, farewell: None, slow: None }
    }

    /// Throws away what the client still sends, for a moment: a socket that is closed with unread bytes takes back
    /// the answer that is on its way, and the client would never read why it was refused.
    fn see_off(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let linger = self.linger;
        let farewell = self
            .farewell
            .get_or_insert_with(|| Farewell { end: Box::pin(tokio::time::sleep(linger)), thrown_away: 0 });
        let mut bytes = [0; 4096];
        while farewell.thrown_away < THROWN_AWAY {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    farewell.thrown_away += buffer.filled().len()
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => return farewell.end.as_mut().poll(context),
            }
        }
        Poll::Ready(())
    }

    /// After a write: goes on, or waits for the client until its time is over.
    fn after(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                if let Some(slow) = &mut self.slow {
                    slow.taken += bytes as u64;
                }
                self.line.held_up.store(false, Ordering::Relaxed);
                self.line.progress();
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                self.line.held_up.store(true, Ordering::Relaxed);
                ready!(self.time_is_over(context));
                self.line.counts.note_cut(CloseReason::Answer);
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer was taken too slowly")))
            }
        }
    }

    fn time_is_over(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let request = self.line.requests();
        let now = Instant::now();
        let slow = match &mut self.slow {
            Some(slow) if slow.request == request => slow,
            other => {
                let end = Box::pin(sleep_until(now + self.pace.allows(0)));
                other.insert(Slow { request, since: now, taken: 0, end })
            }
        };
        let end = slow.since + self.pace.allows(slow.taken);
        if slow.end.deadline() != end {
            slow.end.as_mut().reset(end);
        }
        slow.end.as_mut().poll(context)
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
            self.line.hear();
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
        self.after(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.after(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.farewell.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        self.see_off(context).map(Ok)
    }
}
