//! What two versions of the server say to each other over a socket that is the new one's standard input: first the sockets
//! they listen on, then "ready" one way and "go" the other. Who ends closes it, and the other one hears that.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};

/// The new version could serve.
pub(super) const READY: u8 = b'R';
/// The new version may accept connections.
pub(super) const GO: u8 = b'G';

/// The site, its TLS, the desk and the admin listener, and room for more.
const MAX_SOCKETS: usize = 16;

/// Sends copies of these sockets.
///
/// # Errors
/// When nobody listens at the other end, or there are more than [`MAX_SOCKETS`].
pub(super) fn send_sockets(channel: &UnixStream, sockets: &[OwnedFd]) -> io::Result<()> {
    let borrowed: Vec<_> = sockets.iter().map(OwnedFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_SOCKETS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(io::Error::other("too many sockets to hand over"));
    }
    // Descriptors travel only beside a byte.
    sendmsg(channel, &[IoSlice::new(b"S")], &mut control, SendFlags::empty())?;
    Ok(())
}

/// The sockets that the other end sent, in its order.
///
/// # Errors
/// When the channel is no socket, or the other end has gone.
pub(super) fn receive_sockets(channel: &UnixStream) -> io::Result<Vec<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_SOCKETS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let into = &mut [IoSliceMut::new(&mut byte)];
    if recvmsg(channel, into, &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut sockets = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            sockets.extend(received);
        }
    }
    Ok(sockets)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_socket_that_was_sent_accepts_what_waited_in_its_queue() {
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let _waiting = TcpStream::connect(address).expect("in the queue");
        send_sockets(&ours, &[listener.into()]).expect("sent");
        let [socket] = <[_; 1]>::try_from(receive_sockets(&theirs).expect("received")).expect("one");
        assert!(TcpListener::from(socket).accept().is_ok());
        drop(ours);
        let error = receive_sockets(&theirs).expect_err("nobody is there");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
