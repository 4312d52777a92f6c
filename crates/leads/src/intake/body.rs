//! Reads the body of a POST into the fields of a lead: JSON from any client, or a form without scripts.

use std::borrow::Cow;
use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use regex::{Captures, Regex};
use serde_json::{Map, Value};

use crate::blank::is_blank;
use crate::context::Context;
use crate::lead::{LeadField, Typed};
use crate::outcome::LeadOutcome;
use crate::screening::spam_signals::BotSignals;
use crate::screening::visitor::Visitor;
use base::places::Places;

/// The longest body, in bytes. The longest lead of R47 takes 125 kB when every character is written as an escaped
/// emoji, so no lead within the bounds is refused; the rest is room for the context.
pub const MAX_BODY_BYTES: usize = 160 * 1024;
/// Limits on reading and discarding a body that is too long, in bytes and time, so that most clients read the answer
/// instead of finding their connection reset.
const MAX_DRAINED_BYTES: usize = 16 * 1024 * 1024;
const MAX_DRAIN_TIME: Duration = Duration::from_secs(3);
/// A body up to this size is kept without more ado: nearly every lead is shorter.
const SHORT_BODY_BYTES: usize = 4 * 1024;
/// Longer bodies kept at the same time, in all and for each network, at most: all together they are 10 MiB.
static LONG_BODIES: LazyLock<Places> = LazyLock::new(|| Places::new(64, 4));
/// Longest wait of a body for its turn, unread, before its sender is asked to call: those that arrive take
/// milliseconds.
const MAX_WAIT_FOR_TURN: Duration = Duration::from_secs(10);
/// The honeypot: a field of the site's own form (honeypot.tsx) that people do not see.
const HONEYPOT: &str = "second_message";
/// Field for the time that the form was open, in seconds, as the browser says.
const OPEN_SECONDS: &str = "open_seconds";
/// The longest idempotency key a client may send.
const MAX_KEY_BYTES: usize = 200;

/// Format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyFormat {
    Json,
    Form,
}

/// A POST's contents, as they arrived.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubmittedForm {
    pub typed: Typed,
    pub context: Context,
    /// The client's key, from the header or the hidden field.
    pub key: Option<String>,
    pub(crate) bot_signals: BotSignals,
}

impl BodyFormat {
    /// Old clients send JSON as text, or without a type; a scriptless page's post says that it is a form.
    pub fn from_headers(headers: &HeaderMap) -> Result<Self, LeadOutcome> {
        let Some(value) = headers.get(header::CONTENT_TYPE) else {
            return Ok(BodyFormat::Json);
        };
        let value = String::from_utf8_lossy(value.as_bytes()).to_lowercase();
        let essence = value.split(';').next().unwrap_or_default().trim().to_owned();
        match essence.as_str() {
            "" | "application/json" | "text/json" | "text/plain" => Ok(BodyFormat::Json),
            "application/x-www-form-urlencoded" => Ok(BodyFormat::Form),
            other if other.starts_with("application/") && other.ends_with("+json") => Ok(BodyFormat::Json),
            _ => Err(LeadOutcome::Unreadable {
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                sentence: "Please send the request as JSON or as a simple form.".to_owned(),
            }),
        }
    }
}

/// The whole body, if it is not too long.
pub async fn read_body(
    headers: &HeaderMap,
    mut body: Body,
    visitor: Option<Visitor>,
) -> Result<Bytes, LeadOutcome> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok())
        .unwrap_or(0);
    if announced <= MAX_BODY_BYTES
        && let Some(whole) = read_bounded(&mut body, visitor).await?
    {
        return Ok(whole);
    }
    // A client that asks first has not sent the body yet, and one that announces too much is not waited for.
    if announced <= MAX_DRAINED_BYTES && !headers.contains_key(header::EXPECT) {
        drop(tokio::time::timeout(MAX_DRAIN_TIME, drain(body)).await);
    }
    Err(LeadOutcome::Unreadable {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        sentence: "The request is too long.".to_owned(),
    })
}

/// The whole body; `None`, with no part of it left in memory, as soon as it is too long.
async fn read_bounded(body: &mut Body, visitor: Option<Visitor>) -> Result<Option<Bytes>, LeadOutcome> {
    let mut kept = Vec::new();
    let mut place = None;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| incomplete(&error))?.into_data() else { continue };
        let length = kept.len() + data.len();
        if length > MAX_BODY_BYTES {
            return Ok(None);
        }
        if length > SHORT_BODY_BYTES && place.is_none() {
            let turn = LONG_BODIES.acquire(visitor, MAX_WAIT_FOR_TURN).await;
            place = Some(turn.ok_or(LeadOutcome::Busy)?);
            kept.reserve_exact(MAX_BODY_BYTES - kept.len());
        }
        // Not more: twice what a body has, for each of thousands that never end, is what an attacker counts on.
        kept.reserve_exact(data.len());
        kept.extend_from_slice(&data);
    }
    Ok(Some(kept.into()))
}

/// Reads and throws away the rest of a body.
async fn drain(mut body: Body) {
    let mut drained = 0;
    while let Some(Ok(frame)) = body.frame().await {
        drained += frame.data_ref().map_or(0, Bytes::len);
        if drained > MAX_DRAINED_BYTES {
            break;
        }
    }
}

/// The outcome of a body that broke off: it came too slowly, or was not HTTP.
fn incomplete(error: &axum::Error) -> LeadOutcome {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    let mut timed_out = false;
    while let Some(deeper) = cause {
        let io = deeper.downcast_ref::<std::io::Error>();
        timed_out |= io.is_some_and(|error| error.kind() == std::io::ErrorKind::TimedOut);
        cause = deeper.source();
    }
    let status = if timed_out { StatusCode::REQUEST_TIMEOUT } else { StatusCode::BAD_REQUEST };
    LeadOutcome::Unreadable { status, sentence: "The request did not arrive whole.".to_owned() }
}

/// Reads a body of that format.
pub fn read_submission(
    format: BodyFormat,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<SubmittedForm, LeadOutcome> {
    let mut submission = match format {
        BodyFormat::Json => json(body)?,
        BodyFormat::Form => form(body)?,
    };
    if let Some(header) = headers.get("idempotency-key") {
        let key = header.to_str().map_err(|_| bad_key())?;
        submission.key = Some(key.trim().to_owned());
    }
    match &submission.key {
        Some(key) if key.is_empty() => submission.key = None,
        Some(key) if key.len() > MAX_KEY_BYTES || !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            return Err(bad_key());
        }
        _ => {}
    }
    Ok(submission)
}

fn bad_key() -> LeadOutcome {
    LeadOutcome::bad_request("The Idempotency-Key must be 1 to 200 letters, digits or signs.")
}

fn json(body: &[u8]) -> Result<SubmittedForm, LeadOutcome> {
    let text = std::str::from_utf8(body).map_err(|_| not_utf8())?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let value: Value = serde_json::from_str(&without_halves(text)).map_err(|error| {
        if error.to_string().starts_with("recursion limit") {
            LeadOutcome::bad_request("The request is nested too deeply.")
        } else {
            LeadOutcome::bad_request("The request is not valid JSON.")
        }
    })?;
    let Value::Object(object) = value else {
        return Err(LeadOutcome::bad_request("The request must be a JSON object."));
    };
    let bot_signals = BotSignals {
        honeypot_filled: object.get(HONEYPOT).and_then(Value::as_str).is_some_and(|text| !is_blank(text)),
        open_seconds: object.get(OPEN_SECONDS).and_then(Value::as_f64),
        ..BotSignals::default()
    };
    let mut submission =
        SubmittedForm { context: json_context(&object), bot_signals, ..SubmittedForm::default() };
    for field in LeadField::ALL {
        match object.get(field.key()) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => text.clone_into(submission.typed.get_mut(field)),
            Some(_) => {
                let sentence = format!("The {} must be text.", field.key());
                return Err(LeadOutcome::Unreadable { status: StatusCode::UNPROCESSABLE_ENTITY, sentence });
            }
        }
    }
    Ok(submission)
}

/// The JSON with U+FFFD for each escaped half of a character: browsers write `\ud83d` for an emoji that a paste has cut in two, and no
/// text can hold it.
fn without_halves(json: &str) -> Cow<'_, str> {
    // Pairs and other escapes first, so that only what is neither is a half.
    static ESCAPES: LazyLock<Regex> = LazyLock::new(|| {
        let pair = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}";
        let half = r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}";
        Regex::new(&format!(r"{pair}|(?<half>{half})|\\.")).expect("a valid expression")
    });
    ESCAPES.replace_all(json, |found: &Captures<'_>| match found.name("half") {
        Some(_) => "\\ufffd".to_owned(),
        None => found[0].to_owned(),
    })
}

/// The context is a courtesy: whatever is not text is left out.
fn json_context(object: &Map<String, Value>) -> Context {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut context = Context {
        page: text("page"),
        referrer: text("referrer"),
        language: text("language"),
        landing: text("landing"),
        last_landing: text("last_landing"),
        last_referrer: text("last_referrer"),
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

fn form(body: &[u8]) -> Result<SubmittedForm, LeadOutcome> {
    let mut submission = SubmittedForm::default();
    for pair in body.split(|byte| *byte == b'&') {
        let mut halves = pair.splitn(2, |byte| *byte == b'=');
        let name = decode(halves.next().unwrap_or_default())?;
        let value = decode(halves.next().unwrap_or_default())?;
        match LeadField::ALL.into_iter().find(|field| field.key() == name) {
            Some(field) => *submission.typed.get_mut(field) = value,
            None if name == "idempotency_key" => submission.key = Some(value),
            None if name == HONEYPOT => submission.bot_signals.honeypot_filled = !is_blank(&value),
            None => {}
        }
    }
    Ok(submission)
}

fn decode(text: &[u8]) -> Result<String, LeadOutcome> {
    let spaced: Vec<u8> = text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    let decoded = percent_encoding::percent_decode(&spaced).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| not_utf8())
}

fn not_utf8() -> LeadOutcome {
    LeadOutcome::bad_request("The request is not UTF-8 text.")
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
