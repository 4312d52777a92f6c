//! Advice on a certificate of a neighbour that this machine doesn't accept.

use std::io;

use certificates::signer::{Opening, signer};
use storage::db::PATIENCE;
use storage::dial::Host;
use url::Url;

use crate::advice::{self, UNKNOWN_AUTHORITY};
use crate::doctor::check::Check;

impl Check {
    /// With advice on the certificate of the server at `url`, where that was what failed; unchanged for anything else.
    pub(super) async fn with_advice_on_tls(mut self, url: Option<&Url>) -> Self {
        if let Some(remedy) = advice::on_tls(&self.text) {
            self.remedy = remedy.to_owned();
        }
        if self.text.contains(UNKNOWN_AUTHORITY) {
            let name = tokio::time::timeout(PATIENCE, signer_at(url)).await.ok().flatten();
            let name = name.map_or_else(|| "an authority".to_owned(), |name| format!("{name:?}"));
            let says = format!("of {name}, which this machine doesn't trust");
            self.text = self.text.replace(UNKNOWN_AUTHORITY, &says);
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
    let name = url.host_str()?.trim_matches(['[', ']']);
    let host = Host::new(name, url.port().unwrap_or(port));
    let looked = host
        .connect(async |address| {
            let found = signer(address, name, opening).await;
            found.ok_or_else(|| io::Error::other("no certificate is shown"))
        })
        .await;
    looked.ok().map(|(_, name)| name)
}
