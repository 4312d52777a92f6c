//! Mail by SMTP, through a pool of connections that stay open between mails.

use std::time::Duration;

use futures_util::future::join_all;
use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::response::Response;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::error_text::{single_line, with_causes};
use crate::mail::MailMessage;
use crate::mail::answer::{MailFailure, RecipientAnswer};

/// The most connections to the mail server at once.
const MAX_CONNECTIONS: u32 = 8;

/// One mail server. Cheap to clone; clones share its connections.
#[derive(Clone, Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    timeout: Duration,
}

impl Smtp {
    /// `url` as in the settings: `smtps://user:password@host` or `smtp://host:587?tls=required`.
    ///
    /// # Errors
    /// When the URL cannot be used.
    pub fn new(url: &str, timeout: Duration) -> Result<Self, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| one_line(&error))?
            .timeout(Some(timeout))
            .pool_config(PoolConfig::new().max_size(MAX_CONNECTIONS))
            .build();
        Ok(Smtp { transport, timeout })
    }

    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(super) async fn send(&self, mail: &MailMessage, to: &[Address]) -> Vec<RecipientAnswer> {
        let (from, bytes) = (mail.message.envelope().from(), mail.message.formatted());
        join_all(to.iter().map(|address| self.send_to(from, address, &bytes))).await
    }

    async fn send_to(&self, from: Option<&Address>, to: &Address, mail: &[u8]) -> RecipientAnswer {
        // The library's own timeout covers only connecting; a server that hangs later would block the delivery for ever.
        let sending = async {
            let envelope = Envelope::new(from.cloned(), vec![to.clone()]).expect("there is a recipient");
            self.transport.send_raw(&envelope, mail).await
        };
        let answer = match tokio::time::timeout(self.timeout, sending).await {
            Ok(Ok(response)) => Ok(response_text(&response)),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(MailFailure::temporary(self.timed_out())),
        };
        RecipientAnswer { address: to.clone(), answer }
    }

    /// Connects, logs in and sends NOOP.
    ///
    /// # Errors
    /// One line for staff.
    pub async fn test(&self) -> Result<(), String> {
        match tokio::time::timeout(self.timeout, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("the mail server closed the connection".to_owned()),
            Ok(Err(error)) => Err(one_line(&error)),
            Err(_) => Err(self.timed_out()),
        }
    }

    fn timed_out(&self) -> String {
        format!("the mail server did not answer within {} s", self.timeout.as_secs())
    }
}

/// What a failed transaction means. A server's words may repeat the mail, so they are kept apart.
fn failure(error: &lettre::transport::smtp::Error) -> MailFailure {
    let (line, is_refusal) = (one_line(error), error.is_permanent());
    let (error, response) = match error.status() {
        Some(code) => (format!("the mail server answered {code}"), words(error)),
        None if error.is_response() => ("the mail server's answer cannot be read".to_owned(), line),
        None => return MailFailure::temporary(line),
    };
    MailFailure { error, response, is_refusal }
}

/// What the server wrote beside its code.
fn words(error: &lettre::transport::smtp::Error) -> String {
    single_line(&std::error::Error::source(error).map(ToString::to_string).unwrap_or_default())
}

fn response_text(response: &Response) -> String {
    let lines: Vec<&str> = response.message().collect();
    single_line(&format!("{} {}", response.code(), lines.join(" ")))
}

fn one_line(error: &lettre::transport::smtp::Error) -> String {
    with_causes(error.to_string(), error)
}
