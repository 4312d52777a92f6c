//! The headers that keep a site to itself stand on every kind of answer, and no version does.

use crate::abuse::harness::{BIG, LEAD, Site, short, status};

/// One request for every kind of answer: what it is called, the request, the status.
fn every_kind() -> Vec<(&'static str, String, u16)> {
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let post = |kind: &str, body: &str| {
        let length = body.len();
        format!(
            "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
    };
    let form = "application/x-www-form-urlencoded";
    vec![
        ("page", get("/"), 200),
        ("page of the blog", get("/blogs"), 200),
        ("data of a page", get("/_data/index.json"), 200),
        ("unknown address", get("/wp-login.php"), 404),
        ("redirect", get("/services"), 302),
        ("lasting redirect", get("/contracts"), 301),
        ("file", format!("HEAD {BIG} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), 200),
        ("feed or map", get("/sitemap.xml"), 200),
        ("sign of life", get("/healthz"), 200),
        ("call", get("/admin/front/blogs"), 200),
        ("call that fails", get("/admin/front/blogs/no-such-post"), 404),
        ("stored request", post("application/json", LEAD), 200),
        ("refused request", post("application/json", "{}"), 422),
        ("unreadable request", post("image/png", "x"), 415),
        ("posted form", post(form, "name=Aisha&phone=050&service=Other"), 200),
        ("posted form that lacks something", post(form, "name=Aisha"), 422),
        ("form by its address", get("/sendMail.php"), 303),
        (
            "method that is not allowed",
            "DELETE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".to_owned(),
            405,
        ),
        ("long address", get(&format!("/?{}", "x".repeat(9000))), 414),
        ("no host", "GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
    ]
}

/// The value of a header, which stands there once at most.
fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next().expect("a head");
    let mut values = head.lines().filter_map(|line| {
        line.split_once(": ").filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    });
    let value = values.next();
    assert_eq!(values.next(), None, "{name} stands there twice: {head}");
    value
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_answer_has_them_and_tells_no_version() {
    let secure = Site::open(short(), &[("AMWAJ_SITE_URL", "https://amwaj.example")]).await;
    let bare = Site::open(short(), &[("AMWAJ_SITE_URL", "http://amwaj.example")]).await;
    for (kind, request, expected) in every_kind() {
        let answer = secure.ask(&request).await;
        assert_eq!(status(&answer), expected, "{kind}: {}", &answer[..answer.len().min(400)]);
        assert_eq!(header(&answer, "x-content-type-options"), Some("nosniff"), "{kind}");
        // Other servers of the company below the same name are not meant.
        assert_eq!(header(&answer, "strict-transport-security"), Some("max-age=31536000"), "{kind}");
        for telling in ["server", "x-powered-by", "via"] {
            assert_eq!(header(&answer, telling), None, "{kind}");
        }
        assert!(
            !answer.split("\r\n\r\n").next().expect("a head").contains(env!("CARGO_PKG_VERSION")),
            "{kind}"
        );
        let unsafe_without_tls = bare.ask(&request).await;
        assert_eq!(header(&unsafe_without_tls, "strict-transport-security"), None, "{kind}, without TLS");
        let policy = header(&answer, "content-security-policy").unwrap_or_default();
        let content_type = header(&answer, "content-type").unwrap_or_default();
        let is_page = content_type.starts_with("text/html");
        if !is_page && !answer.ends_with("\r\n\r\n") {
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("script-src"),
                "{kind}: {policy}"
            );
            let is_confined = policy.ends_with("; sandbox");
            assert_eq!(
                is_confined,
                !content_type.starts_with("application/xml"),
                "{kind}, {content_type}: {policy}"
            );
        }
        if matches!(kind, "file" | "data of a page" | "feed or map") {
            assert_eq!(
                header(&answer, "cross-origin-resource-policy"),
                None,
                "{kind}: other sites may show it"
            );
            continue;
        }
        if is_page {
            assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{kind}: {policy:?}");
            assert!(
                !policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"),
                "{kind}: {policy}"
            );
        }
        assert_eq!(header(&answer, "x-frame-options"), Some("DENY"), "{kind}");
        assert_eq!(header(&answer, "referrer-policy"), Some("strict-origin-when-cross-origin"), "{kind}");
        assert_eq!(header(&answer, "cross-origin-opener-policy"), Some("same-origin"), "{kind}");
        assert_eq!(header(&answer, "cross-origin-resource-policy"), Some("same-origin"), "{kind}");
        assert!(header(&answer, "permissions-policy").unwrap_or_default().contains("camera=()"), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_of_listed_origins_may_post_and_read_every_answer() {
    let site = Site::open(short(), &[("AMWAJ_CORS_ORIGINS", "https://app.example.com")]).await;
    let ask = async |method: &str, origin: &str, more: &str, body: &str| {
        let length = body.len();
        let head =
            format!("{method} /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nOrigin: {origin}");
        site.ask(&format!("{head}\r\n{more}Content-Length: {length}\r\n\r\n{body}")).await
    };
    let json = "Content-Type: application/json\r\n";
    let listed = "https://app.example.com";
    let asked = "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type,idempotency-key\r\n";
    let preflight = ask("OPTIONS", listed, asked, "").await;
    assert_eq!(status(&preflight), 200, "{preflight}");
    assert_eq!(header(&preflight, "access-control-allow-methods"), Some("POST"));
    let allowed = header(&preflight, "access-control-allow-headers").unwrap_or_default();
    assert!(allowed.contains("content-type") && allowed.contains("idempotency-key"), "{allowed}");
    for (kind, body, expected) in
        [(json, LEAD, 200), (json, "{}", 422), ("Content-Type: image/png\r\n", "x", 415)]
    {
        let answer = ask("POST", listed, kind, body).await;
        assert_eq!(status(&answer), expected, "{answer}");
        assert_eq!(header(&answer, "access-control-allow-origin"), Some(listed), "{answer}");
        let told = header(&answer, "access-control-expose-headers").unwrap_or_default();
        assert!(told.contains("x-request-id") && told.contains("retry-after"), "{told}");
    }
    let other = ask("POST", "https://other.example.com", json, LEAD).await;
    assert_eq!(header(&other, "access-control-allow-origin"), None, "{other}");
}
