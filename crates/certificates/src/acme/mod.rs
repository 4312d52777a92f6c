//! A certificate from a certificate authority (ACME, RFC 8555): the stored one is used at once and without asking anybody,
//! a new one is ordered when a third of its life is left, and failures are tried again with a growing backoff.

mod http;
mod options;
mod order;

use std::time::Duration;

use base::clock::Clock;

pub use crate::acme::options::AcmeOptions;
use crate::acme::order::{OrderError, order};
use crate::certificate::{Certificate, CertificateFacts};
use crate::resolver::Certificates;
use crate::status::SharedStatus;
use crate::store::CertificateStore;

/// The longest that an order may take, whatever the authority does.
const ORDER_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// The first failure is often a stray one; later ones get the pauses that authorities ask for (Let's Encrypt allows five
/// refused orders for a name each hour).
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const SECOND_PAUSE: Duration = Duration::from_secs(5 * 60);
const MAX_PAUSE: Duration = Duration::from_secs(6 * 3600);
/// While there is no certificate, and the authority has not even heard that one is wanted: nobody waits for long after
/// whatever was between is away. The second is after so many tries.
const UNHEARD_PAUSES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(60)];
const UNHEARD_TRIES: u32 = 60;
/// Interval at which the clock is read while nothing is due: it may be set meanwhile.
const LOOK_INTERVAL: Duration = Duration::from_secs(60);

/// Keeps the certificate of a listener new.
pub struct AcmeRenewal {
    options: AcmeOptions,
    store: CertificateStore,
    certificates: Certificates,
    status: SharedStatus,
    clock: Clock,
    /// Unix milliseconds.
    renew_at: i64,
    life: Duration,
    /// In a row.
    failures: u32,
    unheard: u32,
}

impl AcmeRenewal {
    /// Installs the stored certificate, where there is one.
    pub fn new(
        options: AcmeOptions,
        store: CertificateStore,
        certificates: Certificates,
        status: SharedStatus,
        clock: Clock,
    ) -> Self {
        let mut renewal = AcmeRenewal {
            options,
            store,
            certificates,
            status,
            clock,
            renew_at: i64::MIN,
            life: Duration::MAX,
            failures: 0,
            unheard: 0,
        };
        match renewal.store.certificate() {
            Ok(Some(stored)) => {
                let fits = stored.directory == renewal.options.directory
                    && renewal.options.names.iter().all(|name| stored.certificate.facts.covers(name));
                renewal.install(&stored.certificate);
                renewal.status.set_error(renewal.store.last_error());
                if !fits {
                    renewal.renew_at = i64::MIN;
                }
            }
            Ok(None) => {
                tracing::warn!(
                    "there is no certificate yet: until one is issued, pages are at the plain address, and the desk is shut"
                );
            }
            Err(error) => {
                tracing::error!(error, "the stored certificate cannot be used; a new one is ordered")
            }
        }
        renewal
    }

    fn install(&mut self, certificate: &Certificate) {
        let facts = &certificate.facts;
        self.certificates.install(certificate);
        self.status.installed(facts.clone());
        self.renew_at = renew_at(facts);
        self.life = Duration::from_millis(facts.life_ms().unsigned_abs());
    }

    /// Orders and renews until it is dropped.
    pub async fn run(&mut self) {
        loop {
            let wait = self.renew_if_due().await;
            tokio::time::sleep(wait).await;
        }
    }

    /// Returns how long to wait before it is called again.
    async fn renew_if_due(&mut self) -> Duration {
        let due_in = self.renew_at.saturating_sub(self.clock.now_ms());
        if let Ok(wait @ 1..) = u64::try_from(due_in) {
            return Duration::from_millis(wait).min(LOOK_INTERVAL);
        }
        let tried = match tokio::time::timeout(ORDER_TIMEOUT, self.renew()).await {
            Ok(tried) => tried,
            Err(_) => Err("the authority took longer than five minutes".to_owned().into()),
        };
        let Err(OrderError { text, is_unheard }) = tried else {
            (self.failures, self.unheard) = (0, 0);
            return Duration::ZERO;
        };
        let pause = if is_unheard && !self.status.has_certificate() {
            self.unheard += 1;
            UNHEARD_PAUSES[usize::from(self.unheard > UNHEARD_TRIES)]
        } else {
            self.failures += 1;
            pause(self.failures - 1, self.life)
        };
        let retry_in_s = pause.as_secs();
        tracing::error!(
            error = text,
            retry_in_s,
            "no certificate was issued; one that is in use stays in use"
        );
        let error = self.status.failed(text, self.clock.now_ms());
        self.store.save_error(Some(&error));
        pause
    }

    async fn renew(&mut self) -> Result<(), OrderError> {
        let pem = order(&self.options, &self.store, &self.certificates).await?;
        let certificate = Certificate::from_pem(pem.as_bytes(), pem.as_bytes())?;
        self.install(&certificate);
        if let Some(name) = self.options.names.iter().find(|name| !certificate.facts.covers(name)) {
            return Err(format!("the authority issued a certificate that is not for {name}").into());
        }
        // It is used all the same: after a restart another one would be ordered.
        self.store
            .save_certificate(&self.options.directory, &pem)
            .map_err(|error| format!("the new certificate is in use and could not be stored: {error}"))?;
        if self.renew_at <= self.clock.now_ms() {
            // Else the next one would be ordered at once, and one after that.
            return Err(
                "the new certificate is due for renewal already: see that this machine's clock is right"
                    .to_owned()
                    .into(),
            );
        }
        self.store.save_error(None);
        tracing::info!(names = self.options.names.join(" "), "a new certificate was issued");
        Ok(())
    }
}

/// When a third of its life is left.
fn renew_at(facts: &CertificateFacts) -> i64 {
    facts.not_after_ms - facts.life_ms() / 3
}

/// Pause after this many earlier failures; a short-lived certificate leaves less time.
fn pause(failures: u32, life: Duration) -> Duration {
    let pause = match failures {
        0 => FIRST_PAUSE,
        more => SECOND_PAUSE.saturating_mul(2_u32.saturating_pow(more - 1)),
    };
    pause.min(MAX_PAUSE).min((life / 12).max(Duration::from_secs(1)))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use base::clock::duration_ms;

    use super::*;
    use crate::status::{CertificateSource, CertificateUrgency};

    const DAY: Duration = Duration::from_secs(24 * 3600);
    /// Nobody answers there.
    const DIRECTORY: &str = "https://127.0.0.1:1/dir";

    /// A certificate for ninety days that is in use, in `folder`, and whose authority is away.
    fn in_use(folder: PathBuf, clock: &Clock) -> (AcmeRenewal, SharedStatus) {
        let mut wanted = rcgen::CertificateParams::new(vec!["amwaj.example".to_owned()]).expect("a name");
        wanted.not_before = rcgen::date_time_ymd(2026, 9, 2);
        wanted.not_after = rcgen::date_time_ymd(2026, 12, 1);
        let key = rcgen::KeyPair::generate().expect("a key");
        let pem = wanted.self_signed(&key).expect("a certificate").pem() + &key.serialize_pem();
        CertificateStore::new(folder.clone()).save_certificate(DIRECTORY, &pem).expect("stored");
        without(folder, clock)
    }

    /// One that has no certificate, or the one in `folder`, and whose authority is away.
    fn without(folder: PathBuf, clock: &Clock) -> (AcmeRenewal, SharedStatus) {
        let store = CertificateStore::new(folder);
        let status = SharedStatus::new(CertificateSource::Acme);
        let options = AcmeOptions {
            directory: DIRECTORY.to_owned(),
            contact: "it@amwaj.example".to_owned(),
            root: None,
            names: vec!["amwaj.example".to_owned()],
        };
        let certificates = Certificates::default();
        (AcmeRenewal::new(options, store, certificates, status.clone(), clock.clone()), status)
    }

    #[tokio::test]
    async fn while_the_authority_is_away_for_thirty_days_the_certificate_stays_in_use_and_staff_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let end = 1_796_083_200_000;
        let clock = Clock::manual(end - 30 * duration_ms(DAY));
        let (mut renewal, status) = in_use(folder.path().join("tls"), &clock);
        let mut tries = 0;
        loop {
            clock.advance(renewal.renew_if_due().await);
            if clock.now_ms() >= end {
                break;
            }
            tries += 1;
            let (now, status) = (clock.now_ms(), status.get());
            assert_eq!(status.facts.as_ref().map(|facts| facts.not_after_ms), Some(end));
            assert_eq!(status.urgency(now), CertificateUrgency::Soon);
            let text = status.text(now);
            assert!(text.contains("a new one has failed since"), "{text}");
        }
        assert!((100..140).contains(&tries), "asked {tries} times: four times a day");
        let stored = renewal.store.status();
        assert_eq!(stored.urgency(clock.now_ms()), CertificateUrgency::Now);
        assert!(stored.notice(clock.now_ms()).expect("a line").contains("it expired"));
        assert!(renewal.store.certificate().expect("readable").is_some(), "and nothing took its place");
    }

    #[tokio::test]
    async fn as_long_as_there_is_no_certificate_an_authority_that_hears_nothing_is_asked_every_few_seconds() {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::manual(0);
        let (mut renewal, status) = without(folder.path().join("tls"), &clock);
        let mut pauses = Vec::new();
        for _ in 0..62 {
            pauses.push(renewal.renew_if_due().await.as_secs());
        }
        assert_eq!((pauses[0], pauses[59], pauses[60], pauses[61]), (5, 5, 60, 60));
        assert!(!status.has_certificate() && status.get().error.is_some());
    }

    #[test]
    fn an_authority_that_is_away_is_asked_less_and_less_but_often_enough_for_a_short_life() {
        let seconds = |failures, life| pause(failures, life).as_secs();
        assert_eq!([0, 1, 2, 3].map(|failures| seconds(failures, DAY * 90)), [10, 300, 600, 1200]);
        assert_eq!((seconds(40, DAY * 90), seconds(40, DAY)), (6 * 3600, 2 * 3600));
        assert_eq!(seconds(0, Duration::from_secs(60)), 5);
    }
}
