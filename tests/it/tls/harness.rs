//! A whole site with TLS, certificates for it, and clients that trust them.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use edge::limits::Limits;
use h2::client::SendRequest;
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::abuse::harness::{Site, free_port};

pub const HOST: &str = "amwaj.example";
pub const ORIGIN: &str = "https://amwaj.example";

/// A certificate that vouches for itself, and its key.
pub struct Issued {
    pub chain: String,
    pub key: String,
    pub der: CertificateDer<'static>,
}

/// A year, a month and a day.
type Day = (i32, u8, u8);

impl Issued {
    /// For the site, and for longer than any test.
    pub fn new() -> Self {
        Self::between(HOST, (2020, 1, 1), (2120, 1, 1))
    }

    pub fn between(name: &str, from: Day, to: Day) -> Self {
        let mut params = CertificateParams::new([name.to_owned()]).expect("a name");
        params.not_before = date_time_ymd(from.0, from.1, from.2);
        params.not_after = date_time_ymd(to.0, to.1, to.2);
        let key = KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        Issued { chain: certificate.pem(), key: key.serialize_pem(), der: certificate.der().clone() }
    }

    pub fn write(&self, folder: &Path) {
        std::fs::write(folder.join("chain.pem"), &self.chain).expect("written");
        std::fs::write(folder.join("key.pem"), &self.key).expect("written");
    }
}

/// A running site with a certificate of its own; ends with the test.
pub struct TlsSite {
    pub plain: Site,
    pub address: SocketAddr,
    pub issued: Issued,
    /// Where `chain.pem` and `key.pem` are.
    pub files: TempDir,
}

/// The settings of TLS with the files of a folder.
pub fn tls_env(address: SocketAddr, files: &Path) -> Vec<(&'static str, String)> {
    vec![
        ("AMWAJ_SITE_URL", ORIGIN.to_owned()),
        ("AMWAJ_TLS_LISTEN", address.to_string()),
        ("AMWAJ_TLS_CERTIFICATE", files.join("chain.pem").display().to_string()),
        ("AMWAJ_TLS_KEY", files.join("key.pem").display().to_string()),
    ]
}

impl TlsSite {
    pub async fn open(limits: Limits) -> Self {
        let (issued, files, address) = (Issued::new(), tempfile::tempdir().expect("a folder"), free_port());
        issued.write(files.path());
        let env = tls_env(address, files.path());
        let env: Vec<(&str, &str)> = env.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let plain = Site::open(limits, &env).await;
        TlsSite { plain, address, issued, files }
    }

    /// A TLS connection that offers these protocols, in this order.
    pub async fn connect(&self, protocols: &[&str]) -> io::Result<TlsStream<TcpStream>> {
        self.connect_trusting(&[&self.issued], protocols).await
    }

    pub async fn connect_trusting(
        &self,
        trusted: &[&Issued],
        protocols: &[&str],
    ) -> io::Result<TlsStream<TcpStream>> {
        let versions = rustls::DEFAULT_VERSIONS;
        handshake(TcpStream::connect(self.address).await?, trusted, versions, protocols).await
    }

    /// A connection of a client that knows only TLS 1.2.
    pub async fn connect_with_tls12(&self, protocols: &[&str]) -> io::Result<TlsStream<TcpStream>> {
        let (socket, versions) = (TcpStream::connect(self.address).await?, &[&rustls::version::TLS12]);
        handshake(socket, &[&self.issued], versions, protocols).await
    }

    /// With a receive buffer that is soon full.
    pub async fn connect_with_little_room(&self, protocols: &[&str]) -> io::Result<TlsStream<TcpStream>> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let socket = socket.connect(self.address).await?;
        handshake(socket, &[&self.issued], rustls::DEFAULT_VERSIONS, protocols).await
    }

    /// An HTTP/2 connection; its other half runs until the connection ends, and is what the task returns.
    pub async fn http2(
        &self,
        builder: &h2::client::Builder,
    ) -> (SendRequest<Bytes>, tokio::task::JoinHandle<Result<(), h2::Error>>) {
        let stream = self.connect(&["h2"]).await.expect("a handshake");
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (send, connection) = builder.handshake(stream).await.expect("HTTP/2");
        (send, tokio::spawn(connection))
    }

    /// Which certificate a new connection is shown.
    pub async fn shown(&self, trusted: &[&Issued]) -> CertificateDer<'static> {
        let stream = self.connect_trusting(trusted, &[]).await.expect("a handshake");
        let chain = stream.get_ref().1.peer_certificates().expect("certificates");
        chain[0].clone().into_owned()
    }
}

async fn handshake(
    stream: TcpStream,
    trusted: &[&Issued],
    versions: &[&'static rustls::SupportedProtocolVersion],
    protocols: &[&str],
) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    for issued in trusted {
        roots.add(issued.der.clone()).expect("a root");
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(versions)
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    let name = ServerName::try_from(HOST).expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// A request for a path of the site.
pub fn get(path: &str) -> http::Request<()> {
    http::Request::builder().uri(format!("{ORIGIN}{path}")).body(()).expect("a request")
}

/// The whole body of a response, as fast as it comes.
pub async fn body(response: http::Response<h2::RecvStream>) -> Result<Vec<u8>, h2::Error> {
    let (mut stream, mut bytes) = (response.into_body(), Vec::new());
    while let Some(piece) = stream.data().await {
        let piece = piece?;
        stream.flow_control().release_capacity(piece.len())?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}
