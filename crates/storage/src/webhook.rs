//! The webhook client: posts JSON to a program of the company's (a CRM, a chat bot), signed with HMAC-SHA256 so that the
//! receiver knows who sent it.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode, redirect};
use sha2::Sha256;
use url::Url;

use crate::error_text::{single_line, with_causes};
use crate::outbox::{DeliveryFailure, DeliveryResult};

/// The timeout of one post, from connecting to the end of the response.
pub const TIMEOUT: Duration = Duration::from_secs(20);
/// Answers of a program that is being updated, or that a new firewall rule protects from us.
const RETRIED_FOR_A_WHILE: [StatusCode; 3] =
    [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::NOT_FOUND];
const RETRY_FOR: Duration = Duration::from_secs(60 * 60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of a response that are read.
const MAX_RESPONSE_BYTES: usize = 4096;

/// The program that receives the posts. Cheap to clone.
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
            // A redirect would send a visitor's data to an address that is not in the settings.
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .no_proxy()
            .user_agent("Amwaj")
            .build()
            .map_err(|error| one_line(&error))?;
        Ok(Webhook { client, url: settings.url.clone(), secret: settings.secret.clone() })
    }

    /// Makes one attempt to post a body. `key` is the same for each attempt (`Idempotency-Key`), so that the receiver
    /// can recognise a second copy.
    ///
    /// # Errors
    /// The receiver's answer, or why it could not be reached, and whether a retry can help.
    pub async fn post(&self, key: &str, body: String, now_ms: i64) -> DeliveryResult {
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
            Ok(response) => delivery_result(response, now_ms).await,
            Err(error) => Err(DeliveryFailure::temporary(one_line(&error))),
        }
    }

    /// Requests the root page of the webhook's host: any response shows that the host can be reached.
    ///
    /// # Errors
    /// One line for staff.
    pub async fn test(&self) -> Result<String, String> {
        let mut root = self.url.clone();
        root.set_path("/");
        root.set_query(None);
        let response = self.client.head(root).send().await.map_err(|error| one_line(&error))?;
        Ok(format!("{} answers", response.url().host_str().unwrap_or_default()))
    }
}

/// `sha256=` and the HMAC-SHA256 (RFC 2104, hexadecimal) of timestamp, full stop and body.
fn signature(secret: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC accepts keys of any length");
    for part in [timestamp, ".", body] {
        mac.update(part.as_bytes());
    }
    let hex = hex::encode(mac.finalize().into_bytes());
    format!("sha256={hex}")
}

async fn delivery_result(response: Response, now_ms: i64) -> DeliveryResult {
    let status = response.status();
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after = retry_after.and_then(|text| parse_retry_after(text, now_ms));
    let response = first_line(response).await;
    if status.is_success() {
        let separator = if response.is_empty() { "" } else { " " };
        return Ok(format!("{}{separator}{response}", status.as_u16()));
    }
    let mut error = format!("the webhook answered {}", status.as_u16());
    if status.is_redirection() {
        error.push_str(", and redirects are not followed: set AMWAJ_WEBHOOK_URL to where it leads");
    }
    let retry_for = RETRIED_FOR_A_WHILE.contains(&status).then_some(RETRY_FOR);
    let is_permanent = is_permanent(status);
    Err(DeliveryFailure {
        error,
        response,
        is_permanent,
        retry_for,
        retry_after,
        ..DeliveryFailure::default()
    })
}

/// Whether the receiver will never accept this post: a 4xx, except for those that mean "later" or may do so.
fn is_permanent(status: StatusCode) -> bool {
    let means_later =
        [StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_EARLY, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    status.is_client_error() && !means_later && !RETRIED_FOR_A_WHILE.contains(&status)
}

/// `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
fn parse_retry_after(text: &str, now_ms: i64) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now: SystemTime = UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).ok()?);
    httpdate::parse_http_date(text.trim()).ok()?.duration_since(now).ok()
}

/// The first line of a response body, of which little is read. A body that breaks off still counts as far as it got:
/// the status alone decides about the delivery.
pub async fn first_line(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_RESPONSE_BYTES
        && let Ok(Some(more)) = response.chunk().await
    {
        bytes.extend_from_slice(&more);
    }
    bytes.truncate(MAX_RESPONSE_BYTES);
    let text = String::from_utf8_lossy(&bytes);
    single_line(text.trim_start().lines().next().unwrap_or_default())
}

/// An error with its causes, on one line, without the URL: there may be a password in it.
fn one_line(error: &reqwest::Error) -> String {
    let text = match error {
        error if error.is_timeout() => {
            format!("the webhook did not answer within {} s", TIMEOUT.as_secs())
        }
        error if error.is_connect() => "the webhook cannot be reached".to_owned(),
        _ => "the webhook could not be asked".to_owned(),
    };
    with_causes(text, error)
}

/// Where each new lead is posted to.
#[derive(Clone)]
pub struct WebhookSettings {
    /// `https`, or `http` to this machine.
    pub url: Url,
    /// The secret that signs each post.
    pub secret: String,
}

impl fmt::Debug for WebhookSettings {
    /// The host only: a webhook's URL may be as good as a password.
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
    fn the_status_decides_whether_there_is_a_retry() {
        for (status, permanent) in
            [(400, true), (410, true), (422, true), (401, false), (403, false), (404, false)]
                .into_iter()
                .chain([(302, false), (408, false), (425, false), (429, false), (500, false), (503, false)])
        {
            assert_eq!(is_permanent(StatusCode::from_u16(status).expect("a status")), permanent, "{status}");
        }
    }

    #[test]
    fn retry_after_is_a_number_of_seconds_or_a_date() {
        let now = 784_111_700_000;
        assert_eq!(parse_retry_after(" 120 ", now), Some(Duration::from_secs(120)));
        assert_eq!(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(77)));
        assert_eq!(parse_retry_after("Sat, 05 Nov 1994 08:49:37 GMT", now), None, "it is over");
        assert_eq!(parse_retry_after("soon", now), None);
    }
}
