//! `POST /_stats`: a page reports what its visitor did, in three or four short lines: the event, the page, and the
//! `utm_source` and `utm_campaign` that led here. The answer is always the same, whether it counted or not.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use axum::routing::post;
use http::{HeaderMap, Request, StatusCode, header};

use crate::{Campaign, Event, Stats};
use base::client_ip;
use base::cross_site;
use responses::view;

/// The address that pages report to.
pub const PATH: &str = "/_stats";
/// The longest report, in bytes.
const MAX_REPORT_BYTES: usize = 256;

/// The router of this one address.
pub fn router(stats: Stats) -> Router {
    Router::new().route(PATH, post(receive)).with_state(stats)
}

async fn receive(State(stats): State<Stats>, request: Request<Body>) -> Response {
    let (head, body) = request.into_parts();
    let peer = head.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    if stats.accepts(&head.headers, peer)
        && let Ok(report) = to_bytes(body, MAX_REPORT_BYTES).await
        && let Some((event, path, campaign)) = std::str::from_utf8(&report).ok().and_then(parse)
    {
        stats.0.buffer.count(stats.today(), event, path, campaign);
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(header::CACHE_CONTROL, http::HeaderValue::from_static("no-store"));
    response
}

/// Parses a report; `None` if a page could not have sent it.
fn parse(report: &str) -> Option<(Event, &str, Option<Campaign>)> {
    let mut lines = report.split('\n');
    let event = Event::named(lines.next()?).filter(|event| event.is_reported_by_pages())?;
    let path = lines.next()?;
    let (source, name) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    Some((event, path, Campaign::of(Some(source), Some(name))))
}

impl Stats {
    /// Whether a report is from one of the site's own pages in a browser, and within the rate limit.
    fn accepts(&self, headers: &HeaderMap, peer: Option<SocketAddr>) -> bool {
        let Some(peer) = peer else { return false };
        let address = client_ip::resolve(peer.ip(), headers, &self.0.trusted_proxies).unwrap_or(peer.ip());
        cross_site::is_own(headers, &self.0.site)
            && view::is_person(headers)
            && self.0.rate_limit.allows(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reports_what_only_it_can_know_and_nothing_else() {
        let said = |report: &'static str| parse(report).map(|(event, path, _)| (event, path));
        assert_eq!(said("call\n/contact-us\n\n"), Some((Event::Call, "/contact-us")));
        assert_eq!(said("view\n/"), Some((Event::View, "/")));
        for wrong in ["", "call", "sent\n/", "held\n/", "failed\n/", "CALL\n/", "visit\n/", "{}"] {
            assert_eq!(said(wrong), None, "{wrong:?}");
        }
        let (.., campaign) = parse("chat\n/\ngoogle\nsummer").expect("a report");
        assert_eq!(campaign.expect("a campaign").as_str(), "google / summer");
    }
}
