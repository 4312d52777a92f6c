//! `amwaj leads`: list, show, answer, export and retry, beside a running server and without one.

mod held;
mod privacy;
mod show;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use sea_orm::DbErr;

use crate::queue::reference::Reference;
pub use crate::staff::cli::privacy::Whose;
use crate::staff::export::{Export, Format};
use crate::staff::query;
use crate::staff::query::{Listed, Walk, Which};
use crate::staff::stage;
use crate::staff::stage::Stage;
use base::clock::{Clock, dubai_text};
use base::text::shown;
use std::path::PathBuf;
use storage::db::{Database, Db};
use storage::outbox;
use storage::outbox::{Channel, DeliveryState};
use storage::terminal;
use storage::terminal::CommandError;

/// What staff can do with leads.
#[derive(Clone, Debug, Subcommand)]
pub enum LeadsCommand {
    /// One line per lead, oldest first
    List {
        /// Only leads of which a delivery was given up
        #[arg(long, conflicts_with_all = ["unsent", "overdue"])]
        failed: bool,
        /// Only leads of which a delivery was not taken yet
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
    /// Every stored lead, to standard output
    Export {
        #[arg(long, value_enum)]
        format: Format,
        /// Only leads from this number, however it is written: a person's own data
        #[arg(long)]
        phone: Option<String>,
        /// Only the requests that the site sends itself
        #[arg(long, conflicts_with = "phone")]
        canary: bool,
    },
    /// Take a person's data out of the database; says first what it would erase
    Erase(Whose),
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
    /// Say that a held lead is spam: it stays stored and is never mailed by itself
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

/// What staff say about a lead that they have answered.
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
    /// Who and what as one line, such as `Mariam: comes on Sunday at nine`.
    fn words(&self) -> String {
        let said = [self.by.as_deref(), self.note.as_deref()];
        said.into_iter().flatten().map(str::trim).collect::<Vec<_>>().join(": ")
    }
}

/// What the commands need to know of the site.
pub struct StaffAccess {
    pub database: Database,
    /// Where mails go while no mail server is set.
    pub mail_dir: PathBuf,
    pub channels: &'static [Channel],
}

/// Does it, and tells what went wrong on standard error.
pub async fn run(command: LeadsCommand, site: &StaffAccess) -> ExitCode {
    write_to(command, site, &mut BufWriter::new(io::stdout().lock())).await
}

/// As [`run`], with the output written elsewhere.
pub async fn write_to(command: LeadsCommand, site: &StaffAccess, out: &mut impl Write) -> ExitCode {
    let done = act(command, site, out).await;
    terminal::finish(done, out, &mut io::stderr())
}

async fn act(
    command: LeadsCommand,
    site: &StaffAccess,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let db = Db::open(&site.database).await?;
    let now = Clock::system().now_ms();
    let code = match command {
        LeadsCommand::List { failed, unsent, overdue, held, canary } => {
            let which = match (failed, unsent, overdue, held) {
                _ if canary => Which::Canaries,
                (true, ..) => Which::Failed,
                (_, true, ..) => Which::Unsent,
                (.., true, _) => Which::Overdue(now),
                (.., true) => Which::Quarantined,
                _ => Which::All,
            };
            list(&db, which, now, out).await?
        }
        LeadsCommand::Show { reference } => show::show(&db, &reference, out).await?,
        LeadsCommand::Contacted(words) => answered(&db, Stage::Contacted, &words, now, out).await?,
        LeadsCommand::Booked(words) => answered(&db, Stage::Booked, &words, now, out).await?,
        LeadsCommand::Lost(words) => answered(&db, Stage::Lost, &words, now, out).await?,
        LeadsCommand::Reopen(words) => answered(&db, Stage::New, &words, now, out).await?,
        LeadsCommand::Export { format, phone, canary } => {
            let which = match phone {
                Some(typed) => privacy::of_phone(&db, &typed).await?,
                None if canary => Which::Canaries,
                None => Which::All,
            };
            export(&db, format, which, out).await?
        }
        LeadsCommand::Erase(whose) => privacy::erase(&db, &whose, &site.mail_dir, now, out).await?,
        LeadsCommand::Release { reference, .. } => {
            held::release(&db, site.channels, reference, now, out).await?
        }
        LeadsCommand::Dismiss { reference, .. } => held::dismiss(&db, reference, now, out).await?,
        LeadsCommand::Retry { reference, .. } => retry(&db, reference, now, out).await?,
    };
    db.close().await?;
    Ok(code)
}

async fn list(db: &Db, which: Which, now: i64, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let mut walk = Walk::new(which);
    let mut count = 0;
    loop {
        let page = walk.next(db.reader()).await?;
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

/// The lead on one line, and one more for each delivery that does not go well.
fn write_one_line(listed: &Listed, now: i64, out: &mut impl Write) -> io::Result<()> {
    let lead = &listed.lead;
    let state = listed.mail.as_ref().map_or("none", |mail| mail.state.as_str());
    let held = lead.held.as_ref().and_then(|held| Some((held.state()?, &held.reasons)));
    let state = held.map_or(state, |(word, _)| word);
    let (name, service) = (shown(&lead.typed.name), shown(&lead.typed.service));
    let phone = shown(&lead.typed.phone);
    let (time, stage) = (dubai_text(lead.received_at), lead.stage.as_str());
    write!(out, "{}  {time}  {state:7}  {stage:9}  {name} · {phone} · {service}", lead.reference)?;
    match lead.due_at.filter(|_| lead.is_open()) {
        Some(due) if lead.is_overdue(now) => writeln!(out, " · overdue since {}", dubai_text(due))?,
        Some(due) => writeln!(out, " · due {}", dubai_text(due))?,
        None => writeln!(out)?,
    }
    if let Some((_, reasons)) = held {
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

/// The lead of a reference that a person typed; says so on standard error where there is none.
async fn wanted(db: &Db, typed: &str) -> Result<Option<Listed>, DbErr> {
    let reference = Reference::read(typed);
    let found = query::find(db.reader(), &reference).await?;
    if found.is_none() {
        eprintln!("amwaj: there is no lead {}", shown(reference.as_str()));
    }
    Ok(found)
}

/// There is no lead of that reference, and it was said.
struct Unknown;

/// The id of the lead that was named, or nothing for all.
async fn meant(db: &Db, reference: Option<String>) -> Result<Result<Option<String>, Unknown>, DbErr> {
    let Some(typed) = reference else { return Ok(Ok(None)) };
    Ok(wanted(db, &typed).await?.map(|listed| Some(listed.lead.id)).ok_or(Unknown))
}

async fn answered(
    db: &Db,
    stage: Stage,
    words: &Answered,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Some(listed) = wanted(db, &words.reference).await? else {
        return Ok(ExitCode::FAILURE);
    };
    stage::set(db, &listed.lead.id, stage, &words.words(), now).await?;
    writeln!(out, "{} is {} now", listed.lead.reference, stage.as_str())?;
    Ok(ExitCode::SUCCESS)
}

async fn export(
    db: &Db,
    format: Format,
    which: Which,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
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

async fn retry(
    db: &Db,
    reference: Option<String>,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Ok(id) = meant(db, reference).await? else { return Ok(ExitCode::FAILURE) };
    match outbox::retry(db, id.as_deref(), now).await? {
        0 => writeln!(out, "nothing to retry: everything asked for was delivered")?,
        1 => writeln!(out, "1 delivery is due now; a running server makes it")?,
        many => writeln!(out, "{many} deliveries are due now; a running server makes them")?,
    }
    Ok(ExitCode::SUCCESS)
}
