//! A push service that counts what it is given for each phone. What isn't urgent doesn't ring on a phone asleep (RFC 8030,
//! section 5.3).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::post;
use http::{HeaderMap, StatusCode};
use parking_lot::Mutex;

use crate::desk::harness::Visitor;

/// A phone's key and secret: the public key is P-256's base point.
pub const KEY: &str =
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
pub const AUTH: &str = "AAAAAAAAAAAAAAAAAAAAAA";

/// Counts the messages for each phone, and answers as it is told.
#[derive(Clone, Default)]
pub struct Service {
    rings: Arc<Mutex<HashMap<String, usize>>>,
    quiet: Arc<Mutex<HashMap<String, usize>>>,
    answers: Arc<Mutex<HashMap<String, StatusCode>>>,
    address: String,
}

impl Service {
    pub async fn open() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let service = Service { address, ..Service::default() };
        async fn ring(
            State(service): State<Service>,
            Path(phone): Path<String>,
            headers: HeaderMap,
        ) -> StatusCode {
            let answer = service.answers.lock().get(&phone).copied().unwrap_or(StatusCode::CREATED);
            if answer.is_success() {
                let rings = headers.get("urgency").is_some_and(|urgency| urgency == "high");
                *if rings { &service.rings } else { &service.quiet }.lock().entry(phone).or_default() += 1;
            }
            answer
        }
        let router = Router::new().route("/{phone}", post(ring)).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    pub fn rings(&self, phone: &str) -> usize {
        self.rings.lock().get(phone).copied().unwrap_or(0)
    }

    /// Messages for which the phone need not wake.
    pub fn quiet(&self, phone: &str) -> usize {
        self.quiet.lock().get(phone).copied().unwrap_or(0)
    }

    pub fn answers(&self, phone: &str, status: StatusCode) {
        self.answers.lock().insert(phone.to_owned(), status);
    }

    /// The fields with which a browser asks for messages on this phone.
    pub async fn ask(&self, visitor: &Visitor<'_>, phone: &str) -> StatusCode {
        let endpoint = format!("{}/{phone}", self.address);
        visitor.post("/desk/phone", &[("endpoint", &endpoint), ("p256dh", KEY), ("auth", AUTH)]).await.status
    }
}
