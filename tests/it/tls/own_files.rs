//! The company's own certificate files: pages over HTTP/1 and HTTP/2, the way from the plain address, new files.

use std::path::Path;
use std::time::Duration;

use amwaj::app::App;
use amwaj::settings::Settings;
use bytes::Bytes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::abuse::harness::{BIG, BIG_BYTES, BUNDLE, LEAD, Site, free_port, short, status, until};
use crate::tls::harness::{Issued, ORIGIN, TlsSite, body, get, tls_env};

#[tokio::test(flavor = "multi_thread")]
async fn a_page_comes_over_http2_to_who_offers_it_and_over_http1_to_others() {
    let site = TlsSite::open(short()).await;
    let (mut client, _running) = site.http2(&h2::client::Builder::new()).await;
    let (page, _) = client.send_request(get("/"), true).expect("sent");
    let page = page.await.expect("an answer");
    assert_eq!((page.status().as_u16(), page.version()), (200, http::Version::HTTP_2));
    assert!(page.headers().contains_key("strict-transport-security"));
    let text = String::from_utf8(body(page).await.expect("a body")).expect("a text");
    assert!(text.contains("<title>"), "{text}");

    let http1 = [
        site.connect(&["http/1.1"]).await,
        site.connect(&[]).await,
        site.connect_with_tls12(&["http/1.1"]).await,
    ];
    for http1 in http1 {
        let mut http1 = http1.expect("a handshake");
        http1.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.expect("sent");
        let mut answer = String::new();
        http1.read_to_string(&mut answer).await.expect("an answer");
        assert_eq!(status(&answer), 200, "{answer}");
        assert!(answer.ends_with(&text), "the same page");
    }
    let refused = site.connect(&["spdy/3"]).await.expect_err("nobody speaks that here");
    assert!(refused.to_string().contains("NoApplicationProtocol"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_files_and_a_request_travel_on_one_http2_connection() {
    let site = TlsSite::open(short()).await;
    let (client, _running) = site.http2(&h2::client::Builder::new()).await;
    let files = (0..4).map(|_| {
        let mut client = client.clone();
        tokio::spawn(async move {
            let (file, _) = client.send_request(get(BIG), true).expect("sent");
            body(file.await.expect("an answer")).await.expect("a body").len()
        })
    });
    let files: Vec<_> = files.collect();
    let mut client = client.ready().await.expect("room");
    let request = http::Request::post(format!("{ORIGIN}/sendMail.php")).body(()).expect("a request");
    let (answer, mut sending) = client.send_request(request, false).expect("sent");
    sending.send_data(Bytes::from_static(LEAD.as_bytes()), true).expect("sent");
    assert_eq!(answer.await.expect("an answer").status(), 200);
    for file in files {
        assert_eq!(file.await.expect("it ends"), BIG_BYTES);
    }
    assert_eq!(site.plain.metric("amwaj_connections_open").await, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plain_address_leads_to_https_and_answers_health_checks() {
    let site = TlsSite::open(short()).await;
    let ask = async |line: &str| {
        let request = format!("{line} HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n");
        site.plain.ask(&request).await.to_lowercase()
    };
    for (line, leads_to) in [
        ("GET /", "https://amwaj.example/\r\n"),
        ("GET /blogs?page=2&a=%20", "https://amwaj.example/blogs?page=2&a=%20\r\n"),
        ("POST /sendMail.php", "https://amwaj.example/sendmail.php\r\n"),
        ("GET http://evil.example/x", "https://amwaj.example/x\r\n"),
    ] {
        let answer = ask(line).await;
        assert_eq!(status(&answer), 308, "{line}: {answer}");
        assert!(answer.contains(&format!("location: {leads_to}")), "{line}: {answer}");
    }
    let health = ask("GET /healthz").await;
    assert!(status(&health) == 200 && health.ends_with("ok\n"), "{health}");
}

#[tokio::test(flavor = "multi_thread")]
async fn until_an_authority_has_issued_a_certificate_the_plain_address_is_the_site_but_for_staff() {
    let (address, contact) = (free_port().to_string(), "it@amwaj.example");
    let site = Site::open(
        short(),
        &[
            ("AMWAJ_SITE_URL", ORIGIN),
            ("AMWAJ_TLS_LISTEN", &address),
            ("AMWAJ_ACME_CONTACT", contact),
            ("AMWAJ_ACME_DIRECTORY", "https://127.0.0.1:1/dir"),
        ],
    )
    .await;
    for (line, expected) in [
        ("GET /", 200),
        ("GET /contact-us", 200),
        ("GET /healthz", 200),
        ("GET /desk", 308),
        ("GET /desk/requests", 308),
        ("GET /answered/AB12CD/late/proof", 308),
    ] {
        let answer =
            site.ask(&format!("{line} HTTP/1.1\r\nHost: amwaj.example\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(status(&answer), expected, "{line}: {answer}");
    }
    let post = format!(
        "POST /sendMail.php HTTP/1.1\r\nHost: amwaj.example\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{LEAD}",
        LEAD.len()
    );
    assert_eq!(status(&site.ask(&post).await), 200, "R46");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_files_are_used_without_a_restart_and_broken_ones_leave_the_old_certificate_in_use() {
    let site = TlsSite::open(short()).await;
    let expires = "amwaj_certificate_expires_timestamp_seconds";
    let failed = "amwaj_certificate_renewal_failed";
    assert_eq!((site.plain.metric(expires).await, site.plain.metric(failed).await), (4_733_510_400.0, 0.0));
    let mut old = site.connect(&["http/1.1"]).await.expect("a handshake");

    std::fs::write(site.files.path().join("chain.pem"), "no certificate").expect("written");
    until("the broken file is reported", async || site.plain.metric(failed).await == 1.0).await;
    assert_eq!(site.shown(&[&site.issued]).await, site.issued.der, "the old one goes on");

    let new = Issued::between("amwaj.example", (2020, 1, 1), (2110, 1, 1));
    new.write(site.files.path());
    until("the new certificate is in use", async || site.plain.metric(failed).await == 0.0).await;
    assert_eq!(site.shown(&[&site.issued, &new]).await, new.der);
    assert_eq!(site.plain.metric(expires).await, 4_417_977_600.0);

    drop(old.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await);
    let mut answer = Vec::new();
    drop(tokio::time::timeout(Duration::from_secs(5), old.read_to_end(&mut answer)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_with_files_that_cannot_be_used_ends_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("web/server")).expect("a folder");
    std::fs::create_dir_all(path("web/client")).expect("a folder");
    std::fs::write(path("web/server/render.js"), BUNDLE).expect("written");
    let (one, other) = (Issued::new(), Issued::new());
    one.write(folder.path());
    std::fs::write(path("key.pem"), &other.key).expect("written");
    let shown = |path: &Path| path.display().to_string();
    let mut env = tls_env(free_port(), folder.path());
    env.extend([
        ("AMWAJ_LISTEN", free_port().to_string()),
        ("AMWAJ_DATA_DIR", shown(&path("var"))),
        ("AMWAJ_WEB_DIR", shown(&path("web"))),
    ]);
    let env: Vec<_> = env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let settings = Settings::load(None, &env).expect("settings");
    let failure = App::builder(settings).serve(std::future::pending()).await.expect_err("no start");
    let sentence = failure.to_string();
    assert!(
        sentence.contains("the certificate cannot be used")
            && sentence.contains("chain.pem")
            && sentence.contains("the key belongs to another certificate"),
        "{sentence}"
    );
}
