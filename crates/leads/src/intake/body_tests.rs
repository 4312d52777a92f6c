//! Accepted POST bodies, and that no input breaks the reader (R47).

use http::HeaderValue;
use proptest::prelude::*;

use super::*;

fn read(format: BodyFormat, body: &[u8]) -> Result<SubmittedForm, LeadOutcome> {
    read_submission(format, &HeaderMap::new(), body)
}

fn format_of(content_type: &'static str) -> Result<BodyFormat, LeadOutcome> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    BodyFormat::from_headers(&headers)
}

#[test]
fn r47_old_clients_json_is_taken_whatever_it_is_called() {
    for name in ["application/json", "Application/JSON; charset=utf-8", "text/plain;charset=UTF-8", ""] {
        assert_eq!(format_of(name), Ok(BodyFormat::Json), "{name}");
    }
    assert_eq!(BodyFormat::from_headers(&HeaderMap::new()), Ok(BodyFormat::Json));
    assert_eq!(format_of("application/x-www-form-urlencoded"), Ok(BodyFormat::Form));
    for name in ["multipart/form-data; boundary=x", "text/html", "image/png"] {
        let refused = format_of(name).expect_err(name);
        let (status, sentence) = (refused.status(), refused.sentence(""));
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(sentence, "Please send the request as JSON or as a simple form.");
    }
}

#[test]
fn the_context_is_read_where_it_is_text_and_left_out_where_it_is_not() {
    let body = br#"{"name":"A","page":"/x","referrer":5,"language":"ar","more":[],
        "campaign":{"utm_source":"news","gclid":"g","utm_term":1,"other":"x"}}"#;
    let context = read(BodyFormat::Json, body).expect("a submission").context;
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
    let submission = read(BodyFormat::Form, body).expect("a submission");
    assert_eq!(submission.typed.name, "Zoë X");
    assert_eq!(submission.typed.phone, "+971");
    assert_eq!(submission.typed.service, "AC Repair & Maintenance");
    assert_eq!(submission.typed.message, "a\r\nb");
    assert_eq!(submission.key.as_deref(), Some("k-1"));
}

#[test]
fn r46_keys_are_bounded_and_an_empty_one_is_none() {
    let with = |key: &str| {
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", HeaderValue::from_str(key).expect("a value"));
        read_submission(BodyFormat::Json, &headers, b"{}").map(|submission| submission.key)
    };
    assert_eq!(with(" "), Ok(None));
    assert_eq!(with("0b9f-x"), Ok(Some("0b9f-x".to_owned())));
    assert!(with(&"k".repeat(200)).is_ok() && with(&"k".repeat(201)).is_err());
    assert!(with("two words").is_err());
}

#[test]
fn r47_the_longest_lead_fits_however_it_is_escaped() {
    let longest: usize = LeadField::ALL.iter().map(|field| field.max_chars()).sum();
    // An emoji is 12 bytes as JSON escapes (two surrogates) and as percent escapes (four bytes).
    assert!(longest * 12 < MAX_BODY_BYTES);
}

proptest! {
    #[test]
    fn r47_any_bytes_are_read_or_refused_with_one_sentence(
        body in proptest::collection::vec(any::<u8>(), 0..400), form in any::<bool>(),
    ) {
        let format = if form { BodyFormat::Form } else { BodyFormat::Json };
        if let Err(refused) = read(format, &body) {
            prop_assert!(refused.status().is_client_error());
            prop_assert_eq!(refused.sentence("").matches('.').count(), 1);
        }
    }

    #[test]
    fn r47_what_is_written_as_json_or_form_is_read_back_exactly(
        name in "(?s).{0,60}", message in "(?s).{0,200}",
    ) {
        let json = serde_json::json!({"name": name, "message": message}).to_string();
        let submission = read(BodyFormat::Json, json.as_bytes()).expect("a submission");
        prop_assert_eq!((&submission.typed.name, &submission.typed.message), (&name, &message));
        let form = serde_urlencoded::to_string([("name", &name), ("message", &message)]).expect("a form");
        let submission = read(BodyFormat::Form, form.as_bytes()).expect("a submission");
        prop_assert_eq!((&submission.typed.name, &submission.typed.message), (&name, &message));
    }
}

#[test]
fn r47_half_an_emoji_is_kept_as_the_sign_for_what_cannot_be_read() {
    for (escaped, kept) in [
        (r"AC is broken \ud83d", "AC is broken \u{fffd}"),
        (r"\ude00 first", "\u{fffd} first"),
        (r"\uD83D\uDE00 whole", "\u{1f600} whole"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}\u{1f600}"),
        (r"\ude00\ud83d", "\u{fffd}\u{fffd}"),
        (r"\\ud83d is typed", r"\ud83d is typed"),
        (r"\\\ud83d", "\\\u{fffd}"),
        (r"line\nnext \u0041", "line\nnext A"),
        (r"\udbffx\udfff", "\u{fffd}x\u{fffd}"),
        (r"\ud7ff\ue000", "\u{d7ff}\u{e000}"),
    ] {
        let body = format!(r#"{{"name":"{escaped}","campaign":{{"gclid":"\udc00"}}}}"#);
        let read = read(BodyFormat::Json, body.as_bytes()).expect(escaped);
        assert_eq!(read.typed.name, kept, "{escaped}");
        assert_eq!(read.context.gclid.as_deref(), Some("\u{fffd}"));
    }
}
