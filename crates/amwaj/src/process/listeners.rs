//! The sockets this process listens on: those of a systemd socket unit, in whose queue connections wait while no server
//! runs, or new ones.

use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};

use listenfd::ListenFd;
use tokio::net::TcpListener;

use crate::app::StartError;
use base::supervisor;

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
        match self.inherited(address) {
            Some(socket) => Ok(socket?),
            None => Ok(TcpListener::bind(address)
                .await
                .map_err(|error| cannot_listen(setting, address, &error))?),
        }
    }

    fn inherited(&mut self, address: SocketAddr) -> Option<io::Result<TcpListener>> {
        let is_it = |socket: &StdListener| socket.local_addr().is_ok_and(|local| local == address);
        let index = self.inherited.iter().position(is_it)?;
        let socket = self.inherited.swap_remove(index);
        Some(socket.set_nonblocking(true).and_then(|()| TcpListener::from_std(socket)))
    }

    /// As [`Listeners::open`]. An address that this machine doesn't have yet, or that another program still has, is waited
    /// for when it is needed.
    ///
    /// # Errors
    /// When nobody can ever listen on it.
    pub async fn open_later(
        &mut self,
        setting: &'static str,
        address: SocketAddr,
    ) -> Result<LateListener, StartError> {
        let opened = match self.inherited(address) {
            Some(socket) => Some(socket?),
            None => match TcpListener::bind(address).await {
                Ok(socket) => Some(socket),
                Err(error) if may_pass(&error) => None,
                Err(error) => return Err(cannot_listen(setting, address, &error).into()),
            },
        };
        Ok(LateListener { setting, address, opened })
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

/// A listener beside the site's own, whose address may come later: that of a VPN comes long after the boot.
pub struct LateListener {
    setting: &'static str,
    address: SocketAddr,
    opened: Option<TcpListener>,
}

impl LateListener {
    /// As soon as its address is there.
    pub async fn opened(self) -> TcpListener {
        let LateListener { setting, address, opened } = self;
        match opened {
            Some(listener) => listener,
            None => {
                let listener =
                    supervisor::until_it_succeeds(format!("the listener of {setting}"), async || {
                        TcpListener::bind(address)
                            .await
                            .map_err(|error| cannot_listen(setting, address, &error))
                    })
                    .await;
                tracing::info!("listening on {address} ({setting}) now");
                listener
            }
        }
    }
}

fn may_pass(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AddrNotAvailable | io::ErrorKind::AddrInUse)
}

fn cannot_listen(setting: &str, address: SocketAddr, error: &io::Error) -> String {
    format!("cannot listen on {address}: {error}; set {setting} to another address")
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
    #[tokio::test]
    async fn an_address_that_comes_later_is_listened_on_as_soon_as_it_comes() {
        let taken = StdListener::bind("127.0.0.1:0").expect("a port");
        let address = taken.local_addr().expect("an address");
        let mut listeners = Listeners::default();
        let late = listeners.open_later("AMWAJ_DESK_LISTEN", address).await.expect("it may come");
        let opening = tokio::spawn(late.opened());
        let named = || {
            supervisor::tasks()
                .into_iter()
                .any(|task| task.name == "the listener of AMWAJ_DESK_LISTEN" && task.is_down)
        };
        while !named() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        drop(taken);
        assert_eq!(opening.await.expect("no panic").local_addr().expect("an address"), address);
        assert!(!named());
        let elsewhere =
            listeners.open_later("AMWAJ_ADMIN_LISTEN", "192.0.2.1:80".parse().expect("right")).await;
        assert!(elsewhere.is_ok(), "no machine has it, yet one might");
    }
}
