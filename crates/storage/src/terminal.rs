//! What the commands for staff share: how they end, and what of other people's words reaches a terminal.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use sea_orm::DbErr;

/// What can go wrong with a command.
#[derive(Debug)]
pub enum CommandError {
    Database(DbErr),
    Output(io::Error),
    /// A sentence.
    Other(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Database(error) => write!(f, "the database cannot be used: {error}"),
            CommandError::Output(error) => write!(f, "the output cannot be written: {error}"),
            CommandError::Other(sentence) => f.write_str(sentence),
        }
    }
}

impl From<DbErr> for CommandError {
    fn from(error: DbErr) -> Self {
        CommandError::Database(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Output(error)
    }
}

/// Writes out what is left of the output, and tells on `err` what went wrong.
pub fn finish(done: Result<ExitCode, CommandError>, out: &mut dyn Write, err: &mut dyn Write) -> ExitCode {
    match done.and_then(|code| out.flush().map(|()| code).map_err(CommandError::from)) {
        Ok(code) => code,
        // The reader of our output has seen enough, as `head` does.
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(trouble) => {
            let _ = writeln!(err, "amwaj: {trouble}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_has_seen_enough_is_no_failure() {
        let gone = || Err(CommandError::Output(io::ErrorKind::BrokenPipe.into()));
        let mut err = Vec::new();
        assert_eq!(finish(gone(), &mut io::sink(), &mut err), ExitCode::SUCCESS);
        assert_eq!(
            finish(Err(CommandError::Other("no.".into())), &mut io::sink(), &mut err),
            ExitCode::FAILURE
        );
        assert_eq!(err, b"amwaj: no.\n");
    }
}
