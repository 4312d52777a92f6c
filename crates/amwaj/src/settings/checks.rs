//! Settings that go together, and the errors for those that don't.

use url::Url;

use crate::settings::parse::host_name;
use crate::settings::transport::is_readable_on_the_way;
use crate::settings::values::Values;
use crate::settings::{CertificateOrigin, CopiesPlace, Settings, TlsSettings, is_public};
use storage::db::Database;

/// Settings without effect unless `tls_listen` is set.
const ONLY_WITH_TLS: [&str; 6] =
    ["tls_certificate", "tls_key", "tls_names", "acme_contact", "acme_directory", "acme_root"];

pub(super) fn check(settings: &Settings, values: &mut Values) {
    tls(settings, values);
    indexnow(settings, values);
    copies(settings, values);
    if settings.smtp_url.is_some() {
        values.need(&["mail_to", "mail_from"], "must be set where a mail server is set");
    }
    if settings.webhook_url.is_some() {
        let problem = "must be set where a webhook is set, so that it can tell us from others";
        values.need(&["webhook_secret"], problem);
    }
    if settings.production {
        production(settings, values);
    }
}

fn tls(settings: &Settings, values: &mut Values) {
    if !values.is_set("tls_listen") {
        for key in ONLY_WITH_TLS {
            if values.is_set(key) && !values.is_wrong(key) {
                values.wrong(key, "means nothing without tls_listen: set that too, such as 0.0.0.0:443");
            }
        }
        return;
    }
    let Some(listen) = settings.tls_listen else { return };
    if settings.listen == listen && listen.port() != 0 {
        values.wrong("tls_listen", "must be another port than that of listen, which answers without TLS");
    }
    values.need(&["site_url"], "must be set where tls_listen is set: its host's name is on the certificate");
    if settings.site_url.as_ref().is_some_and(|url| url.scheme() != "https") {
        values.wrong("site_url", "must start with https:// where tls_listen is set");
    } else if values.is_set("tls_certificate") || values.is_set("tls_key") {
        own_files(values);
    } else {
        acme(settings, values);
    }
}

fn own_files(values: &mut Values) {
    let problem = "must be set where tls_certificate is set: the file of its private key";
    values.need(&["tls_key"], problem);
    let problem = "must be set where tls_key is set: the file of its certificate chain";
    values.need(&["tls_certificate"], problem);
    if values.is_set("acme_contact") {
        let problem = "is for a certificate from an authority, and tls_certificate names one of your own: leave one out";
        values.wrong("acme_contact", problem);
    }
}

fn acme(settings: &Settings, values: &mut Values) {
    let problem = "must be set where tls_listen is set: the certificate authority writes to it; or set \
                   tls_certificate and tls_key to files of your own";
    values.need(&["acme_contact"], problem);
    let host = settings.site_url.as_ref().and_then(Url::host_str);
    if host.is_some_and(|host| host_name(host).is_none()) {
        let problem = "must be a name, such as www.example.com, where an authority issues the certificate";
        values.wrong("site_url", problem);
    }
    let why = match settings.tls() {
        Some(TlsSettings { certificate: CertificateOrigin::Acme(options), .. }) => options.check().err(),
        _ => None,
    };
    if let Some(why) = why {
        values.wrong("acme_root", &format!("must be PEM certificates ({why})"));
    }
}

/// Nobody can be told of an address that nobody can look up.
fn indexnow(settings: &Settings, values: &mut Values) {
    let is_named = settings.site_url.as_ref().is_some_and(is_public);
    if settings.indexnow_key.is_some() && !is_named && !values.is_wrong("site_url") {
        let problem = "can only be used with a public site_url, such as https://www.example.com";
        values.wrong("indexnow_key", problem);
    }
}

fn copies(settings: &Settings, values: &mut Values) {
    let Some(place) = &settings.copies_to else { return };
    if matches!(settings.database(), Database::Postgres(_)) {
        let problem = "is for SQLite; PostgreSQL is copied by pgBackRest or pg_dump, see docs/operations.md";
        values.wrong("copies_to", problem);
    }
    let problem =
        "must be set where copies_to is: `amwaj copies key FILE` makes a key, and says its public half";
    values.need(&["copies_key"], problem);
    if let CopiesPlace::Bucket { .. } = place {
        let problem = "must be set where copies_to is a bucket";
        values.need(&["copies_s3_key_id", "copies_s3_secret"], problem);
    }
}

/// Settings that a site with real visitors cannot do without.
fn production(settings: &Settings, values: &mut Values) {
    let needed = ["smtp_url", "mail_to", "mail_from", "site_url"];
    values.need(&needed, "must be set where production is true");
    match &settings.site_url {
        Some(url) if url.scheme() != "https" => {
            values.wrong("site_url", "must start with https:// where production is true");
        }
        Some(url) if !is_public(url) => {
            values.wrong("site_url", "must be a name that visitors can look up where production is true");
        }
        _ => {}
    }
    let is_readable = |url: &str| Url::parse(url).is_ok_and(|url| is_readable_on_the_way(&url));
    if settings.smtp_url.as_deref().is_some_and(is_readable) {
        values.wrong("smtp_url", "would send requests to another machine in the clear: add ?tls=required");
    }
    if let Some(Database::Postgres(url)) = &settings.database_url
        && is_readable(url)
    {
        let problem =
            "would send requests to another machine in the clear: add ?sslmode=require, or verify-full";
        values.wrong("database_url", problem);
    }
}
