//! `amwaj doctor`: checks the site, and advises on every fault. One line each.

mod address;
mod certificate;
mod check;
mod data;
mod journal;
mod launch;
mod mail_domain;
mod mail_server;
mod neighbours;
mod requests;
mod tls;
mod unit;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use sea_orm::DbErr;

pub(crate) use crate::doctor::address::deepest;
pub use crate::doctor::check::{Check, Verdict};
use crate::doctor::journal::journal;
pub use crate::doctor::launch::preview;
pub(crate) use crate::doctor::neighbours::examine_neighbours;
use crate::doctor::requests::{answers, delivery_line, held_line, refusing_mailboxes, unknown_pages};
use crate::monitoring::breakdowns;
use crate::monitoring::proxies::noticed;
use crate::settings::Settings;
use base::clock::{Clock, dubai_text};
use leads::canary;
use leads::canary::{CanaryStage, CanaryStatus};
use leads::newest_received_at;
use leads::staff::silence;
use storage::db::{Database, Db, OpenError, dead_addresses, why_unusable};
use storage::outbox::Channel;
use url::Url;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// A lead from further ahead than this means that the clock was set back.
const CLOCK_SLACK_MS: i64 = 5 * 60 * 1000;
/// 1 January 2026: a clock that shows less was never set.
const EARLIEST_MS: i64 = 1_767_225_600_000;
const MIB: u64 = 1024 * 1024;
const LITTLE_SPACE: u64 = 1024 * MIB;
const NO_SPACE: u64 = 100 * MIB;

/// Checks everything, prints a line for each, and exits with 1 where something does not work.
/// `more` are the lines of checks that are made elsewhere.
pub async fn run(settings: &Settings, clock: &Clock, more: impl Future<Output = Vec<Check>>) -> ExitCode {
    let mut lines = examine(settings, clock).await;
    lines.extend(more.await);
    let mut out = io::stdout().lock();
    for line in &lines {
        // A reader that has gone away is no fault of the site's.
        let _ = writeln!(out, "{line}");
    }
    let failed = lines.iter().any(|line| line.verdict == Verdict::Fail);
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// All lines of the report. What is elsewhere is asked at the same time.
pub async fn examine(settings: &Settings, clock: &Clock) -> Vec<Check> {
    let now = clock.now_ms();
    let folder = data::folder(settings);
    let (database, journal, mail, domain, webhook, copies, address, other_name) = tokio::join!(
        in_database(settings, folder.is_err(), now),
        journal(settings),
        mail_server::lines(settings),
        mail_domain::lines(settings),
        neighbours::webhook(settings),
        neighbours::copies_place(settings),
        address::site_address(settings),
        address::other_name(settings),
    );
    let mut lines = Vec::new();
    let is_usable = folder.is_ok();
    lines.extend(folder.err());
    lines.extend(database);
    lines.extend(journal.filter(|_| is_usable));
    lines.extend(mail);
    lines.extend(domain);
    lines.push(webhook.unwrap_or_else(|| Check::ok("webhook", "none is set")));
    lines.push(address);
    lines.extend(other_name);
    lines.extend(unit::sandbox().await);
    lines.extend(launch::lines(settings));
    lines.extend(certificate::lines(settings, now));
    lines.extend(proxies(settings));
    if is_usable {
        lines.push(disk(&settings.data_dir));
        lines.push(data::permissions(settings));
        lines.extend(data::copies(settings, now));
    }
    lines.extend(copies);
    lines
}

/// The lines that the database knows. One in a data folder that can't be used is not looked for.
async fn in_database(settings: &Settings, is_unusable: bool, now: i64) -> Vec<Check> {
    let mut lines = Vec::new();
    let in_folder =
        matches!(settings.database(), Database::Sqlite(path) if path.starts_with(&settings.data_dir));
    if is_unusable && in_folder {
        return vec![clock_line(None, now)];
    }
    match Db::open_existing(&settings.database()).await {
        Ok(db) => {
            lines.push(database(&db, now).await);
            lines.extend(data::flushing(&db).await);
            lines.extend(data::standbys(&db).await);
            for channel in Channel::ALL {
                lines.extend(delivery_line(&db, channel, settings, now).await);
            }
            lines.extend(refusing_mailboxes(&db, settings, now).await);
            lines.push(held_line(&db, settings).await);
            lines.extend(unknown_pages(&db, now).await);
            lines.push(answers(&db, now).await);
            let newest = newest_received_at(db.reader()).await.ok().flatten();
            lines.push(clock_line(newest, now));
            lines.extend(proxy_lines(&db, now).await);
            lines.extend(breakdown_lines(&db, now).await);
            lines.push(silence_line(newest, settings.silence_hours, now));
            if let Some(every) = settings.canary_every {
                lines.push(canary_line(&db, every, now).await);
            }
            lines.extend(neighbours::push_services(&db, settings, now).await);
            if let Err(error) = db.close().await {
                lines.push(database_fails(&settings.database(), &error));
            }
        }
        Err(error) => {
            let failed = match error {
                OpenError::Failed(error) => database_fails(&settings.database(), &error),
                unfit => Check::fail("database", unfit.to_string(), ""),
            };
            lines.push(match settings.database() {
                Database::Postgres(url) => failed.with_advice_on_tls(Url::parse(&url).ok().as_ref()).await,
                Database::Sqlite(_) => failed,
            });
            lines.push(clock_line(None, now));
        }
    }
    lines
}

async fn database(db: &Db, now: i64) -> Check {
    match db.test_write(now).await {
        Ok(()) => Check::ok_but_for(&dead_addresses(db.database()).await, "database", "can be written"),
        Err(error) => database_fails(db.database(), &error),
    }
}

fn database_fails(database: &Database, error: &DbErr) -> Check {
    let why = why_unusable(error);
    let remedy = match database {
        // It says already what to do.
        _ if why.contains("pooler") => "",
        Database::Sqlite(_) => {
            "see that the disk is not full, that this user may write the data folder, and that AMWAJ_DATABASE_URL is right"
        }
        Database::Postgres(_) => "see PostgreSQL's log, and that its disk is not full",
    };
    Check::fail("database", format!("{database:?} cannot be used ({why})"), remedy)
}

fn clock_line(newest: Option<i64>, now: i64) -> Check {
    let remedy = "set the machine's clock and keep it right (NTP)";
    if now < EARLIEST_MS {
        return Check::fail("clock", format!("shows {}", dubai_text(now)), remedy);
    }
    match newest {
        Some(newest) if newest > now + CLOCK_SLACK_MS => {
            let text = format!("shows {}, before the newest lead", dubai_text(now));
            Check::warn("clock", text, remedy)
        }
        _ => Check::ok("clock", dubai_text(now)),
    }
}

fn silence_line(newest: Option<i64>, alarm: Option<Duration>, now: i64) -> Check {
    let about = "last request";
    let Some(newest) = newest else {
        return Check::ok(about, "none yet");
    };
    let (text, hours) = (dubai_text(newest), (now - newest).max(0) / HOUR_MS);
    match alarm.filter(|alarm| silence::silent_periods(Some(newest), now, *alarm) > 0) {
        Some(_) => {
            let remedy = "send one from the site, and see with `amwaj leads list` that it arrives";
            Check::warn(about, format!("{text}, {hours} hours ago"), remedy)
        }
        None => Check::ok(about, format!("{text}, {hours} hours ago")),
    }
}

/// The line on the requests that the site sends to itself.
async fn canary_line(db: &Db, every: Duration, now: i64) -> Check {
    let about = "test request";
    match canary::read_status(db.reader(), every, now).await {
        Ok(CanaryStatus::Arrived(at)) => Check::ok(about, format!("arrived {}", dubai_text(at))),
        Ok(CanaryStatus::Failed { node, failure }) => {
            let remedy = match failure.stage {
                CanaryStage::Http => "see that the site answers at AMWAJ_SITE_URL, also from this machine",
                CanaryStage::Stored => "see the line on the database, and what the proxy does to headers",
                CanaryStage::Mailed => "see the line on the mail server",
            };
            Check::fail(about, format!("{failure} (server {node})"), remedy)
        }
        Ok(CanaryStatus::None) => {
            let remedy = "see that the server runs with AMWAJ_CANARY_EVERY, and has done so for some minutes";
            Check::fail(about, "none was sent lately", remedy)
        }
        Err(error) => Check::fail(about, error.to_string(), "see the line on the database"),
    }
}

/// Behind a proxy that is not listed, all visitors share one address, and soon one allowance.
fn proxies(settings: &Settings) -> Option<Check> {
    let behind_one =
        settings.production && settings.tls_listen.is_none() && settings.listen.ip().is_loopback();
    (behind_one && settings.trusted_proxies.is_empty()).then(|| {
        let text = format!("visitors come through a proxy to {}, and cannot be told apart", settings.listen);
        Check::warn("visitors", text, "set AMWAJ_TRUSTED_PROXIES to that proxy's address")
    })
}

/// Proxy problems that the running server has noticed.
async fn proxy_lines(db: &Db, now: i64) -> Vec<Check> {
    let remedy = "see `Proxies` in docs/operations.md; if one address is your own office's, all is well";
    // If the database cannot be read, other lines say so.
    let noticed = noticed(db, now).await.unwrap_or_default();
    let line =
        |(what, at): (String, i64)| Check::warn("visitors", format!("{what} ({})", dubai_text(at)), remedy);
    noticed.into_iter().map(line).collect()
}

/// Background tasks that broke down and were started again.
async fn breakdown_lines(db: &Db, now: i64) -> Vec<Check> {
    let broken = breakdowns::noticed(db, now).await.unwrap_or_default();
    let line = |(name, at): (String, i64)| match name.as_str() {
        breakdowns::LOG => {
            let text = format!("lines are missing since {}", dubai_text(at));
            Check::warn(
                "log",
                text,
                "see that what reads the server's output runs, and that its disk has room",
            )
        }
        _ => {
            let text = format!("`{name}` broke down at {} and was started again", dubai_text(at));
            Check::warn(
                "background task",
                text,
                "see the log's lines with `panic`; tell the program's authors",
            )
        }
    };
    broken.into_iter().map(line).collect()
}

fn disk(data_dir: &Path) -> Check {
    let remedy = "make room on the disk of the data folder";
    match rustix::fs::statvfs(data_dir) {
        Ok(disk) => {
            let free = disk.f_bavail.saturating_mul(disk.f_frsize);
            let text = format!("{} MiB free for {}", free / MIB, data_dir.display());
            match free {
                free if free < NO_SPACE => Check::fail("disk", text, remedy),
                free if free < LITTLE_SPACE => Check::warn("disk", text, remedy),
                _ => Check::ok("disk", text),
            }
        }
        Err(error) => {
            let text = format!("{} cannot be looked at ({error})", data_dir.display());
            Check::warn("disk", text, "see that the data folder is there, or start the server once")
        }
    }
}
