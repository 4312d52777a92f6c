//! Small responses of the dispatcher itself: redirects, refusals, `/healthz`. Each has the site's headers.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};

use crate::pages::Redirect;
use edge::handler::{ResponseBody, whole};

/// Makes small responses with the site's headers.
pub(super) struct SmallResponses {
    headers: HeaderMap,
}

impl SmallResponses {
    pub fn new(headers: impl IntoIterator<Item = (HeaderName, HeaderValue)>) -> Self {
        SmallResponses { headers: headers.into_iter().collect() }
    }

    /// Adds the site's headers to the response of a feature.
    pub fn add_site_headers(&self, response: &mut Response<ResponseBody>) {
        for (name, value) in &self.headers {
            // A feature may have a stricter one, or one that fits what it shows.
            response.headers_mut().entry(name).or_insert_with(|| value.clone());
        }
    }

    fn respond(&self, status: StatusCode, body: Bytes) -> Response<ResponseBody> {
        let mut response = Response::new(whole(body));
        *response.status_mut() = status;
        *response.headers_mut() = self.headers.clone();
        response
    }

    pub fn text(&self, status: StatusCode, text: &'static str) -> Response<ResponseBody> {
        let mut response = self.respond(status, Bytes::from_static(text.as_bytes()));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }

    pub fn not_allowed(&self) -> Response<ResponseBody> {
        let sentence = "This address can only be read, with GET or HEAD.\n";
        let mut response = self.text(StatusCode::METHOD_NOT_ALLOWED, sentence);
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    }

    /// The way to the same address at the site's own name, by the same method (RFC 9110, 15.4.9). Kept by nobody: when the
    /// company goes over to its other name, a browser that kept this would go in circles.
    pub fn led(&self, to: &str) -> Response<ResponseBody> {
        let mut response = self.redirect(&Redirect { location: to.to_owned(), permanent: false });
        if response.status().is_redirection() {
            *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
        }
        response
    }

    pub fn redirect(&self, to: &Redirect) -> Response<ResponseBody> {
        let Ok(location) = HeaderValue::try_from(&to.location) else {
            let sentence = "The address holds characters that no address may hold.\n";
            return self.text(StatusCode::BAD_REQUEST, sentence);
        };
        let (status, cache_control) = match to.permanent {
            true => (StatusCode::MOVED_PERMANENTLY, "max-age=86400"),
            false => (StatusCode::FOUND, "no-cache"),
        };
        let mut response = self.respond(status, Bytes::new());
        response.headers_mut().insert(header::LOCATION, location);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
        response
    }

    /// The refusal of what no browser sends; it closes the connection.
    pub fn refused(&self, status: StatusCode, sentence: &'static str) -> Response<ResponseBody> {
        let mut response = self.text(status, sentence);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    }
}
