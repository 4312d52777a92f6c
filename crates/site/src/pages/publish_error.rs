//! Why publishing failed.

use crate::pages::bundle::BundleError;
use content::Report;

/// Why the site could not be published at the start.
#[derive(Debug)]
pub enum PublishError {
    Bundle(BundleError),
    Content(Report),
}

impl std::fmt::Display for PublishError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bundle(error) => error.fmt(f),
            Self::Content(report) if report.has_errors() => {
                write!(f, "the content cannot be published:\n{report}")
            }
            Self::Content(report) => {
                write!(f, "the content has samples, which the public would take for real:\n{report}")?;
                f.write_str("replace them, or set AMWAJ_ALLOW_SAMPLES=true for a preview that search engines leave out")
            }
        }
    }
}

impl std::error::Error for PublishError {}
