//! The authorities that a PostgreSQL server's certificate may be of: Mozilla's, which the driver brings, and this machine's.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::RootCertStore;
use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgSslMode};

/// Adds the machine's authorities where a certificate is looked at, and neither the URL nor libpq's variable names others.
pub(super) fn with_machine_roots(options: PgConnectOptions) -> PgConnectOptions {
    let looks = matches!(options.get_ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    let has_others = options.to_url_lossy().query_pairs().any(|(name, _)| name == "sslrootcert");
    if looks && !has_others { options.ssl_root_cert_from_pem(machine_roots().into_bytes()) } else { options }
}

/// As PEM. The driver would refuse all for a single one that it can't use.
fn machine_roots() -> String {
    let mut usable = RootCertStore::empty();
    let mut pem = String::new();
    for certificate in rustls_native_certs::load_native_certs().certs {
        let text = STANDARD.encode(&certificate);
        if usable.add(certificate).is_ok() {
            let _ = writeln!(pem, "-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----");
        }
    }
    pem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_s_authorities_count_where_a_certificate_is_looked_at_and_no_others_are_named() {
        for (query, added) in [
            ("?sslmode=verify-full", true),
            ("?sslmode=verify-ca", true),
            ("?sslmode=verify-full&sslrootcert=/own.pem", false),
            ("?ssl-mode=verify-full&ssl-ca=/own.pem", false),
            ("?sslmode=require", false),
            ("", false),
        ] {
            let options: PgConnectOptions =
                format!("postgres://u@db.example/d{query}").parse().expect("options");
            let changed = with_machine_roots(options.clone()).to_url_lossy() != options.to_url_lossy();
            assert_eq!(changed, added, "{query}");
        }
    }
}
