//! `amwaj doctor`'s lines on the certificate, at a clock of the test's own.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use amwaj::doctor::{Check, examine};
use amwaj::settings::Settings;
use base::clock::Clock;

use crate::tls::harness::{Issued, ORIGIN, tls_env};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// 1 December 2026, 00:00 UTC: when the certificates here expire.
const END: i64 = 1_796_083_200_000;
const DIRECTORY: &str = "https://127.0.0.1:1/dir";

/// For ninety days.
fn issued() -> Issued {
    Issued::between("amwaj.example", (2026, 9, 2), (2026, 12, 1))
}

fn settings(data: &Path, env: Vec<(&'static str, String)>) -> Settings {
    let own = [("AMWAJ_DATA_DIR", data.display().to_string())];
    let all: Vec<_> = own.into_iter().chain(env).map(|(name, value)| (name.to_owned(), value)).collect();
    Settings::load(None, &all).expect("settings")
}

fn acme(data: &Path) -> Settings {
    let env = [
        ("AMWAJ_SITE_URL", ORIGIN),
        ("AMWAJ_TLS_LISTEN", "127.0.0.1:0"),
        ("AMWAJ_ACME_CONTACT", "it@amwaj.example"),
        ("AMWAJ_ACME_DIRECTORY", DIRECTORY),
    ];
    settings(data, env.into_iter().map(|(name, value)| (name, value.to_owned())).collect())
}

/// The line about the certificate at a moment.
async fn line(settings: &Settings, now: i64) -> String {
    let lines = examine(settings, &Clock::manual(now)).await;
    let about = |check: &&Check| check.about == "certificate";
    lines.iter().find(about).expect("a line").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_warns_of_a_certificate_that_was_not_renewed_and_fails_once_it_has_expired() {
    let data = tempfile::tempdir().expect("a folder");
    let settings = acme(data.path());
    let none = line(&settings, END - 60 * DAY_MS).await;
    assert!(none.starts_with("fail") && none.contains("there is none yet"), "{none}");

    std::fs::create_dir(data.path().join("tls")).expect("a folder");
    let Issued { chain, key, .. } = issued();
    let pem = format!("Issued through {DIRECTORY}\n{key}{chain}");
    std::fs::write(data.path().join("tls/certificate.pem"), pem).expect("written");
    let fine = line(&settings, END - 60 * DAY_MS).await;
    assert!(fine.starts_with("ok") && fine.contains("60 days"), "{fine}");

    let error = format!("{}\nthe authority is away\n", END - 30 * DAY_MS);
    std::fs::write(data.path().join("tls/last-error.txt"), error).expect("written");
    let late = line(&settings, END - 10 * DAY_MS).await;
    assert!(late.starts_with("warn") && late.contains("10 days"), "{late}");
    assert!(late.contains("the authority is away") && late.contains("port 443"), "{late}");
    let over = line(&settings, END + DAY_MS).await;
    assert!(over.starts_with("fail") && over.contains("it expired"), "{over}");
    assert!(over.contains("the authority is away"), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_names_files_that_expire_that_are_for_another_name_or_that_others_can_read() {
    let data = tempfile::tempdir().expect("a folder");
    let address = "127.0.0.1:0".parse().expect("an address");
    issued().write(data.path());
    let settings = settings(data.path(), tls_env(address, data.path()));
    assert!(line(&settings, END - 20 * DAY_MS).await.starts_with("ok"));
    let late = line(&settings, END - 10 * DAY_MS).await;
    assert!(late.starts_with("warn") && late.contains("AMWAJ_TLS_CERTIFICATE"), "{late}");
    assert!(line(&settings, END + 1).await.starts_with("fail"));

    let key = data.path().join("key.pem");
    let key_line = async || {
        let lines = examine(&settings, &Clock::manual(END - 20 * DAY_MS)).await;
        lines.into_iter().find(|check| check.about == "certificate's key").map(|check| check.to_string())
    };
    let set = |mode| std::fs::set_permissions(&key, std::fs::Permissions::from_mode(mode)).expect("set");
    set(0o644);
    assert!(key_line().await.expect("a line").contains("chmod 600"));
    set(0o600);
    assert_eq!(key_line().await, None);

    Issued::between("other.example", (2026, 9, 2), (2026, 12, 1)).write(data.path());
    let other = line(&settings, END - 20 * DAY_MS).await;
    assert!(other.starts_with("fail") && other.contains("it is not for amwaj.example"), "{other}");
    std::fs::write(&key, "nothing").expect("written");
    let broken = line(&settings, END - 20 * DAY_MS).await;
    assert!(broken.starts_with("fail") && broken.contains("no usable private key"), "{broken}");
}
