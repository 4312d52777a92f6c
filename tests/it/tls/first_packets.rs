//! The first packets of an HTTP/2 connection: a line with long round trips gets the page in the first of them.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::abuse::harness::{short, until};
use crate::tls::harness::{TlsSite, body, get};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const EMPTY_SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
const SETTINGS_FRAME: u8 = 4;
const VISITS: usize = 20;
const ENOUGH: usize = 14;
const ROUNDS: usize = 5;
/// About what comes first without a request, in bytes.
const SETTINGS_AND_TICKET: usize = 300;
const COMPRESSED: (&str, &str) = ("accept-encoding", "gzip, deflate");

/// The same request as `get("/")` with [`COMPRESSED`]: HEADERS of stream 1, which they end; only the host is not in
/// HPACK's static table (RFC 7541, appendix A).
fn home() -> Vec<u8> {
    let host = crate::tls::harness::HOST.as_bytes();
    let (get, https, slash, authority, gzip_and_deflate) = (0x82, 0x87, 0x84, 0x41, 0x90);
    let length = |bytes: &[u8]| u8::try_from(bytes.len()).expect("less than 128");
    let fields = [&[get, https, slash, authority, length(host)][..], host, &[gzip_and_deflate]].concat();
    [&[0, 0, length(&fields), 1, 5, 0, 0, 0, 1][..], &fields].concat()
}

async fn send(stream: &mut TlsStream<TcpStream>, bytes: &[u8]) {
    stream.write_all(bytes).await.expect("sent");
    stream.flush().await.expect("sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_leaves_in_one_piece_with_all_that_opens_the_connection() {
    let site = TlsSite::open(short()).await;
    let mut request = get("/");
    request.headers_mut().insert(COMPRESSED.0, COMPRESSED.1.parse().expect("a value"));
    let (mut client, _running) = site.http2(&h2::client::Builder::new()).await;
    let (page, _) = client.send_request(request, true).expect("sent");
    let page = body(page.await.expect("an answer")).await.expect("a body");

    let mut in_one_piece = 0;
    // A busy machine may be late with the request.
    for _ in 0..ROUNDS {
        in_one_piece = 0;
        for _ in 0..VISITS {
            let (first, all) = visit(&site, SETTINGS_AND_TICKET + page.len()).await;
            in_one_piece += usize::from(first == all);
        }
        eprintln!("{in_one_piece} of {VISITS}");
        if in_one_piece > ENOUGH {
            return;
        }
    }
    panic!("{in_one_piece} of {VISITS}");
}

/// Number of bytes of the first response that come first, and of all that have come: more than `least`.
async fn visit(site: &TlsSite, least: usize) -> (usize, usize) {
    let mut stream = site.connect(&["h2"]).await.expect("a handshake");
    // As browsers do: what opens the connection, and the request in a packet of its own right after it.
    send(&mut stream, &[PREFACE, EMPTY_SETTINGS].concat()).await;
    send(&mut stream, &home()).await;
    let (socket, mut room) = (stream.get_ref().0, vec![0; 64 * 1024]);
    socket.readable().await.expect("an answer");
    let first = socket.peek(&mut room).await.expect("an answer");
    let mut all = first;
    until("all of it is there", async || {
        tokio::time::sleep(Duration::from_millis(50)).await;
        all = socket.peek(&mut room).await.expect("an answer");
        all > least
    })
    .await;
    (first, all)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_before_it_asks_is_not_kept_waiting() {
    let site = TlsSite::open(short()).await;
    let mut stream = site.connect(&["h2"]).await.expect("a handshake");
    send(&mut stream, &[PREFACE, EMPTY_SETTINGS].concat()).await;
    let mut frame = [0; 9];
    let first = tokio::time::timeout(Duration::from_secs(60), stream.read_exact(&mut frame)).await;
    first.expect("in time").expect("a frame");
    assert_eq!(frame[3], SETTINGS_FRAME);
}
