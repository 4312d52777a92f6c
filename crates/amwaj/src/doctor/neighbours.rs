//! The programs that the site needs: whether each can be reached, all asked at the same time, and none waited for longer
//! than a person likes to wait.

use copies::Destination;
use desk::push::phones;
use futures_util::future::join_all;
use reqwest::{Client, redirect};
use storage::db::{Db, PATIENCE};
use storage::webhook::Webhook;
use url::Url;

use crate::doctor::address::deepest;
use crate::doctor::check::Check;
use crate::doctor::mail_server;
use crate::settings::Settings;

/// Those that the settings name, for the log of a start: their lines are empty where none is set.
pub async fn examine_neighbours(settings: &Settings) -> Vec<Check> {
    let (mail, webhook, copies) =
        tokio::join!(mail_server::server(settings), webhook(settings), copies_place(settings));
    mail.into_iter().chain(webhook).chain(copies).collect()
}

/// The checks, or that `place` doesn't answer.
pub(super) async fn within<T>(about: &str, place: &str, checks: impl Future<Output = T>) -> Result<T, Check> {
    tokio::time::timeout(PATIENCE, checks).await.map_err(|_| {
        let text = format!("{place}: no answer within {} s", PATIENCE.as_secs_f32());
        Check::fail(
            about,
            text,
            "see that it runs, that host and port are right, and that no firewall is between",
        )
    })
}

/// Host, port and setting of an address, whose user, password and path may be secrets.
fn place(url: &Url, setting: &str) -> String {
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{}:{port} ({setting})", url.host_str().unwrap_or_default())
}

pub(super) async fn webhook(settings: &Settings) -> Option<Check> {
    let about = "webhook";
    let set = settings.webhook()?;
    let place = place(&set.url, "AMWAJ_WEBHOOK_URL");
    let tested = within(about, &place, async { Webhook::new(&set)?.test().await }).await;
    Some(match tested {
        Ok(Ok(text)) => Check::ok(about, text),
        Ok(Err(error)) => {
            let remedy = "see that the address is right and its program runs";
            Check::fail(about, format!("{place}: {error}"), remedy).with_advice_on_tls(Some(&set.url)).await
        }
        Err(silent) => silent,
    })
}

/// Whether the place of the copies can be reached.
pub(super) async fn copies_place(settings: &Settings) -> Option<Check> {
    let about = "place of the copies";
    let destination = settings.copies()?.destination;
    let place = match (&destination, &settings.copies_s3_endpoint) {
        (Destination::Folder(folder), _) => format!("{} (AMWAJ_COPIES_TO)", folder.display()),
        (Destination::S3(_), Some(endpoint)) => self::place(endpoint, "AMWAJ_COPIES_S3_ENDPOINT"),
        (Destination::S3(bucket), None) => format!("{bucket:?} (AMWAJ_COPIES_TO)"),
    };
    let remedy = match destination {
        Destination::Folder(_) => "make the folder, or mount the disk that it is on",
        Destination::S3(_) => "see that the address, the bucket and its access key are right",
    };
    Some(match within(about, &place, destination.list()).await {
        Ok(Ok(copies)) => Check::ok(about, format!("{place} has {} copies", copies.len())),
        Ok(Err(problem)) => {
            let failed = Check::fail(about, format!("{place}: {problem}"), remedy);
            failed.with_advice_on_tls(settings.copies_s3_endpoint.as_ref()).await
        }
        Err(silent) => silent,
    })
}

/// Whether the push services of the staff's phones can be reached.
pub(super) async fn push_services(db: &Db, settings: &Settings, now: i64) -> Vec<Check> {
    let about = "phones";
    // If the database cannot be read, other lines say so.
    let mut phones = phones::all(db.reader(), now).await.unwrap_or_default();
    phones.retain(|phone| phone.gone_at.is_none());
    if phones.is_empty() {
        let text = "nobody's phone rings when a request comes";
        let remedy = "open the desk on a phone of the office and turn messages on, under its own name";
        return if settings.production { vec![Check::warn(about, text, remedy)] } else { Vec::new() };
    }
    let mut services: Vec<Url> =
        phones.iter().filter_map(|phone| Url::parse(&phone.endpoint).ok()?.join("/").ok()).collect();
    services.sort();
    services.dedup();
    join_all(services.iter().map(push_service)).await
}

async fn push_service(service: &Url) -> Check {
    let about = "phones";
    let port = service.port_or_known_default().unwrap_or_default();
    let place = format!("{}:{port}, a push service", service.host_str().unwrap_or_default());
    let asked = within(about, &place, async {
        let client = Client::builder().redirect(redirect::Policy::none()).no_proxy().build()?;
        client.head(service.clone()).send().await
    });
    match asked.await {
        // Whatever it answers to a question without a message.
        Ok(Ok(_)) => Check::ok(about, format!("{place}, answers")),
        Ok(Err(error)) => {
            let remedy = "see that this machine may connect there: without it no phone rings";
            let failed = Check::fail(about, format!("{place}: {}", deepest(&error)), remedy);
            failed.with_advice_on_tls(Some(service)).await
        }
        Err(silent) => silent,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::doctor::Verdict;

    fn settings(values: &[(&str, &str)]) -> Settings {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let values: Vec<_> =
            values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Settings::load(Some(file.path()), &values).unwrap_or_else(|errors| panic!("{}", errors[0]))
    }

    #[tokio::test]
    async fn dead_neighbours_are_named_side_by_side_with_host_port_setting_and_remedy() {
        let refusing =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
        let silent = Arc::new(TcpListener::bind("127.0.0.1:0").await.expect("a port"));
        let silent_at = silent.local_addr().expect("an address");
        let asked_at_once = tokio::spawn(asked_at_once(silent.clone()));
        let key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
        let (silent_mail, refused_mail) =
            (format!("smtp://user:geheim@{silent_at}"), format!("smtp://user:geheim@{refusing}"));
        let (silent_hook, refused_hook) =
            (format!("http://{silent_at}/geheim"), format!("http://{refusing}/geheim"));
        let (silent_s3, refused_s3) = (format!("http://{silent_at}"), format!("http://{refusing}"));
        for (mail, hook, s3, at, words) in [
            (&silent_mail, &silent_hook, &silent_s3, silent_at, "answer within"),
            (&refused_mail, &refused_hook, &refused_s3, refusing, "onnection refused"),
        ] {
            let settings = settings(&[
                ("AMWAJ_SMTP_URL", mail),
                ("AMWAJ_MAIL_TO", "office@amwaj.example"),
                ("AMWAJ_MAIL_FROM", "website@amwaj.example"),
                ("AMWAJ_WEBHOOK_URL", hook),
                ("AMWAJ_WEBHOOK_SECRET", "sixteen letters or more"),
                ("AMWAJ_COPIES_TO", "s3://copies"),
                ("AMWAJ_COPIES_KEY", key),
                ("AMWAJ_COPIES_S3_ENDPOINT", s3),
                ("AMWAJ_COPIES_S3_KEY_ID", "id"),
                ("AMWAJ_COPIES_S3_SECRET", "geheim"),
            ]);
            let lines = examine_neighbours(&settings).await;
            assert_eq!(lines.len(), 3);
            for (line, setting) in
                lines.iter().zip(["AMWAJ_SMTP_URL", "AMWAJ_WEBHOOK_URL", "AMWAJ_COPIES_S3_ENDPOINT"])
            {
                let shown = line.to_string();
                assert_eq!(line.verdict, Verdict::Fail, "{shown}");
                assert!(shown.contains(&format!("{at} ({setting})")) && shown.contains(words), "{shown}");
                assert!(!shown.contains("geheim") && !line.remedy.is_empty(), "{shown}");
            }
        }
        let asked_at_once = tokio::time::timeout(Duration::from_secs(60), asked_at_once).await;
        let (given_up, _open) = asked_at_once.expect("three were asked").expect("it ended");
        assert_eq!(given_up, 0, "one after the other");
    }

    /// Waits for three connections; how many of them have ended by then, and those connections.
    async fn asked_at_once(silent: Arc<TcpListener>) -> (usize, Vec<TcpStream>) {
        let (mut asked, mut given_up) = (Vec::new(), 0);
        while asked.len() < 3 {
            asked.push(silent.accept().await.expect("a connection").0);
        }
        for one in &asked {
            let mut bytes = [0; 1024];
            let read = tokio::time::timeout(Duration::from_millis(20), one.peek(&mut bytes)).await;
            given_up += usize::from(matches!(read, Ok(Ok(0) | Err(_))));
        }
        (given_up, asked)
    }

    #[tokio::test]
    async fn what_is_not_set_has_no_line_and_a_missing_folder_for_copies_has_one() {
        assert_eq!(examine_neighbours(&settings(&[])).await, []);
        let key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
        let set = settings(&[("AMWAJ_COPIES_TO", "/nowhere/copies"), ("AMWAJ_COPIES_KEY", key)]);
        let lines = examine_neighbours(&set).await;
        let shown = lines[0].to_string();
        assert!(
            shown.contains("/nowhere/copies (AMWAJ_COPIES_TO)") && shown.contains("make the folder"),
            "{shown}"
        );
    }
}
