//! Requests to the certificate authority, sent with our HTTP client, so that none lasts for ever.

use std::error::Error as _;
use std::fmt::Write as _;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use reqwest::{Certificate, Client, redirect};

const TIMEOUT: Duration = Duration::from_secs(30);

/// The client for one authority.
pub(super) struct AcmeHttp(Client);

impl AcmeHttp {
    /// `root` is the PEM of a private authority's own root certificates.
    ///
    /// # Errors
    /// A sentence on why `root` cannot be used.
    pub fn new(root: Option<&[u8]>) -> Result<Self, String> {
        let builder = Client::builder()
            .https_only(true)
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .no_proxy()
            .user_agent("Amwaj");
        let roots =
            Certificate::from_pem_bundle(root.unwrap_or_default()).map_err(|error| error.to_string())?;
        if root.is_some() && roots.is_empty() {
            return Err("there is no certificate (BEGIN CERTIFICATE) in it".to_owned());
        }
        let builder = roots.into_iter().fold(builder, reqwest::ClientBuilder::add_root_certificate);
        builder.build().map(AcmeHttp).map_err(|error| causes(&error))
    }
}

impl HttpClient for AcmeHttp {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let client = self.0.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let Ok(body) = body.collect().await;
            let asked = client
                .request(parts.method, parts.uri.to_string())
                .headers(parts.headers)
                .body(body.to_bytes())
                .send();
            let failed = |error: reqwest::Error| Error::Other(causes(&error).into());
            let answer = asked.await.map_err(failed)?;
            let mut response = http::Response::builder().status(answer.status());
            if let Some(headers) = response.headers_mut() {
                *headers = answer.headers().clone();
            }
            let body = answer.bytes().await.map_err(failed)?;
            Ok(BytesResponse::from(response.body(Full::new(body))?))
        })
    }
}

/// An error with what caused it: the outer one alone only says that the request failed.
fn causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let _ = write!(text, ": {cause}");
        source = cause.source();
    }
    text
}
