//! A request to the desk, read once.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use sha2::{Digest as _, Sha256};

use crate::http::multipart::{self, UploadedFile};
use crate::http::outcome::Failure;
use crate::slow_down::SlowDown;
use crate::staff::who::Who;
use crate::view::Problem;

/// The most characters of a note.
pub const MAX_NOTE_CHARS: usize = 2_000;

/// A request, with everything that a handler may need.
pub struct Asked {
    /// Nobody on the routes that everybody may use, unless they are signed in.
    pub who: Option<Who>,
    pub headers: HeaderMap,
    /// The path with its query.
    pub address: String,
    /// Whether it is a POST.
    pub is_form: bool,
    /// The parts of the path that the route names.
    parameters: HashMap<String, String>,
    query: Vec<(String, String)>,
    form: Vec<(String, String)>,
    files: Vec<(String, UploadedFile)>,
    key: Option<String>,
    /// Nothing where a proxy does not say.
    pub visitor: Option<IpAddr>,
}

impl Asked {
    pub(super) async fn read(
        request: Request<Body>,
        parameters: HashMap<String, String>,
        slow_down: &SlowDown,
        max_bytes: usize,
    ) -> Result<Self, Failure> {
        let (head, body) = request.into_parts();
        let pairs =
            |bytes: &[u8]| serde_urlencoded::from_bytes::<Vec<(String, String)>>(bytes).unwrap_or_default();
        let query = pairs(head.uri.query().unwrap_or_default().as_bytes());
        let is_form = head.method == Method::POST;
        let mut files = Vec::new();
        let form = match (is_form, multipart::boundary(&head.headers)) {
            (true, Some(boundary)) => {
                let parts = multipart::read(read_body(body, max_bytes).await?, boundary).await?;
                files = parts.files;
                parts.fields
            }
            (true, None) => pairs(&read_body(body, max_bytes).await?),
            (false, _) => Vec::new(),
        };
        let address = head.uri.path_and_query().map_or_else(String::new, ToString::to_string);
        let visitor = slow_down.visitor(&head.extensions, &head.headers);
        let key = key_of(&address, &form);
        Ok(Asked {
            who: None,
            headers: head.headers,
            address,
            is_form,
            parameters,
            query,
            form,
            files,
            key,
            visitor,
        })
    }

    /// Who asks, on a route that not everybody may use.
    pub fn who(&self) -> &Who {
        self.who.as_ref().expect("the route's access says that somebody is signed in")
    }

    /// A part of the path, such as a reference.
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    /// A value of the query; empty where it is not there.
    pub fn query(&self, name: &str) -> &str {
        first(&self.query, name)
    }

    /// A field of the form, trimmed; empty where it is not there.
    pub fn field(&self, name: &str) -> &str {
        first(&self.form, name).trim()
    }

    /// A field as it was sent; nothing where it is not there.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A file of the form; nothing where none was chosen.
    pub fn file(&self, name: &str) -> Option<&UploadedFile> {
        let mut files = self.files.iter().filter(|(known, _)| known == name).map(|(_, file)| file);
        files.find(|file| !file.bytes.is_empty())
    }

    /// The key of this tap: the same tap twice counts once. Without scripts all forms of a screen have the same key, and
    /// going back brings it again: so where the form goes and what it says belong to it. Nothing where the form has none.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The note of the form.
    ///
    /// # Errors
    /// When it is longer than notes may be.
    pub fn note(&self) -> Result<&str, Failure> {
        let note = self.field("note");
        match note.chars().count() {
            0..=MAX_NOTE_CHARS => Ok(note),
            many => Err(Failure::invalid(format!(
                "A note may have {MAX_NOTE_CHARS} characters; this one has {many}. Please shorten it."
            ))),
        }
    }
}

fn key_of(address: &str, form: &[(String, String)]) -> Option<String> {
    let key = Some(first(form, "key")).filter(|key| !key.is_empty())?;
    const SAYS: [&str; 10] =
        ["stage", "note", "decision", "piece", "value", "from", "to", "item", "action", "id"];
    let says: Vec<&str> = SAYS.iter().map(|name| first(form, name)).filter(|said| !said.is_empty()).collect();
    Some(hex::encode(Sha256::digest([address, &says.join("\n"), key].join("\n"))))
}

fn first<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
}

async fn read_body(body: Body, max_bytes: usize) -> Result<Bytes, Failure> {
    match Limited::new(body, max_bytes).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Failure::Problem(
            StatusCode::PAYLOAD_TOO_LARGE,
            Problem::Invalid { text: "That is too long. Please shorten it.".to_owned() },
        )),
        Err(_) => Err(Failure::invalid("The form did not arrive whole. Please send it again.".to_owned())),
    }
}
