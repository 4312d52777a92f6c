//! Advice on a certificate of a neighbour that this machine doesn't accept.

use certificates::signer::{Opening, signer};
use storage::db::PATIENCE;
use url::Url;

use crate::doctor::check::Check;

/// Each with words that a TLS library has for what it found.
const REMEDIES: [(&[&str], &str); 3] = [
    (
        &["ertificate expired", "Expired"],
        "renew the certificate there; if it isn't out of date, set this machine's clock",
    ),
    (&["not valid yet", "NotValidYet"], "set this machine's clock"),
    (
        &["not valid for name", "NotValidForName"],
        "see that the host's name is the one on its certificate, and that it leads to the right machine",
    ),
];
const UNKNOWN: &str = "UnknownIssuer";

impl Check {
    /// With advice on the certificate of the server at `url`, where that was what failed; unchanged for anything else.
    pub(super) async fn with_advice_on_tls(mut self, url: Option<&Url>) -> Self {
        let says = |words: &&str| self.text.contains(words);
        if says(&UNKNOWN) {
            self.remedy = "see that the host is right, or add that authority's certificate to the machine's own (Debian: \
                           /usr/local/share/ca-certificates and `update-ca-certificates`)"
                .to_owned();
            let name = tokio::time::timeout(PATIENCE, signer_at(url)).await.ok().flatten();
            let name = name.map_or_else(|| "an authority".to_owned(), |name| format!("{name:?}"));
            self.text = self.text.replace(UNKNOWN, &format!("of {name}, which this machine doesn't trust"));
        } else if let Some((_, remedy)) = REMEDIES.iter().find(|(words, _)| words.iter().any(says)) {
            self.remedy = (*remedy).to_owned();
        }
        self
    }
}

async fn signer_at(url: Option<&Url>) -> Option<String> {
    let url = url?;
    let (opening, port) = match url.scheme() {
        "smtp" => (Opening::Smtp, 587),
        "smtps" => (Opening::Nothing, 465),
        "postgres" | "postgresql" => (Opening::Postgres, 5432),
        _ => (Opening::Nothing, 443),
    };
    signer(url.host_str()?, url.port().unwrap_or(port), opening).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_certificate_is_advised_on_by_what_is_wrong_with_it_and_nothing_else_changes() {
        let nobody = Url::parse("https://127.0.0.1:9").expect("a URL");
        for (error, remedy_has) in [
            ("invalid peer certificate: UnknownIssuer", "update-ca-certificates"),
            ("invalid peer certificate: certificate expired: verification time 1", "renew"),
            ("invalid peer certificate: Expired", "renew"),
            ("invalid peer certificate: certificate not valid yet: verification time 1", "clock"),
            ("invalid peer certificate: certificate not valid for name \"a\"", "name is the one"),
            ("invalid peer certificate: NotValidForName", "name is the one"),
            ("Connection refused", "as before"),
        ] {
            let line = Check::fail("webhook", error, "as before").with_advice_on_tls(Some(&nobody)).await;
            assert!(line.remedy.contains(remedy_has), "{error}: {}", line.remedy);
        }
    }
}
