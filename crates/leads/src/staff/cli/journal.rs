//! `amwaj leads journal`: lists the spool of this server, whether the database can be reached or not.

use std::io::Write;
use std::process::ExitCode;

use crate::staff::cli::privacy::read_all;
use crate::staff::query::LeadFilter;
use base::clock::dubai_text;
use base::text::shown;
use storage::db::Db;
use storage::outbox::DeliveryState;
use storage::terminal::CommandError;

pub(crate) async fn list(spool: Option<&Db>, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let mut leads = match spool {
        Some(spool) => read_all(spool, LeadFilter::All).await?,
        None => Vec::new(),
    };
    leads.retain(|listed| listed.lead.erased_at.is_none());
    for listed in &leads {
        let (lead, typed) = (&listed.lead, &listed.lead.typed);
        let refusal = listed.deliveries().find(|row| row.state == DeliveryState::Failed);
        let state = if refusal.is_some() { "refused" } else { "waiting" };
        let (name, phone) = (shown(&typed.name), shown(&typed.phone));
        let (time, service) = (dubai_text(lead.received_at), shown(&typed.service));
        writeln!(out, "{}  {time}  {state}  {name} · {phone} · {service}", lead.reference)?;
        if let Some(reason) = refusal.and_then(|row| row.last_error.as_deref()) {
            writeln!(out, "    {}", shown(reason))?;
        }
    }
    writeln!(out, "{} {}", leads.len(), if leads.len() == 1 { "lead" } else { "leads" })?;
    Ok(ExitCode::SUCCESS)
}
