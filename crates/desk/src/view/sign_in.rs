//! The way in.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// The way in for those who are known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SignIn {
    /// Nobody has been let in yet: the screen says which command lets the first person in.
    pub nobody_yet: bool,
    pub problem: Option<SignInProblem>,
    /// Where to go afterwards: a path below `/desk/`.
    pub next: String,
    /// Whether passkeys can be used at this address.
    pub passkeys: bool,
    /// Whether a link can be mailed.
    pub mail_link: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum SignInProblem {
    /// The session ended by itself, after days without a visit.
    Ended,
    /// The passkey is of nobody here.
    Unknown,
    /// The browser did not keep the cookie, for example because the connection is not secure.
    NoCookie,
    TooMany,
}

/// The way in with a code: of an invitation, or of a mail.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Join {
    /// A mail was just asked for.
    pub mailed: bool,
    pub problem: Option<JoinProblem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum JoinProblem {
    /// Nobody was given this code.
    Unknown,
    Used {
        at: i64,
    },
    Expired {
        at: i64,
    },
    TooMany,
}
