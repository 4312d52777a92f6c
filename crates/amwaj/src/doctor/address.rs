//! Whether visitors and search engines reach this very site at its public address.

use std::error::Error as _;

use base::site_names::sibling;
use reqwest::{Client, redirect};
use storage::db::PATIENCE;
use url::Url;

use crate::doctor::check::Check;
use crate::settings::Settings;

const ABOUT: &str = "site address";
/// A longer page is not one of ours.
const LONGEST: usize = 1 << 20;

/// Result of a visit to an address.
enum Seen {
    /// A page of this program's, and which build drew it.
    Ours(String),
    Other(String),
    Redirect(String),
    Status(u16),
    Nothing(String),
}

/// Fetches the home page from `site_url`, and from the server on this machine where it runs.
pub(super) async fn site_address(settings: &Settings) -> Check {
    let Some(url) = &settings.site_url else {
        return Check::warn(
            ABOUT,
            "none is set: search engines are kept away",
            "set AMWAJ_SITE_URL to the address that visitors use",
        );
    };
    if settings.public_origin().is_none() {
        let text = format!("{url} is no public name: search engines are kept away");
        return Check::warn(ABOUT, text, "set AMWAJ_SITE_URL to the address that visitors use");
    }
    // With TLS inside the binary the plain address shows no page.
    let plain = settings.tls_listen.is_none().then(|| format!("http://{}", settings.listen));
    let here = plain.and_then(|plain| Url::parse(&plain).ok());
    judge(url, here).await
}

/// Whether who leaves `www.` away, or types it, gets to the site; `None` where nobody would.
pub(super) async fn other_name(settings: &Settings) -> Option<Check> {
    let url = settings.site_url.as_ref().filter(|_| settings.public_origin().is_some())?;
    let other = Url::parse(&format!("{}://{}", url.scheme(), sibling(url)?)).ok()?;
    judge_other(url, &other, look(&other).await)
}

fn judge_other(url: &Url, other: &Url, seen: Seen) -> Option<Check> {
    let about = "other name";
    let why = match seen {
        Seen::Redirect(to) if to.starts_with(url.as_str()) => {
            return Some(Check::ok(about, format!("{other} leads to {url}")));
        }
        // Hardly anybody types www. before shop.example.com.
        Seen::Nothing(why) if why.contains("lookup") && other.as_str().matches('.').count() > 2 => {
            return None;
        }
        Seen::Ours(_) => "shows pages, as a site of its own".to_owned(),
        Seen::Other(title) => format!("shows another site ({title})"),
        Seen::Redirect(to) => format!("leads to {to}"),
        Seen::Status(status) => format!("answers {status}"),
        Seen::Nothing(why) => format!("cannot be reached ({why})"),
    };
    let remedy = "let it lead to this server as well: a record in the DNS, a certificate with both names (AMWAJ_TLS_NAMES, or \
                  the proxy's), and the proxy's list of names";
    Some(Check::warn(about, format!("{other} {why}; visitors type it too"), remedy))
}

/// Looks at the public address, and here where there is a plain address.
async fn judge(url: &Url, here: Option<Url>) -> Check {
    let own = async {
        match &here {
            Some(here) => look(here).await,
            None => Seen::Nothing(String::new()),
        }
    };
    let (seen, own) = tokio::join!(look(url), own);
    verdict(url, seen, own).with_advice_on_tls(Some(url)).await
}

fn verdict(url: &Url, seen: Seen, own: Seen) -> Check {
    match seen {
        Seen::Ours(build) => match own {
            Seen::Ours(own) if own != build => Check::warn(
                ABOUT,
                format!("{url} shows build {build}, and the server here has build {own}"),
                "look again in a minute; if it stays, see where the name or the proxy leads",
            ),
            _ => Check::ok(ABOUT, format!("{url} answers 200 with this site, build {build}")),
        },
        Seen::Other(title) => Check::fail(
            ABOUT,
            format!("{url} shows another site ({title})"),
            "see where the name and the proxy lead, and that AMWAJ_SITE_URL is right",
        ),
        Seen::Redirect(to) if Url::parse(&to).is_ok_and(|to| to == *url) => Check::fail(
            ABOUT,
            format!("{url} leads to itself: the proxy asks the server for another name than visitors do"),
            "let it pass their name on (nginx: `proxy_set_header Host $host;`)",
        ),
        Seen::Redirect(to) => Check::fail(
            ABOUT,
            format!("{url} leads to {to}"),
            "set AMWAJ_SITE_URL to the address at which it ends: pages name it to search engines",
        ),
        Seen::Status(status) => {
            Check::fail(ABOUT, format!("{url} answers {status}"), "see that the proxy reaches the server")
        }
        Seen::Nothing(why) if why.to_lowercase().contains("certificate") => Check::fail(
            ABOUT,
            format!("{url}: the certificate is not accepted ({why})"),
            "renew or replace it",
        ),
        Seen::Nothing(why) => Check::fail(
            ABOUT,
            format!("{url} cannot be reached ({why})"),
            "see that the name leads here and that the proxy runs",
        ),
    }
}

async fn look(url: &Url) -> Seen {
    let client = Client::builder().redirect(redirect::Policy::none()).timeout(PATIENCE).no_proxy();
    let sent = match client.user_agent("Amwaj doctor").build() {
        Ok(client) => client.get(url.clone()).send().await,
        Err(error) => Err(error),
    };
    let mut answer = match sent {
        Ok(answer) => answer,
        Err(error) => return Seen::Nothing(deepest(&error)),
    };
    let status = answer.status();
    if status.is_redirection() {
        let to = answer.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
        return Seen::Redirect(printable(to));
    }
    if status != 200 {
        return Seen::Status(status.as_u16());
    }
    let mut body = Vec::new();
    while let Ok(Some(more)) = answer.chunk().await {
        body.extend_from_slice(&more);
        if body.len() > LONGEST {
            break;
        }
    }
    let html = String::from_utf8_lossy(&body);
    match build_of(&html) {
        Some(build) => Seen::Ours(build),
        None => Seen::Other(title_of(&html)),
    }
}

/// The build that a page of ours names.
fn build_of(html: &str) -> Option<String> {
    let build = html.split_once(" data-build=\"")?.1.split('"').next()?;
    build.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| build.to_owned())
}

fn title_of(html: &str) -> String {
    let title = html.split_once("<title>").and_then(|(_, rest)| rest.split("</title>").next());
    title.filter(|title| !title.is_empty()).map_or_else(|| "it has no title".to_owned(), printable)
}

/// The beginning of somebody else's words, without what could confuse a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(120).collect()
}

/// The error's last cause, which names the trouble.
pub(crate) fn deepest(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        text = deeper.to_string();
        cause = deeper.source();
    }
    printable(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Verdict;

    /// An HTTP server that gives everybody the same answer.
    async fn answering(answer: &'static str) -> Url {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        tokio::spawn(async move {
            use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        url
    }

    const OURS: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<title>Amwaj</title>\
        <script data-boot=\"/x\" data-build=\"0a1b2c3d\" data-site=\"/y\">x</script>";
    const OLDER: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\
        <script data-boot=\"/x\" data-build=\"ffffffff\">x</script>";

    #[tokio::test]
    async fn the_doctor_says_what_stands_at_the_public_address() {
        let closed = Url::parse("http://127.0.0.1:9").unwrap();
        let cases = [
            (OURS, Some(OURS), Verdict::Ok, "answers 200 with this site, build 0a1b2c3d"),
            (OURS, None, Verdict::Ok, "build 0a1b2c3d"),
            (
                OLDER,
                Some(OURS),
                Verdict::Warn,
                "shows build ffffffff, and the server here has build 0a1b2c3d",
            ),
            (
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<title>Parked</title>",
                None,
                Verdict::Fail,
                "shows another site (Parked)",
            ),
            (
                "HTTP/1.1 301 Moved\r\nLocation: https://www.a.example/\r\nContent-Length: 0\r\n\r\n",
                None,
                Verdict::Fail,
                "leads to https://www.a.example/",
            ),
            ("HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n", None, Verdict::Fail, "answers 502"),
        ];
        for (there, here, verdict, words) in cases {
            let url = answering(there).await;
            let here = match here {
                Some(answer) => answering(answer).await,
                None => closed.clone(),
            };
            let line = judge(&url, Some(here)).await;
            assert!(line.verdict == verdict && line.text.contains(words), "{words}: {line}");
        }
        let line = judge(&closed, None).await;
        assert!(line.verdict == Verdict::Fail && line.text.contains("cannot be reached"), "{line}");
        let why = "invalid peer certificate: Expired".to_owned();
        let line = verdict(&closed, Seen::Nothing(why), Seen::Nothing(String::new()));
        assert!(line.text.contains("the certificate is not accepted"), "{line}");
        let line = verdict(&closed, Seen::Redirect(closed.to_string()), Seen::Nothing(String::new()));
        assert!(line.text.contains("leads to itself") && line.remedy.contains("Host $host"), "{line}");
    }

    #[test]
    fn the_name_with_or_without_www_leads_to_the_site_or_is_named() {
        let url = |text: &str| Url::parse(text).unwrap();
        let judged = |own: &str, other: &str, seen| judge_other(&url(own), &url(other), seen);
        let (www, bare) = ("https://www.a.example/", "https://a.example/");
        let told = judged(www, bare, Seen::Redirect("https://www.a.example/".to_owned())).unwrap();
        assert!(
            told.verdict == Verdict::Ok && told.text == "https://a.example/ leads to https://www.a.example/"
        );
        let lookup = || Seen::Nothing("failed to lookup address information".to_owned());
        for (own, other, seen) in [
            (www, bare, lookup()),
            (bare, www, lookup()),
            (www, bare, Seen::Ours("0a".to_owned())),
            (www, bare, Seen::Redirect("https://b.example/".to_owned())),
            (www, bare, Seen::Other("Parked".to_owned())),
            ("https://shop.a.example/", "https://www.shop.a.example/", Seen::Status(404)),
        ] {
            assert_eq!(judged(own, other, seen).unwrap().verdict, Verdict::Warn, "{own} {other}");
        }
        assert_eq!(judged("https://shop.a.example/", "https://www.shop.a.example/", lookup()), None);
    }
}
