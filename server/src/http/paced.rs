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

use super::limits::{Limits, Pace};
use super::line::{Cut, Line};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A body with a clock.
pub(super) struct Paced {
    body: Incoming,
    line: Arc<Line>,
    pace: Pace,
    gap: Duration,
    began: Instant,
    last: Instant,
    bytes: u64,
    end: Pin<Box<Sleep>>,
}

impl Paced {
    pub fn new(body: Incoming, line: &Arc<Line>, limits: &Limits) -> Self {
        let now = Instant::now();
        let end = Box::pin(sleep_until(now + limits.body_gap.min(limits.body.allows(0))));
        let (line, pace, gap) = (Arc::clone(line), limits.body, limits.body_gap);
        Paced { body, line, pace, gap, began: now, last: now, bytes: 0, end }
    }
}

impl Body for Paced {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                this.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
                this.last = Instant::now();
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Failure::from)));
        }
        let end = (this.last + this.gap).min(this.began + this.pace.allows(this.bytes));
        if this.end.deadline() != end {
            this.end.as_mut().reset(end);
        }
        if this.end.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        this.line.counts.note_cut(Cut::Body);
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
