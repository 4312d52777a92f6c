//! What is published, and why it is published again.

use crate::pages::bundle::Bundle;
use crate::pages::snapshot_builder::SiteHeaders;
use base::clock::Clock;
use content::Source;

/// Sources and settings of publishing.
pub struct PublishOptions {
    pub source: Source,
    pub bundle: Bundle,
    /// The address that pages name as theirs, without a slash at the end.
    pub origin: String,
    /// Whether that address is public, so that search engines may keep the pages.
    pub listed: bool,
    pub headers: SiteHeaders,
    pub clock: Clock,
    pub samples: Samples,
}

impl PublishOptions {
    /// Whether search engines may keep the pages.
    pub fn is_listed(&self, is_launched: bool) -> bool {
        self.listed && (self.samples != Samples::UntilLaunch || is_launched)
    }
}

/// Whether content with samples is published: the public takes an invented review for a real one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Samples {
    Allowed,
    Refused,
    /// In a preview, which search engines leave out until an owner puts the site live. Then they are refused.
    UntilLaunch,
}

impl Samples {
    /// Whether they are refused once the site is launched, or before.
    pub fn are_refused(self, is_launched: bool) -> bool {
        self == Self::Refused || self == Self::UntilLaunch && is_launched
    }
}

/// Why to publish again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Content,
    Bundle,
}
