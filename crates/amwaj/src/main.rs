//! The command line: one binary, a word for each thing it does.

mod cli;
mod generate;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use amwaj::app::{self, App};
use amwaj::backup;
use amwaj::content_check::{check, check_content, content_lines};
use amwaj::content_export::{self, ContentCommand};
use amwaj::content_import;
use amwaj::copies_command;
use amwaj::doctor;
use amwaj::health;
use amwaj::log;
use amwaj::owner::become_owner;
use amwaj::process::Process;
use amwaj::settings::{FIELDS, Settings, example_file, process_env};
use amwaj::setup;
use base::clock::Clock;
use blog::commands::{self as posts, PostsCommand};
use clap::Parser as _;
use content::Severity;
use desk::staff::cli as staff;
use leads::staff::cli as leads_commands;
use rustix::fs::Mode;
use stats::cli as stats_command;
use storage::db::Db;
use storage::terminal;
use tokio::signal::unix::{SignalKind, signal};

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    // Visitors' names and numbers are nobody else's on this machine, whatever file they are written to.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let cli = Cli::parse();
    // These need no settings file, so that they work on any machine.
    match cli.command {
        Command::Licences => print(&embedded::licences()),
        Command::Settings => print(example_file(FIELDS).as_bytes()),
        Command::Generate(command) => generate::run(&command),
        Command::Setup(command) => block_on(setup::run(&command, cli.config, &count_samples)),
        command => run_with_settings(command, cli.config, cli.content),
    }
}

/// Prints a long text. A reader that has seen enough, such as `head`, is no failure.
fn print(text: &[u8]) -> ExitCode {
    let _ = io::stdout().write_all(text);
    ExitCode::SUCCESS
}

fn run_with_settings(command: Command, config: Option<PathBuf>, content: Option<PathBuf>) -> ExitCode {
    let mut settings = match Settings::load(Settings::file(config).as_deref(), &process_env()) {
        Ok(settings) => settings,
        Err(errors) => {
            log::say("amwaj: these settings must be corrected first:");
            for error in errors {
                log::say(format_args!("  {error}"));
            }
            return ExitCode::FAILURE;
        }
    };
    if command.opens_data()
        && let Err(failure) = become_owner(&settings.data_dir, std::env::args_os())
    {
        log::say(format_args!("amwaj: {failure}"));
        return ExitCode::FAILURE;
    }
    settings.content_dir = content.or(settings.content_dir);
    // Whoever types a command wants its answer, not the server's log.
    let quiet = match &command {
        Command::Posts(PostsCommand::Preview { .. }) => ",amwaj::app=error",
        _ => "",
    };
    let _log = log::init(&settings, quiet);
    if let Command::Serve = command {
        // Before any thread is there: sockets of systemd are named in the environment.
        return match Process::of_the_system() {
            Ok(process) => block_on(async { ended(App::builder(settings).run(process).await) }),
            Err(error) => {
                log::say(format_args!("amwaj cannot start: {error}"));
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
            log::say(format_args!("the server's threads cannot be started: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command, settings: Settings) -> ExitCode {
    match command {
        Command::Serve => unreachable!("it has a process of its own kind"),
        Command::Prepare => ended(app::prepare(&settings).await),
        Command::Check => check(&settings).await,
        Command::Content(ContentCommand::Export { folder }) => export_content(&settings, &folder).await,
        Command::Content(ContentCommand::Import { folder }) => {
            let done = content_import::import(&settings, &folder, &mut io::stdout()).await;
            terminal::finish(done, &mut io::stdout(), &mut io::stderr())
        }
        Command::Licences | Command::Settings | Command::Generate(_) | Command::Setup(_) => {
            unreachable!("done before the settings are read")
        }
        Command::Health => health::run(&settings).await,
        Command::Doctor => {
            // The pages are drawn while the neighbours are asked.
            let content = tokio::spawn(content_lines(settings.clone()));
            let content = async { content.await.unwrap_or_default() };
            doctor::run(&settings, &Clock::system(), content).await
        }
        Command::Leads(command) => leads_commands::run(command, &settings.staff_access()).await,
        Command::Staff(command) => staff::run(command, &settings.staff_settings()).await,
        Command::Posts(PostsCommand::Preview { file, listen }) => {
            ended(app::preview(settings, file, listen, stop_requested()).await)
        }
        Command::Posts(PostsCommand::Import { from, site }) => import(&settings, &from, site).await,
        Command::Posts(command) => posts::run(command, &settings.author_access()).await,
        Command::Stats(command) => stats_command::run(command, &settings.database()).await,
        Command::Backup { file } => {
            tokio::task::block_in_place(|| backup::backup(&settings, &file, &Clock::system()))
        }
        Command::Copies(command) => copies_command::run(command, &settings, &Clock::system()).await,
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
        let db = Db::open_existing(&settings.database()).await?;
        let code = old_site_import::run(&db, from, site, &mut screen).await?;
        db.close().await?;
        Ok(code)
    };
    let done = done.await;
    terminal::finish(done, screen.out, screen.err)
}

/// `amwaj content export`
async fn export_content(settings: &Settings, folder: &Path) -> ExitCode {
    // The content is what everybody reads anyway: whoever runs the server may read it too.
    rustix::process::umask(Mode::WGRP | Mode::WOTH);
    let mut out = io::stdout();
    let done = content_export::export(&app::words_of(settings).await, folder).and_then(|sentence| {
        writeln!(out, "{sentence}")?;
        Ok(ExitCode::SUCCESS)
    });
    terminal::finish(done, &mut out, &mut io::stderr())
}

/// Number of samples in the content; with any, a production server doesn't start.
fn count_samples(settings: &Settings) -> usize {
    // Rendering the pages blocks its thread.
    let checked = tokio::task::block_in_place(|| check_content(settings, &app::source(settings)));
    let problems = checked.map(|report| report.problems).unwrap_or_default();
    problems.iter().filter(|problem| problem.severity == Severity::Sample).count()
}

fn ended(served: Result<(), app::StartError>) -> ExitCode {
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            log::say(failure);
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
