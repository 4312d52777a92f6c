//! Finds the leads that a command names by their references.

use sea_orm::DbErr;

use crate::reference::Reference;
use crate::staff::query;
use crate::staff::query::ListedLead;
use base::text::shown;
use storage::db::Db;

/// There is no lead with that reference, and standard error says so.
pub(super) struct UnknownReference;

/// The lead of a reference that a person typed; says so on standard error if there is no such lead.
pub(super) async fn find_lead(db: &Db, typed: &str) -> Result<Option<ListedLead>, DbErr> {
    let reference = Reference::read(typed);
    let found = query::find_by_reference(db.reader(), &reference).await?;
    if found.is_none() {
        say_unknown(typed);
    }
    Ok(found)
}

/// Says on standard error that there is no lead of that reference.
pub(super) fn say_unknown(typed: &str) {
    eprintln!("amwaj: there is no lead {}", shown(Reference::read(typed).as_str()));
}

/// The id of the named lead; `None` if no lead was named, which means all.
pub(super) async fn find_id(
    db: &Db,
    reference: Option<String>,
) -> Result<Result<Option<String>, UnknownReference>, DbErr> {
    let Some(typed) = reference else { return Ok(Ok(None)) };
    Ok(find_lead(db, &typed).await?.map(|listed| Some(listed.lead.id)).ok_or(UnknownReference))
}
