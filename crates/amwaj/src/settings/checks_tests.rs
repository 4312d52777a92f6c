//! Settings that go together, and the errors for those that don't.

use std::io::Write as _;

use crate::settings::CertificateOrigin;
use crate::settings::tests::{CONTACT, Env, LISTEN, SITE, complaints, load, right};

const KEY: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
const PRODUCTION: (&str, &str) = ("AMWAJ_PRODUCTION", "true");

#[test]
fn a_certificate_comes_from_an_authority_for_the_sites_name_and_more_names() {
    let names = ("AMWAJ_TLS_NAMES", "Amwaj.example, www.amwaj.example");
    let tls = right(&[SITE, LISTEN, CONTACT, names]).tls().expect("set");
    assert_eq!(tls.names, ["www.amwaj.example", "amwaj.example"]);
    let CertificateOrigin::Acme(acme) = tls.certificate else { panic!("no files are named") };
    assert_eq!(acme.directory, "https://acme-v02.api.letsencrypt.org/directory");
    assert_eq!((acme.contact.as_str(), acme.root), ("it@amwaj.example", None));
    assert!(right(&[SITE]).tls().is_none(), "a proxy does it");
}

#[test]
fn copies_go_to_a_folder_or_a_bucket() {
    let key = ("AMWAJ_COPIES_KEY", KEY);
    let set = right(&[("AMWAJ_COPIES_TO", "/mnt/backup"), key]).copies().expect("set");
    assert_eq!((set.every.as_secs(), set.owner.len()), (15 * 60, 1));
    let access = [("AMWAJ_COPIES_S3_KEY_ID", "id"), ("AMWAJ_COPIES_S3_SECRET", "hunter2")];
    let set = right(&[&access[..], &[("AMWAJ_COPIES_TO", "s3://amwaj/dubai/"), key]].concat()).copies();
    assert_eq!(format!("{:?}", set.expect("set").destination), "S3(s3://amwaj/dubai/)");
}

#[test]
fn settings_that_do_not_go_together_are_told_apart_in_sentences() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(b"nothing").expect("written");
    let path = file.path().display().to_string();
    let (chain, key) = (("AMWAJ_TLS_CERTIFICATE", path.as_str()), ("AMWAJ_TLS_KEY", path.as_str()));
    let http = ("AMWAJ_SITE_URL", "http://www.amwaj.example");
    let number = ("AMWAJ_SITE_URL", "https://203.0.113.7");
    let folder = ("AMWAJ_COPIES_TO", "/mnt/backup");
    let public_key = ("AMWAJ_COPIES_KEY", KEY);
    let mail = [
        ("AMWAJ_SMTP_URL", "smtps://u:p@mail.example.com"),
        ("AMWAJ_MAIL_TO", "a@example.com, b@example.com"),
        ("AMWAJ_MAIL_FROM", "c@example.com"),
    ];
    let live = |more: Env<'static>| [&mail[..], &[PRODUCTION], more].concat();
    let cases: &[(Env, &str)] = &[
        (&[SITE, CONTACT], "AMWAJ_ACME_CONTACT is `it@amwaj.example`: means nothing without tls_listen"),
        (&[LISTEN, CONTACT], "AMWAJ_SITE_URL: must be set where tls_listen is set"),
        (&[LISTEN, CONTACT, http], "must start with https:// where tls_listen is set"),
        (&[LISTEN, CONTACT, number], "must be a name, such as www.example.com"),
        (&[LISTEN, SITE], "AMWAJ_ACME_CONTACT: must be set where tls_listen is set"),
        (&[LISTEN, SITE, chain], "AMWAJ_TLS_KEY: must be set where tls_certificate is set"),
        (&[LISTEN, SITE, key], "AMWAJ_TLS_CERTIFICATE: must be set where tls_key is set"),
        (&[LISTEN, SITE, chain, key, CONTACT], "tls_certificate names one of your own: leave one out"),
        (&[LISTEN, SITE, CONTACT, ("AMWAJ_LISTEN", LISTEN.1)], "must be another port than that of listen"),
        (
            &[LISTEN, SITE, CONTACT, ("AMWAJ_ACME_ROOT", &path)],
            "AMWAJ_ACME_ROOT is `PATH`: must be PEM certificates (there is no certificate",
        ),
        (&[("AMWAJ_INDEXNOW_KEY", "3f9c2a7be1d04586")], "can only be used with a public site_url"),
        (&[folder], "AMWAJ_COPIES_KEY: must be set where copies_to is: `amwaj copies key FILE` makes a key"),
        (
            &[folder, public_key, ("AMWAJ_DATABASE_URL", "postgres://db/amwaj")],
            "is for SQLite; PostgreSQL is copied by",
        ),
        (
            &[("AMWAJ_COPIES_TO", "s3://amwaj"), public_key, ("AMWAJ_COPIES_S3_SECRET", "x")],
            "AMWAJ_COPIES_S3_KEY_ID: must be set where copies_to is a bucket",
        ),
        (&mail[..2], "AMWAJ_MAIL_FROM: must be set where a mail server is set"),
        (
            &[("AMWAJ_WEBHOOK_URL", "https://crm.example.com/")],
            "AMWAJ_WEBHOOK_SECRET: must be set where a webhook is set",
        ),
        (&live(&[]), "AMWAJ_SITE_URL: must be set where production is true"),
        (&[&mail[1..], &[PRODUCTION, SITE]].concat(), "AMWAJ_SMTP_URL: must be set where production is true"),
        (
            &live(&[("AMWAJ_SITE_URL", "http://amwaj.example")]),
            "AMWAJ_SITE_URL is `http://amwaj.example`: must start with https:// where production",
        ),
        (&live(&[("AMWAJ_SITE_URL", "https://localhost")]), "must be a name that visitors can look up"),
        (&live(&[("AMWAJ_SITE_URL", "https://203.0.113.7")]), "must be a name that visitors can look up"),
        (&live(&[("AMWAJ_SITE_URL", "https://[2001:db8::1]")]), "must be a name that visitors can look up"),
        (&live(&[SITE, ("AMWAJ_SMTP_URL", "smtp://u:p@mail.example.com:587")]), "add ?tls=required"),
        (
            &live(&[SITE, ("AMWAJ_DATABASE_URL", "postgres://db.example.com/amwaj")]),
            "to another machine in the clear: add ?sslmode=require",
        ),
    ];
    for (env, sentence) in cases {
        let told = complaints("", env).replace(&path, "PATH");
        assert!(told.contains(sentence), "{sentence} in:\n{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    assert_eq!(right(&live(&[SITE])).mail().to.len(), 2);
    assert!(right(&[LISTEN, number, chain, key]).tls().is_some(), "files may be for anything");
    assert!(
        load("", &[("AMWAJ_DATABASE_URL", "postgres://db.example.com/amwaj")]).is_ok(),
        "on a desk it may"
    );
}
