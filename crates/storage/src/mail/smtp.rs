//! Mail by SMTP, with the connection kept open between mails.

use std::error::Error as _;
use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::response::Response;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::mail::MailMessage;

/// Longest part of a mail server's answer that is kept.
const ANSWER_CHARS: usize = 500;

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
    /// When the address cannot be used.
    pub fn new(url: &str, timeout: Duration) -> Result<Self, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| one_line(&error))?
            .timeout(Some(timeout))
            .pool_config(PoolConfig::new().max_size(8))
            .build();
        Ok(Smtp { transport, timeout })
    }

    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(super) async fn send(&self, letter: MailMessage) -> Result<String, String> {
        // The library's own timeout ends only the connecting; a server that falls silent later would hold
        // the mail for ever.
        match tokio::time::timeout(self.timeout, self.transport.send(letter.message)).await {
            Ok(Ok(response)) => Ok(answer(&response)),
            Ok(Err(error)) => Err(one_line(&error)),
            Err(_) => Err(self.silence()),
        }
    }

    /// Connects, signs in and says NOOP.
    ///
    /// # Errors
    /// One line for staff.
    pub async fn test(&self) -> Result<(), String> {
        match tokio::time::timeout(self.timeout, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("the mail server closed the connection".to_owned()),
            Ok(Err(error)) => Err(one_line(&error)),
            Err(_) => Err(self.silence()),
        }
    }

    fn silence(&self) -> String {
        format!("the mail server did not answer within {} s", self.timeout.as_secs())
    }
}

fn answer(response: &Response) -> String {
    let lines: Vec<&str> = response.message().collect();
    bounded(&format!("{} {}", response.code(), lines.join(" ")))
}

/// An error with its causes, on one line.
fn one_line(error: &lettre::transport::smtp::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        let more = deeper.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = deeper.source();
    }
    bounded(&text)
}

fn bounded(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ANSWER_CHARS).collect()
}
