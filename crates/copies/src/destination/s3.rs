//! Copies in a bucket of S3, or of anything that speaks like it.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::{Client, Response, StatusCode, header};
use rusty_s3::actions::ListObjectsV2;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use tokio::io::AsyncWriteExt as _;
use url::Url;

use crate::destination::Listed;
use crate::name::CopyName;
use crate::problem::CopyProblem;

/// Validity of a signature; an upload has to begin before it ends.
const SIGNED_FOR: Duration = Duration::from_secs(15 * 60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest silence of the bucket.
const READ_TIMEOUT: Duration = Duration::from_secs(60);
/// Longest transfer of a copy.
const TRANSFER_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// Where the bucket is, and who may write to it.
#[derive(Clone)]
pub struct S3Settings {
    pub endpoint: Url,
    pub region: String,
    pub bucket: String,
    /// Prefix of copies' names: `amwaj/`, or empty.
    pub prefix: String,
    pub key_id: String,
    pub secret: String,
}

/// A bucket.
#[derive(Clone)]
pub struct S3 {
    bucket: Bucket,
    credentials: Credentials,
    prefix: String,
    client: Client,
}

impl S3 {
    /// `None` if the endpoint cannot have a bucket.
    pub fn new(settings: &S3Settings) -> Option<Self> {
        let S3Settings { endpoint, region, bucket, prefix, key_id, secret } = settings;
        let bucket = Bucket::new(endpoint.clone(), UrlStyle::Path, bucket.clone(), region.clone()).ok()?;
        let credentials = Credentials::new(key_id, secret);
        let client = Client::builder().connect_timeout(CONNECT_TIMEOUT).read_timeout(READ_TIMEOUT);
        let client = client.timeout(TRANSFER_TIMEOUT).build().ok()?;
        Some(S3 { bucket, credentials, prefix: prefix.clone(), client })
    }

    fn key(&self, name: &CopyName) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) async fn put(&self, name: &CopyName, file: &Path) -> Result<(), CopyProblem> {
        let key = self.key(name);
        let url = self.bucket.put_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let open = tokio::fs::File::open(file).await.map_err(CopyProblem::io(file))?;
        let size = open.metadata().await.map_err(CopyProblem::io(file))?.len();
        let sent = self.client.put(url).header(header::CONTENT_LENGTH, size).body(open).send().await;
        self.taken(sent).await?;
        // A bucket may take a file of which it has only a part.
        let url = self.bucket.head_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let there = self.taken(self.client.head(url).send().await).await?;
        let length = there.headers().get(header::CONTENT_LENGTH).and_then(|size| size.to_str().ok());
        match length.and_then(|size| size.parse::<u64>().ok()) {
            Some(length) if length == size => Ok(()),
            length => {
                let has = length.unwrap_or_default();
                Err(self.says(format!("has {has} bytes of a copy that has {size}")))
            }
        }
    }

    pub(super) async fn list(&self) -> Result<Vec<Listed>, CopyProblem> {
        let mut listed = Vec::new();
        let mut next = None;
        loop {
            let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
            action.with_prefix(self.prefix.as_str());
            if let Some(token) = next.take() {
                action.with_continuation_token(token);
            }
            let answer = self.taken(self.client.get(action.sign(SIGNED_FOR)).send().await).await?;
            let text = answer.text().await.map_err(|error| self.away(&error))?;
            let page = ListObjectsV2::parse_response(&text)
                .map_err(|error| self.says(format!("gave no list of its files: {error}")))?;
            listed.extend(page.contents.iter().filter_map(|object| {
                let name = CopyName::parse(object.key.strip_prefix(&self.prefix)?)?;
                Some(Listed { name, bytes: object.size? })
            }));
            match page.next_continuation_token {
                Some(token) => next = Some(token),
                None => return Ok(listed),
            }
        }
    }

    pub(super) async fn get(&self, name: &CopyName, to: &Path) -> Result<(), CopyProblem> {
        let url = self.bucket.get_object(Some(&self.credentials), &self.key(name)).sign(SIGNED_FOR);
        let answer = self.taken(self.client.get(url).send().await).await?;
        let mut file = tokio::fs::File::create(to).await.map_err(CopyProblem::io(to))?;
        let mut bytes = answer.bytes_stream();
        while let Some(part) = bytes.next().await {
            let part = part.map_err(|error| self.away(&error))?;
            file.write_all(&part).await.map_err(CopyProblem::io(to))?;
        }
        file.flush().await.map_err(CopyProblem::io(to))
    }

    pub(super) async fn delete(&self, name: &CopyName) -> Result<(), CopyProblem> {
        let url = self.bucket.delete_object(Some(&self.credentials), &self.key(name)).sign(SIGNED_FOR);
        self.taken(self.client.delete(url).send().await).await.map(drop)
    }

    /// The answer, where it is a good one.
    async fn taken(&self, sent: reqwest::Result<Response>) -> Result<Response, CopyProblem> {
        let answer = sent.map_err(|error| self.away(&error))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = answer.text().await.unwrap_or_default();
        let part = |tag: &str| {
            let (_, after) = text.split_once(&format!("<{tag}>"))?;
            Some(after.split_once("</")?.0.to_owned())
        };
        let why = part("Code").unwrap_or_else(|| "no reason".to_owned());
        let instead = match status {
            StatusCode::FORBIDDEN => "; see that copies_s3_key_id and copies_s3_secret are right",
            StatusCode::NOT_FOUND => "; see that the bucket of copies_to is there",
            _ => "",
        };
        Err(self.says(format!("answered {} ({why}){instead}", status.as_u16())))
    }

    fn away(&self, error: &reqwest::Error) -> CopyProblem {
        use std::error::Error as _;
        let mut cause = error.source();
        while let Some(deeper) = cause.and_then(|cause| cause.source()) {
            cause = Some(deeper);
        }
        // Without the address, in which the signature is.
        let why = cause.map_or_else(|| "the connection ended".to_owned(), ToString::to_string);
        self.says(format!("does not answer ({why})"))
    }

    fn says(&self, text: String) -> CopyProblem {
        let at = self.bucket.base_url();
        let host = at.host_str().unwrap_or_default();
        let port = at.port_or_known_default().unwrap_or_default();
        CopyProblem::new(format!("the bucket {} at {host}:{port} {text}", self.bucket.name()))
    }
}

impl fmt::Debug for S3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.bucket.name(), self.prefix)
    }
}

impl fmt::Debug for S3Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{} at {}", self.bucket, self.prefix, self.endpoint)
    }
}
