//! `POST /_stats`: a page reports what its visitor did, in three or four short lines: the event, the page, and the
//! `utm_source` and `utm_campaign` that led here. The answer is always the same, whether it counted or not.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use axum::routing::post;
use http::{HeaderMap, HeaderName, Request, StatusCode, header};
use url::Url;

use crate::stats::{Campaign, Event, Stats, view};
use base::client_ip;

/// The address that pages report to.
pub const PATH: &str = "/_stats";
/// The longest report, in bytes.
const MAX_REPORT_BYTES: usize = 256;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

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

/// Parses a report; none where it says what no page may say.
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
        is_same_origin(headers, self.0.site_host.as_deref())
            && view::is_person(headers)
            && self.0.rate_limit.allows(address)
    }
}

/// Whether the site's own page sent it, as the browser says. A program can say anything; the rate limit keeps it from
/// saying it often.
fn is_same_origin(headers: &HeaderMap, site_host: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(SEC_FETCH_SITE) {
        return site == "same-origin";
    }
    let Some(origin) = text(header::ORIGIN).and_then(|origin| Url::parse(origin).ok()) else { return false };
    let Some(host) = origin.host_str() else { return false };
    let port = origin.port().map(|port| format!(":{port}")).unwrap_or_default();
    let origin = format!("{host}{port}");
    let is = |ours: &str| {
        let ours = ours.strip_suffix(":80").or_else(|| ours.strip_suffix(":443")).unwrap_or(ours);
        ours.eq_ignore_ascii_case(&origin)
    };
    text(header::HOST).is_some_and(is) || site_host.is_some_and(is)
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

    #[test]
    fn only_reports_of_the_sites_own_pages_count() {
        let own = |pairs: &[(&str, &str)]| {
            let mut headers = HeaderMap::new();
            headers.insert("host", "amwaj.example".parse().expect("a value"));
            for (name, value) in pairs {
                let name: HeaderName = name.parse().expect("a name");
                headers.insert(name, value.parse().expect("a value"));
            }
            is_same_origin(&headers, Some("www.amwaj.example"))
        };
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(own(&[("origin", "https://amwaj.example")]));
        assert!(own(&[("origin", "https://www.amwaj.example:443")]), "behind a proxy");
        assert!(!own(&[("sec-fetch-site", "cross-site"), ("origin", "https://amwaj.example")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
        assert!(!own(&[("origin", "https://amwaj.example.evil.example")]));
        assert!(!own(&[("origin", "https://amwaj.example:8443")]));
        assert!(!own(&[("origin", "null")]) && !own(&[]));
    }
}
