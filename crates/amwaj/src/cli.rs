//! The command line: a word for each thing the binary does.

use std::path::PathBuf;

use amwaj::content_export::ContentCommand;
use amwaj::copies_command::CopiesCommand;
use amwaj::setup::SetupCommand;
use blog::commands::PostsCommand;
use clap::{Parser, Subcommand};
use desk::staff::cli::StaffCommand;
use leads::staff::cli::LeadsCommand;
use stats::cli::StatsCommand;

#[derive(Parser)]
#[command(
    name = "amwaj",
    version,
    about = "A home maintenance company's website, and requests that are never lost"
)]
pub struct Cli {
    /// Settings file [default: amwaj.toml, else /etc/amwaj/amwaj.toml]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Content folder [default: the copy in the binary]
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Ask for the domain, the mail server and where requests go, prove each, and write the settings file
    Setup(SetupCommand),
    /// Start the site
    Serve,
    /// Before an update: bring the database up to date and see that this version can serve, while another one does
    Prepare,
    /// Name every mistake in the content
    Check,
    /// Get the content out of this program
    #[command(subcommand)]
    Content(ContentCommand),
    /// Look at everything the site needs, and say what to do
    Doctor,
    /// Ask the running server whether it can take requests; exit 0 if so (for containers and scripts)
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
    /// Look at the copies elsewhere, bring one back (SQLite)
    #[command(subcommand)]
    Copies(CopiesCommand),
    /// Print every setting: what it does, its default and its variable, as a settings file to start from
    Settings,
    /// Print the licences of everything this program is made of
    Licences,
    /// Write what a package installs beside the program
    #[command(subcommand, hide = true)]
    Generate(GenerateCommand),
}

#[derive(Subcommand)]
pub enum GenerateCommand {
    /// Completions for bash, zsh and fish
    Completions {
        /// A folder that exists
        folder: PathBuf,
    },
    /// A page of the manual for each command
    Man {
        /// A folder that exists
        folder: PathBuf,
    },
}

impl Command {
    /// Whether the command reads or writes the data folder, where files owned by another user would keep the server
    /// from writing.
    pub fn opens_data(&self) -> bool {
        match self {
            Command::Serve
            | Command::Prepare
            | Command::Doctor
            | Command::Leads(_)
            | Command::Staff(_)
            | Command::Posts(_)
            | Command::Content(ContentCommand::Import { .. })
            | Command::Stats(_)
            | Command::Backup { .. }
            | Command::Restore { .. } => true,
            Command::Copies(command) => !matches!(command, CopiesCommand::Key { .. }),
            Command::Setup(_)
            | Command::Check
            | Command::Content(ContentCommand::Export { .. })
            | Command::Health
            | Command::Settings
            | Command::Licences
            | Command::Generate(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::Cli;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        Cli::command().debug_assert();
    }

    #[test]
    fn only_commands_on_the_data_run_as_its_owner() {
        let opens = |words: &[&str]| {
            let line = ["amwaj"].iter().chain(words);
            Cli::try_parse_from(line).expect("a command").command.opens_data()
        };
        for words in [&["serve"][..], &["prepare"], &["doctor"], &["leads", "list"], &["backup", "copy.db"]] {
            assert!(opens(words), "{words:?}");
        }
        for words in [&["check"][..], &["setup"], &["health"], &["licences"], &["content", "export", "x"]] {
            assert!(!opens(words), "{words:?}");
        }
    }
}
