//! Posts messages to push services, and reads their answers.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use futures_util::StreamExt as _;
use futures_util::stream;
use reqwest::{Client, Response, StatusCode, redirect};
use sea_orm::DbErr;
use std::sync::Arc;
use tokio::sync::OnceCell;
use url::Url;
use web_push_native::{Auth, p256::PublicKey};

use crate::push::message::PushMessage;
use crate::push::phones::{Model, PhoneAnswer};
use crate::push::vapid::Vapid;
use base::clock::Clock;
use base::random::Random;
use storage::db::Db;
use storage::webhook::first_line;

/// The timeout of one message.
pub const TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Messages under way at once, at most.
const AT_ONCE: usize = 16;
/// Longest answer that is kept, in characters.
const MAX_ANSWER_CHARS: usize = 120;

/// Sends messages to phones. Cheap to clone.
#[derive(Clone)]
pub struct PushSender {
    client: Client,
    db: Db,
    random: Random,
    clock: Clock,
    /// The desk's address, without a slash at the end.
    origin: String,
    /// Read when it is first needed: the site starts without its database.
    vapid: Arc<OnceCell<Vapid>>,
}

impl PushSender {
    /// # Errors
    /// When the machine's TLS cannot be used; rare.
    pub fn new(db: Db, random: Random, clock: Clock, origin: String) -> Result<Self, String> {
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .no_proxy()
            .user_agent("Amwaj")
            .build()
            .map_err(|error| format!("messages to phones cannot be sent: {error}"))?;
        Ok(PushSender { client, db, random, clock, origin, vapid: Arc::default() })
    }

    async fn vapid(&self) -> Result<&Vapid, DbErr> {
        self.vapid.get_or_try_init(|| Vapid::load(&self.db, &self.random, &self.origin)).await
    }

    /// See [`Vapid::public_key`].
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn public_key(&self) -> Result<String, DbErr> {
        Ok(self.vapid().await?.public_key())
    }

    /// The desk's address, without a slash at the end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Sends a message to each of these phones; the answers come in any order.
    ///
    /// # Errors
    /// When the site's key cannot be read.
    pub async fn send(&self, phones: &[Model], message: &PushMessage) -> Result<Vec<PhoneAnswer>, DbErr> {
        if phones.is_empty() {
            return Ok(Vec::new());
        }
        let vapid = self.vapid().await?;
        let each: Vec<_> = phones.iter().map(|phone| self.send_one(vapid, phone, message)).collect();
        Ok(stream::iter(each).buffer_unordered(AT_ONCE).collect().await)
    }

    async fn send_one(&self, vapid: &Vapid, phone: &Model, message: &PushMessage) -> PhoneAnswer {
        let answer =
            |taken, gone, text: String| PhoneAnswer { phone_id: phone.id.clone(), taken, gone, text };
        // Also those that were stored before there was a list.
        let known = readable(phone).filter(|_| is_acceptable(&phone.endpoint, &self.origin));
        let Some((endpoint, key, auth)) = known else {
            return answer(false, true, "its address is not a push service's".to_owned());
        };
        let body = match web_push_native::encrypt(message.body.to_string().into_bytes(), &key, &auth) {
            Ok(body) => body,
            Err(error) => return answer(false, true, format!("nothing can be encrypted for it: {error}")),
        };
        let request = self
            .client
            .post(endpoint.clone())
            .header("TTL", message.ttl_seconds)
            .header("Urgency", message.urgency.as_str())
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", vapid.authorization(&endpoint, self.clock.now_ms()))
            .body(body);
        match request.send().await {
            Ok(response) => {
                let status = response.status();
                let gone = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
                answer(status.is_success(), gone, words(status, response).await)
            }
            Err(error) if error.is_timeout() => {
                answer(false, false, "the push service did not answer".to_owned())
            }
            Err(_) => answer(false, false, "the push service cannot be reached".to_owned()),
        }
    }
}

/// An answer in words, for staff.
async fn words(status: StatusCode, response: Response) -> String {
    let said: String = first_line(response).await.chars().take(MAX_ANSWER_CHARS).collect();
    let meaning = match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => "this phone is gone",
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => "the push service refuses our key",
        StatusCode::TOO_MANY_REQUESTS => "the push service wants us to wait",
        status if status.is_success() => "taken",
        _ => "the push service has a problem",
    };
    let separator = if said.is_empty() { "" } else { ": " };
    format!("{meaning} ({}){separator}{said}", status.as_u16())
}

fn readable(phone: &Model) -> Option<(Url, PublicKey, Auth)> {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok();
    let key = PublicKey::from_sec1_bytes(&bytes(&phone.p256dh)?).ok()?;
    let auth: [u8; 16] = bytes(&phone.auth)?.try_into().ok()?;
    Some((Url::parse(&phone.endpoint).ok()?, key, Auth::from(auth)))
}

/// The push services of the browsers, by the ends of their names: Chrome, Edge on Android and Samsung Internet; Firefox;
/// Safari; Edge on Windows. A browser of another maker is added here.
const PUSH_SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"];

/// Whether messages may go to this address: that of a browser's push service, over https. Where the site itself is on this
/// machine, as in tests, its push service may be too.
pub fn is_acceptable(endpoint: &str, origin: &str) -> bool {
    let (Ok(endpoint), Ok(origin)) = (Url::parse(endpoint), Url::parse(origin)) else { return false };
    let is_local = |url: &Url| matches!(url.host_str(), Some("localhost" | "127.0.0.1"));
    let is_of = |name: &str, service: &str| {
        name.strip_suffix(service).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let is_service = endpoint.scheme() == "https"
        && endpoint.domain().is_some_and(|name| PUSH_SERVICES.iter().any(|service| is_of(name, service)))
        && endpoint.port().is_none()
        && endpoint.username().is_empty()
        && endpoint.password().is_none();
    is_service || (is_local(&endpoint) && is_local(&origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_to_push_services_and_to_nothing_in_the_company() {
        let fits = |endpoint: &str| is_acceptable(endpoint, "https://amwaj.example");
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://web.push.apple.com/QGuQ",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-par02p.notify.windows.com/w/?token=abc",
        ] {
            assert!(fits(endpoint), "{endpoint}");
        }
        for endpoint in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://127.0.0.1/",
            "http://127.0.0.1:9/",
            "https://[::1]/",
            "https://10.0.0.5/",
            "https://printer.local/",
            "https://db.internal/",
            "https://intranet/",
            "https://fcm.googleapis.com:8443/",
            "https://evil.example/collect",
            "https://169-254-169-254.nip.io/",
            "https://printer.local./x",
            "https://user:pw@fcm.googleapis.com/",
            "https://fcm.googleapis.com@evil.example/",
            "https://evilfcm.googleapis.com/",
            "https://fcm.googleapis.com.evil.example/",
            "https://xn--fcm-googleapis.com/",
            "nonsense",
        ] {
            assert!(!fits(endpoint), "{endpoint}");
        }
        assert!(is_acceptable("http://127.0.0.1:9/x", "http://localhost:8080"), "trying it on one machine");
    }
}
