//! `amwaj staff`: let people in and out, see their devices, read the audit log; with or without a running server and
//! without any mail. It is also the way back for whoever has lost their phone.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Subcommand;
use sea_orm::DbErr;

use crate::settings::command;
use crate::staff::audit::{self, AuditAction, AuditReader, COMMAND_LINE, Entry};
use crate::staff::invitation::{self, Way};
use crate::staff::people::{self, Member};
use crate::staff::roles::Role;
use crate::staff::{passkey_store, session};
use base::clock::{Clock, dubai_text, dubai_time};
use base::random::Random;
use base::text::shown;
use storage::db::{Database, Db, WriteTransaction};
use storage::terminal::{self, CommandError};

/// Commands on the people who may use the desk in the browser.
#[derive(Clone, Debug, Subcommand)]
pub enum StaffCommand {
    /// Let somebody in, or back in after a lost phone: prints a link and a code that work once, within an hour
    Invite {
        /// Such as "Mariam Haddad"; of people who are known, the first name is enough
        name: String,
        /// What somebody new may do; can be given several times. Of people who are known, replaces what they may do
        #[arg(long, value_enum)]
        role: Vec<Role>,
        /// Where a link for signing in may be mailed, once `mail-link` is on
        #[arg(long)]
        mail: Option<String>,
    },
    /// Everybody, with their roles and the devices that are signed in
    List,
    /// After a lost phone: sign somebody out everywhere and remove their passkeys; `invite` lets them in again
    SignOut { name: String },
    /// Sign somebody out everywhere, and let them in no more
    End { name: String },
    /// What owners set: all of it, or one setting with its new value, such as `mail-link on`
    Settings { name: Option<String>, value: Option<String> },
    /// What was done at the desk, oldest first, and whether that log is whole
    Log,
}

/// Settings of the commands, given by the site.
pub struct StaffCommandSettings {
    pub database: Database,
    /// Base of invitations' links, without a slash at the end.
    pub origin: String,
}

/// Runs a command; errors go to standard error.
pub async fn run(command: StaffCommand, settings: &StaffCommandSettings) -> ExitCode {
    write_to(command, settings, &Clock::system(), &mut BufWriter::new(io::stdout().lock())).await
}

/// Like [`run`], with the output written to `out`, at another time.
pub async fn write_to(
    command: StaffCommand,
    settings: &StaffCommandSettings,
    clock: &Clock,
    out: &mut impl Write,
) -> ExitCode {
    let done = execute(command, settings, clock.now_ms(), out).await;
    terminal::finish(done, out, &mut io::stderr())
}

async fn execute(
    command: StaffCommand,
    settings: &StaffCommandSettings,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let db = Db::open_existing(&settings.database).await?;
    match command {
        StaffCommand::Invite { name, role, mail } => {
            invite(&db, &settings.origin, &Invited { name, roles: role, mail }, now, out).await?;
        }
        StaffCommand::List => list(&db, now, out).await?,
        StaffCommand::SignOut { name } => sign_out(&db, &name, now, out).await?,
        StaffCommand::End { name } => end(&db, &name, now, out).await?,
        StaffCommand::Settings { name, value } => {
            command::run(&db, name.as_deref(), value.as_deref(), now, out).await?;
        }
        StaffCommand::Log => log(&db, out).await?,
    }
    db.close().await?;
    Ok(ExitCode::SUCCESS)
}

/// The person to invite, as typed.
struct Invited {
    name: String,
    roles: Vec<Role>,
    mail: Option<String>,
}

async fn invite(
    db: &Db,
    origin: &str,
    invited: &Invited,
    now: i64,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let (typed, mut roles) = (invited.name.as_str(), invited.roles.clone());
    let mail =
        people::clean_mail(invited.mail.as_deref().unwrap_or_default()).map_err(CommandError::Other)?;
    let wrong = || {
        CommandError::Other(format!(
            "`{}` is no name: write 1 to {} letters",
            shown(typed),
            people::MAX_NAME_CHARS
        ))
    };
    let name = people::clean_name(typed).ok_or_else(wrong)?;
    roles.sort();
    roles.dedup();
    let random = Random::system();
    let write = db.begin_write().await?;
    let everybody = people::all_locked(&write).await?;
    let known = find(&everybody, &name, roles.is_empty())?;
    if let Some(mail) = &mail
        && let Some(other) = people::of_mail(&everybody, mail)
        && known.is_none_or(|known| known.id != other.id)
    {
        return Err(CommandError::Other(format!("{} is {}'s", shown(mail), shown(&other.name))));
    }
    let person = match known {
        Some(person) => {
            if !roles.is_empty() {
                people::set_roles(&write, &person.id, &roles).await?;
            }
            person.clone()
        }
        None if roles.is_empty() => {
            return Err(nobody_called(
                &name,
                "; to let somebody new in, add --role owner, office or marketing",
            ));
        }
        None => people::add(&write, &random, &name, &roles, now).await?,
    };
    if mail.is_some() {
        people::set_mail(&write, &person.id, mail.as_deref()).await?;
    }
    let code = invitation::make(&write, &random, &person.id, Way::Invitation, now).await?;
    let entry = Entry {
        by: COMMAND_LINE,
        action: AuditAction::Invited,
        subject: &person.name,
        lead_id: None,
        key: None,
    };
    audit::append(&write, entry, now).await?;
    write.commit().await?;
    let link = code.link(origin);
    let until = dubai_text(now + Way::Invitation.valid_ms());
    writeln!(
        out,
        "{} opens this link, or scans the square, on the phone to be used. It works once, until {until}.\n",
        shown(&person.name)
    )?;
    writeln!(out, "  {link}\n")?;
    writeln!(out, "Or opens {origin}/desk/join and types {}\n", code.as_str())?;
    writeln!(out, "{}", invitation::qr_terminal(&link).unwrap_or_default())?;
    Ok(())
}

/// The person of that name; with `by_first_name` also one who is the only one with that first name.
fn find<'a>(
    everybody: &'a [Member],
    name: &str,
    by_first_name: bool,
) -> Result<Option<&'a Member>, CommandError> {
    let name = name.to_lowercase();
    if let Some(person) = everybody.iter().find(|person| person.name.to_lowercase() == name) {
        return Ok(Some(person));
    }
    let first = |person: &Member| person.name.split_whitespace().next().map(str::to_lowercase);
    let named: Vec<&Member> =
        everybody.iter().filter(|person| first(person).as_deref() == Some(&name)).collect();
    match named.as_slice() {
        _ if !by_first_name => Ok(None),
        [] => Ok(None),
        [person] => Ok(Some(person)),
        several => {
            let names: Vec<String> = several.iter().map(|person| shown(&person.name).to_string()).collect();
            Err(CommandError::Other(format!(
                "several people are called so: {}; write the whole name",
                names.join(", ")
            )))
        }
    }
}

fn nobody_called(name: &str, more: &str) -> CommandError {
    CommandError::Other(format!("nobody is called {}{more}", shown(name)))
}

async fn list(db: &Db, now: i64, out: &mut impl Write) -> Result<(), CommandError> {
    let everybody = people::all(db.reader()).await?;
    let (devices, open) = (session::open(db.reader(), now).await?, invitation::open(db.reader(), now).await?);
    let passkeys = passkey_store::all(db.reader()).await?;
    if everybody.is_empty() {
        writeln!(
            out,
            "nobody may use the desk yet; `amwaj staff invite NAME --role owner` lets the first person in"
        )?;
    }
    for person in &everybody {
        let roles: Vec<&str> = person.roles.iter().map(|role| role.as_str()).collect();
        let mail = person.mail.as_deref().map_or_else(String::new, |mail| format!(", {}", shown(mail)));
        writeln!(out, "{}: {}{mail}", shown(&person.name), roles.join(", "))?;
        for device in devices.iter().filter(|device| device.staff_id == person.id) {
            writeln!(out, "    {}, used {}", shown(&device.device), dubai_text(device.used_at))?;
        }
        for passkey in passkeys.iter().filter(|passkey| passkey.staff_id == person.id) {
            let used =
                passkey.used_at.map_or("not used yet".to_owned(), |at| format!("used {}", dubai_text(at)));
            writeln!(out, "    passkey: {}, {used}", shown(&passkey.label))?;
        }
        for (_, until) in open.iter().filter(|(id, _)| *id == person.id) {
            writeln!(out, "    invited until {}", dubai_text(*until))?;
        }
    }
    Ok(())
}

async fn sign_out(db: &Db, typed: &str, now: i64, out: &mut impl Write) -> Result<(), CommandError> {
    let write = db.begin_write().await?;
    let everybody = people::all_locked(&write).await?;
    let person = find(&everybody, typed.trim(), true)?.ok_or_else(|| nobody_called(typed, ""))?;
    take_ways_in(&write, person, AuditAction::SignedOut, now).await?;
    write.commit().await?;
    writeln!(out, "{} is signed out everywhere, and their passkeys are removed", shown(&person.name))?;
    Ok(())
}

/// Ends a person's sessions, passkeys and codes, and says so in the audit log.
async fn take_ways_in(
    write: &WriteTransaction,
    person: &Member,
    action: AuditAction,
    now: i64,
) -> Result<(), DbErr> {
    session::end_all_of(write, &person.id, now).await?;
    passkey_store::forget_all_of(write, &person.id).await?;
    invitation::forget_open(write, &person.id, &[Way::Invitation, Way::Mail]).await?;
    let entry = Entry { by: COMMAND_LINE, action, subject: &person.name, lead_id: None, key: None };
    audit::append(write, entry, now).await
}

async fn end(db: &Db, typed: &str, now: i64, out: &mut impl Write) -> Result<(), CommandError> {
    let write = db.begin_write().await?;
    let everybody = people::all_locked(&write).await?;
    let person = find(&everybody, typed.trim(), true)?.ok_or_else(|| nobody_called(typed, ""))?;
    people::end(&write, &person.id, now).await?;
    take_ways_in(&write, person, AuditAction::PersonEnded, now).await?;
    write.commit().await?;
    writeln!(out, "{} is signed out everywhere, and is let in no more", shown(&person.name))?;
    if people::is_last_owner(&everybody, &person.id) {
        writeln!(out, "nobody is an owner now; `amwaj staff invite NAME --role owner` makes one")?;
    }
    Ok(())
}

async fn log(db: &Db, out: &mut impl Write) -> Result<(), CommandError> {
    let (mut reader, mut count, mut broken) = (AuditReader::default(), 0_u64, 0_u64);
    loop {
        let rows = reader.next_page(db.reader()).await?;
        if rows.is_empty() {
            break;
        }
        for entry in rows {
            let row = &entry.row;
            let mark = if entry.intact { "" } else { "  CHANGED, or a row before it is missing" };
            let (by, subject) = (shown(&row.by_name), shown(&row.subject));
            writeln!(out, "{}  {by}  {}  {subject}{mark}", dubai_time(row.at), row.action)?;
            count += 1;
            broken += u64::from(!entry.intact);
        }
    }
    match broken {
        0 => writeln!(out, "{count} entries; the log is whole")?,
        broken => {
            return Err(CommandError::Other(format!(
                "the log is not whole: {broken} of {count} entries are not as they were written"
            )));
        }
    }
    Ok(())
}
