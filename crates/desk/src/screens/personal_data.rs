//! A visitor asks for their data, or that it be erased. Neither can be undone, so each wants a fresh proof of who asks, and
//! erasing also the reference, typed once.

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::answers::{count_once, log};
use crate::screens::request;
use crate::service::DeskService;
use crate::staff::audit::AuditAction;
use copies::CopiesHealth;
use leads::Reference;
use sea_orm::DbErr;
use storage::terminal::CommandError;

/// All requests of this visitor's number, as a file.
pub async fn hand_out(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let lead = request::find(desk, asked).await?.lead;
    let body = desk.personal_data.export(&lead).await.map_err(unavailable)?;
    if let Some((write, _)) = count_once(desk, asked, &lead).await? {
        log(&write, asked, &lead, AuditAction::HandedOut, desk.clock.now_ms()).await?;
        write.commit().await?;
    }
    Ok(Reply::File { name: format!("{}.json", lead.reference), content_type: "application/json", body })
}

/// Erases the personal data of one request.
pub async fn erase(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let listed = request::find(desk, asked).await?;
    let lead = &listed.lead;
    if Reference::read(asked.field("typed")) != lead.reference {
        let text = format!("To erase it, type its reference: {}.", lead.reference);
        return Err(Failure::invalid(text));
    }
    let now = desk.clock.now_ms();
    if let Err(why) = desk.personal_data.erase(&listed, now).await.map_err(unavailable)? {
        return Err(Failure::invalid(format!("{} {why}.", lead.reference)));
    }
    if let Some((write, _)) = count_once(desk, asked, lead).await? {
        log(&write, asked, lead, AuditAction::Erased, now).await?;
        write.commit().await?;
    }
    let copies_until = desk.copies.as_ref().and_then(CopiesHealth::forgotten_at);
    let reference = lead.reference.to_string();
    Ok(Reply::done(request::address(&lead.reference), Flash::Erased { reference, copies_until }))
}

fn unavailable(error: CommandError) -> Failure {
    match error {
        CommandError::Database(error) => Failure::Database(error),
        other => Failure::Database(DbErr::Custom(other.to_string())),
    }
}
