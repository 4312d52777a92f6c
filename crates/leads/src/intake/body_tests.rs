//! What a post may look like, and that nothing sent here upsets the reader (R47).

use http::HeaderValue;
use proptest::prelude::*;

use super::*;

fn read(kind: Kind, body: &[u8]) -> Result<Post, Unreadable> {
    read_post(kind, &HeaderMap::new(), body)
}

fn kind(content_type: &'static str) -> Result<Kind, Unreadable> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    Kind::of(&headers)
}

#[test]
fn r47_old_clients_json_is_taken_whatever_it_is_called() {
    for name in ["application/json", "Application/JSON; charset=utf-8", "text/plain;charset=UTF-8", ""] {
        assert_eq!(kind(name), Ok(Kind::Json), "{name}");
    }
    assert_eq!(Kind::of(&HeaderMap::new()), Ok(Kind::Json));
    assert_eq!(kind("application/x-www-form-urlencoded"), Ok(Kind::Form));
    for name in ["multipart/form-data; boundary=x", "text/html", "image/png"] {
        let Unreadable(status, sentence) = kind(name).expect_err(name);
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(sentence, "Please send the request as JSON or as a simple form.");
    }
}

#[test]
fn the_context_is_read_where_it_is_text_and_left_out_where_it_is_not() {
    let body = br#"{"name":"A","page":"/x","referrer":5,"language":"ar","more":[],
        "campaign":{"utm_source":"news","gclid":"g","utm_term":1,"other":"x"}}"#;
    let context = read(Kind::Json, body).expect("a post").context;
    assert_eq!(context.page.as_deref(), Some("/x"));
    assert_eq!(context.language.as_deref(), Some("ar"));
    assert_eq!(context.utm_source.as_deref(), Some("news"));
    assert_eq!(context.gclid.as_deref(), Some("g"));
    assert_eq!((context.referrer, context.utm_term), (None, None));
}

#[test]
fn r46_a_form_carries_the_same_four_fields_and_a_key() {
    let body = b"name=Zo%C3%AB+X&phone=%2B971&service=AC+Repair+%26+Maintenance&message=a%0D%0Ab\
                 &idempotency_key=k-1&ignored=1&=&";
    let post = read(Kind::Form, body).expect("a post");
    assert_eq!(post.typed.name, "Zoë X");
    assert_eq!(post.typed.phone, "+971");
    assert_eq!(post.typed.service, "AC Repair & Maintenance");
    assert_eq!(post.typed.message, "a\r\nb");
    assert_eq!(post.key.as_deref(), Some("k-1"));
}

#[test]
fn r46_keys_are_bounded_and_an_empty_one_is_none() {
    let with = |key: &str| {
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", HeaderValue::from_str(key).expect("a value"));
        read_post(Kind::Json, &headers, b"{}").map(|post| post.key)
    };
    assert_eq!(with(" "), Ok(None));
    assert_eq!(with("0b9f-x"), Ok(Some("0b9f-x".to_owned())));
    assert!(with(&"k".repeat(200)).is_ok() && with(&"k".repeat(201)).is_err());
    assert!(with("two words").is_err());
}

#[test]
fn r47_the_longest_lead_fits_however_it_is_escaped() {
    let longest: usize = Field::ALL.iter().map(|field| field.max_chars()).sum();
    // An emoji is 12 bytes as JSON escapes (two surrogates) and as percent escapes (four bytes).
    assert!(longest * 12 < MAX_BODY);
}

proptest! {
    #[test]
    fn r47_any_bytes_are_read_or_refused_with_one_sentence(
        body in proptest::collection::vec(any::<u8>(), 0..400), form in any::<bool>(),
    ) {
        let kind = if form { Kind::Form } else { Kind::Json };
        if let Err(Unreadable(status, sentence)) = read(kind, &body) {
            prop_assert!(status.is_client_error());
            prop_assert_eq!(sentence.matches('.').count(), 1);
        }
    }

    #[test]
    fn r47_what_is_written_as_json_or_form_is_read_back_exactly(
        name in "(?s).{0,60}", message in "(?s).{0,200}",
    ) {
        let json = serde_json::json!({"name": name, "message": message}).to_string();
        let post = read(Kind::Json, json.as_bytes()).expect("a post");
        prop_assert_eq!((&post.typed.name, &post.typed.message), (&name, &message));
        let form = serde_urlencoded::to_string([("name", &name), ("message", &message)]).expect("a form");
        let post = read(Kind::Form, form.as_bytes()).expect("a post");
        prop_assert_eq!((&post.typed.name, &post.typed.message), (&name, &message));
    }
}
