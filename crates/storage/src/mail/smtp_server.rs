//! A mail server as the settings name it, and connections to it.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use tokio::net::TcpStream;
use url::Url;

use crate::error_text::with_causes;
use crate::mail::answer::MailFailure;

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
    host: String,
    port: u16,
    encryption: Encryption,
    /// The name in EHLO.
    hello: ClientId,
    credentials: Option<Credentials>,
}

impl SmtpServer {
    /// Reads `smtps://user:password@host`, `smtp://host:587?tls=required` or `smtp://host:25`; a path is the name in EHLO.
    ///
    /// # Errors
    /// One line on what is wrong, without the password.
    pub fn parse(url: &str) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|error| error.to_string())?;
        let host = url.host_str().ok_or("it names no host")?;
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        // A certificate names an IPv6 address without brackets.
        let host = if bare.parse::<Ipv6Addr>().is_ok() { bare } else { host };
        let parameters =
            || TlsParameters::new(host.to_owned()).map_err(|error| with_causes(error.to_string(), &error));
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let (encryption, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Encryption::None, SMTP_PORT),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Encryption::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Encryption::Implicit(parameters()?), SUBMISSIONS_PORT),
            _ => return Err("it is neither smtp:// nor smtps://, or ?tls= is not `required`".to_owned()),
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
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
        let port = url.port().unwrap_or(port);
        Ok(SmtpServer { host: host.to_owned(), port, encryption, hello, credentials })
    }

    /// Connects, encrypts and logs in.
    pub(super) async fn connect(&self) -> Result<AsyncSmtpConnection, MailFailure> {
        let mut connection = match &self.encryption {
            Encryption::Implicit(tls) => {
                let address = (self.host.as_str(), self.port);
                AsyncSmtpConnection::connect_tokio1(address, None, &self.hello, Some(tls.clone()), None).await
            }
            _ => AsyncSmtpConnection::connect_with_transport(Box::new(self.tcp().await?), &self.hello).await,
        }
        .map_err(|error| self.cannot_connect(&error))?;
        self.log_in(&mut connection).await.map_err(|error| self.cannot_connect(&error))?;
        Ok(connection)
    }

    /// Where it is, for staff.
    pub(super) fn place(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    fn cannot_connect(&self, error: &Error) -> MailFailure {
        let failure = failure(error);
        match error.status() {
            Some(_) => failure,
            None => MailFailure {
                error: format!("the mail server {}: {}", self.place(), failure.error),
                ..failure
            },
        }
    }

    async fn tcp(&self) -> Result<TcpStream, MailFailure> {
        let connected = TcpStream::connect((self.host.as_str(), self.port)).await;
        // Nagle's algorithm would hold the end of a long mail back until the server's delayed ACK.
        let set = connected.and_then(|stream| stream.set_nodelay(true).map(|()| stream));
        set.map_err(|error| {
            MailFailure::temporary(format!("the mail server {} cannot be reached: {error}", self.place()))
        })
    }

    async fn log_in(&self, connection: &mut AsyncSmtpConnection) -> Result<(), Error> {
        match &self.encryption {
            Encryption::Opportunistic(tls) if connection.can_starttls() => {
                connection.starttls(tls.clone(), &self.hello).await?;
            }
            Encryption::Required(tls) => connection.starttls(tls.clone(), &self.hello).await?,
            _ => {}
        }
        match &self.credentials {
            Some(credentials) => connection.auth(DEFAULT_MECHANISMS, credentials).await.map(drop),
            None => Ok(()),
        }
    }
}

/// The meaning of the library's error. A server's words may repeat the mail, so they are kept apart.
pub(super) fn failure(error: &Error) -> MailFailure {
    let words = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let error_text = match error.status() {
        Some(code) => format!("the mail server answered {code}"),
        None if error.is_response() => "the mail server's answer cannot be read".to_owned(),
        None => return MailFailure::temporary(with_causes(error.to_string(), error)),
    };
    MailFailure {
        error: error_text,
        response: crate::error_text::single_line(&words),
        is_refusal: error.is_permanent(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_says_host_port_encryption_name_and_login() {
        let read = |url: &str| {
            let server = SmtpServer::parse(url).expect(url);
            let encryption = match server.encryption {
                Encryption::None => "none",
                Encryption::Opportunistic(_) => "opportunistic",
                Encryption::Required(_) => "required",
                Encryption::Implicit(_) => "implicit",
            };
            (server.host, server.port, encryption, server.credentials.is_some())
        };
        let expected = |host: &str, port, encryption, login| (host.to_owned(), port, encryption, login);
        assert_eq!(read("smtp://localhost"), expected("localhost", 25, "none", false));
        assert_eq!(read("smtp://[::1]:2525/site.example"), expected("::1", 2525, "none", false));
        assert_eq!(read("smtp://m.example?tls=required"), expected("m.example", 587, "required", false));
        assert_eq!(
            read("smtp://m.example?tls=opportunistic"),
            expected("m.example", 587, "opportunistic", false)
        );
        assert_eq!(read("smtps://u%40x:p%3A@m.example"), expected("m.example", 465, "implicit", true));
        for wrong in ["http://m.example", "smtp://m.example?tls=maybe", "smtp://", "m.example"] {
            assert!(SmtpServer::parse(wrong).is_err(), "{wrong}");
        }
        let named = SmtpServer::parse("smtp://u:p@m.example/site.example").expect("a server");
        assert_eq!(named.hello, ClientId::Domain("site.example".to_owned()));
        assert_eq!(named.credentials, Some(Credentials::new("u".to_owned(), "p".to_owned())));
    }
}
