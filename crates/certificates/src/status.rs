//! Status of the certificate, for `amwaj doctor`, `/metrics` and the daily mail: its end of validity, and why its
//! renewal failed.

use std::sync::Arc;

use base::clock::dubai_text;
use parking_lot::Mutex;

use crate::certificate::CertificateFacts;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// From here on somebody has to act: two weeks are enough to find out why, with a weekend in them.
pub const URGENT_MS: i64 = 14 * DAY_MS;

/// A failure that is younger is being tried again, and no news for the daily mail.
const LASTING_MS: i64 = 60 * 60 * 1000;

/// Where the certificate is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateSource {
    /// Files that the company replaces itself.
    OwnFiles,
    /// A certificate authority, which renews it.
    Acme,
}

/// A failed renewal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenewalError {
    pub text: String,
    /// Unix milliseconds of the first failure in a row.
    pub since_ms: i64,
}

/// One moment of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateStatus {
    pub source: CertificateSource,
    /// `None` until there is a certificate.
    pub facts: Option<CertificateFacts>,
    pub error: Option<RenewalError>,
}

/// Urgency of a certificate's problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateUrgency {
    Fine,
    /// It works, and someone should look.
    Soon,
    /// Visitors see a warning in place of the site.
    Now,
}

impl CertificateStatus {
    /// A certificate that is renewed by an authority should have been by the last third of its life, and has been tried
    /// for long when three tenths are left. One in files is bought for a year, so two weeks are enough for it.
    pub fn urgency(&self, now_ms: i64) -> CertificateUrgency {
        let Some(facts) = &self.facts else { return CertificateUrgency::Now };
        let left = facts.not_after_ms - now_ms;
        let late = match self.source {
            CertificateSource::Acme => facts.life_ms() / 10 * 3,
            CertificateSource::OwnFiles => URGENT_MS.min(facts.life_ms() / 3),
        };
        match left {
            left if left <= 0 || facts.not_before_ms > now_ms => CertificateUrgency::Now,
            left if left < late || self.error.is_some() => CertificateUrgency::Soon,
            _ => CertificateUrgency::Fine,
        }
    }

    /// Until when it is good, and what went wrong, as the middle of a sentence.
    pub fn text(&self, now_ms: i64) -> String {
        let state = match &self.facts {
            None => "there is none yet, so no https page can be opened, and pages are at the plain address"
                .to_owned(),
            Some(facts) if facts.not_before_ms > now_ms => {
                format!("it is only valid from {}", dubai_text(facts.not_before_ms))
            }
            Some(facts) if facts.not_after_ms <= now_ms => {
                format!("it expired {}", dubai_text(facts.not_after_ms))
            }
            Some(facts) => {
                let days = (facts.not_after_ms - now_ms) / DAY_MS;
                format!("valid until {}, {days} days", dubai_text(facts.not_after_ms))
            }
        };
        match &self.error {
            None => state,
            Some(RenewalError { text, since_ms }) => {
                format!("{state}; a new one has failed since {} ({text})", dubai_text(*since_ms))
            }
        }
    }

    /// One line for people who don't look at screens: less than two weeks are left, and no new one is coming.
    pub fn notice(&self, now_ms: i64) -> Option<String> {
        let is_close = self.facts.as_ref().is_none_or(|facts| facts.not_after_ms - now_ms < URGENT_MS);
        let lasting = self.error.as_ref().is_some_and(|error| now_ms - error.since_ms >= LASTING_MS);
        let nobody_renews = lasting || self.source == CertificateSource::OwnFiles;
        let due = is_close && nobody_renews && self.urgency(now_ms) != CertificateUrgency::Fine;
        due.then(|| format!("The site's certificate needs a person: {}.", self.text(now_ms)))
    }
}

/// The status that the running server shares with its monitoring. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SharedStatus(Arc<Mutex<CertificateStatus>>);

impl SharedStatus {
    pub fn new(source: CertificateSource) -> Self {
        SharedStatus(Arc::new(Mutex::new(CertificateStatus { source, facts: None, error: None })))
    }

    pub fn get(&self) -> CertificateStatus {
        self.0.lock().clone()
    }

    /// Whether https pages can be opened, if perhaps with a warning.
    pub fn has_certificate(&self) -> bool {
        self.0.lock().facts.is_some()
    }

    pub(crate) fn installed(&self, facts: CertificateFacts) {
        let mut status = self.0.lock();
        status.facts = Some(facts);
        status.error = None;
    }

    /// An error before this start, or of another certificate than the one in use.
    pub(crate) fn set_error(&self, error: Option<RenewalError>) {
        self.0.lock().error = error;
    }

    /// Returns the error as it is kept: since the first of several in a row.
    pub(crate) fn failed(&self, text: String, now_ms: i64) -> RenewalError {
        let mut status = self.0.lock();
        let since_ms = status.error.as_ref().map_or(now_ms, |error| error.since_ms);
        let error = RenewalError { text, since_ms };
        status.error = Some(error.clone());
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(source: CertificateSource, days: i64, error: bool) -> CertificateStatus {
        CertificateStatus {
            source,
            facts: Some(CertificateFacts {
                names: vec!["amwaj.example".into()],
                not_before_ms: 0,
                not_after_ms: days * DAY_MS,
            }),
            error: error.then(|| RenewalError { text: "the authority is away".into(), since_ms: 0 }),
        }
    }

    #[test]
    fn a_certificate_that_should_have_been_renewed_is_to_be_looked_at_and_an_expired_one_fails() {
        let acme = status(CertificateSource::Acme, 90, false);
        assert_eq!(acme.urgency(62 * DAY_MS), CertificateUrgency::Fine, "it is being renewed");
        assert_eq!(acme.urgency(64 * DAY_MS), CertificateUrgency::Soon);
        assert_eq!(acme.urgency(90 * DAY_MS), CertificateUrgency::Now);
        assert_eq!(acme.urgency(-DAY_MS), CertificateUrgency::Now, "not valid yet");
        assert_eq!(status(CertificateSource::Acme, 90, true).urgency(DAY_MS), CertificateUrgency::Soon);
        let files = status(CertificateSource::OwnFiles, 365, false);
        assert_eq!(files.urgency(350 * DAY_MS), CertificateUrgency::Fine);
        assert_eq!(files.urgency(352 * DAY_MS), CertificateUrgency::Soon);
    }

    #[test]
    fn the_daily_mail_hears_of_it_two_weeks_before_the_end_and_only_where_nobody_renews_it() {
        let failing = status(CertificateSource::Acme, 90, true);
        assert_eq!(failing.notice(70 * DAY_MS), None, "twenty days are left");
        let line = failing.notice(80 * DAY_MS).expect("ten days are left");
        assert!(line.contains("10 days") && line.contains("the authority is away"), "{line}");
        assert_eq!(status(CertificateSource::Acme, 6, false).notice(DAY_MS), None, "it lives for six days");
        assert!(status(CertificateSource::OwnFiles, 365, false).notice(355 * DAY_MS).is_some());
        let none = CertificateStatus { facts: None, ..failing };
        assert_eq!(none.notice(0), None, "it is being tried again");
        assert!(none.notice(DAY_MS).expect("there is none").contains("there is none yet"));
    }
}
