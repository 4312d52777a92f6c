//! `amwaj leads`: list, show, answer, export, erase, release and retry, with or without a running server.

pub(super) mod export;
mod find;
mod journal;
pub(super) mod privacy;
mod quarantine;
mod show;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::queue::spool_folder;
use crate::staff::cli::find::{find_id, find_lead};
use crate::staff::cli::privacy::ErasureTarget;
use crate::staff::export::ExportFormat;
use crate::staff::query::{LeadFilter, LeadPager, ListedLead};
use crate::staff::stage;
use crate::stored_lead::Stage;
use base::clock::{Clock, dubai_text};
use base::text::shown;
use clap::{Args, Subcommand};
use copies::CopiesHealth;
use std::path::PathBuf;
use storage::db::{Database, Db};
use storage::outbox;
use storage::outbox::{Channel, DeliveryState};
use storage::terminal;
use storage::terminal::CommandError;

/// Commands on leads.
#[derive(Clone, Debug, Subcommand)]
pub enum LeadsCommand {
    /// One line per lead, oldest first
    List {
        /// Only leads of which a delivery was given up
        #[arg(long, conflicts_with_all = ["unsent", "overdue"])]
        failed: bool,
        /// Only leads of which a delivery, or the mail for one of its recipients, was not taken yet
        #[arg(long, conflicts_with = "overdue")]
        unsent: bool,
        /// Only leads that nobody has answered within the promised time
        #[arg(long)]
        overdue: bool,
        /// Only leads that are held for someone to look at, with the reasons
        #[arg(long, conflicts_with_all = ["failed", "unsent", "overdue"])]
        held: bool,
        /// Only the requests that the site sends itself, which no other list has
        #[arg(long, conflicts_with_all = ["failed", "unsent", "overdue", "held"])]
        canary: bool,
    },
    /// All that is known of one lead
    Show {
        /// Such as AMW-7K3F9
        reference: String,
    },
    /// The leads of this server's journal: those that wait for the database, and those that it refused, with the reason
    Journal,
    /// Every stored lead, to standard output
    Export {
        #[arg(long, value_enum)]
        format: ExportFormat,
        /// Only leads from this number, however it is written: a person's own data
        #[arg(long)]
        phone: Option<String>,
        /// Only the requests that the site sends itself
        #[arg(long, conflicts_with = "phone")]
        canary: bool,
    },
    /// Take a person's data out of the database; says first what it would erase
    Erase(ErasureTarget),
    /// The visitor was called back
    Contacted(Answered),
    /// A visit or a contract is agreed with the visitor
    Booked(Answered),
    /// Nothing comes of the request
    Lost(Answered),
    /// Nobody has answered after all: undoes `contacted`, `booked` and `lost`
    Reopen(Answered),
    /// Mail a held lead after all, with "[held]" in its subject
    Release {
        /// Such as AMW-7K3F9
        #[arg(required_unless_present = "all")]
        reference: Option<String>,
        /// All that are held
        #[arg(long, conflicts_with = "reference")]
        all: bool,
    },
    /// Say that a held lead is spam, or one that was released: it stays stored and is never mailed by itself
    Dismiss {
        /// Such as AMW-7K3F9
        #[arg(required_unless_present = "all")]
        reference: Option<String>,
        /// All that are held
        #[arg(long, conflicts_with = "reference")]
        all: bool,
    },
    /// Send again now what was not delivered yet
    Retry {
        /// Such as AMW-7K3F9
        #[arg(required_unless_present = "all")]
        reference: Option<String>,
        /// All that were not sent yet
        #[arg(long, conflicts_with = "reference")]
        all: bool,
    },
}

/// A lead that staff have answered, and their words about it.
#[derive(Clone, Debug, Args)]
pub struct Answered {
    /// Such as AMW-7K3F9
    reference: String,
    /// For colleagues; stands in the lead's timeline until the lead is erased
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Who answered
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl Answered {
    /// The name and the note as one line, such as `Mariam: comes on Sunday at nine`.
    fn timeline_text(&self) -> String {
        let parts = [self.by.as_deref(), self.note.as_deref()];
        parts.into_iter().flatten().map(str::trim).collect::<Vec<_>>().join(": ")
    }
}

/// Settings of the commands, given by the site.
pub struct StaffAccess {
    pub database: Database,
    /// Where mails go while no mail server is set.
    pub mail_dir: PathBuf,
    /// The folder of this server's spool.
    pub journal_dir: PathBuf,
    pub channels: &'static [Channel],
    /// State of the copies, in which erased data still is; `None` where none are set.
    pub copies: Option<CopiesHealth>,
}

/// Runs a command, and says what went wrong on standard error.
pub async fn run(command: LeadsCommand, site: &StaffAccess) -> ExitCode {
    write_to(command, site, &mut BufWriter::new(io::stdout().lock())).await
}

/// Like [`run`], with the output written to `out`.
pub async fn write_to(command: LeadsCommand, site: &StaffAccess, out: &mut impl Write) -> ExitCode {
    let result = execute(command, site, out).await;
    terminal::finish(result, out, &mut io::stderr())
}

async fn execute(
    command: LeadsCommand,
    site: &StaffAccess,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let spool = spool_folder::open_existing(&site.journal_dir).await;
    if let LeadsCommand::Journal = command {
        let unreadable = |error| CommandError::Other(format!("the journal cannot be read: {error}"));
        return journal::list(spool.map_err(unreadable)?.as_ref(), out).await;
    }
    let spool = spool.unwrap_or_else(|error| {
        eprintln!("amwaj: {} cannot be read and is left out: {error}", site.journal_dir.display());
        None
    });
    let db = Db::open_existing(&site.database).await?;
    let now = Clock::system().now_ms();
    let code = match command {
        LeadsCommand::List { failed, unsent, overdue, held, canary } => {
            let filter = match (failed, unsent, overdue, held) {
                _ if canary => LeadFilter::Canaries,
                (true, ..) => LeadFilter::Failed,
                (_, true, ..) => LeadFilter::Unsent,
                (.., true, _) => LeadFilter::Overdue(now),
                (.., true) => LeadFilter::Quarantined,
                _ => LeadFilter::All,
            };
            list(&db, filter, now, out).await?
        }
        LeadsCommand::Show { reference } => show::show(&db, spool.as_ref(), &reference, out).await?,
        LeadsCommand::Contacted(answered) => set_stage(&db, Stage::Contacted, &answered, now, out).await?,
        LeadsCommand::Booked(answered) => set_stage(&db, Stage::Booked, &answered, now, out).await?,
        LeadsCommand::Lost(answered) => set_stage(&db, Stage::Lost, &answered, now, out).await?,
        LeadsCommand::Reopen(answered) => set_stage(&db, Stage::New, &answered, now, out).await?,
        LeadsCommand::Export { format, phone, canary } => {
            let mut filters = Vec::new();
            for db in [Some(&db), spool.as_ref()].into_iter().flatten() {
                filters.push(match &phone {
                    Some(typed) => privacy::by_phone(db, typed).await?,
                    None if canary => LeadFilter::Canaries,
                    None => LeadFilter::All,
                });
            }
            match (&phone, format) {
                (Some(_), ExportFormat::Json) => export::hand_out(&db, spool.as_ref(), filters, out).await?,
                _ => export::export(&db, spool.as_ref(), format, filters, out).await?,
            }
        }
        LeadsCommand::Erase(target) => {
            let dbs: Vec<&Db> = [Some(&db), spool.as_ref()].into_iter().flatten().collect();
            privacy::erase(&dbs, &target, &site.mail_dir, site.copies.as_ref(), now, out).await?
        }
        LeadsCommand::Release { reference, .. } => {
            quarantine::release(&db, site.channels, reference, now, out).await?
        }
        LeadsCommand::Dismiss { reference, .. } => quarantine::dismiss(&db, reference, now, out).await?,
        LeadsCommand::Retry { reference, .. } => retry(&db, reference, now, out).await?,
        LeadsCommand::Journal => ExitCode::SUCCESS,
    };
    if let Some(spool) = spool {
        spool.close().await?;
    }
    db.close().await?;
    Ok(code)
}

async fn list(db: &Db, filter: LeadFilter, now: i64, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let mut pager = LeadPager::new(filter);
    let mut count = 0;
    loop {
        let page = pager.next_page(db.reader()).await?;
        if page.is_empty() {
            break;
        }
        for listed in &page {
            write_one_line(listed, now, out)?;
        }
        count += page.len();
    }
    writeln!(out, "{count} {}", if count == 1 { "lead" } else { "leads" })?;
    Ok(ExitCode::SUCCESS)
}

/// The lead on one line, and one more for each delivery that had an error.
fn write_one_line(listed: &ListedLead, now: i64, out: &mut impl Write) -> io::Result<()> {
    let lead = &listed.lead;
    let state = listed.mail.as_ref().map_or("none", |mail| mail.state.as_str());
    let quarantined = lead.quarantined.as_ref().and_then(|lead| Some((lead.state()?, &lead.reasons)));
    let state = quarantined.map_or(state, |(word, _)| word);
    let (name, service) = (shown(&lead.typed.name), shown(&lead.typed.service));
    let phone = shown(&lead.typed.phone);
    let (time, stage) = (dubai_text(lead.received_at), lead.stage.as_str());
    write!(out, "{}  {time}  {state:7}  {stage:9}  {name} · {phone} · {service}", lead.reference)?;
    match lead.due_at.filter(|_| lead.is_open()) {
        Some(due) if lead.is_overdue(now) => writeln!(out, " · overdue since {}", dubai_text(due))?,
        Some(due) => writeln!(out, " · due {}", dubai_text(due))?,
        None => writeln!(out)?,
    }
    if let Some((_, reasons)) = quarantined {
        writeln!(out, "    {}", shown(reasons))?;
    }
    for delivery in
        listed.deliveries().filter(|row| matches!(row.state, DeliveryState::Pending | DeliveryState::Failed))
    {
        if let Some(error) = &delivery.last_error {
            writeln!(out, "    {}: {}", delivery.channel, shown(error))?;
        }
    }
    Ok(())
}

async fn set_stage(
    db: &Db,
    stage: Stage,
    answered: &Answered,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Some(listed) = find_lead(db, &answered.reference).await? else {
        return Ok(ExitCode::FAILURE);
    };
    stage::set(db, &listed.lead.id, stage, &answered.timeline_text(), now).await?;
    writeln!(out, "{} is {} now", listed.lead.reference, stage.as_str())?;
    Ok(ExitCode::SUCCESS)
}

async fn retry(
    db: &Db,
    reference: Option<String>,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Ok(id) = find_id(db, reference).await? else { return Ok(ExitCode::FAILURE) };
    match outbox::retry(db, id.as_deref(), now).await? {
        0 => writeln!(out, "nothing to retry: everything asked for was delivered")?,
        1 => writeln!(out, "1 delivery is due now; a running server makes it")?,
        many => writeln!(out, "{many} deliveries are due now; a running server makes them")?,
    }
    Ok(ExitCode::SUCCESS)
}
