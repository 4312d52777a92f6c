//! Where the site listens: on ports 80 and 443 with a certificate of its own, or behind another program.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

use crate::setup::command::SetupCommand;
use crate::setup::dialogue::Dialogue;

const TLS_PORT: u16 = 443;
const PLAIN_PORT: u16 = 80;
/// A port of this machine answers at once, or nobody listens.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listening {
    /// At the default address, without TLS.
    BehindProxy,
    /// TLS by itself; the plain address only leads there.
    Itself { plain: SocketAddr, tls: SocketAddr },
}

/// `had_tls`: the former settings had TLS, so port 443 is in use by this very server.
pub(super) async fn choose(
    command: &SetupCommand,
    addresses: &[IpAddr],
    had_tls: bool,
    dialogue: &mut dyn Dialogue,
) -> Listening {
    let itself = on(command.address.unwrap_or_else(|| wildcard(addresses)));
    let Listening::Itself { tls, .. } = itself else { return itself };
    if command.behind_proxy {
        return Listening::BehindProxy;
    }
    if !had_tls && is_taken(tls).await {
        dialogue.say(&format!(
            "note  another program listens on port {TLS_PORT}: the site is set up behind it, at http://127.0.0.1:8080"
        ));
        return Listening::BehindProxy;
    }
    dialogue.say(&format!("ok    the site does TLS itself, on ports {PLAIN_PORT} and {TLS_PORT}"));
    itself
}

fn on(address: IpAddr) -> Listening {
    Listening::Itself { plain: SocketAddr::new(address, PLAIN_PORT), tls: SocketAddr::new(address, TLS_PORT) }
}

/// Whoever finds an IPv6 address in the DNS tries that first, so then it must answer.
fn wildcard(addresses: &[IpAddr]) -> IpAddr {
    match addresses.iter().any(IpAddr::is_ipv6) {
        true => Ipv6Addr::UNSPECIFIED.into(),
        false => Ipv4Addr::UNSPECIFIED.into(),
    }
}

async fn is_taken(address: SocketAddr) -> bool {
    match TcpListener::bind(address).await {
        Ok(_) => false,
        Err(error) if error.kind() == ErrorKind::AddrInUse => true,
        // Whoever isn't root can only look who answers.
        Err(_) => {
            let local = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
            let connected = TcpStream::connect((local, address.port()));
            tokio::time::timeout(ANSWER_TIMEOUT, connected).await.is_ok_and(|connected| connected.is_ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_an_ipv6_address_is_answered_there_too() {
        let chosen = |text: &[&str]| {
            let addresses: Vec<IpAddr> = text.iter().map(|one| one.parse().expect("right")).collect();
            wildcard(&addresses).to_string()
        };
        assert_eq!(chosen(&["192.0.2.1"]), "0.0.0.0");
        assert_eq!(chosen(&["192.0.2.1", "2001:db8::1"]), "::");
        assert_eq!(chosen(&[]), "0.0.0.0");
    }

    #[tokio::test]
    async fn a_port_is_taken_while_somebody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        assert!(is_taken(address).await);
        drop(listener);
        assert!(!is_taken(address).await);
    }
}
