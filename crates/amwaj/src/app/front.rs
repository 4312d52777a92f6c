//! Where visitors reach the site: the plain address, and with TLS inside the binary the https one, beside which the plain
//! one only leads there, as soon as there is a certificate.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use certificates::acme::AcmeRenewal;
use certificates::own_files::OwnFiles;
use certificates::resolver::Certificates;
use certificates::status::{CertificateSource, SharedStatus};
use certificates::store::CertificateStore;
use edge::connection::ConnectionState;
use edge::handler::{Handler, PendingResponse, ResponseBody, whole};
use edge::limiter::ConnectionLimiter;
use edge::limits::Limits;
use edge::server;
use edge::tls::Tls;
use http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use site::dispatch::Dispatcher;
use tokio::net::TcpListener;

use crate::app::derived::{StartError, origin};
use crate::process::StopSignal;
use crate::settings::{CertificateOrigin, Settings, TlsSettings};
use base::clock::Clock;
use base::supervisor::{self, Task};

/// Path that a load balancer checks on the plain address.
const HEALTH: &str = "/healthz";
/// Time for which browsers may remember that the site is at its https address.
const REDIRECT_CACHE: &str = "max-age=86400";

/// The site's listeners.
pub(super) struct Front {
    plain: TcpListener,
    tls: Option<TlsFront>,
}

struct TlsFront {
    listener: TcpListener,
    tls: Tls,
    status: SharedStatus,
    /// The site's https address, without a slash at the end.
    origin: String,
    _renewal: Task,
}

impl Front {
    /// With the certificate that is there.
    ///
    /// # Errors
    /// When the certificate's own files cannot be used.
    pub fn new(
        plain: TcpListener,
        listener: Option<TcpListener>,
        settings: &Settings,
        clock: &Clock,
    ) -> Result<Self, StartError> {
        let (Some(listener), Some(set)) = (listener, settings.tls()) else {
            return Ok(Front { plain, tls: None });
        };
        let certificates = Certificates::default();
        let tls = Tls::new(certificates.resolver())?;
        let (status, renewal) = keep_certificate(&set, settings.certificate_dir(), certificates, clock)?;
        let tls = TlsFront { listener, tls, status, origin: origin(settings), _renewal: renewal };
        Ok(Front { plain, tls: Some(tls) })
    }

    /// Status of the certificate; `None` without TLS.
    pub fn certificate(&self) -> Option<SharedStatus> {
        self.tls.as_ref().map(|tls| tls.status.clone())
    }

    /// Serves until `stop` is done, then waits for the requests under way.
    pub async fn serve(self, site: Dispatcher, limiter: ConnectionLimiter, stop: StopSignal) {
        let Some(front) = self.tls else {
            return server::serve(self.plain, None, Arc::new(site), limiter, stop.stopped()).await;
        };
        let redirect =
            HttpsRedirect { origin: front.origin.into(), site: site.clone(), certificate: front.status };
        let plain =
            server::serve(self.plain, None, Arc::new(redirect), limiter.clone(), stop.clone().stopped());
        let tls = server::serve(front.listener, Some(front.tls), Arc::new(site), limiter, stop.stopped());
        tokio::join!(plain, tls);
    }
}

/// Whether a start could use the certificate; one that is ordered is no condition of it.
///
/// # Errors
/// When the certificate's own files cannot be used.
pub(super) fn check_certificate(settings: &Settings) -> Result<(), StartError> {
    match settings.tls().map(|tls| tls.certificate) {
        Some(CertificateOrigin::OwnFiles(files)) => {
            install(&files, &Certificates::default(), &SharedStatus::new(CertificateSource::OwnFiles))
        }
        Some(CertificateOrigin::Acme(_)) | None => Ok(()),
    }
}

/// Installs the certificate that is there, and keeps it new until the task is dropped.
fn keep_certificate(
    set: &TlsSettings,
    folder: PathBuf,
    certificates: Certificates,
    clock: &Clock,
) -> Result<(SharedStatus, Task), StartError> {
    let clock = clock.clone();
    match &set.certificate {
        CertificateOrigin::OwnFiles(files) => {
            let status = SharedStatus::new(CertificateSource::OwnFiles);
            install(files, &certificates, &status)?;
            let state = (files.clone(), certificates, status.clone(), clock);
            let watching = supervisor::spawn("certificate", state, |(files, certificates, status, clock)| {
                Box::pin(files.watch(certificates, status, clock))
            });
            Ok((status, watching))
        }
        CertificateOrigin::Acme(options) => {
            let status = SharedStatus::new(CertificateSource::Acme);
            let store = CertificateStore::new(folder);
            let renewal = AcmeRenewal::new(options.clone(), store, certificates, status.clone(), clock);
            Ok((status, supervisor::spawn("certificate", renewal, |renewal| Box::pin(renewal.run()))))
        }
    }
}

fn install(files: &OwnFiles, certificates: &Certificates, status: &SharedStatus) -> Result<(), StartError> {
    let installed = files.install(certificates, status);
    Ok(installed.map_err(|why| format!("the certificate cannot be used: {why}"))?)
}

/// Answers every request by the same address at https, and health checks as the site does. Where no certificate was ever
/// issued nobody could open that address: until then the site is here, and staff, whose words are not for others, wait.
struct HttpsRedirect {
    origin: Arc<str>,
    site: Dispatcher,
    certificate: SharedStatus,
}

impl HttpsRedirect {
    fn is_of_site(&self, path: &str) -> bool {
        let is_of_staff = path.starts_with(desk::PATH) || path.starts_with(leads::staff::answer_links::PATH);
        path == HEALTH || (!is_of_staff && !self.certificate.has_certificate())
    }
}

impl Handler for HttpsRedirect {
    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> PendingResponse {
        if self.is_of_site(request.uri().path()) {
            return self.site.handle(request, connection, limits);
        }
        let to = https_address(&self.origin, request.uri());
        redirect(&to).into()
    }
}

/// Always at the site's own name, whatever host was asked for: nobody is led elsewhere by a `Host` of their own.
fn https_address(origin: &str, asked: &http::Uri) -> String {
    let path = asked.path_and_query().map_or("/", |path| path.as_str());
    // OPTIONS may ask for `*`.
    let path = if path.starts_with('/') { path } else { "/" };
    format!("{origin}{path}")
}

/// Permanent, and a form that was posted is posted again (RFC 9110, 15.4.9).
fn redirect(to: &str) -> Response<ResponseBody> {
    let mut response = Response::new(whole(Bytes::new()));
    let Ok(location) = HeaderValue::from_str(to) else {
        *response.status_mut() = StatusCode::BAD_REQUEST;
        return response;
    };
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, location);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(REDIRECT_CACHE));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_address_leads_to_the_same_page_of_this_site_only() {
        let to = |uri: &str| https_address("https://amwaj.example", &uri.parse().expect("an address"));
        assert_eq!(to("/blogs?page=2"), "https://amwaj.example/blogs?page=2");
        assert_eq!(to("http://evil.example/a"), "https://amwaj.example/a");
        assert_eq!(to("*"), "https://amwaj.example/");
        assert_eq!(to("//evil.example/"), "https://amwaj.example//evil.example/");
    }
}
