//! Sessions: a device that is signed in. The browser holds a random secret in a cookie; only its digest is stored, so that
//! whoever reads the database, or a copy of it, can't sign in with what they find.

use http::{HeaderMap, HeaderValue, header};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use sha2::{Digest as _, Sha256};

use base::random::Random;
use storage::db::{Db, WriteTransaction};

/// The prefix makes browsers insist on https and this very host (RFC 6265bis, 4.1.3.2). Browsers count `localhost` as secure.
pub const COOKIE: &str = "__Host-amwaj-desk";
const DAY_MS: i64 = 24 * 3600 * 1000;
/// Time without a visit after which a session ends.
pub const IDLE_MS: i64 = 14 * DAY_MS;
/// Time after which it ends in any case.
pub const ABSOLUTE_MS: i64 = 90 * DAY_MS;
/// Precision of the last visit: a write for each click would tell no more.
const USED_STEP_MS: i64 = 10 * 60 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_session")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub digest: String,
    pub staff_id: String,
    /// Such as `Chrome on Android`.
    pub device: String,
    /// Unix milliseconds, like the times below.
    pub created_at: i64,
    pub used_at: i64,
    /// When a passkey, or the invitation, last proved who it is.
    pub verified_at: Option<i64>,
    /// When it was signed out.
    pub ended_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    fn ends_at(&self) -> i64 {
        Ord::min(self.used_at + IDLE_MS, self.created_at + ABSOLUTE_MS)
    }
}

/// A secret of a cookie: 256 random bits in hexadecimal digits.
pub struct Secret(String);

impl Secret {
    fn draw(random: &Random) -> Self {
        Secret(hex::encode(random.bytes::<32>()))
    }

    fn digest(&self) -> String {
        hex::encode(Sha256::digest(&self.0))
    }

    /// The secret that a browser sent.
    pub fn of_request(headers: &HeaderMap) -> Option<Self> {
        cookie(headers, COOKIE).filter(|text| text.len() == 64).map(Secret)
    }

    /// Header that makes the browser keep it.
    pub fn set_cookie(&self) -> HeaderValue {
        set_cookie(COOKIE, &self.0, ABSOLUTE_MS / 1000)
    }
}

/// Header that makes the browser forget a cookie of the desk.
pub fn forget_cookie(name: &str) -> HeaderValue {
    set_cookie(name, "", 0)
}

/// A cookie that scripts cannot read and other sites' forms do not send, for so many seconds. `value` is of letters that
/// need no quotes.
pub fn set_cookie(name: &str, value: &str, seconds: i64) -> HeaderValue {
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Lax");
    HeaderValue::try_from(text).expect("letters, digits and dashes")
}

/// The value of a cookie that a browser sent.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

/// Signs a device in: the session's id, and the secret for the cookie. `proved_at` is now where the person has just proved
/// who they are by more than that they read their mail.
///
/// # Errors
/// When the database cannot be written.
pub async fn start(
    write: &WriteTransaction,
    random: &Random,
    staff_id: &str,
    device: &str,
    proved_at: Option<i64>,
    now_ms: i64,
) -> Result<(String, Secret), DbErr> {
    let (id, secret) = (hex::encode(random.bytes::<8>()), Secret::draw(random));
    let row = ActiveModel {
        id: Set(id.clone()),
        digest: Set(secret.digest()),
        staff_id: Set(staff_id.to_owned()),
        device: Set(device.to_owned()),
        created_at: Set(now_ms),
        used_at: Set(now_ms),
        verified_at: Set(proved_at),
        ended_at: NotSet,
    };
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    Ok((id, secret))
}

/// Notes that a passkey has just proved who it is.
///
/// # Errors
/// When the database cannot be written.
pub async fn verified(write: &WriteTransaction, id: &str, now_ms: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::VerifiedAt, now_ms).and_where(Column::Id.eq(id));
    write.connection().execute(&update).await.map(drop)
}

/// Result of looking up a browser's secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Open(Model),
    /// It was good once: days without a visit have ended it.
    Ended,
    /// Nobody's, or signed out.
    None,
}

/// Looks a secret up, and notes now and then that it was used.
///
/// # Errors
/// When the database cannot be used.
pub async fn find(db: &Db, secret: &Secret, now_ms: i64) -> Result<Found, DbErr> {
    let row = Entity::find().filter(Column::Digest.eq(secret.digest())).one(db.reader()).await?;
    let Some(row) = row.filter(|row| row.ended_at.is_none()) else { return Ok(Found::None) };
    if row.ends_at() <= now_ms {
        return Ok(Found::Ended);
    }
    if row.used_at + USED_STEP_MS <= now_ms {
        let mut update = Query::update();
        update.table(Entity).value(Column::UsedAt, now_ms).and_where(Column::Id.eq(row.id.as_str()));
        let write = db.begin_write().await?;
        write.connection().execute(&update).await?;
        write.commit().await?;
    }
    Ok(Found::Open(row))
}

/// The devices that are signed in, those used last first.
///
/// # Errors
/// When the database cannot be read.
pub async fn open(db: &impl ConnectionTrait, now_ms: i64) -> Result<Vec<Model>, DbErr> {
    let rows = Entity::find().filter(Column::EndedAt.is_null()).order_by_desc(Column::UsedAt).all(db).await?;
    Ok(rows.into_iter().filter(|row| row.ends_at() > now_ms).collect())
}

/// Signs a device out. Has no effect if there is none with this id, or it is signed out already.
///
/// # Errors
/// When the database cannot be written.
pub async fn end(write: &WriteTransaction, id: &str, now_ms: i64) -> Result<(), DbErr> {
    end_where(write, Column::Id.eq(id), now_ms).await
}

/// Signs out all devices of a person.
///
/// # Errors
/// When the database cannot be written.
pub async fn end_all_of(write: &WriteTransaction, staff_id: &str, now_ms: i64) -> Result<(), DbErr> {
    end_where(write, Column::StaffId.eq(staff_id), now_ms).await
}

async fn end_where(
    write: &WriteTransaction,
    which: sea_orm::sea_query::SimpleExpr,
    now_ms: i64,
) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::EndedAt, now_ms).and_where(which).and_where(Column::EndedAt.is_null());
    write.connection().execute(&update).await.map(drop)
}

/// A browser's name for people, such as `Chrome on Android`, from its `User-Agent`.
pub fn device_name(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // The first that fits: most browsers also name the one that they descend from.
    let named = |names: &[(&str, &str)]| {
        names.iter().find(|(word, _)| agent.contains(word)).map_or("", |(_, name)| *name).to_owned()
    };
    let browser = named(&[
        ("Edg", "Edge"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = named(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser.is_empty(), system.is_empty()) {
        (false, false) => format!("{browser} on {system}"),
        (true, true) => "A browser".to_owned(),
        _ => browser + &system,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_named_as_people_name_them() {
        let name = |agent: &'static str| {
            device_name(&HeaderMap::from_iter([(header::USER_AGENT, HeaderValue::from_static(agent))]))
        };
        assert_eq!(
            name(
                "Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
            ),
            "Chrome on Android"
        );
        assert_eq!(
            name(
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
            ),
            "Safari on iPhone"
        );
        assert_eq!(
            name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            "Firefox on Linux"
        );
        assert_eq!(name("curl/8"), "A browser");
        assert_eq!(device_name(&HeaderMap::new()), "A browser");
    }

    #[test]
    fn a_cookie_is_found_among_others_and_a_secret_has_one_form() {
        let headers = |text: &str| HeaderMap::from_iter([(header::COOKIE, text.parse().expect("a header"))]);
        let secret = "a".repeat(64);
        let found = Secret::of_request(&headers(&format!("a=b; {COOKIE}={secret}; c=d"))).expect("there");
        assert_eq!(found.0, secret);
        assert!(Secret::of_request(&headers(&format!("{COOKIE}=short"))).is_none());
        assert!(Secret::of_request(&headers(&format!("x{COOKIE}={secret}"))).is_none());
        let set = found.set_cookie();
        assert!(
            set.to_str()
                .expect("text")
                .ends_with("; Path=/; Max-Age=7776000; Secure; HttpOnly; SameSite=Lax")
        );
    }
}
