//! Somebody who is signed in, on one of their devices.

use crate::staff::people::Member;
use crate::staff::session;

#[derive(Clone, Debug)]
pub struct Who {
    pub member: Member,
    pub session: session::Model,
}
