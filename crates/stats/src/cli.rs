//! `amwaj stats`: what visitors did, as a table with a small chart or as CSV, beside a running server and without one.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use jiff::civil::{Date, date};

use crate::chart;
use crate::store;
use crate::store::Model;
use crate::table::{GroupBy, StatsTable};
use base::clock::{Clock, day_text, dubai_day};
use base::text::shown;
use storage::db::Database;
use storage::db::Db;
use storage::terminal;
use storage::terminal::CommandError;

/// Days that are shown by default.
const DEFAULT_DAYS: i32 = 28;
/// Days that are read at a time, so that any number of them fits in memory.
const DAYS_PER_READ: i32 = 7;
/// The width where the output is no terminal, in columns.
const PIPED_WIDTH: usize = 100;
const MIN_WIDTH: usize = 40;

/// The options of `amwaj stats`.
#[derive(Clone, Debug, Args)]
pub struct StatsCommand {
    /// The last so many days, with today [default: 28]
    #[arg(long, conflicts_with_all = ["from", "to"], value_parser = clap::value_parser!(i32).range(1..=36_500))]
    days: Option<i32>,
    /// The first day, such as 2026-11-01 [default: 27 days before the last]
    #[arg(long, value_name = "DAY")]
    from: Option<String>,
    /// The last day [default: today]
    #[arg(long, value_name = "DAY")]
    to: Option<String>,
    /// What has a line of its own
    #[arg(long, value_enum, default_value_t = GroupBy::Page, conflicts_with = "format")]
    by: GroupBy,
    /// csv: every sum as it is kept, for a spreadsheet
    #[arg(long, value_enum)]
    format: Option<StatsFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    Csv,
}

/// Runs the command; errors go to standard error.
pub async fn run(command: StatsCommand, database: &Database) -> ExitCode {
    let width = match io::stdout().is_terminal() {
        true => usize::from(console::Term::stdout().size().1).max(MIN_WIDTH),
        false => PIPED_WIDTH,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    write_to(command, database, &Clock::system(), width, &mut out).await
}

/// As [`run`], with the output written elsewhere, `width` characters wide, on another day.
pub async fn write_to(
    command: StatsCommand,
    database: &Database,
    clock: &Clock,
    width: usize,
    out: &mut impl Write,
) -> ExitCode {
    let done = execute(command, database, dubai_day(clock.now_ms()), width, out).await;
    terminal::finish(done, out, &mut io::stderr())
}

async fn execute(
    command: StatsCommand,
    database: &Database,
    today: i32,
    width: usize,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let (first, last) = period(&command, today)?;
    let db = Db::open_existing(database).await?;
    match command.format {
        Some(StatsFormat::Csv) => csv(&db, first, last, out).await?,
        None => {
            let mut table = StatsTable::new(command.by, today);
            for_each_sum(&db, first, last, |sum| {
                table.add(&sum);
                Ok(())
            })
            .await?;
            print(&table, first, last, width, out)?;
        }
    }
    db.close().await?;
    Ok(ExitCode::SUCCESS)
}

/// The first day and the last one that were asked for.
fn period(command: &StatsCommand, today: i32) -> Result<(i32, i32), CommandError> {
    let day = |typed: &Option<String>| typed.as_deref().map(parse_day).transpose();
    let last = day(&command.to)?.unwrap_or(today);
    let first = day(&command.from)?.unwrap_or(last - command.days.unwrap_or(DEFAULT_DAYS) + 1);
    if first > last {
        let (first, last) = (day_text(first), day_text(last));
        return Err(CommandError::Other(format!("the first day, {first}, is after the last one, {last}")));
    }
    Ok((first, last))
}

/// Parses a day as staff type it.
fn parse_day(typed: &str) -> Result<i32, CommandError> {
    let wrong = || CommandError::Other(format!("`{}` is no day; write it as 2026-11-22", shown(typed)));
    let day: Date = typed.trim().parse().map_err(|_| wrong())?;
    date(1970, 1, 1).until(day).map(|span| span.get_days()).map_err(|_| wrong())
}

/// Reads the sums one after the other, by day.
async fn for_each_sum(
    db: &Db,
    first: i32,
    last: i32,
    mut visit: impl FnMut(Model) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut day = first;
    while day <= last {
        for sum in store::between(db.reader(), day, last.min(day + DAYS_PER_READ - 1)).await? {
            visit(sum)?;
        }
        day += DAYS_PER_READ;
    }
    Ok(())
}

/// Every sum of these days, as it is kept.
/// Paths and campaigns begin with a slash, a letter or a digit: no spreadsheet takes them for a formula.
async fn csv(db: &Db, first: i32, last: i32, out: &mut impl Write) -> Result<(), CommandError> {
    let mut writer = csv::Writer::from_writer(out);
    let broken = |error: csv::Error| CommandError::Output(error.into());
    writer.write_record(["day", "event", "page", "campaign", "count"]).map_err(broken)?;
    for_each_sum(db, first, last, |sum| {
        let count = sum.count.to_string();
        writer.write_record([&sum.day, &sum.event, &sum.path, &sum.campaign, &count]).map_err(broken)
    })
    .await?;
    writer.flush().map_err(CommandError::from)
}

fn print(
    table: &StatsTable,
    first: i32,
    last: i32,
    width: usize,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let (first, last) = (day_text(first), day_text(last));
    if table.is_empty() {
        writeln!(out, "Nothing was counted from {first} to {last}.")?;
        return Ok(());
    }
    writeln!(out, "From {first} to {last}, days of Dubai\n")?;
    table.write(width, out)?;
    writeln!(out, "\nViews")?;
    chart::write(table.views(), width, out)?;
    writeln!(out, "\nreached: calls, chats, mails and sent requests for each 100 views")?;
    Ok(())
}
