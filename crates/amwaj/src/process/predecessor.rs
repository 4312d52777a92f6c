//! The new version's side of an upgrade: it gets the sockets of the process that serves at the moment, and accepts nothing
//! before that one lets it.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream as StdStream;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;

use crate::process::channel::{GO, READY, receive_sockets};

/// The process that serves at the moment.
#[derive(Debug)]
pub(super) struct Predecessor(StdStream);

impl Predecessor {
    /// It is at the other end of the standard input, and sends its sockets.
    pub fn connect() -> io::Result<(Self, Vec<OwnedFd>)> {
        let channel = StdStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        let sockets = receive_sockets(&channel)?;
        Ok((Predecessor(channel), sockets))
    }

    /// Says that this process could serve, and waits for the other one to let it.
    pub async fn take_over(self) -> io::Result<()> {
        self.0.set_nonblocking(true)?;
        let mut channel = UnixStream::from_std(self.0)?;
        channel.write_u8(READY).await?;
        match channel.read_u8().await? {
            GO => Ok(()),
            other => Err(io::Error::other(format!("an answer nobody knows: {other}"))),
        }
    }
}
