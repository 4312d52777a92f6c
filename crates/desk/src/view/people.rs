//! People and their devices.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::staff::roles::Role;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct People {
    /// Only themselves, for people who are not owners.
    pub people: Vec<Person>,
    pub may_invite: bool,
    /// An invitation that was just made. Its code is shown this once.
    pub invitation: Option<Invitation>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Person {
    pub id: String,
    pub name: String,
    pub roles: Vec<Role>,
    pub is_me: bool,
    /// Where a link for signing in may be mailed.
    pub mail: Option<String>,
    pub devices: Vec<Device>,
    pub passkeys: Vec<PersonPasskey>,
    /// When an open invitation of theirs runs out.
    pub invited_until: Option<i64>,
}

/// A browser that is signed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Device {
    pub id: String,
    /// Such as `Chrome on Android`.
    pub label: String,
    pub used_at: i64,
    pub is_this: bool,
    /// Absent if it never asked for messages.
    pub ringing: Option<Ringing>,
}

/// A passkey: signs a person in without an invitation. The phone's maker may have copied it to all their devices.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PersonPasskey {
    pub id: String,
    /// Such as `Chrome on Android`, or what its owner calls it.
    pub label: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
}

/// Whether a device rings when a request comes.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "ringing", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Ringing {
    /// It answered the last test.
    Rings { at: i64 },
    /// It was never tested, or the test is under way.
    Untested,
    /// It did not answer the last test.
    Silent { at: i64 },
    /// Its push service says that it is gone.
    Gone { at: i64, reason: String },
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Invitation {
    /// The id of the invited person.
    pub person: String,
    pub name: String,
    pub link: String,
    /// The link's code, to be typed: `K7QP-3MXR-92TD-HV4C`.
    pub code: String,
    /// The link as an SVG document.
    pub qr: String,
    pub until: i64,
}
