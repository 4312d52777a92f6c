//! From the bytes of a post to the fields of a lead: JSON from any client, or a form without scripts.

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Map, Value};

use crate::blank::is_blank;
use crate::context::Context;
use crate::lead::{Field, Typed};
use crate::screening::spam_signals::BotSignals;

/// The longest body, in bytes. The longest lead of R47 takes 125 kB where every character is written as
/// an escaped emoji, so that nothing within the bounds is turned away; the rest is room for the context.
pub const MAX_BODY: usize = 160 * 1024;
/// How much of a body that is too long is read and thrown away, so that the client hears the answer
/// instead of a broken connection.
const MAX_DRAIN: u64 = 16 * 1024 * 1024;
/// The field that people do not see, in the site's own form (request-form.tsx).
const TRAP: &str = "second_message";
/// How long the form was open, in seconds, by the browser's word.
const OPEN_SECONDS: &str = "open_seconds";
/// The longest key a client may make up.
const MAX_KEY: usize = 200;

/// How a post is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Json,
    Form,
}

/// A post that could not be read: the status and one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub StatusCode, pub String);

impl Unreadable {
    fn bad(sentence: &str) -> Self {
        Unreadable(StatusCode::BAD_REQUEST, sentence.to_owned())
    }

    fn field(sentence: String) -> Self {
        Unreadable(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }
}

/// What a post says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Post {
    pub typed: Typed,
    pub context: Context,
    /// The client's key, from the header or the hidden field.
    pub key: Option<String>,
    pub(crate) manner: BotSignals,
}

impl Kind {
    /// Old clients send JSON as text, or say nothing; what a scriptless page sends says that it is a form.
    pub fn of(headers: &HeaderMap) -> Result<Self, Unreadable> {
        let Some(value) = headers.get(header::CONTENT_TYPE) else {
            return Ok(Kind::Json);
        };
        let value = String::from_utf8_lossy(value.as_bytes()).to_lowercase();
        let essence = value.split(';').next().unwrap_or_default().trim().to_owned();
        match essence.as_str() {
            "" | "application/json" | "text/json" | "text/plain" => Ok(Kind::Json),
            "application/x-www-form-urlencoded" => Ok(Kind::Form),
            other if other.starts_with("application/") && other.ends_with("+json") => Ok(Kind::Json),
            _ => Err(Unreadable(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Please send the request as JSON or as a simple form.".to_owned(),
            )),
        }
    }
}

/// The whole body, within its bound.
pub async fn read_body(headers: &HeaderMap, mut body: Body) -> Result<Bytes, Unreadable> {
    let too_long = || {
        let sentence = "The request is too long.".to_owned();
        Unreadable(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    };
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok())
        .unwrap_or(0);
    if announced > MAX_DRAIN || (announced > MAX_BODY as u64 && headers.contains_key(header::EXPECT)) {
        return Err(too_long());
    }
    let mut kept = BytesMut::new();
    let mut read = 0_u64;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| broken(&error))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        read += data.len() as u64;
        if read > MAX_DRAIN {
            break;
        }
        if read <= MAX_BODY as u64 {
            kept.extend_from_slice(&data);
        }
    }
    if read > MAX_BODY as u64 { Err(too_long()) } else { Ok(kept.freeze()) }
}

/// Why a body ended before its end: it came too slowly, or the client's words were no HTTP.
fn broken(error: &axum::Error) -> Unreadable {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    let mut late = false;
    while let Some(deeper) = cause {
        let io = deeper.downcast_ref::<std::io::Error>();
        late |= io.is_some_and(|error| error.kind() == std::io::ErrorKind::TimedOut);
        cause = deeper.source();
    }
    let status = if late { StatusCode::REQUEST_TIMEOUT } else { StatusCode::BAD_REQUEST };
    Unreadable(status, "The request did not arrive whole.".to_owned())
}

/// Reads a body of that kind.
pub fn read_post(kind: Kind, headers: &HeaderMap, body: &[u8]) -> Result<Post, Unreadable> {
    let mut post = match kind {
        Kind::Json => json(body)?,
        Kind::Form => form(body)?,
    };
    if let Some(header) = headers.get("idempotency-key") {
        let key = header.to_str().map_err(|_| bad_key())?;
        post.key = Some(key.trim().to_owned());
    }
    match &post.key {
        Some(key) if key.is_empty() => post.key = None,
        Some(key) if key.len() > MAX_KEY || !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            return Err(bad_key());
        }
        _ => {}
    }
    Ok(post)
}

fn bad_key() -> Unreadable {
    Unreadable::bad("The Idempotency-Key must be 1 to 200 letters, digits or signs.")
}

fn json(body: &[u8]) -> Result<Post, Unreadable> {
    let text = std::str::from_utf8(body).map_err(|_| not_utf8())?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if error.to_string().starts_with("recursion limit") {
            Unreadable::bad("The request is nested too deeply.")
        } else {
            Unreadable::bad("The request is not valid JSON.")
        }
    })?;
    let Value::Object(object) = value else {
        return Err(Unreadable::bad("The request must be a JSON object."));
    };
    let manner = BotSignals {
        trap_filled: object.get(TRAP).and_then(Value::as_str).is_some_and(|text| !is_blank(text)),
        open_seconds: object.get(OPEN_SECONDS).and_then(Value::as_f64),
    };
    let mut post = Post { context: json_context(&object), manner, ..Post::default() };
    for field in Field::ALL {
        match object.get(field.key()) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => text.clone_into(post.typed.get_mut(field)),
            Some(_) => {
                return Err(Unreadable::field(format!("The {} must be text.", field.key())));
            }
        }
    }
    Ok(post)
}

/// The context is a courtesy: what is no text is left out.
fn json_context(object: &Map<String, Value>) -> Context {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut context = Context {
        page: text("page"),
        referrer: text("referrer"),
        language: text("language"),
        ..Context::default()
    };
    if let Some(Value::Object(campaign)) = object.get("campaign") {
        for (name, value) in campaign {
            if let (Some(slot), Some(value)) = (context.campaign_mut(name), value.as_str()) {
                *slot = Some(value.to_owned());
            }
        }
    }
    context
}

fn form(body: &[u8]) -> Result<Post, Unreadable> {
    let mut post = Post::default();
    for pair in body.split(|byte| *byte == b'&') {
        let mut halves = pair.splitn(2, |byte| *byte == b'=');
        let name = decode(halves.next().unwrap_or_default())?;
        let value = decode(halves.next().unwrap_or_default())?;
        match Field::ALL.into_iter().find(|field| field.key() == name) {
            Some(field) => *post.typed.get_mut(field) = value,
            None if name == "idempotency_key" => post.key = Some(value),
            None if name == TRAP => post.manner.trap_filled = !is_blank(&value),
            None => {}
        }
    }
    Ok(post)
}

fn decode(text: &[u8]) -> Result<String, Unreadable> {
    let spaced: Vec<u8> = text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    let decoded = percent_encoding::percent_decode(&spaced).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| not_utf8())
}

fn not_utf8() -> Unreadable {
    Unreadable::bad("The request is not UTF-8 text.")
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
