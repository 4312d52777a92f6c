//! Reads a form that has files (`multipart/form-data`).

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::stream;
use http::{HeaderMap, header};

use crate::http::outcome::Failure;

/// A file of a form.
#[derive(Clone, Debug)]
pub struct UploadedFile {
    /// The name it has on the sender's device.
    pub name: String,
    pub bytes: Bytes,
}

/// Contents of a form.
#[derive(Default)]
pub(super) struct Parts {
    pub fields: Vec<(String, String)>,
    pub files: Vec<(String, UploadedFile)>,
}

/// The separator of a multipart form's parts; `None` for any other body.
pub(super) fn boundary(headers: &HeaderMap) -> Option<String> {
    multer::parse_boundary(headers.get(header::CONTENT_TYPE)?.to_str().ok()?).ok()
}

/// # Errors
/// When it is cut off or broken.
pub(super) async fn read(body: Bytes, boundary: String) -> Result<Parts, Failure> {
    let broken = |error: multer::Error| {
        tracing::debug!(%error, "a form with files could not be read");
        Failure::invalid("The form did not arrive whole. Please send it again.".to_owned())
    };
    let whole = stream::once(async move { Ok::<_, Infallible>(body) });
    let mut multipart = multer::Multipart::new(whole, boundary);
    let mut parts = Parts::default();
    while let Some(field) = multipart.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        match field.file_name().map(str::to_owned) {
            Some(file) => {
                let bytes = field.bytes().await.map_err(broken)?;
                parts.files.push((name, UploadedFile { name: file, bytes }));
            }
            None => parts.fields.push((name, field.text().await.map_err(broken)?)),
        }
    }
    Ok(parts)
}
