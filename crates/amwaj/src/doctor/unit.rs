//! What systemd says of the site's unit, where it runs here.

use std::time::Duration;

use tokio::process::Command;

use crate::doctor::check::Check;

/// How often systemd is asked while it tries a start, which has no result yet, and the pause between.
const LOOKS: usize = 5;
const PAUSE: Duration = Duration::from_millis(300);

/// Whether systemd could not build the unit's sandbox, as in a small container; `None` where it could, or isn't there.
pub(super) async fn sandbox() -> Option<Check> {
    for _ in 0..LOOKS {
        let mut asked = Command::new("systemctl");
        asked.args(["show", "amwaj.service", "-p", "ExecMainStatus,SubState"]);
        let shown = asked.output().await.ok()?;
        let shown = String::from_utf8_lossy(&shown.stdout);
        if !shown.contains("SubState=start") {
            return judge(&shown);
        }
        tokio::time::sleep(PAUSE).await;
    }
    None
}

/// By systemd's exit code for it (systemd.exec(5), "Process Exit Codes").
fn judge(shown: &str) -> Option<Check> {
    shown.lines().any(|line| line == "ExecMainStatus=226").then(|| {
        Check::fail(
            "unit",
            "this machine refuses the sandbox that amwaj.service asks for (226/NAMESPACE)",
            "let the container have it (LXC: `nesting=1`), or take it away with the drop-in of `A small container` in \
             docs/operations.md",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sandbox_that_is_refused_is_told_apart_from_other_ends() {
        assert!(judge("ExecMainStatus=226\n").is_some_and(|line| line.remedy.contains("drop-in")));
        for other in ["ExecMainStatus=0\n", "ExecMainStatus=1\n", ""] {
            assert_eq!(judge(other), None, "{other:?}");
        }
    }
}
