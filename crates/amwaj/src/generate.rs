//! Files that a package installs alongside the program, generated from the command line's own definition, so that they
//! cannot contradict it: completions for shells, and a page of the manual for each command.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::{Cli, GenerateCommand};

const NAME: &str = "amwaj";
/// At the end of the main page.
const FILES: &str = "\
.SH FILES
.TP
/etc/amwaj/amwaj.toml
The settings; `amwaj setup` writes them.
.TP
/var/lib/amwaj
The database, its copies, certificates, and mails while no mail server is set.
.TP
/usr/share/doc/amwaj
How to run the server, and each setting with its default.
";

pub fn run(command: &GenerateCommand) -> ExitCode {
    let (folder, written) = match command {
        GenerateCommand::Completions { folder } => (folder, completions(folder)),
        GenerateCommand::Man { folder } => (folder, manual(folder)),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("amwaj: {} must be a folder that can be written: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn completions(folder: &Path) -> io::Result<()> {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), NAME, folder)?;
    }
    Ok(())
}

fn manual(folder: &Path) -> io::Result<()> {
    clap_mangen::generate_to(Cli::command(), folder)?;
    let main = folder.join(format!("{NAME}.1"));
    fs::OpenOptions::new().append(true).open(main)?.write_all(FILES.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_and_each_shell_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        completions(folder.path()).expect("written");
        manual(folder.path()).expect("written");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
        for name in ["amwaj.bash", "_amwaj", "amwaj.fish"] {
            assert!(read(name).contains("setup"), "{name}");
        }
        assert!(read("amwaj.1").contains(".SH FILES"));
        assert!(read("amwaj-setup.1").contains("mail\\-server"));
        assert!(!folder.path().join("amwaj-generate.1").exists());
    }
}
