//! The command line: which commands there are, and the settings they all start from.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::clock::Clock;
use crate::config::{Settings, process_env};
use crate::doctor::{self, Line};
use crate::leads::cli::{self as leads, LeadsCommand};

/// A Dubai home maintenance company's website: finished pages, and requests that are never lost.
#[derive(Debug, Parser)]
#[command(name = "amwaj", version)]
pub struct Cli {
    /// The settings file [default: amwaj.toml, where it is there]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look at stored leads, export them, send their mails again
    Leads {
        #[command(subcommand)]
        command: LeadsCommand,
    },
    /// Say whether all is well, and what to do where it is not
    Doctor,
}

impl Command {
    /// Does it. `more` are the doctor's lines about what is checked elsewhere.
    pub async fn run(self, settings: &Settings, more: Vec<Line>) -> ExitCode {
        match self {
            Command::Leads { command } => leads::run(command, settings).await,
            Command::Doctor => doctor::run(settings, &Clock::system(), more).await,
        }
    }
}

/// The settings of the file that was named (or is there) and the environment.
///
/// # Errors
/// When a setting is wrong: each was named on standard error.
pub fn settings(config: Option<PathBuf>) -> Result<Settings, ExitCode> {
    let file = Settings::file(config);
    Settings::load(file.as_deref(), &process_env()).map_err(|errors| {
        eprintln!("amwaj: these settings must be corrected first:");
        for error in errors {
            eprintln!("  {error}");
        }
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
