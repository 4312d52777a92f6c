//! A handler that breaks down answers with 500, and nobody else notices.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use base::clock::Clock;
use base::request_id::RequestId;
use base::site_names::SiteNames;
use content::Source;
use edge::limiter::ConnectionLimiter;
use edge::server::serve;
use responses::response_cache::{CacheLookup, MakeError};
use site::dispatch::request_metrics::RequestMetrics;
use site::dispatch::{Dispatcher, Features, OnDemand};
use site::pages::{Bundle, PublishOptions, Samples, SiteHeaders, publish};
use stats::Stats;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::abuse::harness::{BUNDLE, short};

/// Makes one address, badly.
struct Stumbling;

impl OnDemand for Stumbling {
    fn key<'a>(&self, path: &'a str, _: Option<&str>) -> Option<Cow<'a, str>> {
        (path == "/made").then_some(Cow::Borrowed(path))
    }

    fn answer(&self, _: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>> {
        Box::pin(async { panic!("the making stumbles, as this test wants") })
    }
}

async fn stumble() -> &'static str {
    panic!("the handler stumbles, as this test wants")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_answered_with_500_and_ends_nothing() {
    let web = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(web.path().join("server")).expect("a folder");
    std::fs::create_dir_all(web.path().join("client")).expect("a folder");
    std::fs::write(web.path().join("server/render.js"), BUNDLE).expect("written");
    let bundle = Bundle::Folder(web.path().to_path_buf());
    let (source, clock) = (Source::named(None), Clock::system());
    let origin = "https://amwaj.example".to_owned();
    let headers = SiteHeaders::default();
    let options =
        PublishOptions { source, bundle, origin, listed: true, headers, clock, samples: Samples::Allowed };
    let published = tokio::task::spawn_blocking(|| publish(options)).await.expect("done");
    let (pages, _changes) = published.unwrap_or_else(|error| panic!("{error}"));
    let counts: Arc<RequestMetrics> = Arc::default();
    let features = Router::new().route("/feature", get(stumble));
    let stats = Stats::new(Clock::system(), Vec::new(), SiteNames::default());
    let front = Dispatcher::new(
        pages,
        Arc::new(Stumbling),
        Features::new(features, vec!["/feature"], || false),
        Vec::new(),
        SiteNames::default(),
        counts.clone(),
        stats,
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let gate = ConnectionLimiter::new(short(), Vec::new(), Arc::default());
    tokio::spawn(serve(listener, None, Arc::new(front), gate, std::future::pending()));
    let mut raw = TcpStream::connect(address).await.expect("a connection");
    for (path, expected) in [
        ("/feature", "500"),
        ("/made", "500"),
        ("/", "200"),
        ("/feature", "500"),
        // Where no request can be stored, a load balancer should send visitors elsewhere.
        ("/healthz", "503"),
    ] {
        raw.write_all(format!("HEAD {path} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes()).await.expect("sent");
        let mut bytes = [0; 4096];
        let read = raw.read(&mut bytes).await.expect("an answer on the same connection");
        let answer = String::from_utf8_lossy(&bytes[..read]).into_owned();
        assert_eq!(answer.get(9..12), Some(expected), "{path}: {answer}");
    }
    raw.write_all(b"GET /made HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.expect("sent");
    let mut answer = String::new();
    raw.read_to_string(&mut answer).await.expect("an answer");
    let number = answer.split("x-request-id: ").nth(1).and_then(|rest| rest.get(..9)).expect("a number");
    assert_ne!(number, RequestId::PLACEHOLDER);
    assert_eq!(answer.matches(number).count(), 2, "in the header and on the page: {answer}");
}
