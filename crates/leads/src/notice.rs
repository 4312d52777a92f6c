//! How staff hear of a new lead: by a mail of its own, or in the next summary mail.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What staff read about a marked lead.
pub(crate) const MANY_FROM_ADDRESS: &str = "many from one address";

/// How long a lead waits for the summary mail at most. What is quarantined comes sooner, since it gets no other mail.
pub(crate) const SUMMARY_DELAY: Duration = Duration::from_secs(10 * 60);
pub(crate) const QUARANTINE_DELAY: Duration = Duration::from_secs(4 * 60);

/// How staff hear of a lead that is not in quarantine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StaffNotice {
    /// By a mail of its own, at once.
    #[default]
    Mail,
    /// The same, and the mail says that many requests came from the visitor's address.
    MarkedMail,
    /// Its address sends many, and the site's budget of marked mails is used up: it is in the next summary mail.
    Summary,
}
