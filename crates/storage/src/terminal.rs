//! Endings of the commands for staff: their errors, and the exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use sea_orm::DbErr;

use crate::db::OpenError;

/// Why a command failed.
#[derive(Debug)]
pub enum CommandError {
    Database(DbErr),
    Output(io::Error),
    /// A sentence for the terminal.
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

impl From<OpenError> for CommandError {
    fn from(error: OpenError) -> Self {
        CommandError::Other(error.to_string())
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Output(error)
    }
}

/// Flushes the output and returns the exit code; a failure is printed on `err`.
pub fn finish(result: Result<ExitCode, CommandError>, out: &mut dyn Write, err: &mut dyn Write) -> ExitCode {
    match result.and_then(|code| out.flush().map(|()| code).map_err(CommandError::from)) {
        Ok(code) => code,
        // The reader of the output has seen enough, as `head` does.
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(err, "amwaj: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_not_a_failure() {
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
