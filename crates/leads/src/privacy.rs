//! Erases personal data from leads: after the retention time, or when a person asks for it.
//!
//! | stays | goes |
//! |---|---|
//! | reference, id, times, stage, service of the form's list | name, phone in both forms, message, any other service |
//! | the pages without their queries, language | referrers, the pages' queries |
//! | utm_source, utm_medium, utm_campaign: which advertisement | utm_term, utm_content, click ids: which search and which click |
//! | | any of those that stay, if it has an e-mail address in it |
//! | what happened, and when | notes, receivers' answers, digest and idempotency key |

use std::path::{Path, PathBuf};
use std::time::Duration;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveModelTrait, Condition, QueryOrder, QuerySelect};

use crate::lead::SERVICES;
use crate::phone;
use crate::queue::row::{ActiveModel, Column, Entity, Model};
use crate::staff::digest;
use crate::staff::query::{is_waiting, with_delivery};
use base::text::may_name_person;
use storage::db::{Db, WriteTransaction};
use storage::outbox;
use storage::outbox::row as delivery;
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;
use storage::outbox::{Channel, DeliveryState};

/// Leads erased in one transaction, so that no visitor waits long behind it.
const BATCH_LEADS: u64 = 200;
/// Attempts at a checkpoint of SQLite's write-ahead log, and the pause between them.
const CHECKPOINT_TRIES: u32 = 5;
const CHECKPOINT_PAUSE: Duration = Duration::from_millis(200);
/// Replaces a value that may name a person.
const OTHER: &str = "other";
/// Replaces a service that is not in the form's list, since that may be anything.
const OTHER_SERVICE: &str = "Other";

/// The ids of the leads that came from this number: compared as E.164 if both can be read, else by digits; two numbers
/// in one field count as both, here and there. `None` if the text has no digit.
///
/// # Errors
/// When the database cannot be read.
pub(crate) async fn find_by_phone(db: &Db, typed: &str) -> Result<Option<Vec<String>>, DbErr> {
    let digits = phone::digits(typed);
    if digits.is_empty() {
        return Ok(None);
    }
    let wanted = phone::numbers(typed);
    let rows: Vec<(String, String, Option<String>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Phone, Column::PhoneE164])
        .filter(Column::ErasedAt.is_null())
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.reader())
        .await?;
    let same = |phone: &str, readable: &Option<String>| match readable {
        _ if wanted.is_empty() => phone::digits(phone) == digits,
        // Not the digits alone: those of 04 332 1234 stand in 054 332 1234 too, which is somebody else's.
        Some(_) => phone::numbers(phone).iter().any(|number| wanted.contains(number)),
        None => wanted.iter().any(|wanted| phone::contains(phone, wanted)),
    };
    let found = rows.into_iter().filter(|(_, phone, readable)| same(phone, readable));
    Ok(Some(found.map(|(id, ..)| id).collect()))
}

/// Erases the personal data of these leads, except those that are not delivered yet, or that a person has to look at
/// first. Returns the references of those that were erased.
///
/// # Errors
/// When the database cannot be written; what was erased until then stays erased.
pub(crate) async fn erase(db: &Db, ids: &[String], now_ms: i64) -> Result<Vec<String>, DbErr> {
    erase_where(db, ids, &erasable_on_request(), now_ms).await
}

/// Like [`erase`], within a transaction; [`checkpoint_log`] has to follow its commit.
///
/// # Errors
/// When the database cannot be written.
pub(crate) async fn erase_in(
    write: &WriteTransaction,
    ids: &[String],
    now_ms: i64,
) -> Result<Vec<String>, DbErr> {
    erase_some(write, ids, &erasable_on_request(), now_ms).await
}

fn erasable_on_request() -> Condition {
    is_settled().add(is_waiting().not())
}

async fn erase_where(
    db: &Db,
    ids: &[String],
    is_erasable: &Condition,
    now_ms: i64,
) -> Result<Vec<String>, DbErr> {
    let mut erased = Vec::new();
    for some in ids.chunks(BATCH_LEADS as usize) {
        let write = db.begin_write().await?;
        erased.extend(erase_some(&write, some, is_erasable, now_ms).await?);
        write.commit().await?;
    }
    if !erased.is_empty() {
        checkpoint_log(db).await;
    }
    Ok(erased)
}

async fn erase_some(
    write: &WriteTransaction,
    ids: &[String],
    is_erasable: &Condition,
    now_ms: i64,
) -> Result<Vec<String>, DbErr> {
    let rows = Entity::find()
        .filter(Column::Id.is_in(ids))
        .filter(Column::ErasedAt.is_null())
        .filter(is_erasable.clone())
        .all(write.connection())
        .await?;
    let gone: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let references = rows.iter().map(|row| row.reference.clone()).collect();
    for row in rows {
        without_personal_data(row, now_ms).update(write.connection()).await?;
    }
    outbox::row::erase(write, &gone).await?;
    let events = gone.iter().map(|id| timeline::event(id, now_ms, TimelineEvent::Erased, ""));
    timeline::append(write, events.collect()).await?;
    Ok(references)
}

/// Erases the leads that came before a time (Unix milliseconds), in quarantine or not. Returns their references.
///
/// # Errors
/// Like [`erase`].
pub(crate) async fn erase_before(db: &Db, received_before: i64, now_ms: i64) -> Result<Vec<String>, DbErr> {
    let mut erased = Vec::new();
    loop {
        let ids: Vec<String> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::ReceivedAt.lt(received_before))
            .filter(Column::ErasedAt.is_null())
            .filter(is_settled())
            .limit(BATCH_LEADS)
            .into_tuple()
            .all(db.reader())
            .await?;
        let some = erase_where(db, &ids, &is_settled(), now_ms).await?;
        if some.is_empty() {
            return Ok(erased);
        }
        erased.extend(some);
    }
}

/// Deletes the mails about these leads that were written as files because no mail server is set.
pub(crate) fn delete_mail_files(folder: &Path, references: &[String]) {
    let mut files: Vec<PathBuf> =
        references.iter().map(|reference| folder.join(format!("{reference}.eml"))).collect();
    let daily = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files.extend(daily.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = if name.starts_with(digest::NAME_PREFIX) {
            std::fs::read(path).unwrap_or_default()
        } else {
            Vec::new()
        };
        let text = String::from_utf8_lossy(&text);
        references.iter().any(|reference| text.contains(reference.as_str()))
    }));
    for file in files {
        // Most were never there.
        drop(std::fs::remove_file(file));
    }
}

/// Leads that owe no delivery any more.
fn is_settled() -> Condition {
    let mut pending = with_delivery(&[DeliveryState::Pending]);
    // A message to phones holds no data of the visitor.
    pending.and_where(delivery::Column::Channel.ne(Channel::Push));
    Condition::all().add(Column::Id.not_in_subquery(pending))
}

fn without_personal_data(row: Model, now_ms: i64) -> ActiveModel {
    let known = SERVICES.contains(&row.service.as_str());
    let service = if known { row.service } else { OTHER_SERVICE.to_owned() };
    let impersonal = |value: Option<String>| {
        Set(value.map(|value| if may_name_person(&value) { OTHER.to_owned() } else { value }))
    };
    let path = |page: Option<String>| {
        impersonal(page.map(|page| page.split(['?', '#']).next().unwrap_or_default().to_owned()))
    };
    // Nobody has to look at an erased one any more.
    let is_waiting = row.held.is_some() && row.released_at.is_none() && row.dismissed_at.is_none();
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
        page: path(row.page),
        landing: path(row.landing),
        last_landing: path(row.last_landing),
        language: impersonal(row.language),
        utm_source: impersonal(row.utm_source),
        utm_medium: impersonal(row.utm_medium),
        utm_campaign: impersonal(row.utm_campaign),
        referrer: Set(None),
        last_referrer: Set(None),
        utm_term: Set(None),
        utm_content: Set(None),
        gclid: Set(None),
        gbraid: Set(None),
        wbraid: Set(None),
        fbclid: Set(None),
        erased_at: Set(Some(now_ms)),
        dismissed_at: Set(if is_waiting { Some(now_ms) } else { row.dismissed_at }),
        ..Default::default()
    }
}

/// SQLite keeps former pages in its write-ahead log until a checkpoint. Somebody who is reading at this moment prevents it;
/// then it happens later automatically.
pub(crate) async fn checkpoint_log(db: &Db) {
    for _ in 0..CHECKPOINT_TRIES {
        if db.empty_log().await.unwrap_or(false) {
            return;
        }
        tokio::time::sleep(CHECKPOINT_PAUSE).await;
    }
    tracing::warn!("erased data stays in the database's write-ahead log until it is overwritten there");
}
