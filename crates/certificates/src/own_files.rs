//! The company's own certificate files: read at the start, and again whenever they change. A pair that cannot be used is
//! reported, and the one before goes on.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base::clock::Clock;

use crate::certificate::Certificate;
use crate::resolver::Certificates;
use crate::status::{CertificateSource, CertificateStatus, RenewalError, SharedStatus};

/// Interval at which the files are looked at. Not by notifications of the system: those are missed on network folders,
/// and for files that are links, as certificate tools write them.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// PEM files: the chain, the site's own certificate first, and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// The files' metadata, which shows a replaced file without reading it.
type Stamp = [Option<(u64, u64, i64, i64)>; 2];

impl OwnFiles {
    /// # Errors
    /// A sentence that names the file and what is wrong.
    pub fn load(&self) -> Result<Certificate, String> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
        };
        let (chain, key) = (read(&self.certificate)?, read(&self.key)?);
        Certificate::from_pem(&chain, &key)
            .map_err(|why| format!("{} with {}: {why}", self.certificate.display(), self.key.display()))
    }

    /// The certificate as another process sees it.
    pub fn status(&self) -> CertificateStatus {
        let (facts, error) = match self.load() {
            Ok(certificate) => (Some(certificate.facts), None),
            Err(text) => (None, Some(text)),
        };
        let error = error.map(|text| RenewalError { text, since_ms: self.changed_ms() });
        CertificateStatus { source: CertificateSource::OwnFiles, facts, error }
    }

    /// Installs the certificate in the files.
    ///
    /// # Errors
    /// See [`OwnFiles::load`].
    pub fn install(&self, certificates: &Certificates, status: &SharedStatus) -> Result<(), String> {
        let certificate = self.load()?;
        certificates.install(&certificate);
        status.installed(certificate.facts);
        Ok(())
    }

    /// Installs what the files become, until it is dropped. The caller has installed what they are.
    pub async fn watch(&self, certificates: &Certificates, status: &SharedStatus, clock: &Clock) {
        let mut installed = self.stamp();
        let mut failed = None;
        loop {
            tokio::time::sleep(LOOK_INTERVAL).await;
            let stamp = self.stamp();
            if stamp == installed || failed == Some((stamp, true)) {
                continue;
            }
            match self.install(certificates, status) {
                Ok(()) => {
                    (installed, failed) = (stamp, None);
                    tracing::info!("the certificate's files have changed, and the new certificate is in use");
                }
                // One of the two may not be written yet: it counts at the next look.
                Err(_) if failed.is_none_or(|(before, _)| before != stamp) => failed = Some((stamp, false)),
                Err(error) => {
                    failed = Some((stamp, true));
                    tracing::error!(error, "the new certificate cannot be used; the one before goes on");
                    status.failed(error, clock.now_ms());
                }
            }
        }
    }

    fn stamp(&self) -> Stamp {
        [&self.certificate, &self.key].map(|path| {
            let file = fs::metadata(path).ok()?;
            Some((file.ino(), file.len(), file.mtime(), file.mtime_nsec()))
        })
    }

    fn changed_ms(&self) -> i64 {
        let seconds = self.stamp().into_iter().flatten().map(|(_, _, seconds, _)| seconds).max();
        seconds.unwrap_or_default().saturating_mul(1000)
    }
}
