//! HTTP/2's own parts: requests in the same shape as HTTP/1's, and responses that know whether their client takes them.
//!
//! A client may open streams and then grant no room to write to them. Nothing blocks then that a socket's write timeout
//! would see, so each response counts the pieces that its client has not made room for, and the connection's task asks
//! now and then how long that has been so.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response, Uri, header};
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper_util::rt::TokioTimer;

use crate::connection::ConnectionState;
use crate::handler::{ConnectionService, Responding, ResponseBody};
use crate::limits::Limits;
use crate::stream_tasks::StreamExecutor;

/// The most bytes of bodies that a client may send on one stream, and on all of a connection, before a handler reads
/// them.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 128 * 1024;
/// A response is handed over in pieces of so many bytes, a frame's usual size, so that those left show where it is.
const PIECE_BYTES: usize = 16 * 1024;
/// The most of a response that is buffered for one stream.
const STREAM_BUFFER_BYTES: usize = 64 * 1024;

/// Floods of streams that are opened and reset at once ("rapid reset") are ended by h2's own limits, which are its
/// defaults: 20 such streams that nobody has seen yet, 1024 of them through mistakes of the client.
pub(crate) fn builder(limits: &Limits, streams: StreamExecutor) -> http2::Builder<StreamExecutor> {
    let mut http = http2::Builder::new(streams);
    http.timer(TokioTimer::new())
        .max_concurrent_streams(limits.max_streams)
        .max_header_list_size(u32::try_from(limits.max_header_bytes).unwrap_or(u32::MAX))
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(STREAM_BUFFER_BYTES)
        // Finds clients that have vanished in the middle of a response.
        .keep_alive_interval(limits.header_timeout)
        .keep_alive_timeout(limits.header_timeout);
    http
}

/// Calls the handler for the requests of an HTTP/2 connection.
pub(crate) struct Http2Service(pub ConnectionService);

impl hyper::service::Service<Request<Incoming>> for Http2Service {
    type Response = Response<PacedBody>;
    type Error = Infallible;
    type Future = Http2Responding;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let responding = self.0.call(as_http1(request));
        Http2Responding { state: Arc::clone(&self.0.state), responding }
    }
}

/// A request as handlers know it from HTTP/1: the host in a header, the address as a path, one `Cookie` header (RFC 9113,
/// 8.2.3 and 8.3.1). Where two hosts are named that differ, both stay, and the request is refused as it would be there.
fn as_http1<B>(mut request: Request<B>) -> Request<B> {
    let host = request.uri().authority().and_then(|name| HeaderValue::from_str(name.as_str()).ok());
    if let Some(host) = host {
        let is_same = request.headers().get(header::HOST).is_some_and(|given| *given == host);
        if !is_same {
            request.headers_mut().append(header::HOST, host);
        }
    }
    if let Some(path) = request.uri().path_and_query().cloned() {
        *request.uri_mut() = Uri::from(path);
    }
    join_cookies(request.headers_mut());
    request
}

fn join_cookies(headers: &mut HeaderMap) {
    let cookies: Vec<&[u8]> = headers.get_all(header::COOKIE).iter().map(HeaderValue::as_bytes).collect();
    if cookies.len() > 1
        && let Ok(joined) = HeaderValue::from_bytes(&cookies.join(&b"; "[..]))
    {
        headers.insert(header::COOKIE, joined);
    }
}

/// A response in the making, whose body will be paced.
pub(crate) struct Http2Responding {
    state: Arc<ConnectionState>,
    responding: Responding,
}

impl Future for Http2Responding {
    type Output = Result<Response<PacedBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Ok(response) = ready!(Pin::new(&mut self.responding).poll(context));
        Poll::Ready(Ok(response.map(|body| PacedBody::new(body, &self.state))))
    }
}

/// A response body in pieces, which tells its connection of each that waits for the client.
pub(crate) struct PacedBody {
    body: ResponseBody,
    /// The rest of the last frame.
    rest: Bytes,
    /// The size of the piece that was handed over last, until the next one is asked for.
    waiting: Option<u64>,
    state: Arc<ConnectionState>,
}

impl PacedBody {
    fn new(body: ResponseBody, state: &Arc<ConnectionState>) -> Self {
        PacedBody { body, rest: Bytes::new(), waiting: None, state: Arc::clone(state) }
    }

    fn taken(&mut self) {
        if let Some(bytes) = self.waiting.take() {
            self.state.piece_taken(bytes);
        }
    }

    fn piece(&mut self) -> Frame<Bytes> {
        let piece = self.rest.split_to(self.rest.len().min(PIECE_BYTES));
        self.waiting = Some(piece.len() as u64);
        self.state.piece_waits();
        Frame::data(piece)
    }
}

impl Body for PacedBody {
    type Data = Bytes;
    type Error = <ResponseBody as Body>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        // hyper asks for more once the client has made room for the last piece.
        this.taken();
        if this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => this.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                other => return Poll::Ready(other),
            }
        }
        Poll::Ready(Some(Ok(this.piece())))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, hint) = (self.rest.len() as u64, self.body.size_hint());
        let mut all = SizeHint::new();
        all.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            all.set_upper(upper + rest);
        }
        all
    }
}

impl Drop for PacedBody {
    fn drop(&mut self) {
        self.taken();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_over_http2_looks_to_handlers_as_one_over_http1() {
        let request = Request::builder()
            .uri("https://amwaj.example/blogs?page=2")
            .header("cookie", "a=1")
            .header("cookie", "b=2")
            .body(())
            .expect("a request");
        let request = as_http1(request);
        assert_eq!(request.uri().to_string(), "/blogs?page=2");
        assert_eq!(request.headers()["host"], "amwaj.example");
        let cookies: Vec<_> = request.headers().get_all("cookie").iter().collect();
        assert_eq!(cookies, ["a=1; b=2"]);
    }

    #[test]
    fn a_request_that_names_two_hosts_keeps_both_so_that_it_is_refused() {
        let hosts = |host: &str| {
            let request = Request::builder().uri("https://amwaj.example/").header("host", host).body(());
            as_http1(request.expect("a request")).headers().get_all("host").iter().count()
        };
        assert_eq!((hosts("amwaj.example"), hosts("evil.example")), (1, 2));
    }
}
