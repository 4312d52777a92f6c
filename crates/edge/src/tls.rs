//! TLS of a listener: what is offered to clients, and a handshake that ends. Which certificate is shown is decided
//! elsewhere; without one the handshake fails.

use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::ResolvesServerCert;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::coalescing_io::{CoalescingIo, TurnEnd, coalesce};

/// The protocol that a certificate authority asks for when it checks that a name leads here (RFC 8737).
pub const ACME_PROTOCOL: &[u8] = b"acme-tls/1";

const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// TLS as one listener speaks it: 1.2 and 1.3, HTTP/2 before HTTP/1.1, session tickets. Cheap to clone.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

/// A connection whose handshake is done, and what is spoken on it.
pub(crate) enum Accepted<IO> {
    Http1(TlsStream<CoalescingIo<IO>>),
    /// Nothing is sent before the turn ends. The session ticket waits already.
    Http2(TlsStream<CoalescingIo<IO>>, TurnEnd<IO>),
    /// A certificate authority has seen what it came for.
    Challenge,
}

impl Tls {
    /// # Errors
    /// When the system gives no random bytes for the keys of session tickets.
    pub fn new(certificates: Arc<dyn ResolvesServerCert>) -> Result<Self, rustls::Error> {
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certificates);
        config.alpn_protocols = [HTTP2, HTTP1, ACME_PROTOCOL].map(<[u8]>::to_vec).to_vec();
        // Whoever comes back is spared a signature and a round trip; the tickets' keys change twice a day.
        config.ticketer = ring::Ticketer::new()?;
        // A browser opens one connection, and each gives it the ticket for the next.
        config.send_tls13_tickets = 1;
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }

    /// Shakes hands; the caller sets the time limit. At most `max_buffer_bytes` are buffered for the connection.
    pub(crate) async fn accept<IO>(&self, io: IO, max_buffer_bytes: usize) -> io::Result<Accepted<IO>>
    where
        IO: AsyncRead + AsyncWrite + Unpin,
    {
        let limit = |connection: &mut rustls::ServerConnection| {
            connection.set_buffer_limit(Some(max_buffer_bytes));
        };
        let (io, turn_end) = coalesce(io);
        let mut handshake = pin!(self.0.accept_with(io, limit));
        let stream = poll_fn(|context| {
            let polled = handshake.as_mut().poll(context);
            if let Poll::Ready(Err(_)) = polled {
                // The alert that says why, as far as there is room for it.
                let _ = turn_end.poll_send(context);
            }
            turn_end.after(polled, context)
        })
        .await?;
        let protocol = stream.get_ref().1.alpn_protocol();
        if protocol == Some(HTTP2) {
            return Ok(Accepted::Http2(stream, turn_end));
        }
        let is_challenge = protocol == Some(ACME_PROTOCOL);
        // A client of TLS 1.2 asks for nothing before it has read what is held back.
        turn_end.stop_holding().await?;
        Ok(if is_challenge { Accepted::Challenge } else { Accepted::Http1(stream) })
    }
}
