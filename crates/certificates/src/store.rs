//! The folder of what the certificate authority gave: the certificate with its key, the account, and the last error.
//! Only this user may look into it (0700, files 0600), and each file is replaced in one step.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::certificate::Certificate;
use crate::status::{CertificateSource, CertificateStatus, RenewalError};

const CERTIFICATE: &str = "certificate.pem";
const LAST_ERROR: &str = "last-error.txt";
/// The first line of the certificate's file, before the PEM.
const ISSUED_THROUGH: &str = "Issued through ";

/// The folder `tls/` in the data folder.
#[derive(Clone, Debug)]
pub struct CertificateStore(PathBuf);

/// A certificate that was stored, and where it was issued.
#[derive(Clone, Debug)]
pub struct StoredCertificate {
    pub certificate: Certificate,
    pub directory: String,
}

impl CertificateStore {
    pub fn new(folder: PathBuf) -> Self {
        CertificateStore(folder)
    }

    /// `None` until one is issued.
    ///
    /// # Errors
    /// A sentence on why the stored one cannot be used.
    pub fn certificate(&self) -> Result<Option<StoredCertificate>, String> {
        let path = self.0.join(CERTIFICATE);
        let pem = match fs::read(&path) {
            Ok(pem) => pem,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
        };
        let certificate =
            Certificate::from_pem(&pem, &pem).map_err(|why| format!("{}: {why}", path.display()))?;
        let first = pem.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let first = String::from_utf8_lossy(first);
        let directory = first.strip_prefix(ISSUED_THROUGH).unwrap_or_default().to_owned();
        Ok(Some(StoredCertificate { certificate, directory }))
    }

    /// The certificate as another process sees it, with the last error of the server that renews it.
    pub fn status(&self) -> CertificateStatus {
        let error = self.last_error();
        match self.certificate() {
            Ok(stored) => CertificateStatus {
                source: CertificateSource::Acme,
                facts: stored.map(|stored| stored.certificate.facts),
                error,
            },
            Err(text) => {
                let error = Some(RenewalError { text, since_ms: error.map_or(0, |error| error.since_ms) });
                CertificateStatus { source: CertificateSource::Acme, facts: None, error }
            }
        }
    }

    pub(crate) fn save_certificate(&self, directory: &str, pem: &str) -> io::Result<()> {
        self.write(CERTIFICATE, &format!("{ISSUED_THROUGH}{directory}\n{pem}"))
    }

    pub(crate) fn account(&self, directory: &str) -> Option<String> {
        fs::read_to_string(self.0.join(account_name(directory))).ok()
    }

    pub(crate) fn save_account(&self, directory: &str, credentials: &str) -> io::Result<()> {
        self.write(&account_name(directory), credentials)
    }

    pub(crate) fn forget_account(&self, directory: &str) {
        let _ = fs::remove_file(self.0.join(account_name(directory)));
    }

    /// The moment is the first line.
    pub(crate) fn last_error(&self) -> Option<RenewalError> {
        let text = fs::read_to_string(self.0.join(LAST_ERROR)).ok()?;
        let (since_ms, text) = text.split_once('\n')?;
        Some(RenewalError { text: text.trim().to_owned(), since_ms: since_ms.parse().ok()? })
    }

    pub(crate) fn save_error(&self, error: Option<&RenewalError>) {
        let path = self.0.join(LAST_ERROR);
        let done = match error {
            Some(RenewalError { text, since_ms }) => self.write(LAST_ERROR, &format!("{since_ms}\n{text}\n")),
            None => fs::remove_file(&path),
        };
        if let Err(problem) = done
            && problem.kind() != io::ErrorKind::NotFound
        {
            tracing::error!(%problem, "{} cannot be written", path.display());
        }
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.make_folder()?;
        // Such a file is its owner's alone from its first moment.
        let mut file = NamedTempFile::new_in(&self.0)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.0.join(name))?;
        fs::File::open(&self.0)?.sync_all()
    }

    fn make_folder(&self) -> io::Result<()> {
        let folder: &Path = &self.0;
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o700))
    }
}

/// Each authority has accounts of its own.
fn account_name(directory: &str) -> String {
    format!("account-{}.json", hex::encode(&Sha256::digest(directory)[..6]))
}
