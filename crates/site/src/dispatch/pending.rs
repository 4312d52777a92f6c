//! Responses that are not finished when their request comes.

use std::future::{Future, Ready};
use std::pin::Pin;
use std::task::{Context, Poll};

use base::request_id::RequestId;
use futures_util::FutureExt as _;
use http::{HeaderValue, Response};
use tracing::Instrument as _;

use crate::dispatch::ResponseBody;

/// A response that is ready, or one that is being made.
pub enum PendingResponse {
    Finished(Ready<Response<ResponseBody>>),
    Later(Pin<Box<dyn Future<Output = Response<ResponseBody>> + Send>>),
}

impl Future for PendingResponse {
    type Output = Response<ResponseBody>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Finished(answer) => Pin::new(answer).poll(context),
            Self::Later(answer) => answer.as_mut().poll(context),
        }
    }
}

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
