//! Codes that let one device in, once: an invitation, which an owner makes; and one that is mailed to somebody who asks for
//! it, which is shorter, good for less time, and proves less. A code also stands in a link, after the `#`, so that it is in
//! no log; only its digest is stored.

use qrcode::QrCode;
use qrcode::render::{svg, unicode};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use sha2::{Digest as _, Sha256};

use base::random::Random;
use storage::db::WriteTransaction;

/// Way in which a code reaches its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// An owner, or the command line, hands it over.
    Invitation,
    Mail,
}

impl Way {
    /// Validity of a code, in milliseconds.
    pub const fn valid_ms(self) -> i64 {
        match self {
            Way::Invitation => 60 * 60 * 1000,
            Way::Mail => 15 * 60 * 1000,
        }
    }

    /// 80 bits: nobody guesses them within an hour. 40 bits are typed from one device into another. At most fifteen codes
    /// of a person are good at once, and each address has ten guesses and then one a minute ([`crate::slow_down`]): ten
    /// thousand addresses have 250,000 in a quarter of an hour, and one chance in 290,000 to find one of a person's.
    const fn letters(self) -> usize {
        match self {
            Way::Invitation => 16,
            Way::Mail => 8,
        }
    }
}

/// Digits and capitals that nobody confuses with each other. 32 of them, so that each is five bits of chance.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Letters between two dashes.
const GROUP: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_invitation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub digest: String,
    pub staff_id: String,
    /// Unix milliseconds, as the next two.
    pub created_at: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
    pub mailed: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A code as it is shown: `K7QP-3MXR-92TD-HV4C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    pub(super) fn draw(random: &Random, way: Way) -> Self {
        let letters = random.bytes::<16>().map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]);
        let groups =
            letters[..way.letters()].chunks(GROUP).map(|group| String::from_utf8_lossy(group).into_owned());
        Code(groups.collect::<Vec<_>>().join("-"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Where it takes whoever opens it, below the site's address without a slash at the end.
    pub fn link(&self, origin: &str) -> String {
        format!("{origin}/desk/join#{}", self.0)
    }
}

/// The digest under which a code is stored, however it was typed: in small letters, without dashes, with spaces.
fn digest(typed: &str) -> String {
    let letters: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    hex::encode(Sha256::digest(letters.to_ascii_uppercase()))
}

/// Makes a code. An earlier invitation of the same person is good no longer; earlier codes by mail stay good as long as they
/// were: whoever knows the address may have asked for this one.
///
/// # Errors
/// When the database cannot be written.
pub async fn make(
    write: &WriteTransaction,
    random: &Random,
    staff_id: &str,
    way: Way,
    now_ms: i64,
) -> Result<Code, DbErr> {
    if way == Way::Invitation {
        forget_open(write, staff_id, &[way]).await?;
    }
    let code = Code::draw(random, way);
    let row = ActiveModel {
        digest: Set(digest(&code.0)),
        staff_id: Set(staff_id.to_owned()),
        created_at: Set(now_ms),
        expires_at: Set(now_ms + way.valid_ms()),
        used_at: NotSet,
        mailed: Set(way == Way::Mail),
    };
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    Ok(code)
}

/// Forgets the codes of a person that nobody has used yet.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget_open(write: &WriteTransaction, staff_id: &str, ways: &[Way]) -> Result<(), DbErr> {
    let open = Entity::delete_many().filter(Column::StaffId.eq(staff_id)).filter(Column::UsedAt.is_null());
    let mailed = ways.iter().map(|way| *way == Way::Mail);
    open.filter(Column::Mailed.is_in(mailed)).exec(write.connection()).await.map(drop)
}

/// Outcome of a typed code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// It lets this person in, and nobody else.
    Welcome {
        staff_id: String,
        way: Way,
    },
    Unknown,
    /// Unix milliseconds.
    Used {
        at: i64,
    },
    Expired {
        at: i64,
    },
}

/// Whether there is, or was, such a code.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_known(db: &impl ConnectionTrait, typed: &str) -> Result<bool, DbErr> {
    Ok(Entity::find_by_id(digest(typed)).one(db).await?.is_some())
}

/// Uses up a code. Of two who type the same code at once, one is let in.
///
/// # Errors
/// When the database cannot be written.
pub async fn redeem(write: &WriteTransaction, typed: &str, now_ms: i64) -> Result<Redeemed, DbErr> {
    let digest = digest(typed);
    let Some(row) = Entity::find_by_id(digest.as_str()).one(write.connection()).await? else {
        return Ok(Redeemed::Unknown);
    };
    if let Some(at) = row.used_at {
        return Ok(Redeemed::Used { at });
    }
    if row.expires_at <= now_ms {
        return Ok(Redeemed::Expired { at: row.expires_at });
    }
    let mut update = Query::update();
    update.table(Entity).value(Column::UsedAt, now_ms);
    update.and_where(Column::Digest.eq(digest)).and_where(Column::UsedAt.is_null());
    match write.connection().execute(&update).await?.rows_affected() {
        0 => Ok(Redeemed::Used { at: now_ms }),
        _ => {
            let way = if row.mailed { Way::Mail } else { Way::Invitation };
            // Others that were mailed meanwhile are needed no more.
            forget_open(write, &row.staff_id, &[Way::Mail]).await?;
            Ok(Redeemed::Welcome { staff_id: row.staff_id, way })
        }
    }
}

/// Whether a code was mailed to this person after that time, used or not.
///
/// # Errors
/// When the database cannot be read.
pub async fn mailed_since(db: &impl ConnectionTrait, staff_id: &str, since_ms: i64) -> Result<bool, DbErr> {
    let mailed = Entity::find().filter(Column::StaffId.eq(staff_id)).filter(Column::Mailed.eq(true));
    Ok(mailed.filter(Column::CreatedAt.gt(since_ms)).one(db).await?.is_some())
}

/// The invitations that are good at this moment, each with its person's id and its end.
///
/// # Errors
/// When the database cannot be read.
pub async fn open(db: &impl ConnectionTrait, now_ms: i64) -> Result<Vec<(String, i64)>, DbErr> {
    let open = Entity::find().filter(Column::UsedAt.is_null()).filter(Column::ExpiresAt.gt(now_ms));
    let rows = open.filter(Column::Mailed.eq(false)).order_by_asc(Column::CreatedAt).all(db).await?;
    Ok(rows.into_iter().map(|row| (row.staff_id, row.expires_at)).collect())
}

/// A link as a square that phones read, as an SVG document; `None` if it is too long.
pub fn qr_svg(link: &str) -> Option<String> {
    Some(QrCode::new(link).ok()?.render::<svg::Color<'_>>().min_dimensions(232, 232).build())
}

/// The same for a terminal, in lines of half blocks.
pub fn qr_terminal(link: &str) -> Option<String> {
    let colours = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
    Some(QrCode::new(link).ok()?.render().dark_color(colours.0).light_color(colours.1).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_letters_that_nobody_confuses_and_is_read_however_it_is_typed() {
        assert_eq!(Code::draw(&Random::scripted(7), Way::Mail).0.len(), 8 + 1);
        let code = Code::draw(&Random::scripted(7), Way::Invitation);
        assert_eq!(code.0.len(), 16 + 3);
        assert!(code.0.bytes().all(|letter| letter == b'-' || ALPHABET.contains(&letter)), "{code:?}");
        assert_ne!(code, Code::draw(&Random::scripted(8), Way::Invitation));
        for typed in
            [code.0.to_lowercase(), code.0.replace('-', ""), format!("  {} ", code.0.replace('-', " "))]
        {
            assert_eq!(digest(&typed), digest(&code.0), "{typed}");
        }
        assert_ne!(digest(&code.0[1..]), digest(&code.0));
    }

    #[test]
    fn the_code_stands_where_no_log_sees_it() {
        let link = Code("K7QP".to_owned()).link("https://amwaj.example");
        assert_eq!(link, "https://amwaj.example/desk/join#K7QP");
        assert!(qr_svg(&link).expect("fits").contains("<svg"));
        assert!(qr_terminal(&link).expect("fits").lines().count() > 10);
    }
}
