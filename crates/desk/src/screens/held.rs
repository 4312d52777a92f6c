//! Requests in quarantine: suspected spam, for a person to decide.

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::answers::{count_once, log};
use crate::screens::{request, rows};
use crate::service::DeskService;
use crate::staff::audit::AuditAction;
use crate::view::{Held, HeldRow, Screen};
use base::clock::duration_ms;
use leads::staff::inbox::{self, InboxFilter, InboxQuery};
use leads::staff::quarantine::{self, QuarantineFilter};

/// The most rows of each list.
const MAX_ROWS: u64 = 50;

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let waiting = held_rows(desk, asked, InboxFilter::Quarantined).await?;
    let set_aside = held_rows(desk, asked, InboxFilter::Dismissed).await?;
    Ok(Reply::Screen(Screen::Held(Held { waiting, set_aside })))
}

async fn held_rows(desk: &DeskService, asked: &Asked, filter: InboxFilter) -> Result<Vec<HeldRow>, Failure> {
    let db = desk.db.reader();
    let listed = inbox::list(db, &InboxQuery { filter, search: "", after: None, max: MAX_ROWS }).await?;
    let rows = rows::rows(db, asked.who(), &listed).await?;
    let held = rows.into_iter().zip(&listed).map(|(row, listed)| {
        let reasons = listed.lead.quarantined.as_ref().map(|held| held.reasons.clone()).unwrap_or_default();
        let is_waiting = filter == InboxFilter::Quarantined;
        let mailed_at =
            desk.held_for.filter(|_| is_waiting).map(|after| row.received_at + duration_ms(after));
        HeldRow { row, reasons, mailed_at }
    });
    Ok(held.collect())
}

/// Passes a request on, as if it had never been held, or sets it aside; either can be taken back.
pub async fn decide(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let lead = request::find(desk, asked).await?.lead;
    let spam = match asked.field("decision") {
        "pass" => false,
        "spam" => true,
        _ => return Err(Failure::invalid("Say whether to pass it on, or that it's spam.".to_owned())),
    };
    if let Some((write, _)) = count_once(desk, asked, &lead).await? {
        let now = desk.clock.now_ms();
        let which = QuarantineFilter::Id(&lead.id);
        let (changed, action) = match spam {
            false => {
                let released = quarantine::release_in(&write, desk.channels.now(), which, now).await?;
                (released > 0, AuditAction::Released)
            }
            true => (quarantine::dismiss_in(&write, which, now).await? > 0, AuditAction::Dismissed),
        };
        if changed {
            log(&write, asked, &lead, action, now).await?;
        }
        write.commit().await?;
        desk.notify.notify();
    }
    Ok(Reply::done("/desk/held", Flash::Decided { reference: lead.reference.to_string(), spam }))
}
