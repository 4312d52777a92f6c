//! Responses that are not finished when their request comes.

use base::request_id::RequestId;
use edge::handler::{PendingResponse, ResponseBody};
use futures_util::FutureExt as _;
use http::{HeaderValue, Response};
use tracing::Instrument as _;

/// A response in the making, with the request's number in the log's lines about it and, where it fails, in its header.
pub(super) fn later<F>(id: RequestId, respond: impl FnOnce(RequestId) -> F) -> PendingResponse
where
    F: Future<Output = Response<ResponseBody>> + Send + 'static,
{
    let named = respond(id).map(move |mut response| {
        if response.status().is_server_error()
            && let Ok(value) = HeaderValue::try_from(id.to_string())
        {
            response.headers_mut().insert(RequestId::HEADER, value);
        }
        response
    });
    PendingResponse::Later(Box::pin(named.instrument(tracing::error_span!("request", %id))))
}
