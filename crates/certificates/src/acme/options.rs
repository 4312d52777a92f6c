//! Which certificate is wanted, and of which authority.

use crate::acme::http::AcmeHttp;

/// Where a certificate comes from, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeOptions {
    /// Where the authority starts: its directory's address.
    pub directory: String,
    /// The mail address that it may write to.
    pub contact: String,
    /// The PEM of the root that signed the authority's own https, where that is a private one.
    pub root: Option<Vec<u8>>,
    /// The names on the certificate.
    pub names: Vec<String>,
}

impl AcmeOptions {
    /// # Errors
    /// A sentence on why the authority cannot be asked like this.
    pub fn check(&self) -> Result<(), String> {
        AcmeHttp::new(self.root.as_deref()).map(drop)
    }
}
