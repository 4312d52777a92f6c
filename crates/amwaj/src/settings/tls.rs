//! The settings of TLS inside the binary, and what goes together.

use std::net::SocketAddr;
use std::path::PathBuf;

use certificates::acme::AcmeOptions;
use certificates::own_files::OwnFiles;
use url::{Host, Url};

use crate::settings::values::Values;

/// TLS inside the binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsSettings {
    pub listen: SocketAddr,
    /// The names that the certificate must have, the site's own first.
    pub names: Vec<String>,
    pub certificate: CertificateOrigin,
}

/// Where the certificate is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateOrigin {
    OwnFiles(OwnFiles),
    Acme(AcmeOptions),
}

/// Settings that mean nothing without `tls_listen`.
const ONLY_WITH_TLS: [&str; 6] =
    ["tls_certificate", "tls_key", "tls_names", "acme_contact", "acme_directory", "acme_root"];

/// Nothing where TLS is left to a proxy, or where a setting of it is wrong.
pub(super) fn tls(
    values: &mut Values,
    plain: Option<SocketAddr>,
    site_url: Option<&Url>,
) -> Option<TlsSettings> {
    let listen = values.get("tls_listen", |text| text.parse::<SocketAddr>().ok());
    let certificate = values.get("tls_certificate", file);
    let key = values.get("tls_key", file);
    let more_names =
        values.get("tls_names", |text| text.split(',').map(host_name).collect::<Option<Vec<_>>>());
    let contact = values
        .get("acme_contact", |text| text.parse::<lettre::Address>().ok().map(|address| address.to_string()));
    let directory = values.get("acme_directory", https);
    let root = values.get("acme_root", file);
    if !values.is_set("tls_listen") {
        for key in ONLY_WITH_TLS.into_iter().filter(|key| values.is_set(key)).collect::<Vec<_>>() {
            if !values.is_wrong_value(key) {
                values.wrong(key, "means nothing without tls_listen: set that too, such as 0.0.0.0:443");
            }
        }
        return None;
    }
    let listen = listen?;
    if plain == Some(listen) && listen.port() != 0 {
        values.wrong("tls_listen", "must be another port than that of listen, which answers without TLS");
    }
    let mut names = vec![site_host(values, site_url)?];
    names.extend(more_names.into_iter().flatten().filter(|name| *name != names[0]).collect::<Vec<_>>());
    let has_files = values.is_set("tls_certificate") || values.is_set("tls_key");
    let certificate = match has_files {
        true => own_files(values, certificate, key)?,
        false => {
            let root = match root {
                Some(path) => Some(std::fs::read(path).ok()?),
                None => None,
            };
            acme(
                values,
                AcmeOptions { directory: directory?, contact: String::new(), root, names: names.clone() },
                contact,
            )?
        }
    };
    Some(TlsSettings { listen, names, certificate })
}

fn own_files(
    values: &mut Values,
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
) -> Option<CertificateOrigin> {
    for (one, other, problem) in [
        (
            "tls_certificate",
            "tls_key",
            "must be set where tls_certificate is set: the file of its private key",
        ),
        ("tls_key", "tls_certificate", "must be set where tls_key is set: the file of its certificate chain"),
    ] {
        if values.is_set(one) && !values.is_set(other) {
            values.wrong(other, problem);
        }
    }
    if values.is_set("acme_contact") {
        let problem = "is for a certificate from an authority, and tls_certificate names one of your own: leave one out";
        values.wrong("acme_contact", problem);
    }
    Some(CertificateOrigin::OwnFiles(OwnFiles { certificate: certificate?, key: key? }))
}

fn acme(values: &mut Values, options: AcmeOptions, contact: Option<String>) -> Option<CertificateOrigin> {
    if !values.is_set("acme_contact") {
        let problem = "must be set where tls_listen is set: the certificate authority writes to it; or set \
                       tls_certificate and tls_key to files of your own";
        values.wrong("acme_contact", problem);
    }
    if host_name(&options.names[0]).is_none() {
        let problem = "must be a name, such as www.example.com, where an authority issues the certificate";
        values.wrong("site_url", problem);
    }
    if let Err(why) = options.check() {
        values.wrong("acme_root", &format!("must be PEM certificates ({why})"));
    }
    Some(CertificateOrigin::Acme(AcmeOptions { contact: contact?, ..options }))
}

/// The host whose name is on the certificate.
fn site_host(values: &mut Values, site_url: Option<&Url>) -> Option<String> {
    match site_url {
        None if !values.is_set("site_url") => {
            values.wrong(
                "site_url",
                "must be set where tls_listen is set: its host's name is on the certificate",
            );
            None
        }
        Some(url) if url.scheme() != "https" => {
            values.wrong("site_url", "must start with https:// where tls_listen is set");
            None
        }
        url => url?.host().map(|host| match host {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        }),
    }
}

/// A name that a certificate can be issued for, in lower case.
fn host_name(text: &str) -> Option<String> {
    let name = text.trim().to_lowercase();
    let fits = |label: &str| {
        let letters = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..64).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    let labels: Vec<&str> = name.split('.').collect();
    let is_name = labels.len() > 1 && labels.iter().all(|label| fits(label));
    // The last one of an IP address is a number.
    let last = labels.last()?;
    (is_name && !last.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

fn file(text: &str) -> Option<PathBuf> {
    Some(PathBuf::from(text)).filter(|path| path.is_file())
}

fn https(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    (url.scheme() == "https" && url.has_host()).then(|| url.to_string())
}
