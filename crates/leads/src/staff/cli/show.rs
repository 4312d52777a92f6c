//! `amwaj leads show`: everything that is known about one lead, and its timeline.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::notice::MANY_FROM_ADDRESS;
use crate::staff::cli::find::find_lead;
use crate::staff::export::Exported;
use crate::staff::query::ListedLead;
use base::clock::{dubai_text, dubai_time};
use base::text::shown;
use storage::db::Db;
use storage::outbox::timeline;
use storage::terminal::CommandError;

pub(crate) async fn show(db: &Db, reference: &str, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let Some(listed) = find_lead(db, reference).await? else {
        return Ok(ExitCode::FAILURE);
    };
    write_all_fields(&listed, out)?;
    writeln!(out, "\nwhat happened, in Dubai's time")?;
    let why = match &listed.lead.quarantined {
        Some(lead) => format!(": held: {}", lead.reasons),
        None if listed.lead.many_from_address => format!(": {MANY_FROM_ADDRESS}"),
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
