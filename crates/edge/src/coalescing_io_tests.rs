use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};

use super::{MAX_HELD_BYTES, TurnEnd, coalesce};

/// The bytes of each write, at a client that reads now and then.
#[derive(Default)]
struct Socket {
    writes: Vec<Vec<u8>>,
    /// Bytes that it still takes before it blocks.
    room: usize,
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let taken = bytes.len().min(self.room);
        if taken == 0 && !bytes.is_empty() {
            return Poll::Pending;
        }
        self.room -= taken;
        self.writes.push(bytes[..taken].to_vec());
        Poll::Ready(Ok(taken))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Ends a turn of a connection that goes on.
async fn end_turn(turn_end: &TurnEnd<Socket>) {
    let ended = poll_fn(|context| Poll::Ready(turn_end.after::<()>(Poll::Pending, context))).await;
    assert!(ended.is_pending());
}

fn writes(turn_end: &TurnEnd<Socket>) -> Vec<usize> {
    turn_end.0.lock().io.writes.iter().map(Vec::len).collect()
}

#[tokio::test]
async fn what_is_written_in_one_turn_is_one_write() {
    let (mut io, turn_end) = coalesce(Socket { room: usize::MAX, ..Socket::default() });
    io.write_all(b"a ticket").await.expect("held");
    io.flush().await.expect("held");
    let pieces = [IoSlice::new(b"settings"), IoSlice::new(b"a page")];
    assert_eq!(io.write_vectored(&pieces).await.expect("held"), 14, "all of them at once");
    assert!(writes(&turn_end).is_empty(), "the turn goes on");
    end_turn(&turn_end).await;
    end_turn(&turn_end).await;
    assert_eq!(turn_end.0.lock().io.writes, [b"a ticketsettingsa page"]);
    io.write_all(b"more").await.expect("held");
    io.shutdown().await.expect("sent");
    assert_eq!(writes(&turn_end), [22, 4]);
}

#[tokio::test]
async fn no_more_is_held_back_than_the_limit() {
    let (mut io, turn_end) = coalesce(Socket { room: usize::MAX, ..Socket::default() });
    io.write_all(&[1; 10]).await.expect("held");
    io.write_all(&[2; MAX_HELD_BYTES]).await.expect("sent");
    assert_eq!(writes(&turn_end), [10, MAX_HELD_BYTES], "before the turn ends");
}

#[tokio::test]
async fn a_client_that_reads_later_gets_every_byte_once() {
    let (mut io, turn_end) = coalesce(Socket::default());
    io.write_all(b"0123456789").await.expect("held");
    for room in [0, 3, 0, 4, 5] {
        turn_end.0.lock().io.room = room;
        end_turn(&turn_end).await;
    }
    assert_eq!(turn_end.0.lock().io.writes.concat(), b"0123456789");
}

#[tokio::test]
async fn without_holding_a_flush_is_a_write() {
    let (mut io, turn_end) = coalesce(Socket { room: usize::MAX, ..Socket::default() });
    io.write_all(b"a ticket").await.expect("held");
    let held = TurnEnd(turn_end.0.clone());
    turn_end.stop_holding().await.expect("sent");
    io.write_all(b"a page").await.expect("held");
    io.flush().await.expect("sent");
    assert_eq!(writes(&held), [8, 6]);
}
