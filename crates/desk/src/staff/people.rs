//! The people who may sign in, and their roles.

use std::collections::HashMap;

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::{DbBackend, QueryOrder, sea_query::Query};

use crate::staff::roles::Role;
use base::random::Random;
use base::text::shown;
use lettre::Address;
use storage::db::WriteTransaction;

/// The most characters of a name.
pub const MAX_NAME_CHARS: usize = 60;
/// The longest mail address there is (RFC 5321).
const MAX_MAIL_BYTES: usize = 254;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name: String,
    /// Unix milliseconds, as the next.
    pub created_at: i64,
    /// When the person left; `None` while they may sign in.
    pub ended_at: Option<i64>,
    /// Where a link for signing in may be mailed.
    pub mail: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

mod role_row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_role")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub role: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Somebody who may sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub name: String,
    pub roles: Vec<Role>,
    /// Where a link for signing in may be mailed.
    pub mail: Option<String>,
}

/// A mail address as it is kept: `None` if the field was empty.
///
/// # Errors
/// A sentence that says what would be right.
pub fn clean_mail(typed: &str) -> Result<Option<String>, String> {
    let typed = typed.trim();
    match typed.parse::<Address>() {
        _ if typed.is_empty() => Ok(None),
        Ok(_) if typed.len() <= MAX_MAIL_BYTES => Ok(Some(typed.to_owned())),
        _ => Err(format!("“{}” is no mail address. One looks like mariam@amwaj.example.", shown(typed))),
    }
}

/// The person with this mail address, in whatever capitals.
pub fn of_mail<'a>(people: &'a [Member], mail: &str) -> Option<&'a Member> {
    let mail = mail.trim().to_lowercase();
    people.iter().find(|person| person.mail.as_ref().is_some_and(|known| known.to_lowercase() == mail))
}

/// A name as it is kept: trimmed, without control characters. `None` if it is empty then, or too long.
pub fn clean_name(typed: &str) -> Option<String> {
    let name: String = typed.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned();
    (!name.is_empty() && name.chars().count() <= MAX_NAME_CHARS).then_some(name)
}

/// Everybody who may sign in, in the order in which they came.
///
/// # Errors
/// When the database cannot be read.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Member>, DbErr> {
    let rows = Entity::find().filter(Column::EndedAt.is_null()).order_by_asc(Column::CreatedAt);
    with_roles(db, rows.order_by_asc(Column::Id).all(db).await?).await
}

/// As [`all`], for who is about to change one of them: whoever else wants to do so waits for the end of this transaction, so
/// that two owners who end each other at once leave one.
///
/// # Errors
/// When the database cannot be used.
pub async fn all_locked(write: &WriteTransaction) -> Result<Vec<Member>, DbErr> {
    // On SQLite a transaction that writes is alone anyway.
    if write.get_database_backend() == DbBackend::Postgres {
        write.execute_unprepared("LOCK TABLE staff IN SHARE ROW EXCLUSIVE MODE").await?;
    }
    all(write).await
}

/// The person with this id, if they may still sign in.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Member>, DbErr> {
    let row = Entity::find_by_id(id).filter(Column::EndedAt.is_null()).one(db).await?;
    Ok(with_roles(db, row.into_iter().collect()).await?.pop())
}

async fn with_roles(db: &impl ConnectionTrait, people: Vec<Model>) -> Result<Vec<Member>, DbErr> {
    let ids = people.iter().map(|person| person.id.as_str());
    let rows = role_row::Entity::find().filter(role_row::Column::StaffId.is_in(ids)).all(db).await?;
    let mut roles: HashMap<String, Vec<Role>> = HashMap::new();
    for row in rows {
        roles.entry(row.staff_id).or_default().extend(Role::from_stored(&row.role));
    }
    let member = |person: Model| {
        let mut roles = roles.remove(&person.id).unwrap_or_default();
        roles.sort();
        Member { id: person.id, name: person.name, roles, mail: person.mail }
    };
    Ok(people.into_iter().map(member).collect())
}

/// Adds a person, who has no device yet.
///
/// # Errors
/// When the database cannot be written.
pub async fn add(
    write: &WriteTransaction,
    random: &Random,
    name: &str,
    roles: &[Role],
    now_ms: i64,
) -> Result<Member, DbErr> {
    // 128 bits, which passkeys hold as the user's handle.
    let id = hex::encode(random.bytes::<16>());
    let row = ActiveModel {
        id: Set(id.clone()),
        name: Set(name.to_owned()),
        created_at: Set(now_ms),
        ended_at: NotSet,
        mail: NotSet,
    };
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    set_roles(write, &id, roles).await?;
    Ok(Member { id, name: name.to_owned(), roles: roles.to_vec(), mail: None })
}

/// Replaces a person's roles.
///
/// # Errors
/// When the database cannot be written.
pub async fn set_roles(write: &WriteTransaction, id: &str, roles: &[Role]) -> Result<(), DbErr> {
    let old = role_row::Entity::delete_many().filter(role_row::Column::StaffId.eq(id));
    old.exec(write.connection()).await?;
    let rows = roles.iter().map(|role| role_row::ActiveModel {
        staff_id: Set(id.to_owned()),
        role: Set(role.as_str().to_owned()),
    });
    role_row::Entity::insert_many(rows).exec_without_returning(write.connection()).await.map(drop)
}

/// Replaces a person's mail address.
///
/// # Errors
/// When the database cannot be written.
pub async fn set_mail(write: &WriteTransaction, id: &str, mail: Option<&str>) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Mail, mail).and_where(Column::Id.eq(id));
    write.connection().execute(&update).await.map(drop)
}

/// Ends a person's rights. If they are signed in, their next click signs them out.
///
/// # Errors
/// When the database cannot be written.
pub async fn end(write: &WriteTransaction, id: &str, now_ms: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::EndedAt, now_ms).and_where(Column::Id.eq(id));
    write.connection().execute(&update).await.map(drop)
}

/// Whether this is the only owner there is: without one, nobody could let anybody in but on the command line.
pub fn is_last_owner(people: &[Member], id: &str) -> bool {
    let mut owners = people.iter().filter(|person| person.roles.contains(&Role::Owner));
    owners.next().is_some_and(|owner| owner.id == id) && owners.next().is_none()
}
