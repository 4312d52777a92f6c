//! Whether data sent to a server could be read on the way there.

use std::net::IpAddr;

use url::Url;

/// Whether a mail server or a database is on another machine, and its address asks for no TLS. Addresses of other kinds
/// never are.
pub(super) fn is_readable_on_the_way(url: &Url) -> bool {
    let (parameter, encrypted): (_, &[&str]) = match url.scheme() {
        "smtp" => ("tls", &["required"]),
        "postgres" | "postgresql" => ("sslmode", &["require", "verify-ca", "verify-full"]),
        _ => return false,
    };
    let value = |wanted: &str| {
        let pair = url.query_pairs().filter(|(name, _)| name == wanted).last();
        pair.map(|(_, value)| value.into_owned())
    };
    let is_encrypted = value(parameter).is_some_and(|value| encrypted.contains(&value.as_str()));
    let host = value("hostaddr").or_else(|| value("host")).or_else(|| url.host_str().map(str::to_owned));
    // A host that is a path, percent-encoded or not, is a socket of this machine; so is a missing host.
    let is_here =
        host.is_none_or(|host| host.is_empty() || host.starts_with(['/', '%']) || is_own_name(&host));
    !is_encrypted && !is_here
}

/// An address to which nothing travels in the clear.
pub(super) fn safe_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let safe = url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(&url));
    (safe && url.has_host()).then_some(url)
}

fn is_this_machine(url: &Url) -> bool {
    url.host_str().is_some_and(is_own_name)
}

fn is_own_name(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_goes_to_another_machine_without_tls_can_be_read() {
        let readable = |url: &str| is_readable_on_the_way(&Url::parse(url).expect(url));
        for url in [
            "smtp://mail.example.com:25",
            "smtp://10.0.0.7?tls=opportunistic",
            "postgres://amwaj:secret@db.example.com/amwaj",
            "postgresql://db.example.com/amwaj?sslmode=prefer",
            "postgres://localhost/amwaj?host=db.example.com",
        ] {
            assert!(readable(url), "{url}");
        }
        for url in [
            "smtp://localhost:25",
            "smtp://127.0.0.2:25",
            "smtp://mail.example.com:587?tls=required",
            "smtps://mail.example.com",
            "postgres://amwaj@127.0.0.1/amwaj",
            "postgres://amwaj@[::1]/amwaj",
            "postgres:///amwaj?host=/var/run/postgresql",
            "postgres://%2Fvar%2Frun%2Fpostgresql/amwaj",
            "postgres://db.example.com/amwaj?sslmode=verify-full",
            "sqlite://var/amwaj.db",
        ] {
            assert!(!readable(url), "{url}");
        }
    }
}
