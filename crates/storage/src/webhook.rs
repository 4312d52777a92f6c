//! Posts JSON to a program of the company's (a CRM, a chat bot), signed, so that it can tell us from others.

use std::error::Error as _;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, Mac};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode, redirect};
use sha2::Sha256;
use url::Url;

use crate::outbox::{DeliveryFailure, Sent};

/// The longest one post takes, from connecting to the end of the answer.
pub const PATIENCE: Duration = Duration::from_secs(20);
const CONNECTING: Duration = Duration::from_secs(5);
/// How much of an answer is read, in bytes.
const ANSWER_BYTES: usize = 4096;
/// How much of its first line is kept, in characters.
const ANSWER_CHARS: usize = 500;

/// The program that is told. Cheap to clone.
#[derive(Clone)]
pub struct Webhook {
    client: Client,
    url: Url,
    secret: String,
}

impl Webhook {
    /// # Errors
    /// When the machine's TLS cannot be used; rare.
    pub fn new(settings: &WebhookSettings) -> Result<Self, String> {
        let client = Client::builder()
            // A redirect would carry a visitor's data to an address that nobody has set.
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECTING)
            .timeout(PATIENCE)
            .no_proxy()
            .user_agent("Amwaj")
            .build()
            .map_err(|error| one_line(&error))?;
        Ok(Webhook { client, url: settings.url.clone(), secret: settings.secret.clone() })
    }

    /// Posts a body once. `key` is the same for each try, so that the program can leave out a second copy.
    ///
    /// # Errors
    /// What the program answered, or why it could not be asked, and whether another try can help.
    pub async fn post(&self, key: &str, body: String, now_ms: i64) -> Sent {
        let timestamp = now_ms.div_euclid(1000).to_string();
        let request = self
            .client
            .post(self.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header("Idempotency-Key", key)
            .header("X-Amwaj-Signature", signature(&self.secret, &timestamp, &body))
            .header("X-Amwaj-Timestamp", timestamp)
            .body(body);
        match request.send().await {
            Ok(response) => judge(response, now_ms).await,
            Err(error) => Err(DeliveryFailure::for_now(one_line(&error))),
        }
    }

    /// Asks the host of the address for its first page: whatever it answers, it is there.
    ///
    /// # Errors
    /// One line for staff.
    pub async fn test(&self) -> Result<String, String> {
        let mut root = self.url.clone();
        root.set_path("/");
        root.set_query(None);
        let answer = self.client.head(root).send().await.map_err(|error| one_line(&error))?;
        Ok(format!("{} answers", answer.url().host_str().unwrap_or_default()))
    }
}

/// `sha256=` and the HMAC-SHA256 (RFC 2104, hexadecimal) of timestamp, full stop and body.
fn signature(secret: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length is taken");
    for part in [timestamp, ".", body] {
        mac.update(part.as_bytes());
    }
    let hex = hex::encode(mac.finalize().into_bytes());
    format!("sha256={hex}")
}

async fn judge(response: Response, now_ms: i64) -> Sent {
    let status = response.status();
    let asked = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after = asked.and_then(|text| wait_asked(text, now_ms));
    let said = first_line(response).await;
    if status.is_success() {
        let said = if said.is_empty() { said } else { format!(" {said}") };
        return Ok(format!("{}{said}", status.as_u16()));
    }
    let mut error = format!("the webhook answered {}", status.as_u16());
    if status.is_redirection() {
        error.push_str(", and redirects are not followed: set AMWAJ_WEBHOOK_URL to where it leads");
    }
    Err(DeliveryFailure { error, said, for_good: is_for_good(status), retry_after })
}

/// Whether the program says that it will never take this post: a 4xx, but for those that mean "later".
fn is_for_good(status: StatusCode) -> bool {
    let later =
        [StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_EARLY, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    status.is_client_error() && !later
}

/// `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
fn wait_asked(text: &str, now_ms: i64) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now: SystemTime = UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).ok()?);
    httpdate::parse_http_date(text.trim()).ok()?.duration_since(now).ok()
}

/// The first line of an answer, of which little is read and nothing is believed. An answer that is cut short
/// counts for what came of it: the status has said how it went.
async fn first_line(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < ANSWER_BYTES
        && let Ok(Some(more)) = response.chunk().await
    {
        bytes.extend_from_slice(&more);
    }
    bytes.truncate(ANSWER_BYTES);
    let text = String::from_utf8_lossy(&bytes);
    bounded(text.trim_start().lines().next().unwrap_or_default())
}

/// An error with its causes, on one line, without the address: there may be a password in it.
fn one_line(error: &reqwest::Error) -> String {
    let mut text = match error {
        error if error.is_timeout() => {
            format!("the webhook did not answer within {} s", PATIENCE.as_secs())
        }
        error if error.is_connect() => "the webhook cannot be reached".to_owned(),
        _ => "the webhook could not be asked".to_owned(),
    };
    let mut cause = error.source();
    while let Some(deeper) = cause {
        text = format!("{text}: {deeper}");
        cause = deeper.source();
    }
    bounded(&text)
}

fn bounded(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ANSWER_CHARS).collect()
}

/// Which program is told of each lead.
#[derive(Clone)]
pub struct WebhookSettings {
    /// `https`, or `http` to this machine.
    pub url: Url,
    /// What each post is signed with.
    pub secret: String,
}

impl fmt::Debug for WebhookSettings {
    /// The host only: an address may be as good as a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookSettings").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_one_that_openssl_makes() {
        // printf '1794890700.{"a":1}' | openssl dgst -sha256 -hmac 'a secret of the company'
        let made = signature("a secret of the company", "1794890700", "{\"a\":1}");
        assert_eq!(made, "sha256=0e1c3ebe2c9b8c91b73b7bafc4131e1f6076e230865be538d7268668ce2335d2");
    }

    #[test]
    fn what_the_program_says_decides_on_another_try() {
        for (status, for_good) in [(400, true), (401, true), (404, true), (410, true), (422, true)]
            .into_iter()
            .chain([(302, false), (408, false), (425, false), (429, false), (500, false), (503, false)])
        {
            assert_eq!(is_for_good(StatusCode::from_u16(status).expect("a status")), for_good, "{status}");
        }
    }

    #[test]
    fn a_wait_is_asked_for_in_seconds_or_as_a_date() {
        let now = 784_111_700_000;
        assert_eq!(wait_asked(" 120 ", now), Some(Duration::from_secs(120)));
        assert_eq!(wait_asked("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(77)));
        assert_eq!(wait_asked("Sat, 05 Nov 1994 08:49:37 GMT", now), None, "it is over");
        assert_eq!(wait_asked("soon", now), None);
    }
}
