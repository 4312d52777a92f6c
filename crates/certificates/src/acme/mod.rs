//! A certificate from a certificate authority (ACME, RFC 8555): the stored one is used at once and without asking anybody,
//! a new one is ordered when a third of its life is left, and failures are tried again with a growing backoff.

mod http;
mod options;
mod order;

use std::time::Duration;

use base::clock::Clock;

pub use crate::acme::options::AcmeOptions;
use crate::acme::order::order;
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
/// How often the clock is looked at while nothing is due: it may be set meanwhile.
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
                    "there is no certificate yet: https pages cannot be opened until one is issued"
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
    pub async fn run(mut self) {
        let mut failures = 0;
        loop {
            let due_in = self.renew_at.saturating_sub(self.clock.now_ms());
            if let Ok(wait @ 1..) = u64::try_from(due_in) {
                tokio::time::sleep(Duration::from_millis(wait).min(LOOK_INTERVAL)).await;
                continue;
            }
            let tried = match tokio::time::timeout(ORDER_TIMEOUT, self.renew()).await {
                Ok(tried) => tried,
                Err(_) => Err("the authority took longer than five minutes".to_owned()),
            };
            let Err(error) = tried else {
                failures = 0;
                continue;
            };
            let pause = pause(failures, self.life);
            failures += 1;
            let retry_in_s = pause.as_secs();
            tracing::error!(error, retry_in_s, "no new certificate was issued; the one in use stays in use");
            let error = self.status.failed(error, self.clock.now_ms());
            self.store.save_error(Some(&error));
            tokio::time::sleep(pause).await;
        }
    }

    async fn renew(&mut self) -> Result<(), String> {
        let pem = order(&self.options, &self.store, &self.certificates).await?;
        let certificate = Certificate::from_pem(pem.as_bytes(), pem.as_bytes())?;
        self.install(&certificate);
        if let Some(name) = self.options.names.iter().find(|name| !certificate.facts.covers(name)) {
            return Err(format!("the authority issued a certificate that is not for {name}"));
        }
        // It is used all the same: after a restart another one would be ordered.
        self.store
            .save_certificate(&self.options.directory, &pem)
            .map_err(|error| format!("the new certificate is in use and could not be stored: {error}"))?;
        self.store.save_error(None);
        tracing::info!(names = self.options.names.join(" "), "a new certificate was issued");
        Ok(())
    }
}

/// When a third of its life is left.
fn renew_at(facts: &CertificateFacts) -> i64 {
    facts.not_after_ms - facts.life_ms() / 3
}

/// How long to wait after so many failures before this one; a short-lived certificate leaves less time.
fn pause(failures: u32, life: Duration) -> Duration {
    let pause = match failures {
        0 => FIRST_PAUSE,
        more => SECOND_PAUSE.saturating_mul(2_u32.saturating_pow(more - 1)),
    };
    pause.min(MAX_PAUSE).min((life / 12).max(Duration::from_secs(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_that_is_away_is_asked_less_and_less_but_often_enough_for_a_short_life() {
        let day = Duration::from_secs(24 * 3600);
        let seconds = |failures, life| pause(failures, life).as_secs();
        assert_eq!([0, 1, 2, 3].map(|failures| seconds(failures, day * 90)), [10, 300, 600, 1200]);
        assert_eq!((seconds(40, day * 90), seconds(40, day)), (6 * 3600, 2 * 3600));
        assert_eq!(seconds(0, Duration::from_secs(60)), 5);
    }
}
