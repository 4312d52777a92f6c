//! `amwaj health`: whether the server of these settings can take requests, in one sentence and an exit code.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use reqwest::Client;

use crate::doctor::deepest;
use crate::log;
use crate::settings::Settings;

/// Shorter than the intervals at which containers are asked.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Asks `/healthz` of the plain address, and prints the answer.
pub async fn run(settings: &Settings) -> ExitCode {
    let address = reachable(settings.listen);
    match ask(address, TIMEOUT).await {
        Ok(()) => {
            let _ = writeln!(io::stdout(), "amwaj at {address} can take requests");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            log::say(format_args!("amwaj at {address} {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// A wildcard is asked at this machine's own address.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

async fn ask(address: SocketAddr, timeout: Duration) -> Result<(), String> {
    let client = Client::builder().timeout(timeout).no_proxy().build();
    let asked = async { client?.get(format!("http://{address}/healthz")).send().await };
    match asked.await {
        Ok(answer) if answer.status().is_success() => Ok(()),
        Ok(answer) => {
            Err(format!("cannot take requests: it answers {}; `amwaj doctor` says why", answer.status()))
        }
        Err(error) if error.is_timeout() => Err(format!("did not answer within {} s", timeout.as_secs())),
        Err(error) => Err(format!("cannot be reached: {}", deepest(&error))),
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_on_every_address_is_asked_at_its_own_machine() {
        let asked = |listen: &str| reachable(listen.parse().expect(listen)).to_string();
        assert_eq!(asked("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(asked("[::]:80"), "[::1]:80");
        assert_eq!(asked("192.0.2.7:8080"), "192.0.2.7:8080");
    }

    #[tokio::test]
    async fn only_an_answer_of_success_is_health() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            for answer in ["200 OK", "503 Service Unavailable"] {
                let (mut stream, _) = listener.accept().await.expect("a connection");
                let _ = stream.read(&mut [0; 1024]).await;
                let head = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(head.as_bytes()).await.expect("an answer");
            }
            // The third one is accepted and never answered.
            let silent = listener.accept().await;
            std::future::pending::<()>().await;
            drop(silent);
        });
        assert_eq!(ask(address, TIMEOUT).await, Ok(()));
        let sick = ask(address, TIMEOUT).await.expect_err("503");
        assert!(sick.contains("answers 503"), "{sick}");
        let silent = ask(address, Duration::from_millis(200)).await.expect_err("silence");
        assert!(silent.contains("did not answer"), "{silent}");
        let closed = ask("127.0.0.1:1".parse().expect("an address"), TIMEOUT).await.expect_err("closed");
        assert!(closed.contains("cannot be reached"), "{closed}");
    }
}
