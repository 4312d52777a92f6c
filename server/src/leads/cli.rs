//! `amwaj leads`: list, show, export and retry, beside a running server and without one.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Subcommand;

use super::export::{Export, Exported, Format};
use super::query::{self, Listed, Walk, Which};
use super::reference::Reference;
use crate::clock::{Clock, dubai_text};
use crate::config::Settings;
use crate::db::Db;
use crate::outbox;
use crate::terminal::{self, Trouble, shown};

/// What staff can do with leads.
#[derive(Clone, Debug, Subcommand)]
pub enum LeadsCommand {
    /// One line per lead, oldest first
    List {
        /// Only leads whose mail was given up
        #[arg(long, conflicts_with = "unsent")]
        failed: bool,
        /// Only leads whose mail was not taken yet
        #[arg(long)]
        unsent: bool,
        /// Only the requests that the site sends itself, which no other list has
        #[arg(long, conflicts_with_all = ["failed", "unsent"])]
        canary: bool,
    },
    /// All that is known of one lead
    Show {
        /// Such as AMW-7K3F9
        reference: String,
    },
    /// Every stored lead, to standard output
    Export {
        #[arg(long, value_enum)]
        format: Format,
        /// Only the requests that the site sends itself
        #[arg(long)]
        canary: bool,
    },
    /// Send the mail of a lead again now, if it was not sent yet
    Retry {
        /// Such as AMW-7K3F9
        #[arg(required_unless_present = "all")]
        reference: Option<String>,
        /// All that were not sent yet
        #[arg(long, conflicts_with = "reference")]
        all: bool,
    },
}

/// Does it, and tells what went wrong on standard error.
pub async fn run(command: LeadsCommand, settings: &Settings) -> ExitCode {
    write_to(command, settings, &mut BufWriter::new(io::stdout().lock())).await
}

/// As [`run`], with the output written elsewhere.
pub async fn write_to(command: LeadsCommand, settings: &Settings, out: &mut impl Write) -> ExitCode {
    let done = act(command, settings, out).await;
    terminal::finish(done, out, &mut io::stderr())
}

async fn act(command: LeadsCommand, settings: &Settings, out: &mut impl Write) -> Result<ExitCode, Trouble> {
    let db = Db::open(&settings.database).await?;
    let code = match command {
        LeadsCommand::List { failed, unsent, canary } => {
            let which = match (failed, unsent) {
                _ if canary => Which::Canaries,
                (true, _) => Which::Failed,
                (_, true) => Which::Unsent,
                _ => Which::All,
            };
            list(&db, which, out).await?
        }
        LeadsCommand::Show { reference } => show(&db, &reference, out).await?,
        LeadsCommand::Export { format, canary } => {
            let which = if canary { Which::Canaries } else { Which::All };
            export(&db, which, format, out).await?
        }
        LeadsCommand::Retry { reference, .. } => retry(&db, reference, out).await?,
    };
    db.close().await?;
    Ok(code)
}

async fn list(db: &Db, which: Which, out: &mut impl Write) -> Result<ExitCode, Trouble> {
    let mut walk = Walk::new(which);
    let mut count = 0;
    loop {
        let page = walk.next(db.reader()).await?;
        if page.is_empty() {
            break;
        }
        for listed in &page {
            let (lead, mail) = (&listed.lead, listed.mail.as_ref());
            let state = mail.map_or("none", |mail| mail.state.as_str());
            let (name, service) = (shown(&lead.typed.name), shown(&lead.typed.service));
            let phone = shown(&lead.typed.phone);
            let time = dubai_text(lead.received_at);
            writeln!(out, "{}  {time}  {state:7}  {name} · {phone} · {service}", lead.reference)?;
            if let Some(error) = mail.filter(|_| state != "sent").and_then(|mail| mail.last_error.as_ref()) {
                writeln!(out, "    {}", shown(error))?;
            }
        }
        count += page.len();
    }
    writeln!(out, "{count} {}", if count == 1 { "lead" } else { "leads" })?;
    Ok(ExitCode::SUCCESS)
}

async fn show(db: &Db, reference: &str, out: &mut impl Write) -> Result<ExitCode, Trouble> {
    let reference = Reference::read(reference);
    let Some(listed) = query::find(db.reader(), &reference).await? else {
        eprintln!("amwaj: there is no lead {}", shown(reference.as_str()));
        return Ok(ExitCode::FAILURE);
    };
    write_all_fields(&listed, out)?;
    Ok(ExitCode::SUCCESS)
}

fn write_all_fields(listed: &Listed, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:17} {}", "received", dubai_text(listed.lead.received_at))?;
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

async fn export(db: &Db, which: Which, format: Format, out: &mut impl Write) -> Result<ExitCode, Trouble> {
    let mut export = Export::begin(format, out)?;
    let mut walk = Walk::new(which);
    loop {
        let page = walk.next(db.reader()).await?;
        if page.is_empty() {
            break;
        }
        for listed in &page {
            export.write(listed)?;
        }
    }
    export.end()?;
    Ok(ExitCode::SUCCESS)
}

async fn retry(db: &Db, reference: Option<String>, out: &mut impl Write) -> Result<ExitCode, Trouble> {
    let now = Clock::system().now_ms();
    let changed = match reference {
        None => outbox::retry(db, None, now).await?,
        Some(typed) => {
            let reference = Reference::read(&typed);
            let Some(listed) = query::find(db.reader(), &reference).await? else {
                eprintln!("amwaj: there is no lead {}", shown(reference.as_str()));
                return Ok(ExitCode::FAILURE);
            };
            outbox::retry(db, Some(&listed.lead.id), now).await?
        }
    };
    match changed {
        0 => writeln!(out, "nothing to retry: every mail asked for was sent")?,
        1 => writeln!(out, "1 mail is due now; a running server sends it")?,
        many => writeln!(out, "{many} mails are due now; a running server sends them")?,
    }
    Ok(ExitCode::SUCCESS)
}
