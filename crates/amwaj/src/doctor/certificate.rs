//! Checks of the certificate, where TLS is inside the binary: its expiry, its names, and whether its key is safe.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use certificates::status::{CertificateSource, CertificateStatus, CertificateUrgency};
use certificates::store::CertificateStore;

use crate::doctor::check::Check;
use crate::settings::{CertificateOrigin, Settings, TlsSettings};

const ABOUT: &str = "certificate";
/// Permissions of anybody but the owner.
const OTHERS: u32 = 0o077;

/// Empty where TLS is left to a proxy.
pub(super) fn lines(settings: &Settings, now: i64) -> Vec<Check> {
    let Some(tls) = settings.tls() else { return Vec::new() };
    let status = match &tls.certificate {
        CertificateOrigin::OwnFiles(files) => files.status(),
        CertificateOrigin::Acme(_) => CertificateStore::new(settings.certificate_dir()).status(),
    };
    let key = match &tls.certificate {
        CertificateOrigin::OwnFiles(files) => key_line(&files.key),
        CertificateOrigin::Acme(_) => None,
    };
    std::iter::once(certificate(&tls, &status, now)).chain(key).collect()
}

fn certificate(tls: &TlsSettings, status: &CertificateStatus, now: i64) -> Check {
    let missing = status.facts.as_ref().and_then(|facts| tls.names.iter().find(|name| !facts.covers(name)));
    if let Some(name) = missing {
        let text = format!("it is not for {name}; {}", status.text(now));
        let remedy = "get one with that name, or take the name out of AMWAJ_SITE_URL or AMWAJ_TLS_NAMES";
        return Check::fail(ABOUT, text, remedy);
    }
    let remedy = match status.source {
        CertificateSource::OwnFiles => {
            "put a new pair into the files of AMWAJ_TLS_CERTIFICATE and AMWAJ_TLS_KEY"
        }
        CertificateSource::Acme => {
            "see that each name leads to this server, that port 443 of it is open to the world, that the authority \
             at AMWAJ_ACME_DIRECTORY can be reached from here, and that the server runs: it tries again by itself"
        }
    };
    match status.urgency(now) {
        CertificateUrgency::Fine => Check::ok(ABOUT, status.text(now)),
        CertificateUrgency::Soon => Check::warn(ABOUT, status.text(now), remedy),
        CertificateUrgency::Now => Check::fail(ABOUT, status.text(now), remedy),
    }
}

/// Whoever reads the key can pose as the site.
fn key_line(key: &Path) -> Option<Check> {
    let mode = std::fs::metadata(key).ok()?.permissions().mode();
    (mode & OTHERS != 0).then(|| {
        let shown = key.display();
        let text = format!("others on this machine may read {shown}");
        Check::warn("certificate's key", text, format!("close it with `chmod 600 {shown}`"))
    })
}
