//! Canaries: requests that the site sends itself through the whole path of a visitor's, so that somebody is alerted when the
//! path is broken, and not only when nobody writes.
//!
//! A canary is a real HTTP POST to the public address, through the proxy. A secret in a header marks it; the secret is made for
//! this one request, and the database knows only its digest: nobody else can send one, and any server on the same database
//! recognises it. It becomes a lead that is mailed to an address of its own, and that no list, export, count or alarm for
//! staff includes.
//!
//! 1. Every `canary_every` minutes each server makes a secret, writes its digest into the table `canary`, and posts a
//!    request with the secret in `X-Amwaj-Canary` to `site_url`. Any server on the database can claim it, once.
//! 2. It is parsed, stored and owed a mail like any lead, with `lead.canary` set.
//! 3. If the mail server accepts it within five minutes, all is well, and the last ten are kept. Otherwise its lead is
//!    withdrawn, the next one is sent a minute later, and log, doctor, `/healthz` and `/metrics` say at which stage it
//!    stopped.

mod health;
mod prober;
mod row;
mod status;

pub use crate::canary::health::{CanaryFailure, CanaryHealth, CanaryReport, CanaryStage, HEADER};
pub use crate::canary::prober::{Prober, ProberOptions};
pub(crate) use crate::canary::row::claim;
pub use crate::canary::status::{CanaryStatus, read_status};
