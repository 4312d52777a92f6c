//! Ways of telling staff of a new lead: by a mail of its own, or in the next summary mail.

use std::time::Duration;

/// Longest wait of a lead for the summary mail. One in quarantine comes sooner, since it gets no other mail.
pub(crate) const SUMMARY_DELAY: Duration = Duration::from_secs(10 * 60);
pub(crate) const QUARANTINE_DELAY: Duration = Duration::from_secs(4 * 60);

/// Way of telling staff of a lead that is not in quarantine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaffNotice {
    /// By a mail of its own, at once.
    Mail,
    /// In the next summary mail: the mails that its network and the site may send at once are used up.
    Summary,
}
