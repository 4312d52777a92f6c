//! One line of `amwaj doctor`: subject, finding and advice.

use std::fmt;
use std::net::SocketAddr;

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Ok,
    /// It works, and someone should look.
    Warn,
    /// It does not work.
    Fail,
}

/// One checked thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub verdict: Verdict,
    /// Subject of the check, in one or two words.
    pub about: String,
    /// The finding.
    pub text: String,
    /// Advice; empty where there is nothing to do.
    pub remedy: String,
}

impl Check {
    pub fn ok(about: &str, text: impl Into<String>) -> Self {
        Check { verdict: Verdict::Ok, about: about.into(), text: text.into(), remedy: String::new() }
    }

    pub fn warn(about: &str, text: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (about, text, remedy) = (about.into(), text.into(), remedy.into());
        Check { verdict: Verdict::Warn, about, text, remedy }
    }

    /// As [`Check::ok`], unless some addresses of the name do not answer.
    pub fn ok_but_for(dead: &[SocketAddr], about: &str, text: &str) -> Self {
        if dead.is_empty() {
            return Check::ok(about, text);
        }
        let dead: Vec<String> = dead.iter().map(ToString::to_string).collect();
        let remedy = "mend the server there, or take the address out of the name's records: until then each new connection \
                      may wait a second for it";
        Check::warn(about, format!("{text}, but not at {}", dead.join(", ")), remedy)
    }

    pub fn fail(about: &str, text: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (about, text, remedy) = (about.into(), text.into(), remedy.into());
        Check { verdict: Verdict::Fail, about, text, remedy }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok  ",
            Verdict::Warn => "warn",
            Verdict::Fail => "fail",
        };
        write!(f, "{verdict}  {}: {}", self.about, self.text)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.remedy) }
    }
}
