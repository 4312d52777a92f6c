//! What the commands for staff share: how they end, and what of other people's words reaches a terminal.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use sea_orm::DbErr;

/// What can go wrong with a command.
#[derive(Debug)]
pub enum Trouble {
    Database(DbErr),
    Output(io::Error),
    /// A sentence.
    Other(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Database(error) => write!(f, "the database cannot be used: {error}"),
            Trouble::Output(error) => write!(f, "the output cannot be written: {error}"),
            Trouble::Other(sentence) => f.write_str(sentence),
        }
    }
}

impl From<DbErr> for Trouble {
    fn from(error: DbErr) -> Self {
        Trouble::Database(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Output(error)
    }
}

/// Writes out what is left of the output, and tells on `err` what went wrong.
pub fn finish(done: Result<ExitCode, Trouble>, out: &mut dyn Write, err: &mut dyn Write) -> ExitCode {
    match done.and_then(|code| out.flush().map(|()| code).map_err(Trouble::from)) {
        Ok(code) => code,
        // The reader of our output has seen enough, as `head` does.
        Err(Trouble::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(trouble) => {
            let _ = writeln!(err, "amwaj: {trouble}");
            ExitCode::FAILURE
        }
    }
}

/// Other people's text for a terminal: no control character of it reaches one, and none that turns the text
/// around it.
pub fn shown(text: &str) -> String {
    let kept = text.chars().filter(|c| !turns_text(*c));
    kept.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a character embeds, overrides or isolates a direction of writing (Unicode's UAX 9), and so changes
/// how the text around it is read.
pub fn turns_text(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_visitor_steers_a_terminal() {
        assert_eq!(shown("a\u{1b}[31mb\nc\u{202E}d\u{2066}e"), "a [31mb cde");
        assert_eq!(shown("\u{0645}\u{0631}\u{062D}\u{0628}\u{0627}"), "مرحبا", "Arabic stays as it is");
    }

    #[test]
    fn a_reader_that_has_seen_enough_is_no_failure() {
        let gone = || Err(Trouble::Output(io::ErrorKind::BrokenPipe.into()));
        let mut err = Vec::new();
        assert_eq!(finish(gone(), &mut io::sink(), &mut err), ExitCode::SUCCESS);
        assert_eq!(finish(Err(Trouble::Other("no.".into())), &mut io::sink(), &mut err), ExitCode::FAILURE);
        assert_eq!(err, b"amwaj: no.\n");
    }
}
