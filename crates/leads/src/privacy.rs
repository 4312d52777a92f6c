//! Takes personal data out of leads: after the set time, or when a person asks for it.
//!
//! | stays | goes |
//! |---|---|
//! | reference, id, times, stage, service of the form's list | name, phone in both forms, message, any other service |
//! | the page without its query, language | referrer, the page's query |
//! | utm_source, utm_medium, utm_campaign: which advertisement | utm_term, utm_content, gclid: which search and which click |
//! | what happened, and when | notes, receivers' answers, digest and idempotency key |

use std::path::{Path, PathBuf};
use std::time::Duration;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveModelTrait, Condition, DbBackend, QueryOrder, QuerySelect, Statement};

use crate::lead::SERVICES;
use crate::phone;
use crate::queue::row::{ActiveModel, Column, Entity, Model};
use crate::staff::digest::DIGEST;
use crate::staff::query::{is_waiting, with_delivery};
use storage::db::Db;
use storage::outbox;
use storage::outbox::DeliveryState;
use storage::outbox::timeline;
use storage::outbox::timeline::LeadEvent;

/// How many leads are erased in one transaction, so that no visitor waits long behind it.
const PAGE: u64 = 200;
/// How often the database's journal is tried to be folded back, and how long apart.
const FOLDS: u32 = 5;
const FOLD_PAUSE: Duration = Duration::from_millis(200);
/// What stands for a service that is not of the form's list, and so may hold anything.
const OTHER_SERVICE: &str = "Other";

/// The ids of the leads that came from this number: compared as telephones do where both can be read, else by
/// digits; two numbers in one field count as both. Nothing where the text has no digit.
///
/// # Errors
/// When the database cannot be read.
pub(crate) async fn by_phone(db: &Db, typed: &str) -> Result<Option<Vec<String>>, DbErr> {
    let digits = phone::digits(typed);
    if digits.is_empty() {
        return Ok(None);
    }
    let wanted = phone::normalise(typed);
    let rows: Vec<(String, String, Option<String>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Phone, Column::PhoneE164])
        .filter(Column::ErasedAt.is_null())
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.reader())
        .await?;
    let same = |phone: &str, readable: &Option<String>| match (&wanted, readable) {
        (Some(wanted), Some(readable)) => wanted == readable,
        (Some(wanted), None) => phone::holds(phone, wanted),
        _ => phone::digits(phone) == digits,
    };
    let found = rows.into_iter().filter(|(_, phone, readable)| same(phone, readable));
    Ok(Some(found.map(|(id, ..)| id).collect()))
}

/// Erases the personal data of these leads, but for those that are not delivered yet. Returns the references
/// of those that were erased.
///
/// # Errors
/// When the database cannot be written; what was erased until then stays erased.
pub(crate) async fn erase(db: &Db, ids: &[String], now_ms: i64) -> Result<Vec<String>, DbErr> {
    let mut erased = Vec::new();
    for some in ids.chunks(PAGE as usize) {
        let write = db.begin_write().await?;
        let rows = Entity::find()
            .filter(Column::Id.is_in(some))
            .filter(Column::ErasedAt.is_null())
            .filter(settled())
            .all(write.connection())
            .await?;
        let gone: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
        erased.extend(rows.iter().map(|row| row.reference.clone()));
        for row in rows {
            without_personal_data(row, now_ms).update(write.connection()).await?;
        }
        outbox::row::erase(&write, &gone).await?;
        let events = gone.iter().map(|id| timeline::event(id, now_ms, LeadEvent::Erased, ""));
        timeline::append(&write, events.collect()).await?;
        write.commit().await?;
    }
    if !erased.is_empty() {
        fold_journal(db).await;
    }
    Ok(erased)
}

/// Erases the leads that came before a moment (Unix milliseconds). Returns their references.
///
/// # Errors
/// As [`erase`].
pub(crate) async fn erase_before(db: &Db, moment: i64, now_ms: i64) -> Result<Vec<String>, DbErr> {
    let mut erased = Vec::new();
    loop {
        let ids: Vec<String> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::ReceivedAt.lt(moment))
            .filter(Column::ErasedAt.is_null())
            .filter(settled())
            .limit(PAGE)
            .into_tuple()
            .all(db.reader())
            .await?;
        let some = erase(db, &ids, now_ms).await?;
        if some.is_empty() {
            return Ok(erased);
        }
        erased.extend(some);
    }
}

/// Deletes the mails that name these leads, and became files because no mail server was set.
pub(crate) fn delete_mail_files(folder: &Path, references: &[String]) {
    let mut files: Vec<PathBuf> =
        references.iter().map(|reference| folder.join(format!("{reference}.eml"))).collect();
    let daily = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files.extend(daily.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text =
            if name.starts_with(DIGEST) { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
        let text = String::from_utf8_lossy(&text);
        references.iter().any(|reference| text.contains(reference.as_str()))
    }));
    for file in files {
        // Most were never there.
        drop(std::fs::remove_file(file));
    }
}

/// Those of which nothing is to be delivered any more, and that no person has to look at first.
fn settled() -> Condition {
    let pending = with_delivery(&[DeliveryState::Pending]);
    Condition::all().add(Column::Id.not_in_subquery(pending)).add(is_waiting().not())
}

fn without_personal_data(row: Model, now_ms: i64) -> ActiveModel {
    let known = SERVICES.contains(&row.service.as_str());
    let service = if known { row.service } else { OTHER_SERVICE.to_owned() };
    let page = row.page.map(|page| page.split(['?', '#']).next().unwrap_or_default().to_owned());
    ActiveModel {
        id: sea_orm::ActiveValue::Unchanged(row.id),
        idempotency_key: Set(None),
        key_until: Set(None),
        digest: Set(String::new()),
        name: Set(String::new()),
        phone: Set(String::new()),
        phone_e164: Set(None),
        service: Set(service),
        message: Set(String::new()),
        page: Set(page),
        referrer: Set(None),
        utm_term: Set(None),
        utm_content: Set(None),
        gclid: Set(None),
        erased_at: Set(Some(now_ms)),
        ..Default::default()
    }
}

/// SQLite keeps former pages in its journal until that is folded back. Whoever reads just now keeps it from
/// happening; then it happens later by itself.
async fn fold_journal(db: &Db) {
    if db.backend() != DbBackend::Sqlite {
        return;
    }
    for _ in 0..FOLDS {
        let fold = Statement::from_string(DbBackend::Sqlite, "PRAGMA wal_checkpoint(TRUNCATE)");
        // The first column says whether somebody was in the way.
        let answer = db.reader().query_one_raw(fold).await.ok().flatten();
        if answer.and_then(|row| row.try_get_by_index::<i32>(0).ok()) == Some(0) {
            return;
        }
        tokio::time::sleep(FOLD_PAUSE).await;
    }
    tracing::warn!("what was erased stays in the database's journal until it is folded back");
}
