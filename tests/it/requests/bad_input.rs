//! Bad input: a non-2xx status with one clear sentence each, and a server that goes on undisturbed.

use reqwest::StatusCode;
use serde_json::json;

use crate::requests::harness::{Site, read};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// A name for it, its content type, its body, and the status and sentence it gets.
type Case = (&'static str, &'static str, Vec<u8>, u16, &'static str);

fn cases() -> Vec<Case> {
    let missing = "Please fill in all required fields.";
    let deep = format!("{{\"name\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let text = |body: &str| body.as_bytes().to_vec();
    vec![
        ("an empty body", JSON, vec![], 400, "The request is not valid JSON."),
        ("broken JSON", JSON, text("{\"name\":"), 400, "The request is not valid JSON."),
        ("JSON and more", JSON, text("{} and more"), 400, "The request is not valid JSON."),
        ("a list", JSON, text("[]"), 400, "The request must be a JSON object."),
        ("null", JSON, text("null"), 400, "The request must be a JSON object."),
        ("a number for a name", JSON, text(r#"{"name":5}"#), 422, "The name must be text."),
        ("a list for a phone", JSON, text(r#"{"phone":["0"]}"#), 422, "The phone must be text."),
        ("an object for a message", JSON, text(r#"{"message":{"a":1}}"#), 422, "The message must be text."),
        ("no fields", JSON, text("{}"), 422, missing),
        ("nulls", JSON, text(r#"{"name":null,"phone":null,"service":null}"#), 422, missing),
        ("blanks", JSON, text(r#"{"name":" \u200b","phone":"0","service":"x"}"#), 422, missing),
        (
            "a NUL",
            JSON,
            text(r#"{"name":"a\u0000b","phone":"0","service":"x"}"#),
            422,
            "The name contains a NUL character, which cannot be kept.",
        ),
        ("invalid UTF-8", JSON, b"{\"name\":\"\xff\"}".to_vec(), 400, "The request is not UTF-8 text."),
        ("deep nesting", JSON, text(&deep), 400, "The request is nested too deeply."),
        (
            "a NUL in the message",
            JSON,
            text(r#"{"name":"A","phone":"0","service":"x","message":"a\u0000b"}"#),
            422,
            "The message contains a NUL character, which cannot be kept.",
        ),
        ("a megabyte of JSON", JSON, vec![b' '; 1_000_000], 413, "The request is too long."),
        ("a megabyte of form", FORM, vec![b'a'; 1_000_000], 413, "The request is too long."),
        (
            "a long name",
            JSON,
            json!({"name": "x".repeat(201), "phone": "0", "service": "x"}).to_string().into(),
            422,
            "The name is too long: please use at most 200 characters.",
        ),
        ("a picture", "image/png", text("x"), 415, "Please send the request as JSON or as a simple form."),
        (
            "a multipart form",
            "multipart/form-data; boundary=x",
            text("--x--"),
            415,
            "Please send the request as JSON or as a simple form.",
        ),
        ("a form of no UTF-8", FORM, text("name=%FF"), 400, "The request is not UTF-8 text."),
    ]
}

#[tokio::test]
async fn r47_bad_input_gets_one_sentence_and_harms_nothing() {
    let site = Site::open().await;
    for (what, kind, body, expected, sentence) in cases() {
        let request = site.client.post(site.url()).header("content-type", kind).body(body);
        let (status, text) = read(request.send().await.expect(what)).await;
        assert_eq!((status.as_u16(), text.as_str()), (expected, sentence), "{what}");
        let good = json!({"name": "A", "phone": "0", "service": "x", "message": what});
        assert_eq!(site.post_json(&good).await.status(), StatusCode::OK, "after {what}");
    }
    assert_eq!(site.leads().await, i64::try_from(cases().len()).expect("a number"));
}

#[tokio::test]
async fn r47_line_ends_are_refused_where_a_line_is_asked_for_and_kept_in_the_message() {
    let site = Site::open().await;
    for field in ["name", "phone", "service"] {
        let mut body = json!({"name": "A", "phone": "0", "service": "x", "message": ""});
        body[field] = json!("A\r\nBcc: evil@example.com");
        let (status, text) = read(site.post_json(&body).await).await;
        let sentence = format!("The {field} must be a single line.");
        assert_eq!((status, text), (StatusCode::UNPROCESSABLE_ENTITY, sentence));
    }
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": "a\r\nb"});
    assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
    assert_eq!(site.text("SELECT message FROM lead").await.as_deref(), Some("a\r\nb"));
}

#[tokio::test]
async fn r44_each_required_field_is_asked_for_when_it_alone_is_missing_or_blank() {
    let site = Site::open().await;
    for field in ["name", "phone", "service"] {
        for blank in [json!(null), json!(" \t\u{a0}\u{2003}")] {
            let mut body = json!({"name": "A", "phone": "0", "service": "x", "message": ""});
            body[field] = blank;
            let (status, text) = read(site.post_json(&body).await).await;
            let expected = (StatusCode::UNPROCESSABLE_ENTITY, "Please fill in all required fields.");
            assert_eq!((status, text.as_str()), expected, "{body}");
        }
    }
    assert_eq!(site.leads().await, 0);
}

#[tokio::test]
async fn r47_fields_as_long_as_they_may_be_are_stored_whole() {
    let site = Site::open().await;
    let fields =
        [("name", "\u{1f600}", 200), ("phone", "٠", 60), ("service", "é", 120), ("message", "م", 10_000)];
    let body: serde_json::Value =
        fields.iter().map(|(field, sign, chars)| (field.to_string(), json!(sign.repeat(*chars)))).collect();
    assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
    for (field, ..) in fields {
        assert_eq!(site.text(&format!("SELECT {field} FROM lead")).await.as_deref(), body[field].as_str());
    }
}

#[tokio::test]
async fn r47_ten_megabytes_are_too_long_with_their_length_said_before_or_not() {
    let site = Site::open().await;
    let long =
        json!({"name": "A", "phone": "0", "service": "x", "message": "x".repeat(10 << 20)}).to_string();
    let pieces = long.as_bytes().chunks(1 << 20).map(|piece| Ok::<_, std::io::Error>(piece.to_vec()));
    let pieces: Vec<_> = pieces.collect();
    let chunked = reqwest::Body::wrap_stream(futures_util::stream::iter(pieces));
    for body in [reqwest::Body::from(long), chunked] {
        let request = site.client.post(site.url()).header("content-type", JSON).body(body);
        let (status, text) = read(request.send().await.expect("an answer")).await;
        assert_eq!((status.as_u16(), text.as_str()), (413, "The request is too long."));
    }
    assert_eq!(site.leads().await, 0);
}

#[tokio::test]
async fn r46_a_key_that_is_no_key_is_refused_with_a_sentence() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": ""});
    let (status, text) = site.post_keyed(&"k".repeat(201), &body).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(text, "The Idempotency-Key must be 1 to 200 letters, digits or signs.");
}

#[tokio::test]
async fn r47_a_client_that_sends_all_of_a_long_body_before_it_listens_still_hears_the_answer() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let site = Site::open().await;
    let mut stream = tokio::net::TcpStream::connect(site.address).await.expect("connected");
    let length = 1_000_000;
    let head = format!(
        "POST /sendMail.php HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("the head is taken");
    stream.write_all(&vec![b'x'; length]).await.expect("the body is taken");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.ends_with("The request is too long."), "{answer}");
}
