//! A request's body that must keep a pace: a client that drips is cut, with what it sent so far thrown away.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connection::{CloseReason, ConnectionState};
use crate::limits::{Limits, Pace};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A body with a clock.
pub struct MinRateBody {
    body: Incoming,
    line: Arc<ConnectionState>,
    pace: Pace,
    gap: Duration,
    began: Instant,
    last: Instant,
    bytes: u64,
    end: Pin<Box<Sleep>>,
}

impl MinRateBody {
    pub fn new(body: Incoming, line: &Arc<ConnectionState>, limits: &Limits) -> Self {
        let now = Instant::now();
        let end = Box::pin(sleep_until(now + limits.body_gap.min(limits.body.allows(0))));
        let (line, pace, gap) = (Arc::clone(line), limits.body, limits.body_gap);
        MinRateBody { body, line, pace, gap, began: now, last: now, bytes: 0, end }
    }
}

impl Body for MinRateBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                this.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
                this.last = Instant::now();
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        let end = (this.last + this.gap).min(this.began + this.pace.allows(this.bytes));
        if this.end.deadline() != end {
            this.end.as_mut().reset(end);
        }
        if this.end.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        this.line.counts.note_cut(CloseReason::Body);
        let late = io::Error::new(io::ErrorKind::TimedOut, "the body came too slowly");
        Poll::Ready(Some(Err(late.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
