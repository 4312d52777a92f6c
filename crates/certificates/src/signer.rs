//! Which authority a server's certificate is of: named where this machine doesn't trust it.

use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use x509_parser::prelude::{FromDer as _, X509Certificate};

/// In bytes (RFC 5321, section 4.5.3.1.5).
const LONGEST_LINE: u64 = 512;
/// In characters.
const LONGEST_NAME: usize = 100;

/// What has to be said to a server before TLS begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    Nothing,
    /// SMTP's STARTTLS (RFC 3207).
    Smtp,
    /// PostgreSQL's request for TLS (postgresql.org/docs/current/protocol-message-formats.html, `SSLRequest`).
    Postgres,
}

/// The authority that the last certificate of a server's chain is signed by, as shown to whoever asks for `name`; `None` if
/// the server shows none. Nothing is sent to it but what opens TLS, and the connection ends with the look.
pub async fn signer(address: SocketAddr, name: &str, opening: Opening) -> Option<String> {
    let stream = TcpStream::connect(address).await.ok()?;
    let mut stream = BufStream::new(stream);
    open(&mut stream, opening).await?;
    let seen = Arc::new(Seen::default());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .ok()?
        .dangerous()
        .with_custom_certificate_verifier(seen.clone())
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).ok()?;
    let _ = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    seen.signer.lock().take()
}

/// `None` where the server has no TLS.
async fn open(stream: &mut BufStream<TcpStream>, opening: Opening) -> Option<()> {
    match opening {
        Opening::Nothing => Some(()),
        Opening::Smtp => {
            answer(stream, "220").await?;
            for (command, code) in [("EHLO localhost\r\n", "250"), ("STARTTLS\r\n", "220")] {
                stream.write_all(command.as_bytes()).await.ok()?;
                stream.flush().await.ok()?;
                answer(stream, code).await?;
            }
            Some(())
        }
        Opening::Postgres => {
            const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
            stream.write_all(&SSL_REQUEST).await.ok()?;
            stream.flush().await.ok()?;
            (stream.read_u8().await.ok()? == b'S').then_some(())
        }
    }
}

/// Reads an SMTP answer to its last line; `None` if it is another one.
async fn answer(stream: &mut BufStream<TcpStream>, code: &str) -> Option<()> {
    loop {
        let mut line = String::new();
        stream.take(LONGEST_LINE).read_line(&mut line).await.ok()?;
        let more = line.strip_prefix(code)?;
        if !more.starts_with('-') {
            return Some(());
        }
    }
}

/// Looks at a server's chain, and accepts none.
#[derive(Debug, Default)]
struct Seen {
    signer: Mutex<Option<String>>,
}

impl ServerCertVerifier for Seen {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        above: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        *self.signer.lock() = signer_of(above.last().unwrap_or(own));
        Err(CertificateError::UnknownIssuer.into())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(CertificateError::UnknownIssuer.into())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(CertificateError::UnknownIssuer.into())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ring::default_provider().signature_verification_algorithms.supported_schemes()
    }
}

/// By its common name, where it has one.
fn signer_of(certificate: &[u8]) -> Option<String> {
    let (_, read) = X509Certificate::from_der(certificate).ok()?;
    let issuer = read.issuer();
    let common = issuer.iter_common_name().next().and_then(|name| name.as_str().ok()).map(str::to_owned);
    let name = common.unwrap_or_else(|| issuer.to_string());
    Some(name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect())
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
    use rustls::ServerConfig;
    use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;

    use super::*;

    /// A certificate of an authority below `root`, sent with that authority's own, or one that signs itself.
    fn issued(root: Option<&str>) -> TlsAcceptor {
        let authority = |name: &str| {
            let mut params = CertificateParams::default();
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
            params.distinguished_name.push(DnType::CommonName, name);
            params
        };
        let new_key = || KeyPair::generate().expect("a key");
        let key = new_key();
        let mut params = CertificateParams::new(["localhost".to_owned()]).expect("a name");
        params.distinguished_name.push(DnType::CommonName, "mail.company.example");
        let chain = match root.map(|name| CertifiedIssuer::self_signed(authority(name), new_key())) {
            Some(root) => {
                let root = root.expect("a root");
                let between = CertifiedIssuer::signed_by(authority("Issuing CA"), new_key(), &root);
                let between = between.expect("an authority");
                vec![
                    params.signed_by(&key, &between).expect("a certificate").der().clone(),
                    between.der().clone(),
                ]
            }
            None => vec![params.self_signed(&key).expect("a certificate").der().clone()],
        };
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(chain, key);
        TlsAcceptor::from(Arc::new(config.expect("a server")))
    }

    /// Where a server listens that says `lines`, each after the one before was answered, and then speaks TLS.
    async fn server(acceptor: TlsAcceptor, lines: &'static [&'static str]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            for line in lines {
                stream.write_all(line.as_bytes()).await.expect("said");
                if *line != "S" && !line.starts_with("220 go") {
                    let _ = stream.read(&mut [0; 512]).await;
                }
            }
            let _ = acceptor.accept(stream).await;
        });
        address
    }

    #[tokio::test]
    async fn a_server_s_authority_is_named_however_tls_begins() {
        const SMTP: &[&str] =
            &["220 mail.company.example\r\n", "250-mail\r\n250-SIZE 1\r\n250 STARTTLS\r\n", "220 go\r\n"];
        for (opening, lines, authority, named) in [
            (Opening::Nothing, &[][..], Some("Company Root"), Some("Company Root")),
            (Opening::Nothing, &[], Some("سلطة الشركة\u{7}"), Some("سلطة الشركة")),
            (Opening::Nothing, &[], None, Some("mail.company.example")),
            (Opening::Smtp, SMTP, Some("Company Root"), Some("Company Root")),
            (Opening::Smtp, &["220 mail\r\n", "250 mail\r\n", "502 no\r\n"], Some("Company Root"), None),
            (Opening::Smtp, &["554 go away\r\n"], Some("Company Root"), None),
            (Opening::Postgres, &["", "S"], Some("Company Root"), Some("Company Root")),
            (Opening::Postgres, &["", "N"], Some("Company Root"), None),
        ] {
            let address = server(issued(authority), lines).await;
            let found = signer(address, "localhost", opening).await;
            assert_eq!(found.as_deref(), named, "{opening:?} {lines:?}");
        }
    }
}
