//! Write coalescing: what an HTTP/2 connection writes in one turn of its task leaves in one piece.
//!
//! A new connection may send ten packets before the client's first acknowledgement, however small they are. The session
//! ticket, SETTINGS, their acknowledgement and a response would each be a packet of their own, and a page of ten packets
//! would need a second round trip for its last bytes, which on a phone is a tenth of the first view.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The most bytes that are held back; more are passed on as they come.
const MAX_HELD_BYTES: usize = 32 * 1024;

/// A socket whose flushes wait for [`TurnEnd`]. Both are used by one task.
pub(crate) struct CoalescingIo<IO>(Arc<Mutex<Held<IO>>>);

/// Sends what was held back.
pub(crate) struct TurnEnd<IO>(Arc<Mutex<Held<IO>>>);

struct Held<IO> {
    io: IO,
    bytes: Vec<u8>,
    /// Whether flushes wait for the end of the turn.
    is_holding: bool,
}

pub(crate) fn coalesce<IO>(io: IO) -> (CoalescingIo<IO>, TurnEnd<IO>) {
    let held = Arc::new(Mutex::new(Held { io, bytes: Vec::new(), is_holding: true }));
    (CoalescingIo(Arc::clone(&held)), TurnEnd(held))
}

impl<IO: AsyncWrite + Unpin> TurnEnd<IO> {
    /// Ends a turn in which the connection was polled with this result: sends what was held back. Where the client does
    /// not read, the task is woken once it does. A connection that has ended has sent its last words already.
    ///
    /// # Errors
    /// Those of the connection, and of the socket where the connection goes on: a client that reads too slowly is one.
    pub fn after<T>(&self, polled: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_pending()
            && let Poll::Ready(Err(error)) = self.poll_send(context)
        {
            return Poll::Ready(Err(error));
        }
        polled
    }

    /// Sends what is held back.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn poll_send(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.lock().poll_send(context)
    }

    /// Sends what is held back, and from then on flushes when the connection does.
    ///
    /// # Errors
    /// Those of the socket.
    pub async fn stop_holding(self) -> io::Result<()> {
        self.0.lock().is_holding = false;
        poll_fn(|context| self.poll_send(context)).await
    }
}

impl<IO: AsyncWrite + Unpin> Held<IO> {
    /// Ready once nothing is held back and the socket is flushed.
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_write_held(context))?;
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_write_held(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.bytes.is_empty() {
            let written = ready!(Pin::new(&mut self.io).poll_write(context, &self.bytes))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.bytes.drain(..written);
        }
        // An idle connection keeps no memory for the next response.
        self.bytes = Vec::new();
        Poll::Ready(Ok(()))
    }

    fn poll_write(&mut self, context: &mut Context<'_>, slices: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let count: usize = slices.iter().map(|slice| slice.len()).sum();
        if self.bytes.len() + count > MAX_HELD_BYTES {
            ready!(self.poll_write_held(context))?;
            return Pin::new(&mut self.io).poll_write_vectored(context, slices);
        }
        slices.iter().for_each(|slice| self.bytes.extend_from_slice(slice));
        Poll::Ready(Ok(count))
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for CoalescingIo<IO> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0.lock().io).poll_read(context, buffer)
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for CoalescingIo<IO> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.0.lock().poll_write(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.0.lock().poll_write(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut held = self.0.lock();
        if held.is_holding { Poll::Ready(Ok(())) } else { held.poll_send(context) }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut held = self.0.lock();
        ready!(held.poll_send(context))?;
        Pin::new(&mut held.io).poll_shutdown(context)
    }
}

#[cfg(test)]
#[path = "coalescing_io_tests.rs"]
mod tests;
