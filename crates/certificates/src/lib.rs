//! The site's TLS certificate: read from the company's own files, or issued and renewed by a certificate authority over
//! ACME (RFC 8555). Whatever fails, the certificate in use stays in use to its end, and monitoring hears of it; none is
//! ever made up.

pub mod acme;
pub mod certificate;
pub mod own_files;
pub mod resolver;
pub mod signer;
pub mod status;
pub mod store;
