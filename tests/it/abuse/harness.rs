//! A whole site with short patience, and raw connections to it.

use std::collections::HashSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use amwaj::app::App;
use amwaj::settings::Settings;
use base::clock::Clock;
use edge::limits::{Limits, MinRate};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;

/// The least that a bundle must have.
pub const BUNDLE: &str = concat!(
    include_str!("../../shared/routes.js"),
    r#"
        export const render = (input) => {
            const { page, request_id } = JSON.parse(input).page;
            return `<title>${page}</title>${request_id ?? ""}`;
        };
    "#
);
/// A file that no system's buffers take whole.
pub const BIG: &str = "/assets/big-0123456789.woff2";
pub const BIG_BYTES: usize = 8 * 1024 * 1024;
/// A lead that is taken.
pub const LEAD: &str =
    r#"{"name":"Aisha","phone":"050 123 4567","service":"Plumbing Services","message":"The tap drips"}"#;

static HOSTS: AtomicU16 = AtomicU16::new(2);

/// A running site; ends with the test.
pub struct Site {
    pub address: SocketAddr,
    pub admin: SocketAddr,
    pub settings: Settings,
    data: TempDir,
    _stop: oneshot::Sender<()>,
}

/// As a site has them, but fifty times quicker.
pub fn short() -> Limits {
    Limits {
        header_timeout: Duration::from_millis(500),
        body_idle_timeout: Duration::from_millis(400),
        body_min_rate: MinRate { grace: Duration::from_millis(600), bytes_per_second: 1000 },
        response_min_rate: MinRate { grace: Duration::from_millis(600), bytes_per_second: 32 * 1024 },
        min_idle_before_close: Duration::from_millis(50),
        ..Limits::default()
    }
}

impl Site {
    pub async fn open(limits: Limits, env: &[(&str, &str)]) -> Self {
        Self::open_at(limits, env, Clock::system()).await
    }

    pub async fn open_at(limits: Limits, env: &[(&str, &str)], clock: Clock) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let web = data.path().join("web");
        std::fs::create_dir_all(web.join("server")).expect("a folder");
        std::fs::create_dir_all(web.join("client/assets")).expect("a folder");
        std::fs::write(web.join("server/render.js"), BUNDLE).expect("written");
        std::fs::write(web.join("client").join(&BIG[1..]), vec![b'x'; BIG_BYTES]).expect("written");
        let (address, admin) = (free_port(), free_port());
        let folder = |path: std::path::PathBuf| path.display().to_string();
        let own = [
            ("AMWAJ_LISTEN", address.to_string()),
            // Clients on this machine are visitors here.
            ("AMWAJ_TRUSTED_PROXIES", "none".to_owned()),
            ("AMWAJ_ADMIN_LISTEN", admin.to_string()),
            ("AMWAJ_DATA_DIR", folder(data.path().join("var"))),
            ("AMWAJ_WEB_DIR", folder(web)),
        ];
        let more = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let all: Vec<_> = own.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(more).collect();
        let settings = Settings::load(None, &all).expect("settings");
        let (stop, stopped) = oneshot::channel::<()>();
        let kept = settings.clone();
        tokio::spawn(async move {
            let stop = async { drop(stopped.await) };
            App::builder(settings).clock(clock).limits(limits).serve(stop).await.expect("the site runs");
        });
        let site = Site { address, admin, settings: kept, data, _stop: stop };
        // A connection alone is no proof: it waits in the system's queue while the pages are drawn.
        let up = format!("http://{admin}/healthz");
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        until("the site is up", async || client.get(&up).send().await.is_ok()).await;
        site
    }

    /// A connection from an address of its own.
    pub async fn connect(&self) -> Raw {
        let host = HOSTS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        self.connect_from(Ipv4Addr::new(127, 1, host[0], host[1])).await
    }

    pub async fn connect_from(&self, address: Ipv4Addr) -> Raw {
        self.connect_with(address, None).await
    }

    /// With a receive buffer of so many bytes.
    pub async fn connect_with(&self, address: Ipv4Addr, receive: Option<u32>) -> Raw {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((address, 0).into()).expect("an address of this machine");
        if let Some(bytes) = receive {
            socket.set_recv_buffer_size(bytes).expect("a buffer");
        }
        Raw(socket.connect(self.address).await.expect("a connection"))
    }

    /// One request on a connection of its own, and all that comes back.
    pub async fn ask(&self, request: &str) -> String {
        let mut raw = self.connect().await;
        raw.send(request).await;
        raw.rest().await
    }

    /// The value of a metric's line, which begins with `name`.
    pub async fn metric(&self, name: &str) -> f64 {
        let text = self.metrics().await;
        let line =
            text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
        let value = line.unwrap_or_else(|| panic!("{name} in\n{text}")).rsplit(' ').next();
        value.expect("a value").parse().expect("a number")
    }

    pub async fn metrics(&self) -> String {
        self.admin_text("metrics").await
    }

    pub async fn health(&self) -> String {
        self.admin_text("healthz").await
    }

    /// Number of mails that were written, since no mail server is set.
    pub fn mails(&self) -> usize {
        std::fs::read_dir(self.data.path().join("var/mail")).map_or(0, Iterator::count)
    }

    async fn admin_text(&self, path: &str) -> String {
        let url = format!("http://{}/{path}", self.admin);
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        client.get(url).send().await.expect("an answer").text().await.expect("a text")
    }
}

/// A port that nobody has, never one that was given before: the system may offer the same twice in a row.
pub fn free_port() -> SocketAddr {
    static GIVEN: LazyLock<Mutex<HashSet<SocketAddr>>> = LazyLock::new(Mutex::default);
    let mut given = GIVEN.lock().expect("nobody panics with it");
    loop {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = socket.local_addr().expect("an address");
        if given.insert(address) {
            return address;
        }
    }
}

/// A connection that sends what it is told to.
pub struct Raw(pub TcpStream);

impl Raw {
    pub async fn send(&mut self, text: impl AsRef<[u8]>) {
        self.0.write_all(text.as_ref()).await.expect("sent");
    }

    /// Whether the other side still takes bytes.
    pub async fn try_send(&mut self, text: &str) -> bool {
        self.0.write_all(text.as_bytes()).await.is_ok()
    }

    /// All that comes until the other side hangs up, for three minutes at most: a busy machine is slow.
    pub async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(180), self.0.read_to_end(&mut bytes)).await;
        assert!(read.is_ok(), "the connection stays open: {}", String::from_utf8_lossy(&bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// One answer with its body, of a connection that stays open.
    pub async fn answer(&mut self) -> String {
        let mut bytes = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.to_lowercase().lines().find_map(|line| {
                    line.strip_prefix("content-length: ").and_then(|length| length.parse::<usize>().ok())
                });
                if body.len() >= length.unwrap_or(0) {
                    return text;
                }
            }
            let mut more = [0; 4096];
            let read = tokio::time::timeout(Duration::from_secs(5), self.0.read(&mut more)).await;
            match read.expect("an answer in time") {
                Ok(0) | Err(_) => return text,
                Ok(read) => bytes.extend_from_slice(&more[..read]),
            }
        }
    }

    /// Time until the other side hangs up; bytes that come are thrown away.
    pub async fn until_cut(&mut self) -> Duration {
        let started = Instant::now();
        let mut bytes = [0; 4096];
        loop {
            let read = tokio::time::timeout(Duration::from_secs(180), self.0.read(&mut bytes)).await;
            if let Ok(0) | Err(_) = read.expect("cut within ten seconds") {
                return started.elapsed();
            }
        }
    }

    /// Whether the other side has not hung up.
    pub async fn is_open(&mut self) -> bool {
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(20), self.0.peek(&mut byte)).await;
        !matches!(read, Ok(Ok(0) | Err(_)))
    }
}

/// The status of an answer.
pub fn status(answer: &str) -> u16 {
    answer
        .get(9..12)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_else(|| panic!("no status: {answer:?}"))
}

/// Number of answers.
pub fn answers(text: &str) -> usize {
    text.matches("HTTP/1.").count()
}

/// Waits until something holds, for three minutes at most.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < Duration::from_secs(180), "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
