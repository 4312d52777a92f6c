//! A mail server as the settings name it, and connections to it.

use std::borrow::Cow;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, CertificateStore, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use rustls_native_certs::load_native_certs;
use tokio::net::TcpStream;
use url::Url;

use crate::dial::{DialError, Host, Says, Trial};
use crate::error_text::with_causes;
use crate::mail::answer::{MailFailure, failure};

/// Encryption of a connection.
#[derive(Clone)]
enum Encryption {
    None,
    /// STARTTLS where the server offers it.
    Opportunistic(TlsParameters),
    /// STARTTLS, or no mail.
    Required(TlsParameters),
    /// TLS from the first byte on.
    Implicit(TlsParameters),
}

/// Where a mail server is, and how to log in.
#[derive(Clone)]
pub struct SmtpServer {
    host: Arc<Host>,
    encryption: Encryption,
    /// The name in EHLO.
    hello: ClientId,
    credentials: Option<Credentials>,
}

impl SmtpServer {
    /// Reads `smtps://user:password@host`, `smtp://host:587?tls=required` or `smtp://host:25`; a path is the name in EHLO, in
    /// place of `own_name`, that of the site.
    ///
    /// # Errors
    /// One line on what is wrong, without the password.
    pub fn parse(url: &str, own_name: &str) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|error| error.to_string())?;
        let host = url.host_str().ok_or("it names no host")?;
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        // A certificate names an IPv6 address without brackets.
        let host = if bare.parse::<Ipv6Addr>().is_ok() { bare } else { host };
        let parameters = || {
            let parameters = TlsParameters::builder(host.to_owned()).certificate_store(trusted());
            parameters.build().map_err(|error| with_causes(error.to_string(), &error))
        };
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let (encryption, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Encryption::None, SMTP_PORT),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Encryption::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Encryption::Implicit(parameters()?), SUBMISSIONS_PORT),
            _ => return Err("it is neither smtp:// nor smtps://, or ?tls= is not `required`".to_owned()),
        };
        let hello = match url.path().trim_matches('/') {
            "" => client_id(own_name),
            name => client_id(name),
        };
        let decoded = |text| percent_decode_str(text).decode_utf8().map(Cow::into_owned);
        let credentials = match url.password() {
            Some(password) => {
                let (user, password) = (decoded(url.username()), decoded(password));
                let (Ok(user), Ok(password)) = (user, password) else {
                    return Err("its user or password is not UTF-8".to_owned());
                };
                Some(Credentials::new(user, password))
            }
            None => None,
        };
        let host = Arc::new(Host::new(host, url.port().unwrap_or(port)));
        Ok(SmtpServer { host, encryption, hello, credentials })
    }

    /// Connects, encrypts and logs in. Whatever the server answers meanwhile, it speaks of no recipient.
    pub(super) async fn connect(&self) -> Result<(Trial<'_>, AsyncSmtpConnection), MailFailure> {
        let connected = self.host.connect(|address| self.connect_to(address)).await;
        connected.map_err(|error| {
            let why = match error {
                ConnectError::Io(error) if error.kind() == io::ErrorKind::Other => error.to_string(),
                ConnectError::Io(error) => format!("cannot be reached: {error}"),
                ConnectError::Smtp(error) if error.status().is_some() => return failure(&error),
                ConnectError::Smtp(error) => failure(&error).error,
            };
            MailFailure::temporary(format!("the mail server {}: {why}", self.place()))
        })
    }

    /// Those of its addresses at which it takes no mail from us.
    pub(super) async fn dead_addresses(&self, patience: Duration) -> Vec<SocketAddr> {
        self.host.dead_addresses(patience, |address| self.connect_to(address)).await
    }

    async fn connect_to(&self, address: SocketAddr) -> Result<AsyncSmtpConnection, ConnectError> {
        let mut connection = match &self.encryption {
            Encryption::Implicit(tls) => {
                AsyncSmtpConnection::connect_tokio1(address, None, &self.hello, Some(tls.clone()), None)
                    .await?
            }
            _ => {
                let stream = TcpStream::connect(address).await?;
                // Nagle's algorithm would hold the end of a long mail back until the server's delayed ACK.
                stream.set_nodelay(true)?;
                AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello).await?
            }
        };
        self.log_in(&mut connection).await?;
        Ok(connection)
    }

    /// Where it is, for staff.
    pub(super) fn place(&self) -> String {
        self.host.place()
    }

    async fn log_in(&self, connection: &mut AsyncSmtpConnection) -> Result<(), ConnectError> {
        match &self.encryption {
            Encryption::Opportunistic(tls) if connection.can_starttls() => {
                connection.starttls(tls.clone(), &self.hello).await?;
            }
            Encryption::Required(tls) => connection.starttls(tls.clone(), &self.hello).await?,
            _ => {}
        }
        let Some(credentials) = &self.credentials else { return Ok(()) };
        let offers_none = connection.server_info().get_auth_mechanism(DEFAULT_MECHANISMS).is_none();
        if offers_none && connection.can_starttls() {
            return Err(io::Error::other("it lets nobody sign in before STARTTLS").into());
        }
        Ok(connection.auth(DEFAULT_MECHANISMS, credentials).await.map(drop)?)
    }
}

/// The authorities that this machine trusts; Mozilla's where it has none.
fn trusted() -> CertificateStore {
    match load_native_certs().certs.is_empty() {
        true => CertificateStore::WebpkiRoots,
        false => CertificateStore::Default,
    }
}

/// A name, or an address in its own form (RFC 5321, section 4.1.3).
fn client_id(name: &str) -> ClientId {
    match name.trim_start_matches('[').trim_end_matches(']').parse() {
        Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
        Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
        Err(_) => ClientId::Domain(name.to_owned()),
    }
}

/// Why there is no connection that takes mails.
enum ConnectError {
    Io(io::Error),
    Smtp(Error),
}

impl DialError for ConnectError {
    fn says(&self) -> Says {
        match self {
            ConnectError::Smtp(error) => match error.status().map(u16::from) {
                // Of a sign-in (RFC 4954, section 6).
                Some(530..=538) => Says::OfAll,
                Some(_) => Says::OfThisAddress,
                None => Says::Nothing,
            },
            ConnectError::Io(_) => Says::Nothing,
        }
    }
}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> Self {
        ConnectError::Io(error)
    }
}

impl From<Error> for ConnectError {
    fn from(error: Error) -> Self {
        ConnectError::Smtp(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_says_host_port_encryption_name_and_login() {
        let read = |url: &str| {
            let server = SmtpServer::parse(url, "own.example").expect(url);
            let encryption = match server.encryption {
                Encryption::None => "none",
                Encryption::Opportunistic(_) => "opportunistic",
                Encryption::Required(_) => "required",
                Encryption::Implicit(_) => "implicit",
            };
            (server.place(), encryption, server.credentials.is_some())
        };
        let expected = |place: &str, encryption, login| (place.to_owned(), encryption, login);
        assert_eq!(read("smtp://localhost"), expected("localhost:25", "none", false));
        assert_eq!(read("smtp://[::1]:2525/site.example"), expected("[::1]:2525", "none", false));
        assert_eq!(read("smtp://m.example?tls=required"), expected("m.example:587", "required", false));
        assert_eq!(
            read("smtp://m.example?tls=opportunistic"),
            expected("m.example:587", "opportunistic", false)
        );
        assert_eq!(read("smtps://u%40x:p%3A@m.example"), expected("m.example:465", "implicit", true));
        for wrong in ["http://m.example", "smtp://m.example?tls=maybe", "smtp://", "m.example"] {
            assert!(SmtpServer::parse(wrong, "own.example").is_err(), "{wrong}");
        }
        for (url, name) in
            [("smtp://u:p@m.example/site.example", "site.example"), ("smtp://u:p@m.example", "own.example")]
        {
            let named = SmtpServer::parse(url, "own.example").expect("a server");
            assert_eq!(named.hello, ClientId::Domain(name.to_owned()));
        }
        let named = SmtpServer::parse("smtp://u:p@m.example", "[::1]").expect("a server");
        assert_eq!(named.hello.to_string(), "[IPv6:::1]");
        assert_eq!(named.credentials, Some(Credentials::new("u".to_owned(), "p".to_owned())));
    }
}
