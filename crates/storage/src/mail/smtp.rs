//! Mail by SMTP, through a pool of connections that stay open between mails.

use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::response::Response;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::error_text::{single_line, with_causes};
use crate::mail::MailMessage;

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

    pub(super) async fn send(&self, mail: MailMessage) -> Result<String, String> {
        // The library's own timeout covers only connecting; a server that hangs later would block the delivery for ever.
        match tokio::time::timeout(self.timeout, self.transport.send(mail.message)).await {
            Ok(Ok(response)) => Ok(response_text(&response)),
            Ok(Err(error)) => Err(one_line(&error)),
            Err(_) => Err(self.timed_out()),
        }
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

fn response_text(response: &Response) -> String {
    let lines: Vec<&str> = response.message().collect();
    single_line(&format!("{} {}", response.code(), lines.join(" ")))
}

fn one_line(error: &lettre::transport::smtp::Error) -> String {
    with_causes(error.to_string(), error)
}
