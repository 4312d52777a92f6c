//! Mail by SMTP: one transaction for each recipient, over a few connections that stay open between mails. The library's
//! transport sends one mail to all its recipients or not at all, and asks a connection whether it lives before each
//! mail.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream;
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::{Response, Severity};
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::dial::Trial;
use crate::error_text::single_line;
use crate::mail::MailMessage;
use crate::mail::answer::{MailFailure, RecipientAnswer, Stage, Trouble, failure};
use crate::mail::smtp_server::SmtpServer;

/// The most connections to the mail server at once.
const MAX_CONNECTIONS: usize = 8;
/// A connection that was idle for longer is not used again: firewalls forget such without a word.
const MAX_IDLE: Duration = Duration::from_secs(30);
/// How much longer it has to answer a whole mail, which some have scanned meanwhile: to give up earlier is to send it twice
/// (RFC 5321, section 4.5.3.2.6).
const END_TIMEOUTS: u32 = 3;
const FIRST_RETRY: Duration = Duration::from_secs(60);
/// With this code the server announces that it closes the connection.
const CLOSING: u16 = 421;

/// One mail server. Cheap to clone; clones share its connections.
#[derive(Clone)]
pub struct Smtp {
    server: Arc<SmtpServer>,
    timeout: Duration,
    /// The pause before a recipient who lacks a mail is tried again.
    pub(super) first_retry: Duration,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<(Instant, AsyncSmtpConnection)>>>,
}

impl Smtp {
    /// `url` and `own_name` as for [`SmtpServer::parse`]; within `timeout` a server must be ready for a mail.
    ///
    /// # Errors
    /// When the URL cannot be used.
    pub fn new(url: &str, own_name: &str, timeout: Duration) -> Result<Self, String> {
        let (server, permits) = (SmtpServer::parse(url, own_name)?, Semaphore::new(MAX_CONNECTIONS));
        let (server, permits) = (Arc::new(server), Arc::new(permits));
        Ok(Smtp { server, timeout, first_retry: FIRST_RETRY, permits, idle: Arc::default() })
    }

    /// With this pause before a recipient who lacks a mail to staff is tried again.
    #[must_use]
    pub(super) fn retrying_after(self, first_retry: Duration) -> Self {
        Smtp { first_retry, ..self }
    }

    /// Host and port.
    pub fn place(&self) -> String {
        self.server.place()
    }

    /// The longest that sending takes: waiting for a connection, the envelope, and the answer to the mail itself.
    pub(super) fn timeout(&self) -> Duration {
        (2 + END_TIMEOUTS) * self.timeout
    }

    pub(super) async fn send(&self, mail: &MailMessage, to: &[Address]) -> Vec<RecipientAnswer> {
        let (from, bytes) = (mail.message.envelope().from(), mail.message.formatted());
        let sending = to.iter().map(async |address| {
            let answer = self.send_to(from, address, &bytes).await;
            RecipientAnswer { address: address.clone(), answer }
        });
        join_all(sending).await
    }

    async fn send_to(
        &self,
        from: Option<&Address>,
        to: &Address,
        mail: &[u8],
    ) -> Result<String, MailFailure> {
        let Ok(Ok(_permit)) = tokio::time::timeout(self.timeout, self.permits.acquire()).await else {
            return Err(MailFailure::temporary("all connections to the mail server are busy"));
        };
        // A server that hangs would block the delivery for ever.
        let offered = tokio::time::timeout(self.timeout, self.offer(from, to, mail)).await;
        let (trial, mut connection) =
            offered.unwrap_or_else(|_| Err(MailFailure::temporary(timed_out(self, self.timeout))))?;
        let patience = END_TIMEOUTS * self.timeout;
        let response = tokio::time::timeout(patience, hand_over(&mut connection, mail))
            .await
            .map_err(|_| MailFailure::temporary(timed_out(self, patience)))?
            .map_err(|error| Stage::Mail.failure(&error))?;
        if let Some(trial) = trial {
            trial.served();
        }
        self.keep(connection);
        Ok(response_text(&response))
    }

    /// A connection on which the server waits for the mail; with its address on trial, if it is a new one.
    async fn offer(
        &self,
        from: Option<&Address>,
        to: &Address,
        mail: &[u8],
    ) -> Result<(Option<Trial<'_>>, AsyncSmtpConnection), MailFailure> {
        while let Some(mut connection) = self.take_idle() {
            match envelope(&mut connection, from, to, mail).await {
                Ok(()) => return Ok((None, connection)),
                // Some servers take so many mails over one connection only.
                Err((_, trouble)) if trouble.status().is_some() => break,
                // It was closed since.
                Err(_) => {}
            }
        }
        let (trial, mut connection) = self.server.connect().await?;
        match envelope(&mut connection, from, to, mail).await {
            Ok(()) => Ok((Some(trial), connection)),
            Err((stage, error)) => {
                let code = error.status().map(u16::from);
                if stage == Stage::Recipient && code.is_some() {
                    trial.served();
                }
                if code.is_some_and(|code| code != CLOSING) && connection.command(Rset).await.is_ok() {
                    self.keep(connection);
                }
                Err(stage.failure(&error))
            }
        }
    }

    fn take_idle(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.idle.lock();
        idle.retain(|(since, _)| since.elapsed() < MAX_IDLE);
        idle.pop().map(|(_, connection)| connection)
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        self.idle.lock().push((Instant::now(), connection));
    }

    /// Connects, logs in and sends NOOP.
    ///
    /// # Errors
    /// One line for staff.
    pub async fn test(&self) -> Result<(), String> {
        let connected = async {
            let (trial, mut connection) =
                self.server.connect().await.map_err(|failure| failure.text_for_staff())?;
            trial.served();
            match connection.test_connected().await {
                true => connection.quit().await.map_err(|error| failure(&error).text_for_staff()).map(drop),
                false => Err("the mail server closed the connection".to_owned()),
            }
        };
        tokio::time::timeout(self.timeout, connected)
            .await
            .unwrap_or_else(|_| Err(timed_out(self, self.timeout)))
    }

    /// Those of its addresses that do not answer, or take no mail from us: each costs a moment.
    pub async fn dead_addresses(&self) -> Vec<SocketAddr> {
        self.server.dead_addresses(self.timeout).await
    }

    /// Asks the server whether it would take a mail from this sender for each recipient, without sending one.
    pub async fn probe(&self, from: &Address, to: &[Address]) -> Vec<RecipientAnswer> {
        let asking = to.iter().map(async |address| {
            let asked = tokio::time::timeout(self.timeout, self.ask_for(from, address)).await;
            let answer = asked.unwrap_or_else(|_| Err(MailFailure::temporary(timed_out(self, self.timeout))));
            RecipientAnswer { address: address.clone(), answer }
        });
        stream::iter(asking).buffered(MAX_CONNECTIONS).collect().await
    }

    async fn ask_for(&self, from: &Address, to: &Address) -> Result<String, MailFailure> {
        let (trial, mut connection) = self.server.connect().await?;
        trial.served();
        let sender = connection.command(Mail::new(Some(from.clone()), Vec::new())).await;
        due(sender, Severity::PositiveCompletion).map_err(|trouble| Stage::Sender.failure(&trouble))?;
        let recipient = connection.command(Rcpt::new(to.clone(), Vec::new())).await;
        let response = due(recipient, Severity::PositiveCompletion)
            .map_err(|trouble| Stage::Recipient.failure(&trouble))?;
        // Its answer counts, however the connection ends.
        if connection.command(Rset).await.is_ok() {
            let _ = connection.quit().await;
        }
        Ok(response_text(&response))
    }
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smtp").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

/// Everything before the mail itself, for one recipient.
async fn envelope(
    connection: &mut AsyncSmtpConnection,
    from: Option<&Address>,
    to: &Address,
    mail: &[u8],
) -> Result<(), (Stage, Trouble)> {
    let mut parameters = Vec::new();
    if [Some(to), from].into_iter().flatten().any(|address| !address.to_string().is_ascii()) {
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !mail.is_ascii() && connection.server_info().supports_feature(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let sender = connection.command(Mail::new(from.cloned(), parameters)).await;
    due(sender, Severity::PositiveCompletion).map_err(|trouble| (Stage::Sender, trouble))?;
    let recipient = connection.command(Rcpt::new(to.clone(), Vec::new())).await;
    due(recipient, Severity::PositiveCompletion).map_err(|trouble| (Stage::Recipient, trouble))?;
    let data = connection.command(Data).await;
    due(data, Severity::PositiveIntermediate).map_err(|trouble| (Stage::Mail, trouble)).map(drop)
}

async fn hand_over(connection: &mut AsyncSmtpConnection, mail: &[u8]) -> Result<Response, Trouble> {
    let taken = match std::str::from_utf8(mail) {
        Ok(text) => connection.command(MailData(text)).await,
        Err(_) => connection.message(mail).await,
    };
    due(taken, Severity::PositiveCompletion)
}

/// An answer that is good, and due: a server that says one line too many is a step behind from then on, and its good answer
/// is one to something else.
fn due(answered: Result<Response, Error>, severity: Severity) -> Result<Response, Trouble> {
    let response = answered.map_err(Trouble::Smtp)?;
    if response.code().severity == severity { Ok(response) } else { Err(Trouble::OutOfStep(response)) }
}

/// A mail after DATA, with the dots of RFC 5321 §4.5.2 and its end. In one write: a last dot on its own would wait for the
/// server's delayed ACK of what came before, 40 ms for each mail.
struct MailData<'a>(&'a str);

impl fmt::Display for MailData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.0.split("\r\n").peekable();
        while let Some(line) = lines.next() {
            let dot = if line.starts_with('.') { "." } else { "" };
            let is_last = lines.peek().is_none();
            // The end of the last line is part of the end of the mail.
            if !(is_last && line.is_empty()) {
                write!(f, "{dot}{line}\r\n")?;
            }
        }
        f.write_str(".\r\n")
    }
}

fn timed_out(smtp: &Smtp, patience: Duration) -> String {
    format!("the mail server {} did not answer within {} s", smtp.place(), patience.as_secs_f32())
}

fn response_text(response: &Response) -> String {
    let lines: Vec<&str> = response.message().collect();
    single_line(&format!("{} {}", response.code(), lines.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_begins_with_a_dot_ends_no_mail() {
        let data = |mail: &str| MailData(mail).to_string();
        assert_eq!(data("Subject: x\r\n\r\na\r\n.\r\n..b\r\n"), "Subject: x\r\n\r\na\r\n..\r\n...b\r\n.\r\n");
        assert_eq!(data(".a"), "..a\r\n.\r\n");
        assert_eq!(data("a\r\n\r\n"), "a\r\n\r\n.\r\n");
    }
}
