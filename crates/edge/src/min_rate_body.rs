//! A request body with an idle timeout, a minimum transfer rate and a total deadline, against slowloris bodies: reading it
//! fails when the client sends too slowly.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connection::ConnectionState;
use crate::counts::CloseReason;
use crate::limits::{Limits, MinRate};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A request body that must arrive fast enough.
pub struct MinRateBody {
    body: Incoming,
    connection: Arc<ConnectionState>,
    min_rates: [MinRate; 2],
    idle_timeout: Duration,
    started: Instant,
    last_received: Instant,
    bytes_received: u64,
    deadline: Pin<Box<Sleep>>,
    /// Whether the connection knows that this body is read.
    is_counted: bool,
}

impl MinRateBody {
    pub fn new(body: Incoming, connection: &Arc<ConnectionState>, limits: &Limits) -> Self {
        let (min_rates, idle_timeout) =
            ([limits.body_min_rate, limits.body_total_rate], limits.body_idle_timeout);
        let now = Instant::now();
        let is_counted = !body.is_end_stream();
        if is_counted {
            connection.body_begun();
        }
        MinRateBody {
            body,
            connection: Arc::clone(connection),
            min_rates,
            idle_timeout,
            started: now,
            last_received: now,
            bytes_received: 0,
            deadline: Box::pin(sleep_until(now + idle_timeout)),
            is_counted,
        }
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
                this.bytes_received += frame.data_ref().map_or(0, |data| data.len() as u64);
                this.last_received = Instant::now();
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        let [pace, total] = this.min_rates.map(|rate| this.started + rate.time_allowed(this.bytes_received));
        let deadline = pace.min(total).min(this.last_received + this.idle_timeout);
        if this.deadline.deadline() != deadline {
            this.deadline.as_mut().reset(deadline);
        }
        if this.deadline.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        this.connection.counts.count_close(CloseReason::SlowBody);
        let error = io::Error::new(io::ErrorKind::TimedOut, "the client sent the body too slowly");
        Poll::Ready(Some(Err(error.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for MinRateBody {
    fn drop(&mut self) {
        if self.is_counted {
            self.connection.body_ended();
        }
    }
}
