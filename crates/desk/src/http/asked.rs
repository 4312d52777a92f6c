//! A request to the desk, read once.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use axum::body::Body;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};
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
    /// Whether the request is a POST.
    pub is_form: bool,
    /// The parts of the path that the route names.
    parameters: HashMap<String, String>,
    query: Vec<(String, String)>,
    form: Vec<(String, String)>,
    files: Vec<(String, UploadedFile)>,
    key: Option<String>,
    /// `None` where a proxy does not say.
    pub visitor: Option<IpAddr>,
}

impl Asked {
    /// A request from its head; the form is read once its sender is known.
    pub(super) fn of(head: Parts, parameters: HashMap<String, String>, slow_down: &SlowDown) -> Self {
        Asked {
            who: None,
            address: head.uri.path_and_query().map_or_else(String::new, ToString::to_string),
            is_form: head.method == Method::POST,
            parameters,
            query: pairs(head.uri.query().unwrap_or_default().as_bytes()),
            form: Vec::new(),
            files: Vec::new(),
            key: None,
            visitor: slow_down.visitor(&head.extensions, &head.headers),
            headers: head.headers,
        }
    }

    /// # Errors
    /// When the form is longer than `max_bytes`, or does not arrive whole.
    pub(super) async fn read_form(&mut self, body: Body, max_bytes: usize) -> Result<(), Failure> {
        let bytes = read_body(body, max_bytes).await?;
        match multipart::boundary(&self.headers) {
            Some(boundary) => {
                let parts = multipart::read(bytes, boundary).await?;
                (self.files, self.form) = (parts.files, parts.fields);
            }
            None => self.form = pairs(&bytes),
        }
        self.key = self.tap();
        Ok(())
    }

    /// A digest of the form's address and contents; `None` if it has no key.
    fn tap(&self) -> Option<String> {
        Some(first(&self.form, "key")).filter(|key| !key.is_empty())?;
        let mut said: Vec<_> = self.form.iter().collect();
        said.sort();
        let mut digest = Sha256::new_with_prefix(format!("{}\n{said:?}", self.address));
        for (name, file) in &self.files {
            digest.update(format!("\n{name} {}\n", file.bytes.len()));
            digest.update(&file.bytes);
        }
        Some(hex::encode(digest.finalize()))
    }

    /// The person who asks, on a route that not everybody may use.
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

    /// A field as it was sent; `None` if it is missing.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Fields whose names begin so, by the rest of their names, trimmed.
    pub fn fields_below(&self, prefix: &str) -> BTreeMap<String, String> {
        let below = |(name, value): &(String, String)| {
            Some((name.strip_prefix(prefix)?.to_owned(), value.trim().to_owned()))
        };
        self.form.iter().filter_map(below).collect()
    }

    /// A file of the form; `None` if no file was chosen.
    pub fn file(&self, name: &str) -> Option<&UploadedFile> {
        let mut files = self.files.iter().filter(|(known, _)| known == name).map(|(_, file)| file);
        files.find(|file| !file.bytes.is_empty())
    }

    /// The key of this tap: the same tap twice counts once. The form's address and contents belong to it. `None` if the
    /// form has no key.
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

fn pairs(bytes: &[u8]) -> Vec<(String, String)> {
    serde_urlencoded::from_bytes(bytes).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use base::clock::Clock;

    use super::*;

    async fn tap(form: &str) -> Option<String> {
        let request = http::Request::post("/desk/posts/new").body(()).expect("a request");
        let slow_down = SlowDown::new(&Clock::manual(0), Vec::new());
        let mut asked = Asked::of(request.into_parts().0, HashMap::new(), &slow_down);
        assert!(asked.read_form(Body::from(form.to_owned()), 1000).await.is_ok());
        asked.key().map(str::to_owned)
    }

    #[tokio::test]
    async fn a_tap_is_the_same_only_with_all_that_it_sends() {
        let first = tap("key=k&title=A&alt=x").await.expect("a key");
        assert_eq!(tap("title=A&key=k&alt=x").await.as_deref(), Some(first.as_str()));
        for other in [
            "key=k&title=B&alt=x",
            "key=k&title=A",
            "key=k&title=A&alt=x&more=",
            "key=k&title=A&alt=x&alt=x",
            "key=j&title=A&alt=x",
            "key=k&title=A%22&alt=x",
        ] {
            assert_ne!(tap(other).await.as_deref(), Some(first.as_str()), "{other}");
        }
        assert_eq!(tap("title=A").await, None);
    }
}
