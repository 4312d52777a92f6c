//! A certificate with its key, read from PEM: what TLS shows to clients, for which names, and until when.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::{FromDer as _, X509Certificate};

/// A certificate that TLS can use.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(crate) key: Arc<CertifiedKey>,
    pub facts: CertificateFacts,
}

/// A certificate's names and validity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFacts {
    /// In lower case; with `*.` in front where it is for all names one level below.
    pub names: Vec<String>,
    /// Unix milliseconds, as is the next.
    pub not_before_ms: i64,
    pub not_after_ms: i64,
}

impl Certificate {
    /// Reads a chain, the site's own certificate first, and its key.
    ///
    /// # Errors
    /// A sentence on what is wrong, without a byte of the key.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, String> {
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .map_err(|error| format!("the certificate is no PEM: {error}"))?;
        let Some(own) = chain.first() else {
            return Err("there is no certificate (BEGIN CERTIFICATE) in it".to_owned());
        };
        let facts = CertificateFacts::read(own)?;
        let key = PrivateKeyDer::from_pem_slice(key)
            .map_err(|_| "there is no usable private key (BEGIN PRIVATE KEY) in it".to_owned())?;
        let key =
            CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(|error| match error {
                rustls::Error::InconsistentKeys(_) => "the key belongs to another certificate".to_owned(),
                other => other.to_string(),
            })?;
        Ok(Certificate { key: Arc::new(key), facts })
    }
}

impl CertificateFacts {
    fn read(der: &[u8]) -> Result<Self, String> {
        let unreadable = |why: String| format!("the certificate cannot be read ({why})");
        let (_, parsed) = X509Certificate::from_der(der).map_err(|error| unreadable(error.to_string()))?;
        let names = parsed
            .subject_alternative_name()
            .map_err(|error| unreadable(error.to_string()))?
            .map_or_else(Vec::new, |names| names.value.general_names.iter().filter_map(name_text).collect());
        let ms = |seconds: i64| seconds.saturating_mul(1000);
        let validity = parsed.validity();
        Ok(CertificateFacts {
            names,
            not_before_ms: ms(validity.not_before.timestamp()),
            not_after_ms: ms(validity.not_after.timestamp()),
        })
    }

    pub fn life_ms(&self) -> i64 {
        (self.not_after_ms - self.not_before_ms).max(0)
    }

    /// Whether browsers accept it for this host name.
    pub fn covers(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_lowercase();
        let above = host.split_once('.').map(|(_, above)| above);
        self.names.iter().any(|name| match name.strip_prefix("*.") {
            Some(below) => above == Some(below),
            None => *name == host,
        })
    }
}

fn name_text(name: &GeneralName<'_>) -> Option<String> {
    match name {
        GeneralName::DNSName(name) => Some(name.to_lowercase()),
        GeneralName::IPAddress(bytes) => match <[u8; 4]>::try_from(*bytes) {
            Ok(v4) => Some(std::net::Ipv4Addr::from(v4).to_string()),
            Err(_) => <[u8; 16]>::try_from(*bytes).ok().map(|v6| std::net::Ipv6Addr::from(v6).to_string()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_star_is_for_one_level_below() {
        let facts = CertificateFacts {
            names: vec!["amwaj.example".into(), "*.amwaj.example".into()],
            not_before_ms: 0,
            not_after_ms: 1,
        };
        for (host, covered) in [
            ("amwaj.example", true),
            ("WWW.Amwaj.example", true),
            ("a.www.amwaj.example", false),
            ("amwaj.example.evil", false),
            ("example", false),
        ] {
            assert_eq!(facts.covers(host), covered, "{host}");
        }
    }

    #[test]
    fn what_is_no_certificate_is_told_in_a_sentence() {
        let told = |chain: &str, key: &str| {
            Certificate::from_pem(chain.as_bytes(), key.as_bytes()).expect_err("none")
        };
        let own = rcgen::generate_simple_self_signed(["a.example".to_owned()]).expect("a certificate");
        let other = rcgen::KeyPair::generate().expect("a key");
        assert!(told("", "").contains("there is no certificate"));
        assert!(told(&own.cert.pem(), "nothing").contains("no usable private key"));
        assert!(told(&own.cert.pem(), &other.serialize_pem()).contains("belongs to another certificate"));
        let right =
            Certificate::from_pem(own.cert.pem().as_bytes(), own.signing_key.serialize_pem().as_bytes());
        assert_eq!(right.expect("right").facts.names, ["a.example"]);
    }
}
