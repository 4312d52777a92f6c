//! The old version's side of an upgrade: it starts the program anew, which may be another file by now, and goes on serving
//! until the new process has shown that it could.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdStream;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};

use crate::process::channel::{GO, READY, send_sockets};

/// The argument that tells a process that another one waits for it.
pub(super) const SUCCESSOR: &str = "--successor";
/// How long a new version may take to open the database and render the pages. A migration of a large database takes minutes.
const START_TIMEOUT: Duration = Duration::from_secs(600);
/// What systemd told this process of its own sockets.
const SOCKET_VARIABLES: [&str; 3] = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"];

/// How this process was started.
#[derive(Clone, Debug)]
pub(super) struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
}

/// Why the new version doesn't serve.
#[derive(Debug)]
pub(super) enum UpgradeError {
    /// It could not be started at all.
    Start(PathBuf, io::Error),
    /// It ended before it could serve; it has said why.
    Ended(ExitStatus),
    /// It could not serve within [`START_TIMEOUT`].
    TooSlow,
}

impl fmt::Display for UpgradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpgradeError::Start(path, error) => write!(f, "{} cannot be started: {error}", path.display()),
            UpgradeError::Ended(status) => write!(f, "it ended ({status}); the lines above say why"),
            UpgradeError::TooSlow => {
                write!(f, "it could not serve within {} minutes and was ended", START_TIMEOUT.as_secs() / 60)
            }
        }
    }
}

impl Program {
    /// From what a process was started with. A path that was typed is kept as it is: it may be a link that names another
    /// version next time. A bare name was found in `PATH`, as the same file is now.
    ///
    /// # Errors
    /// When the system cannot say which file runs.
    pub fn of(mut arguments: impl Iterator<Item = OsString>) -> io::Result<Self> {
        let typed = arguments.next().map(PathBuf::from).unwrap_or_default();
        let path = match typed.components().count() {
            0 | 1 => std::env::current_exe()?,
            _ => std::path::absolute(typed)?,
        };
        Ok(Program { path, arguments: arguments.filter(|argument| argument != SUCCESSOR).collect() })
    }

    /// Starts it, hands these sockets over, and lets it accept connections once it could.
    ///
    /// # Errors
    /// When it never could. Then it doesn't run any more, and has accepted nothing.
    pub async fn succeed(&self, sockets: &[OwnedFd]) -> Result<(), UpgradeError> {
        let failed = |error| UpgradeError::Start(self.path.clone(), error);
        let (mut child, mut channel) = self.start(sockets).map_err(failed)?;
        let answered = tokio::time::timeout(START_TIMEOUT, channel.read_u8()).await;
        let has_gone = matches!(answered, Ok(Ok(READY))) && channel.write_u8(GO).await.is_ok();
        if has_gone {
            return Ok(());
        }
        if answered.is_err() {
            let _ = child.kill().await;
            return Err(UpgradeError::TooSlow);
        }
        // It has closed its end, so it is about to go.
        drop(channel);
        Err(child.wait().await.map_or_else(failed, UpgradeError::Ended))
    }

    fn start(&self, sockets: &[OwnedFd]) -> io::Result<(Child, UnixStream)> {
        let (ours, theirs) = StdStream::pair()?;
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).arg(SUCCESSOR).stdin(Stdio::from(OwnedFd::from(theirs)));
        for variable in SOCKET_VARIABLES {
            command.env_remove(variable);
        }
        // Without `kill_on_drop`: once it serves, it outlives this process; before, it ends when the channel closes.
        let child = command.spawn()?;
        send_sockets(&ours, sockets)?;
        ours.set_nonblocking(true)?;
        Ok((child, UnixStream::from_std(ours)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(arguments: &[&str]) -> Program {
        Program::of(arguments.iter().map(OsString::from)).expect("a program")
    }

    #[test]
    fn a_path_is_kept_and_a_bare_name_is_the_file_that_runs() {
        let typed = program(&["/usr/bin/amwaj", "serve", SUCCESSOR]);
        assert_eq!(typed.path, PathBuf::from("/usr/bin/amwaj"));
        assert_eq!(typed.arguments, ["serve"]);
        assert!(program(&["amwaj", "serve"]).path.is_absolute());
        assert!(program(&["target/amwaj"]).path.is_absolute());
    }

    #[tokio::test]
    async fn a_program_that_ends_or_is_not_there_is_reported() {
        let ended = program(&["/bin/false"]).succeed(&[]).await.expect_err("it serves nothing");
        assert!(ended.to_string().starts_with("it ended (exit status: 1)"), "{ended}");
        let missing = program(&["/nowhere/amwaj"]).succeed(&[]).await.expect_err("it is not there");
        assert!(missing.to_string().contains("/nowhere/amwaj cannot be started"), "{missing}");
    }
}
