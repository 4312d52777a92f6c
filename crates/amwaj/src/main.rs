//! The command line: one binary, a word for each thing it does.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use amwaj::app::{self, App};
use amwaj::backup;
use amwaj::doctor::{self, Check};
use amwaj::health;
use amwaj::log;
use amwaj::process::Process;
use amwaj::settings::{Settings, process_env};
use base::clock::{Clock, dubai_day};
use blog::authoring::seed;
use blog::commands::{self as posts, PostsCommand};
use clap::{Parser, Subcommand};
use desk::staff::cli::{self as staff, StaffCommand};
use leads::staff::cli::{self as leads_commands, LeadsCommand};
use rustix::fs::Mode;
use site::content::Severity;
use site::content::export::{self, ContentCommand};
use site::pages::{self, Report};
use site::stats::cli::{self as stats, StatsCommand};
use storage::db::Db;
use storage::terminal;
use tokio::signal::unix::{SignalKind, signal};

#[derive(Parser)]
#[command(
    name = "amwaj",
    version,
    about = "A home maintenance company's website, and requests that are never lost"
)]
struct Cli {
    /// Settings file [default: amwaj.toml, where there is one]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Content folder [default: the copy in the binary]
    #[arg(long, global = true, value_name = "DIR")]
    content: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the site
    Serve {
        /// Another server starts this one to be replaced by it
        #[arg(long, hide = true)]
        successor: bool,
    },
    /// Name every mistake in the content
    Check,
    /// Get the content out of this program
    #[command(subcommand)]
    Content(ContentCommand),
    /// Look at everything the site needs, and say what to do
    Doctor,
    /// Ask the running server whether it can take requests: for health checks of containers
    Health,
    /// Look at the requests that visitors sent
    #[command(subcommand)]
    Leads(LeadsCommand),
    /// Let people of the company in and out of the desk, the staff's side in the browser
    #[command(subcommand)]
    Staff(StaffCommand),
    /// Publish articles on the blog, look at them, change them
    #[command(subcommand)]
    Posts(PostsCommand),
    /// See what visitors did: views, calls, chats, requests
    Stats(StatsCommand),
    /// Copy the database to a file, also while the server runs (SQLite)
    Backup {
        /// A new file, such as /mnt/backup/amwaj-2026-11-22.db
        file: PathBuf,
    },
    /// Put a copy in the place of the database; asks first
    Restore {
        /// A file that `backup` wrote
        file: PathBuf,
        /// Don't ask
        #[arg(long)]
        yes: bool,
    },
    /// Print the licences of everything this program is made of
    Licences,
}

/// Written by `scripts/licences.mjs`.
const LICENCES: &str = include_str!("../licences.txt");

fn main() -> ExitCode {
    // Visitors' names and numbers are nobody else's on this machine, whatever file they are written to.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let cli = Cli::parse();
    // Needs no settings, so that it works on any machine.
    if matches!(cli.command, Command::Licences) {
        // A reader that has seen enough, such as `head`, is no failure.
        let _ = io::stdout().write_all(LICENCES.as_bytes());
        return ExitCode::SUCCESS;
    }
    let mut settings = match Settings::load(Settings::file(cli.config).as_deref(), &process_env()) {
        Ok(settings) => settings,
        Err(errors) => {
            eprintln!("amwaj: these settings must be corrected first:");
            for error in errors {
                eprintln!("  {error}");
            }
            return ExitCode::FAILURE;
        }
    };
    settings.content_dir = cli.content.or(settings.content_dir);
    // Who types a command wants its answer, and no diary of the server.
    let quiet = match &cli.command {
        Command::Serve { .. } => "",
        Command::Posts(PostsCommand::Preview { .. }) => ",amwaj::app=error,sea_orm_migration=warn",
        _ => ",sea_orm_migration=warn",
    };
    log::init(&settings, quiet);
    if matches!(cli.command, Command::Check) {
        return check(&settings);
    }
    let command = cli.command;
    if let Command::Serve { successor } = command {
        // Before any thread is there: sockets of systemd are named in the environment.
        return match Process::begun(successor) {
            Ok(process) => block_on(async { ended(App::builder(settings).run(process).await) }),
            Err(error) => {
                eprintln!("amwaj cannot start: {error}");
                ExitCode::FAILURE
            }
        };
    }
    block_on(run(command, settings))
}

fn block_on(work: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => {
            eprintln!("the server's threads cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command, settings: Settings) -> ExitCode {
    match command {
        Command::Serve { .. } => unreachable!("it has a process of its own kind"),
        Command::Check => check(&settings),
        Command::Content(ContentCommand::Export { folder }) => export_content(&settings, &folder),
        Command::Licences => unreachable!("printed before the settings are read"),
        Command::Doctor => {
            let content = tokio::task::block_in_place(|| content_line(&settings));
            doctor::run(&settings, &Clock::system(), vec![content]).await
        }
        Command::Health => health::run(&settings).await,
        Command::Leads(command) => leads_commands::run(command, &settings.staff_access()).await,
        Command::Staff(command) => staff::run(command, &settings.staff_settings()).await,
        Command::Posts(PostsCommand::Preview { file, listen }) => {
            ended(app::preview(settings, file, listen, stop_requested()).await)
        }
        Command::Posts(PostsCommand::Import { from, site }) => import(&settings, &from, site).await,
        Command::Posts(command) => posts::run(command, &settings.author_access()).await,
        Command::Stats(command) => stats::run(command, &settings.database).await,
        Command::Backup { file } => {
            tokio::task::block_in_place(|| backup::backup(&settings, &file, &Clock::system()))
        }
        Command::Restore { file, yes } => {
            tokio::task::block_in_place(|| backup::restore(&settings, &file, yes, &Clock::system()))
        }
    }
}

/// `amwaj posts import`: the importer is a crate of its own, which the blog doesn't know.
async fn import(settings: &Settings, from: &str, site: Option<url::Url>) -> ExitCode {
    let (mut out, mut err) = (io::BufWriter::new(io::stdout()), io::stderr());
    let mut screen = posts::CommandOutput { out: &mut out, err: &mut err };
    let done = async {
        let db = Db::open_existing(&settings.database).await?;
        let code = old_site_import::run(&db, from, site, &mut screen).await?;
        db.close().await?;
        Ok(code)
    };
    let done = done.await;
    terminal::finish(done, screen.out, screen.err)
}

/// `amwaj content export`
fn export_content(settings: &Settings, folder: &Path) -> ExitCode {
    // The content is what everybody reads anyway: whoever runs the server may read it too.
    rustix::process::umask(Mode::WGRP | Mode::WOTH);
    let mut out = io::stdout();
    let done = export::export(&app::source(settings), folder).and_then(|sentence| {
        writeln!(out, "{sentence}")?;
        Ok(ExitCode::SUCCESS)
    });
    terminal::finish(done, &mut out, &mut io::stderr())
}

fn ended(served: Result<(), app::StartError>) -> ExitCode {
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// Done when the process is asked to stop.
async fn stop_requested() {
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be listened for");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

fn check(settings: &Settings) -> ExitCode {
    let report = match check_content(settings) {
        Ok(report) => report,
        Err(failure) => {
            eprintln!("{failure}");
            return ExitCode::FAILURE;
        }
    };
    print!("{report}");
    if settings.site_url.is_none() {
        println!(
            "settings: warning: the site's public address is not set; set AMWAJ_SITE_URL before going live"
        );
    }
    if report.has_errors() {
        return ExitCode::FAILURE;
    }
    let count = |severity| report.problems.iter().filter(|problem| problem.severity == severity).count();
    match (count(Severity::Sample), count(Severity::Warning)) {
        (0, 0) => println!("no mistakes"),
        (0, warnings) => println!("no mistakes, {warnings} warnings"),
        (samples, warnings) => {
            println!("no mistakes, {warnings} warnings; {samples} samples that a production server refuses")
        }
    }
    if settings.content_dir.is_some() {
        println!("note: {}", seed::reminder());
    }
    ExitCode::SUCCESS
}

fn check_content(settings: &Settings) -> Result<Report, pages::BundleError> {
    let source = app::source(settings);
    let today = dubai_day(Clock::system().now_ms());
    pages::check_content(&source, &app::bundle(settings), today, |addresses| seed::check(&source, addresses))
}

fn content_line(settings: &Settings) -> Check {
    match check_content(settings) {
        Ok(report) if report.has_errors() => {
            Check::fail("content", "it has mistakes", "run `amwaj check` and mend them")
        }
        Ok(report) if report.problems.is_empty() => Check::ok("content", "no mistakes"),
        Ok(_) => Check::warn("content", "there are warnings", "run `amwaj check` to read them"),
        Err(error) => Check::fail("content", error.to_string(), "build the site with `make build`"),
    }
}
