//! Canaries: requests that the site sends itself through the whole path of a visitor's, so that somebody is alerted when the
//! path is broken, and not only when nobody writes.
//!
//! A canary is a real HTTP POST to the public address, through the proxy. A secret in a header marks it; the secret is made for
//! this one request, and the database knows only its digest: nobody else can send one, and any server on the same database
//! recognises it. It becomes a lead that is mailed to an address of its own, and that no list, export, count or alarm for
//! staff includes.

mod health;
mod prober;
mod row;
mod status;

pub use crate::canary::health::{CanaryFailure, CanaryHealth, CanaryReport, CanaryStage, HEADER};
pub use crate::canary::prober::{Prober, ProberOptions};
pub(crate) use crate::canary::row::claim;
pub use crate::canary::status::{CanaryStatus, read_status};
