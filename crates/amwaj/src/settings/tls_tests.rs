//! What settings of TLS go together, and what someone is told whose don't.

use std::io::Write as _;

use super::*;

/// The complaints, one a line; or the settings.
fn load(env: &[(&str, &str)]) -> Result<Settings, String> {
    let env: Vec<_> = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Settings::load(None, &env).map_err(|errors| errors.iter().map(|error| format!("{error}\n")).collect())
}

const SITE: (&str, &str) = ("AMWAJ_SITE_URL", "https://www.amwaj.example");
const LISTEN: (&str, &str) = ("AMWAJ_TLS_LISTEN", "127.0.0.1:443");
const CONTACT: (&str, &str) = ("AMWAJ_ACME_CONTACT", "it@amwaj.example");

#[test]
fn a_certificate_comes_from_an_authority_for_the_sites_name_and_more_names() {
    let names = ("AMWAJ_TLS_NAMES", "Amwaj.example, www.amwaj.example");
    let tls = load(&[SITE, LISTEN, CONTACT, names]).expect("right").tls.expect("set");
    assert_eq!(tls.names, ["www.amwaj.example", "amwaj.example"]);
    let CertificateOrigin::Acme(acme) = tls.certificate else { panic!("no files are named") };
    assert_eq!(acme.directory, "https://acme-v02.api.letsencrypt.org/directory");
    assert_eq!((acme.contact.as_str(), acme.root), ("it@amwaj.example", None));
    assert!(load(&[SITE]).expect("right").tls.is_none(), "a proxy does it");
}

#[test]
fn settings_of_tls_that_do_not_go_together_are_told_apart_in_sentences() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().display().to_string();
    let (chain, key) = (("AMWAJ_TLS_CERTIFICATE", path.as_str()), ("AMWAJ_TLS_KEY", path.as_str()));
    let http = ("AMWAJ_SITE_URL", "http://www.amwaj.example");
    let number = ("AMWAJ_SITE_URL", "https://203.0.113.7");
    let same = ("AMWAJ_LISTEN", "127.0.0.1:443");
    for (env, sentence) in [
        (&[SITE, CONTACT][..], "AMWAJ_ACME_CONTACT is `it@amwaj.example`: means nothing without tls_listen"),
        (&[LISTEN, CONTACT], "AMWAJ_SITE_URL: must be set where tls_listen is set"),
        (&[LISTEN, CONTACT, http], "must start with https:// where tls_listen is set"),
        (&[LISTEN, CONTACT, number], "must be a name, such as www.example.com"),
        (&[LISTEN, SITE], "AMWAJ_ACME_CONTACT: must be set where tls_listen is set"),
        (&[LISTEN, SITE, chain], "AMWAJ_TLS_KEY: must be set where tls_certificate is set"),
        (&[LISTEN, SITE, key], "AMWAJ_TLS_CERTIFICATE: must be set where tls_key is set"),
        (&[LISTEN, SITE, chain, key, CONTACT], "tls_certificate names one of your own: leave one out"),
        (&[LISTEN, SITE, CONTACT, same], "must be another port than that of listen"),
        (&[LISTEN, SITE, CONTACT, ("AMWAJ_ACME_ROOT", &path)], "AMWAJ_ACME_ROOT is"),
    ] {
        let told = load(env).expect_err(sentence);
        assert!(told.contains(sentence), "{sentence} in:\n{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    assert!(load(&[LISTEN, number, chain, key]).expect("files may be for anything").tls.is_some());
}

#[test]
fn a_root_of_the_authority_is_read_at_the_start() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(b"nothing").expect("written");
    let path = file.path().display().to_string();
    let told = load(&[SITE, LISTEN, CONTACT, ("AMWAJ_ACME_ROOT", &path)]).expect_err("no PEM");
    assert!(told.contains("must be PEM certificates (there is no certificate"), "{told}");
}
