//! The phones, and other browsers, that asked for messages; which of them still ring, and who was told of what.

use std::collections::{HashMap, HashSet};

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};
use sha2::{Digest as _, Sha256};

use crate::staff::people;
use crate::staff::roles::{Permission, Role, may};
use crate::staff::session;
use storage::db::{Db, WriteTransaction};

/// Time within which a phone has to confirm a test, in milliseconds.
pub const TEST_MS: i64 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_phone")]
pub struct Model {
    /// The digest of its endpoint.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub staff_id: String,
    pub session_id: String,
    pub endpoint: String,
    /// The phone's key and secret, in base64url.
    pub p256dh: String,
    pub auth: String,
    /// Unix milliseconds, as all times here.
    pub created_at: i64,
    /// When its push service said that it is gone.
    pub gone_at: Option<i64>,
    /// The push service's last answer.
    pub answer: Option<String>,
    pub answered_at: Option<i64>,
    /// When it was last asked whether it rings.
    pub tested_at: Option<i64>,
    /// When it last said so itself.
    pub rang_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

mod told {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_phone_told")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub lead_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub phone_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A browser's push subscription.
pub struct Asked<'a> {
    pub endpoint: &'a str,
    pub p256dh: &'a str,
    pub auth: &'a str,
}

/// Adds a phone, or takes it for that person from now on.
///
/// # Errors
/// When the database cannot be written.
pub async fn add(
    write: &WriteTransaction,
    asked: &Asked<'_>,
    session: &session::Model,
    now_ms: i64,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        id: Set(hex::encode(Sha256::digest(asked.endpoint))),
        staff_id: Set(session.staff_id.clone()),
        session_id: Set(session.id.clone()),
        endpoint: Set(asked.endpoint.to_owned()),
        p256dh: Set(asked.p256dh.to_owned()),
        auth: Set(asked.auth.to_owned()),
        created_at: Set(now_ms),
        gone_at: Set(None),
        answer: NotSet,
        answered_at: NotSet,
        tested_at: NotSet,
        rang_at: NotSet,
    };
    let known = OnConflict::column(Column::Id)
        .update_columns([Column::StaffId, Column::SessionId, Column::P256dh, Column::Auth, Column::GoneAt])
        .to_owned();
    // A browser has one address at a time: an earlier one of this session rings no more.
    let earlier = Entity::delete_many().filter(Column::SessionId.eq(session.id.as_str()));
    earlier.filter(Column::Endpoint.ne(asked.endpoint)).exec(write.connection()).await?;
    Entity::insert(row).on_conflict(known).exec_without_returning(write.connection()).await.map(drop)
}

/// The phones of everybody who may see requests, of devices that are signed in; each with its person's roles.
///
/// # Errors
/// When the database cannot be read.
pub async fn of_office(db: &impl ConnectionTrait, now_ms: i64) -> Result<Vec<(Model, Vec<Role>)>, DbErr> {
    let people = people::all(db).await?.into_iter();
    let roles: HashMap<String, Vec<Role>> = people
        .filter(|person| may(&person.roles, Permission::SeeRequests))
        .map(|person| (person.id, person.roles))
        .collect();
    let phones = all(db, now_ms).await?.into_iter().filter(|phone| phone.gone_at.is_none());
    Ok(phones
        .filter_map(|phone| {
            let roles = roles.get(&phone.staff_id)?.clone();
            Some((phone, roles))
        })
        .collect())
}

/// Every phone of a device that is signed in, also those that are gone.
///
/// # Errors
/// When the database cannot be read.
pub async fn all(db: &impl ConnectionTrait, now_ms: i64) -> Result<Vec<Model>, DbErr> {
    let open: HashSet<String> =
        session::open(db, now_ms).await?.into_iter().map(|session| session.id).collect();
    let mut phones = Entity::find().all(db).await?;
    phones.retain(|phone| open.contains(&phone.session_id));
    Ok(phones)
}

/// The phones that took a message about this lead.
///
/// # Errors
/// When the database cannot be read.
pub async fn told_of(db: &impl ConnectionTrait, lead_id: &str) -> Result<HashSet<String>, DbErr> {
    let rows = told::Entity::find().filter(told::Column::LeadId.eq(lead_id)).all(db).await?;
    Ok(rows.into_iter().map(|row| row.phone_id).collect())
}

/// A push service's answer for one phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneAnswer {
    pub phone_id: String,
    pub taken: bool,
    /// It will never take anything again.
    pub gone: bool,
    pub text: String,
}

/// Notes what push services answered; with `lead_id` also which phones know of that lead now.
///
/// # Errors
/// When the database cannot be written.
pub async fn record(
    db: &Db,
    lead_id: Option<&str>,
    answers: &[PhoneAnswer],
    now_ms: i64,
) -> Result<(), DbErr> {
    if answers.is_empty() {
        return Ok(());
    }
    let write = db.begin_write().await?;
    for answer in answers {
        let mut update = Query::update();
        update.table(Entity).value(Column::Answer, answer.text.as_str()).value(Column::AnsweredAt, now_ms);
        if answer.gone {
            update.value(Column::GoneAt, now_ms);
        }
        update.and_where(Column::Id.eq(answer.phone_id.as_str()));
        write.connection().execute(&update).await?;
    }
    if let Some(lead_id) = lead_id {
        let taken = answers.iter().filter(|answer| answer.taken);
        let rows: Vec<_> = taken
            .map(|answer| told::ActiveModel {
                lead_id: Set(lead_id.to_owned()),
                phone_id: Set(answer.phone_id.clone()),
            })
            .collect();
        if !rows.is_empty() {
            let once =
                OnConflict::columns([told::Column::LeadId, told::Column::PhoneId]).do_nothing().to_owned();
            told::Entity::insert_many(rows)
                .on_conflict(once)
                .exec_without_returning(write.connection())
                .await?;
        }
    }
    write.commit().await
}

/// Notes that these phones are asked whether they ring.
///
/// # Errors
/// When the database cannot be written.
pub async fn tested(db: &Db, phones: &[Model], now_ms: i64) -> Result<(), DbErr> {
    let ids = phones.iter().map(|phone| phone.id.as_str());
    let mut update = Query::update();
    update.table(Entity).value(Column::TestedAt, now_ms).and_where(Column::Id.is_in(ids));
    let write = db.begin_write().await?;
    write.connection().execute(&update).await?;
    write.commit().await
}

/// Notes that a phone of this session said that it rang.
///
/// # Errors
/// When the database cannot be written.
pub async fn rang(write: &WriteTransaction, session_id: &str, now_ms: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::RangAt, now_ms).and_where(Column::SessionId.eq(session_id));
    write.connection().execute(&update).await.map(drop)
}

/// Whether any phone asked for messages.
///
/// # Errors
/// When the database cannot be read.
pub async fn are_there(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(Entity::find().filter(Column::GoneAt.is_null()).one(db).await?.is_some())
}
