//! The sockets this process listens on: those of a systemd socket unit, in whose queue connections wait while no server
//! runs, or new ones.

use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};

use listenfd::ListenFd;
use tokio::net::TcpListener;

use crate::app::StartError;

/// The sockets that a process was started with and that no setting has claimed yet.
#[derive(Debug, Default)]
pub struct Listeners {
    inherited: Vec<StdListener>,
    has_inherited: bool,
}

impl Listeners {
    /// Those of a systemd socket unit (`LISTEN_FDS`), if there is one. Changes the environment: call it before any thread
    /// is started.
    ///
    /// # Errors
    /// When one of them is no TCP socket.
    pub(super) fn of_socket_unit() -> io::Result<Self> {
        let mut passed = ListenFd::from_env();
        let sockets = (0..passed.len()).filter_map(|index| passed.take_tcp_listener(index).transpose());
        Ok(Self::of(sockets.collect::<io::Result<_>>()?))
    }

    fn of(inherited: Vec<StdListener>) -> Self {
        Listeners { has_inherited: !inherited.is_empty(), inherited }
    }

    /// Whether sockets stay open when this process has ended.
    pub(super) fn outlive_the_process(&self) -> bool {
        self.has_inherited
    }

    /// The inherited socket with the address that the setting of that name has, or a new one.
    ///
    /// # Errors
    /// When nobody can listen on it.
    pub async fn open(&mut self, setting: &str, address: SocketAddr) -> Result<TcpListener, StartError> {
        let is_it = |socket: &StdListener| socket.local_addr().is_ok_and(|local| local == address);
        match self.inherited.iter().position(is_it) {
            Some(index) => {
                let socket = self.inherited.swap_remove(index);
                socket.set_nonblocking(true)?;
                Ok(TcpListener::from_std(socket)?)
            }
            None => Ok(TcpListener::bind(address).await.map_err(|error| {
                format!("cannot listen on {address}: {error}; set {setting} to another address")
            })?),
        }
    }

    /// Closes inherited sockets that no setting names, and says so: whoever connects to them would wait for ever.
    pub fn close_unused(&mut self) {
        for socket in self.inherited.drain(..) {
            let address = socket.local_addr().map_or_else(|_| "?".to_owned(), |local| local.to_string());
            tracing::warn!(
                "a socket on {address} was passed to the server, but no setting names that address: it is closed"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_socket_that_was_passed_is_used_where_its_address_is_set_and_else_a_new_one_is_opened() {
        let passed = StdListener::bind("127.0.0.1:0").expect("a port");
        let other = StdListener::bind("127.0.0.1:0").expect("a port");
        let (wanted, unwanted) =
            (passed.local_addr().expect("an address"), other.local_addr().expect("an address"));
        let mut listeners = Listeners::of(vec![other, passed]);
        // Binding it a second time would fail.
        let listener = listeners.open("AMWAJ_LISTEN", wanted).await.expect("the passed one");
        assert_eq!(listener.local_addr().expect("an address"), wanted);
        let new = listeners.open("AMWAJ_ADMIN_LISTEN", "127.0.0.1:0".parse().expect("right")).await;
        assert_ne!(new.expect("a new one").local_addr().expect("an address"), unwanted);
        let error = listeners.open("AMWAJ_DESK_LISTEN", wanted).await.expect_err("taken");
        assert!(error.to_string().contains("set AMWAJ_DESK_LISTEN to another address"), "{error}");
        listeners.close_unused();
        assert!(StdListener::bind(unwanted).is_ok(), "nobody listens there any more");
        assert!(listeners.outlive_the_process() && !Listeners::default().outlive_the_process());
    }
}
