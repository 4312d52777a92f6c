//! The server's memory between the two steps of using a passkey, of which the second may reach another server. To add
//! one: in the database, under the digest of a secret that the browser holds in a cookie. To sign in: in the cookie.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::staff::session::{cookie, set_cookie};
use base::random::Random;
use storage::db::{Db, WriteTransaction};

const COOKIE: &str = "__Host-amwaj-ceremony";
/// Time for a person to present their passkey, in milliseconds.
const VALID_MS: i64 = 5 * 60 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_ceremony")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub digest: String,
    pub state: String,
    /// Unix milliseconds.
    pub expires_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Remembers a state, and returns the cookie by which the browser names it.
///
/// # Errors
/// When the database cannot be written.
pub(super) async fn begin(
    db: &Db,
    random: &Random,
    state: &impl Serialize,
    now_ms: i64,
) -> Result<HeaderValue, DbErr> {
    let secret = hex::encode(random.bytes::<32>());
    let write = db.begin_write().await?;
    forget_expired(&write, now_ms).await?;
    let row = ActiveModel {
        digest: Set(digest(&secret)),
        state: Set(serde_json::to_string(state).map_err(|error| DbErr::Custom(error.to_string()))?),
        expires_at: Set(now_ms + VALID_MS),
    };
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    write.commit().await?;
    Ok(set_cookie(COOKIE, &secret, VALID_MS / 1000))
}

/// The state that the browser's cookie names, once: nobody can answer the same challenge twice.
///
/// # Errors
/// When the database cannot be written.
pub(super) async fn end<S: DeserializeOwned>(
    write: &WriteTransaction,
    headers: &HeaderMap,
    now_ms: i64,
) -> Result<Option<S>, DbErr> {
    let Some(secret) = cookie(headers, COOKIE) else { return Ok(None) };
    let digest = digest(&secret);
    let row = Entity::find_by_id(digest.as_str()).one(write.connection()).await?;
    let taken = Entity::delete_by_id(digest).exec(write.connection()).await?.rows_affected;
    let state = row.filter(|row| taken == 1 && row.expires_at > now_ms).map(|row| row.state);
    Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
}

/// Like [`begin`], for signing in: the browser holds the state itself, signed. A stranger who begins a thousand times
/// causes no write to the database.
///
/// # Errors
/// When the state cannot be written as JSON.
pub(super) fn begin_signed(
    key: &[u8],
    state: &impl Serialize,
    now_ms: i64,
) -> serde_json::Result<HeaderValue> {
    let state = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&(now_ms + VALID_MS, state))?);
    let proof = mac(key, &state).finalize().into_bytes();
    Ok(set_cookie(COOKIE, &format!("{state}.{}", hex::encode(proof)), VALID_MS / 1000))
}

/// Signed state of a browser that is signing in.
pub(super) struct Asked<S> {
    pub state: S,
    digest: String,
    expires_at: i64,
}

/// The signed state of the browser's cookie, if this site made it in the last minutes.
pub(super) fn signed<S: DeserializeOwned>(key: &[u8], headers: &HeaderMap, now_ms: i64) -> Option<Asked<S>> {
    let value = cookie(headers, COOKIE)?;
    let (state, proof) = value.split_once('.')?;
    mac(key, state).verify_slice(&hex::decode(proof).ok()?).ok()?;
    let (expires_at, state) = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(state).ok()?).ok()?;
    let asked = Asked { state, digest: digest(&value), expires_at };
    (asked.expires_at > now_ms).then_some(asked)
}

impl<S> Asked<S> {
    /// Notes that it was answered: whether it was for the first time.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn spend(&self, write: &WriteTransaction, now_ms: i64) -> Result<bool, DbErr> {
        forget_expired(write, now_ms).await?;
        let row = ActiveModel {
            digest: Set(self.digest.clone()),
            state: Set(String::new()),
            expires_at: Set(self.expires_at),
        };
        let once = OnConflict::column(Column::Digest).do_nothing().to_owned();
        let added = Entity::insert(row).on_conflict(once).exec_without_returning(write.connection()).await?;
        Ok(added == 1)
    }
}

fn mac(key: &[u8], state: &str) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).expect("a key of any length").chain_update(state)
}

async fn forget_expired(write: &WriteTransaction, now_ms: i64) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::ExpiresAt.lte(now_ms)).exec(write.connection()).await.map(drop)
}

fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}
