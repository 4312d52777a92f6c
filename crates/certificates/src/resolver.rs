//! Which certificate a handshake shows: the current one, or the answer to a challenge of the certificate authority. A new
//! certificate is there for the next handshake; connections that are open keep theirs.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::certificate::Certificate;

/// The protocol that the authority's own handshakes ask for (RFC 8737).
const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// The certificates of a listener. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Certificates(Arc<Shown>);

#[derive(Debug, Default)]
struct Shown {
    current: Mutex<Option<Arc<CertifiedKey>>>,
    /// By name.
    challenges: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl Certificates {
    pub fn install(&self, certificate: &Certificate) {
        *self.0.current.lock() = Some(Arc::clone(&certificate.key));
    }

    pub(crate) fn install_challenge(&self, name: String, key: CertifiedKey) {
        self.0.challenges.lock().insert(name, Arc::new(key));
    }

    pub(crate) fn clear_challenges(&self) {
        self.0.challenges.lock().clear();
    }

    /// As TLS asks for it.
    pub fn resolver(&self) -> Arc<dyn ResolvesServerCert> {
        self.0.clone()
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|mut offered| {
            offered.next() == Some(CHALLENGE_PROTOCOL) && offered.next().is_none()
        });
        if is_challenge {
            return self.challenges.lock().get(hello.server_name()?).cloned();
        }
        self.current.lock().clone()
    }
}
