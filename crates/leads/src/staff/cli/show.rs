//! `amwaj leads show`: everything that is known about one lead, and its timeline.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::reference::Reference;
use crate::staff::cli::find::say_unknown;
use crate::staff::export::Exported;
use crate::staff::query;
use crate::staff::query::ListedLead;
use base::clock::{dubai_text, dubai_time};
use base::text::shown;
use storage::db::Db;
use storage::outbox::timeline;
use storage::terminal::CommandError;

pub(crate) async fn show(
    db: &Db,
    spool: Option<&Db>,
    typed: &str,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let mut found = None;
    for db in [Some(db), spool].into_iter().flatten() {
        if found.is_none() {
            let listed = query::find_by_reference(db.reader(), &Reference::read(typed)).await?;
            found = listed.map(|listed| (listed, db));
        }
    }
    let Some((listed, db)) = found else {
        say_unknown(typed);
        return Ok(ExitCode::FAILURE);
    };
    write_all_fields(&listed, out)?;
    writeln!(out, "\nwhat happened, in Dubai's time")?;
    let why = match &listed.lead.quarantined {
        Some(lead) => format!(": held: {}", lead.reasons),
        None => String::new(),
    };
    writeln!(out, "{}  received{why}", dubai_time(listed.lead.received_at))?;
    for event in timeline::for_lead(db.reader(), &listed.lead.id).await? {
        let (time, text) = (dubai_time(event.at), shown(&event.text));
        writeln!(out, "{time}  {}{}{text}", event.kind, if text.is_empty() { "" } else { ": " })?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_all_fields(listed: &ListedLead, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:17} {}", "received", dubai_text(listed.lead.received_at))?;
    if let Some(due) = listed.lead.due_at {
        writeln!(out, "{:17} {}", "answer due", dubai_text(due))?;
    }
    let fields = serde_json::to_value(Exported::from(listed))?;
    for (name, value) in fields.as_object().into_iter().flatten() {
        let text = match value {
            serde_json::Value::Null => continue,
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut lines = text.lines().map(shown);
        writeln!(out, "{name:17} {}", lines.next().unwrap_or_default())?;
        for line in lines {
            writeln!(out, "{:17} {line}", "")?;
        }
    }
    Ok(())
}
