//! An existing site: a list of posts and some pictures, on a port of its own.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;

/// The response at each path: a status, and bytes.
type Shown = HashMap<String, (u16, Vec<u8>)>;

pub struct OldSite {
    pub url: String,
    pub asked: Arc<AtomicUsize>,
}

impl OldSite {
    pub async fn open(shown: Shown) -> Self {
        let asked = Arc::new(AtomicUsize::new(0));
        let state = Arc::new((shown, asked.clone()));
        let app = Router::new().fallback(answer).with_state(state);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { url, asked }
    }
}

async fn answer(State(state): State<Arc<(Shown, Arc<AtomicUsize>)>>, uri: Uri) -> impl IntoResponse {
    state.1.fetch_add(1, Ordering::SeqCst);
    match state.0.get(uri.path()) {
        Some((status, bytes)) if *status >= 300 && *status < 400 => {
            let to = String::from_utf8(bytes.clone()).expect("an address");
            (StatusCode::from_u16(*status).expect("a status"), [(header::LOCATION, to)]).into_response()
        }
        Some((status, bytes)) => {
            (StatusCode::from_u16(*status).expect("a status"), bytes.clone()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
