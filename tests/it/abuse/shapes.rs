//! Requests in shapes that no browser sends: each has one clear answer, and no request slips past as two.

use crate::abuse::harness::{LEAD, Raw, Site, answers, short, status};

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: a\r\n{headers}\r\n")
}

/// A post of a lead whose head has these lines too.
fn post(headers: &str, body: &str) -> String {
    format!("POST /sendMail.php HTTP/1.1\r\nHost: a\r\n{headers}\r\n{body}")
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_and_addresses_have_a_longest_size() {
    let site = Site::open(short(), &[]).await;
    let long = "x".repeat(9 * 1024);
    assert_eq!(status(&site.ask(&get(&format!("/?{long}"), "")).await), 414);
    assert_eq!(status(&site.ask(&get("/", &format!("Cookie: {long}\r\nX: {long}\r\n"))).await), 431);
    let endless = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}", "x".repeat(64 * 1024));
    assert_eq!(status(&site.ask(&endless).await), 431, "it need not end to be too long");
    let many: String = (0..101).map(|number| format!("X-{number}: 1\r\n")).collect();
    assert_eq!(status(&site.ask(&get("/", &many)).await), 431);
    let usual = format!("Cookie: {}\r\nConnection: close\r\n", "x".repeat(8000));
    assert_eq!(status(&site.ask(&get("/?gclid=Cj0KCQ", &usual)).await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_names_one_host() {
    let site = Site::open(short(), &[]).await;
    for (head, expected) in [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n", 200),
        ("GET http://amwaj.example/ HTTP/1.1\r\nHost: amwaj.example\r\nConnection: close\r\n\r\n", 200),
    ] {
        assert_eq!(status(&site.ask(head).await), expected, "{head:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_in_a_coding_is_refused_with_what_would_be_right() {
    let site = Site::open(short(), &[]).await;
    for coding in ["gzip", "br", "gzip, identity", "zstd", "deflate", "x-own"] {
        let head = format!("Content-Encoding: {coding}\r\nContent-Length: 3\r\n");
        let answer = site.ask(&post(&head, "abc")).await;
        assert_eq!(status(&answer), 415, "{coding}");
        assert!(answer.contains("accept-encoding: identity"), "{answer}");
        assert!(answer.ends_with("Please send the body as it is, without Content-Encoding.\n"), "{answer}");
    }
    let plain =
        format!("Content-Encoding: Identity\r\nConnection: close\r\nContent-Length: {}\r\n", LEAD.len());
    assert_eq!(status(&site.ask(&post(&plain, LEAD)).await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_is_refused_and_ends() {
    let site = Site::open(short(), &[]).await;
    for text in [
        "\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answer = site.ask(text).await;
        assert!(answer.is_empty() || status(&answer) >= 400, "{text:?}: {answer}");
        assert!(answers(&answer) <= 1, "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pipelined_requests_are_answered_in_order() {
    let site = Site::open(short(), &[]).await;
    let both = get("/healthz", "") + &get("/no-such-page", "") + &get("/healthz", "Connection: close\r\n");
    let text = site.ask(&both).await;
    let statuses: Vec<u16> =
        text.split("HTTP/1.1 ").skip(1).map(|answer| status(&format!("HTTP/1.1 {answer}"))).collect();
    assert_eq!(statuses, [200, 404, 200]);
}

#[tokio::test(flavor = "multi_thread")]
async fn http_1_0_ends_unless_it_asks_to_go_on() {
    let site = Site::open(short(), &[]).await;
    let text = site.ask("GET /healthz HTTP/1.0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n").await;
    assert_eq!(answers(&text), 1, "{text}");
    let mut raw = site.connect().await;
    for _ in 0..2 {
        raw.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").await;
        let answer = raw.answer().await;
        assert_eq!(status(&answer), 200);
        assert!(answer.to_lowercase().contains("connection: keep-alive"), "{answer}");
    }
    let closed = site.ask(&get("/healthz", "Connection: close\r\n")).await;
    assert!(closed.to_lowercase().contains("connection: close"), "{closed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_the_bound_is_told_so_also_in_chunks() {
    let site = Site::open(short(), &[]).await;
    let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
    let mut raw = site.connect().await;
    raw.send(post("Transfer-Encoding: chunked\r\nConnection: close\r\n", "")).await;
    for _ in 0..6 {
        raw.send(&chunk).await;
    }
    raw.send("0\r\n\r\n").await;
    assert_eq!(status(&raw.rest().await), 413);
    let endless = post("Content-Length: 99999999999\r\n", "");
    assert_eq!(status(&site.ask(&endless).await), 413, "what is announced as too long is not waited for");
    assert_eq!(status(&site.ask(&post("Content-Length: -1\r\n", "")).await), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_first_is_told_to_go_on_or_why_not() {
    let site = Site::open(short(), &[]).await;
    let mut raw = site.connect().await;
    let length = LEAD.len();
    raw.send(post(&format!("Expect: 100-continue\r\nConnection: close\r\nContent-Length: {length}\r\n"), ""))
        .await;
    let first = raw.answer().await;
    assert_eq!(status(&first), 100);
    raw.send(LEAD).await;
    assert_eq!(status(&raw.rest().await), 200);
    let answer = site.ask(&post("Expect: 100-continue\r\nContent-Length: 500000\r\n", "")).await;
    assert_eq!((status(&answer), answers(&answer)), (413, 1), "{answer}");
}

/// A connection on which a second request stands where the first one's body could end.
async fn smuggle(site: &Site, headers: &str, body: &str) -> String {
    let mut raw: Raw = site.connect().await;
    raw.send(post(headers, body)).await;
    raw.rest().await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_hides_in_the_body_of_another() {
    let site = Site::open(short(), &[]).await;
    let hidden = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let chunked = format!("{:x}\r\n{LEAD}\r\n0\r\n\r\n{hidden}", LEAD.len());
    let both = format!("Content-Length: {}\r\nTransfer-Encoding: chunked\r\n", LEAD.len());
    let text = smuggle(&site, &both, &chunked).await;
    assert_eq!(answers(&text), 1, "chunks win, and nothing after them is read: {text}");
    let other = format!("Transfer-Encoding: chunked\r\nContent-Length: {}\r\n", LEAD.len());
    assert_eq!(answers(&smuggle(&site, &other, &chunked).await), 1);
    for (headers, body) in [
        ("Content-Length: 5\r\nContent-Length: 60\r\n", hidden),
        ("Content-Length: 5, 60\r\n", hidden),
        ("Content-Length: +5\r\n", hidden),
        ("Transfer-Encoding: identity\r\n", hidden),
        ("Transfer-Encoding: chunked, identity\r\n", hidden),
        ("Transfer-Encoding : chunked\r\n", hidden),
        ("Transfer-Encoding: xchunked\r\n", hidden),
        ("Transfer-Encoding: chunked\r\n", "z\r\n\r\n"),
        ("X: a\r\n Transfer-Encoding: chunked\r\n", hidden),
    ] {
        let text = smuggle(&site, headers, body).await;
        assert_eq!(answers(&text), 1, "{headers:?}: {text}");
        assert_eq!(status(&text), 400, "{headers:?}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn head_has_the_headers_and_no_body_and_options_says_what_may_be_done() {
    let site = Site::open(short(), &[]).await;
    for path in ["/", "/no-such-page", "/services", "/healthz", "/admin/front/blogs"] {
        let ask = async |method: &str| {
            site.ask(&format!("{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).await
        };
        let (got, head) = (ask("GET").await, ask("HEAD").await);
        let (head, body) = head.split_once("\r\n\r\n").expect("a head");
        assert_eq!((status(head), body), (status(&got), ""), "{path}");
        let lines = |text: &str| {
            let head = text.split("\r\n\r\n").next().expect("a head").to_lowercase();
            let mut lines: Vec<String> = head
                .lines()
                .filter(|line| !line.starts_with("date:") && *line != "content-length: 0")
                .map(str::to_owned)
                .collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(head), lines(&got), "{path}");
    }
    for (path, expected) in [("/", 405), ("/sendMail.php", 405)] {
        let answer =
            site.ask(&format!("OPTIONS {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(status(&answer), expected, "{path}");
        assert!(answer.to_lowercase().contains("allow: get, head"), "{answer}");
    }
    for method in ["TRACE", "CONNECT", "DELETE", "BREW"] {
        let answer = site.ask(&format!("{method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(status(&answer), 405, "{method}: {answer}");
    }
}
