//! Connections to a name that may have several addresses, some of them dead: the next one is tried beside one that is slow
//! to answer, and the first that answers is used (RFC 8305, "Happy Eyeballs"). A system call would try them in turn, for
//! minutes each.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;
use tokio::net::lookup_host;

/// How long an address has to answer before the next one is tried beside it. RFC 8305 has 250 ms for a connection alone;
/// this is for all until the server is ready, since one that accepts and keeps silent is dead too.
const NEXT_AFTER: Duration = Duration::from_secs(1);

/// How much an error says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// Nobody answered.
    Nothing,
    /// What this address answers; another one may be well.
    OfThisAddress,
    /// What all addresses would answer, so that no other one is asked: a password tried everywhere locks the account.
    OfAll,
}

/// An error of an attempt.
pub trait DialError: From<io::Error> {
    fn says(&self) -> Says;
}

impl DialError for io::Error {
    fn says(&self) -> Says {
        Says::Nothing
    }
}

/// A name and a port, and how its addresses fared.
#[derive(Debug)]
pub struct Host {
    name: String,
    port: u16,
    /// The one that answered last.
    answered: Mutex<Option<SocketAddr>>,
    /// The one that let us in last, and then was of no use.
    avoided: Mutex<Option<SocketAddr>>,
}

/// A connection's address on trial: tried last from then on, unless it is said to have served.
#[derive(Debug)]
pub struct Trial<'a> {
    host: &'a Host,
    address: SocketAddr,
    has_served: bool,
}

impl Trial<'_> {
    pub fn served(mut self) {
        self.has_served = true;
    }
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        if !self.has_served {
            *self.host.avoided.lock() = Some(self.address);
        }
    }
}

impl Host {
    /// `name` may be an address, without brackets.
    pub fn new(name: impl Into<String>, port: u16) -> Self {
        Host { name: name.into(), port, answered: Mutex::default(), avoided: Mutex::default() }
    }

    /// Host and port, for people.
    pub fn place(&self) -> String {
        match self.name.contains(':') {
            true => format!("[{}]:{}", self.name, self.port),
            false => format!("{}:{}", self.name, self.port),
        }
    }

    /// Looks the name up and runs `attempt` with its addresses, until one succeeds. The caller limits the time.
    ///
    /// # Errors
    /// When the name has no address; else what says the most, or failed first.
    pub async fn connect<T, E: DialError, F: Future<Output = Result<T, E>>>(
        &self,
        attempt: impl Fn(SocketAddr) -> F,
    ) -> Result<(Trial<'_>, T), E> {
        let (address, connected) = race(&self.addresses().await?, attempt).await?;
        *self.answered.lock() = Some(address);
        Ok((Trial { host: self, address, has_served: false }, connected))
    }

    /// Those of its addresses at which `attempt` does not succeed within `patience`.
    pub async fn dead_addresses<T, E, F: Future<Output = Result<T, E>>>(
        &self,
        patience: Duration,
        attempt: impl Fn(SocketAddr) -> F,
    ) -> Vec<SocketAddr> {
        let all = self.addresses().await.unwrap_or_default();
        let tried = all.iter().map(|address| tokio::time::timeout(patience, attempt(*address)));
        let ended = join_all(tried).await;
        let dead = all.into_iter().zip(ended).filter(|(_, ended)| !matches!(ended, Ok(Ok(_))));
        dead.map(|(address, _)| address).collect()
    }

    /// Its addresses, looked up anew: first the one that answered last, then those of both families in turn, and last the
    /// one to avoid.
    async fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        let found = lookup_host((self.name.as_str(), self.port)).await?.collect();
        Ok(self.sorted(found))
    }

    fn sorted(&self, found: Vec<SocketAddr>) -> Vec<SocketAddr> {
        let (six, four): (Vec<_>, Vec<_>) = found.into_iter().partition(SocketAddr::is_ipv6);
        let (answered, avoided) = (*self.answered.lock(), *self.avoided.lock());
        let mut sorted: Vec<_> = six.into_iter().enumerate().chain(four.into_iter().enumerate()).collect();
        sorted
            .sort_by_key(|(place, address)| (Some(*address) == avoided, Some(*address) != answered, *place));
        sorted.into_iter().map(|(_, address)| address).collect()
    }
}

async fn race<T, E: DialError, F: Future<Output = Result<T, E>>>(
    addresses: &[SocketAddr],
    attempt: impl Fn(SocketAddr) -> F,
) -> Result<(SocketAddr, T), E> {
    let (mut waiting, mut trying, mut told) = (addresses.iter(), FuturesUnordered::new(), None::<E>);
    loop {
        if let Some(&address) = waiting.next() {
            let attempt = attempt(address);
            trying.push(async move { (address, attempt.await) });
        }
        tokio::select! {
            Some((address, ended)) = trying.next() => match ended {
                Ok(connected) => return Ok((address, connected)),
                Err(error) if error.says() == Says::OfAll => return Err(error),
                Err(error) if told.as_ref().is_none_or(|told| error.says() > told.says()) => told = Some(error),
                Err(_) => {}
            },
            () = tokio::time::sleep(NEXT_AFTER), if waiting.len() > 0 => {}
            else => {
                let none = || io::Error::new(io::ErrorKind::NotFound, "the name has no address").into();
                return Err(told.unwrap_or_else(none));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use tokio::io::AsyncReadExt as _;
    use tokio::net::{TcpListener, TcpSocket, TcpStream};
    use tokio::time::Instant;

    use super::*;

    /// A server that says a word to everybody.
    async fn kind() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, b"!").await;
            }
        });
        address
    }

    /// Waits for that word.
    async fn greeted(address: SocketAddr) -> io::Result<u8> {
        TcpStream::connect(address).await?.read_u8().await
    }

    #[tokio::test]
    async fn a_dead_address_costs_a_moment_whether_it_refuses_swallows_or_keeps_silent() {
        let kind = kind().await;
        let refuses =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
        let full = socket.listen(0).expect("it listens");
        let swallows = full.local_addr().expect("an address");
        // Who is in its queue; all others get no answer.
        let _queue = TcpStream::connect(swallows).await.expect("there is one place");
        for dead in [refuses, silent.local_addr().expect("an address"), swallows] {
            for addresses in [vec![dead, kind], vec![kind, dead], vec![dead, dead, dead, kind]] {
                let found = race(&addresses, greeted).await.expect("one is alive");
                assert_eq!(found, (kind, b'!'), "{addresses:?}");
            }
        }
    }

    #[tokio::test]
    async fn where_all_fail_the_first_error_is_told_and_a_name_without_an_address_says_so() {
        let refuses =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
        let error = race(&[refuses, refuses], greeted).await.expect_err("all refuse");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
        let none = race(&[], greeted).await.expect_err("none");
        assert_eq!(none.to_string(), "the name has no address");
        assert!(Host::new("nowhere.invalid", 25).connect(greeted).await.is_err());
    }

    #[tokio::test]
    async fn the_address_that_answered_last_comes_first() {
        let host = Host::new("127.0.0.1", kind().await.port());
        assert_eq!(host.connect(greeted).await.expect("it answers").1, b'!');
        assert_eq!(*host.answered.lock(), Some((Ipv4Addr::LOCALHOST, host.port).into()));
        assert_eq!(host.dead_addresses(NEXT_AFTER, greeted).await, []);
        let nobody = async |_| Err::<(), _>(io::Error::other("nobody is there"));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, host.port));
        assert_eq!(host.dead_addresses(NEXT_AFTER, nobody).await, [address]);
        assert_eq!(host.place(), format!("127.0.0.1:{}", host.port));
        assert_eq!(Host::new(Ipv6Addr::LOCALHOST.to_string(), 25).place(), "[::1]:25");
    }

    #[test]
    fn an_address_that_let_us_in_and_was_of_no_use_comes_last_until_another_one_is_that() {
        let host = Host::new("mail.example", 25);
        let [a, b, c] = [1, 2, 3].map(|last| SocketAddr::from((Ipv4Addr::new(192, 0, 2, last), 25)));
        let order = || host.sorted(vec![a, b, c]);
        let tried = |address| {
            *host.answered.lock() = Some(address);
            Trial { host: &host, address, has_served: false }
        };
        drop(tried(a));
        assert_eq!(order(), [b, c, a]);
        drop(tried(b));
        assert_eq!(order(), [a, c, b]);
        tried(c).served();
        assert_eq!(order(), [c, a, b]);
        let six = SocketAddr::from((Ipv6Addr::LOCALHOST, 25));
        assert_eq!(host.sorted(vec![b, a, six]), [six, a, b]);
    }

    /// What a server says.
    #[derive(Debug, PartialEq)]
    struct Said(Says);

    impl From<io::Error> for Said {
        fn from(_: io::Error) -> Self {
            Said(Says::Nothing)
        }
    }

    impl DialError for Said {
        fn says(&self) -> Says {
            self.0
        }
    }

    #[tokio::test]
    async fn the_error_that_says_the_most_is_told_and_one_that_all_would_say_ends_the_race() {
        let at = |last| SocketAddr::from((Ipv4Addr::new(192, 0, 2, last), 25));
        let tried = Mutex::new(0);
        let attempt = async |address: SocketAddr| {
            *tried.lock() += 1;
            Err::<(), _>(Said(match address.ip().to_string().as_str() {
                "192.0.2.1" => Says::Nothing,
                "192.0.2.2" => Says::OfThisAddress,
                _ => Says::OfAll,
            }))
        };
        let told = race(&[at(1), at(2), at(1)], attempt).await;
        assert_eq!(told, Err(Said(Says::OfThisAddress)));
        *tried.lock() = 0;
        assert_eq!(race(&[at(1), at(3), at(2), at(2)], attempt).await, Err(Said(Says::OfAll)));
        assert_eq!(*tried.lock(), 2);
    }

    #[tokio::test]
    async fn one_that_answers_in_time_is_asked_alone() {
        let (first, second) = (kind().await, kind().await);
        let began = Instant::now();
        let asked = Mutex::new(Vec::new());
        let attempt = |address| {
            asked.lock().push(address);
            greeted(address)
        };
        race(&[first, second], attempt).await.expect("both are alive");
        if began.elapsed() < NEXT_AFTER {
            assert_eq!(*asked.lock(), [first]);
        }
    }
}
