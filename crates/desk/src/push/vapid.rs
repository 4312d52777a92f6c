//! VAPID (RFC 8292): each message says which site sends it, signed with a key that the servers of one database share. A
//! phone only takes messages of the key that it was given.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::DbErr;
use serde_json::json;
use url::Url;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Signer as _;
use web_push_native::p256::ecdsa::{Signature, SigningKey};

use base::random::Random;
use storage::db::Db;
use storage::secrets;

/// The name of the key in the database.
const KEY_NAME: &str = "push";
/// Validity of a signature, in seconds; at most a day.
const VALID_SECONDS: i64 = 12 * 3600;

/// The site's key.
#[derive(Clone)]
pub struct Vapid {
    key: SigningKey,
    /// Whom a push service may ask about our messages: the site's address.
    subject: String,
}

impl Vapid {
    /// # Errors
    /// When the database cannot be used, or its key is no key.
    pub async fn load(db: &Db, random: &Random, origin: &str) -> Result<Self, DbErr> {
        let bytes = secrets::load_or_create(db, KEY_NAME, random).await?;
        let secret =
            SecretKey::from_slice(&bytes).map_err(|error| DbErr::Custom(format!("the push key: {error}")))?;
        Ok(Vapid { key: SigningKey::from(secret), subject: origin.to_owned() })
    }

    /// The public key, as browsers want it: an uncompressed point in base64url.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// The header `Authorization` of a message to this endpoint.
    pub fn authorization(&self, endpoint: &Url, now_ms: i64) -> String {
        let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now_ms / 1000 + VALID_SECONDS,
            "sub": self.subject,
        });
        let signed = format!("{}.{}", encode(json!({ "typ": "JWT", "alg": "ES256" })), encode(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key())
    }
}
