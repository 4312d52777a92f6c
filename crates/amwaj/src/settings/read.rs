//! From texts to settings: what each one must be.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use lettre::message::{Mailbox, Mailboxes};
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::settings::copies::copies;
use crate::settings::tls::tls;
use crate::settings::transport::{is_readable_on_the_way, safe_url};
use crate::settings::values::Values;
use crate::settings::{DeskPlace, LogFormat, Settings, WatchSettings, is_public};
use base::ip_range::IpRange;
use edge::limits::ConnectionSettings;
use leads::staff::daily_jobs::CareSettings;
use site::indexnow::IndexNowSettings;
use storage::db::{Database, hosts};
use storage::mail::{MailSettings, SmtpServer};
use storage::outbox::OutboxSettings;
use storage::webhook::WebhookSettings;

/// Every setting, where all of them are right.
pub(super) fn settings(values: &mut Values) -> Option<Settings> {
    let listen = values.get("listen", parsed::<SocketAddr>);
    let admin_listen = values.get("admin_listen", parsed::<SocketAddr>);
    let desk = desk(values);
    let site_url = values.get("site_url", site_url);
    let tls = tls(values, listen, site_url.as_ref());
    let security_contact = values.get("security_contact", contact);
    let indexnow = indexnow(values, site_url.as_ref());
    let cors_origins =
        values.get("cors_origins", |text| text.split(',').map(origin).collect::<Option<Vec<_>>>());
    let production = values.get("production", parsed::<bool>);
    let allow_samples = values.get("allow_samples", parsed::<bool>);
    let trusted_proxies = values.get("trusted_proxies", proxies);
    let connections = connections(values);
    let data_dir = values.get("data_dir", |text| Some(PathBuf::from(text)));
    let database = values.get("database_url", Database::from_url);
    let journal = values.get("journal", parsed::<bool>);
    let copies = copies(values, database.as_ref());
    let content_dir = values.get("content_dir", folder);
    let web_dir = values.get("web_dir", folder);
    let mail = mail(values);
    let dkim_selector = values.get("dkim_selector", |text| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        (!text.is_empty() && text.bytes().all(fits)).then(|| text.to_owned())
    });
    let watch = watch(values);
    let outbox = outbox(values);
    let webhook = webhook(values);
    let care = care(values);
    let held_hours = values.get("held_hours", |text| text.parse::<u64>().ok().filter(|hours| *hours <= 720));
    let log = values.get("log", |text| EnvFilter::try_new(text).is_ok().then(|| text.to_owned()));
    let log_format = values.get("log_format", |text| match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    });
    if production == Some(true) {
        ready_for_production(values, site_url.as_ref());
    }
    let data_dir = data_dir?;
    Some(Settings {
        listen: listen?,
        admin_listen,
        tls,
        desk: desk?,
        database: database.unwrap_or_else(|| Database::Sqlite(data_dir.join("amwaj.db"))),
        data_dir,
        journal: journal?,
        copies,
        content_dir,
        web_dir,
        site_url,
        security_contact,
        indexnow,
        cors_origins: cors_origins.unwrap_or_default(),
        mail: mail?,
        dkim_selector,
        watch: watch?,
        outbox: outbox?,
        webhook,
        care: care?,
        held_for: held_hours.filter(|hours| *hours > 0).map(|hours| Duration::from_secs(hours * 3600)),
        trusted_proxies: trusted_proxies.unwrap_or_default(),
        connections: connections?,
        production: production?,
        allow_samples: allow_samples?,
        unlisted: false,
        log: log?,
        log_format: log_format?,
    })
}

fn desk(values: &mut Values) -> Option<DeskPlace> {
    let wanted = values.get("desk", parsed::<bool>);
    let own = values.get("desk_listen", parsed::<SocketAddr>);
    Some(match (wanted?, own) {
        (false, _) => DeskPlace::Nowhere,
        (true, Some(address)) => DeskPlace::Own(address),
        (true, None) => DeskPlace::Site,
    })
}

fn connections(values: &mut Values) -> Option<ConnectionSettings> {
    let max_connections = values.get("max_connections", |text| whole(text, 64, 1_000_000));
    let max_connections_per_address =
        values.get("max_connections_per_address", |text| whole(text, 8, 1_000_000));
    Some(ConnectionSettings {
        max_connections: max_connections?,
        max_connections_per_address: max_connections_per_address?,
    })
}

fn mail(values: &mut Values) -> Option<MailSettings> {
    let smtp_url = values.get("smtp_url", |text| {
        let known = text.starts_with("smtp://") || text.starts_with("smtps://");
        let usable = SmtpServer::parse(text).is_ok();
        (known && usable).then(|| text.to_owned())
    });
    let smtp_timeout = values.get("smtp_timeout", |text| seconds(text, 300));
    let to = values.get("mail_to", |text| {
        let list: Vec<Mailbox> = text.parse::<Mailboxes>().ok()?.into_iter().collect();
        (!list.is_empty()).then_some(list)
    });
    let from = values.get("mail_from", parsed::<Mailbox>);
    for key in ["mail_to", "mail_from"] {
        if smtp_url.is_some() && !values.is_set(key) {
            values.wrong(key, "must be set where a mail server is set");
        }
    }
    Some(MailSettings { smtp_url, smtp_timeout: smtp_timeout?, to: to.unwrap_or_default(), from })
}

fn watch(values: &mut Values) -> Option<WatchSettings> {
    let times = |text: &str, least: u64, most: u64, seconds: u64| -> Option<Option<Duration>> {
        let number: u64 = text.parse().ok()?;
        let fits = number == 0 || (least..=most).contains(&number);
        fits.then(|| (number > 0).then(|| Duration::from_secs(number * seconds)))
    };
    let silence = values.get("silence_hours", |text| times(text, 1, 8_760, 3_600));
    // One is over before the next: it may take five minutes.
    let canary_every = values.get("canary_every", |text| times(text, 6, 1_440, 60));
    let canary_to = values.get("canary_mail_to", parsed::<Mailbox>);
    Some(WatchSettings { silence: silence?, canary_every: canary_every?, canary_to })
}

fn outbox(values: &mut Values) -> Option<OutboxSettings> {
    let first_retry = values.get("outbox_first_retry", |text| seconds(text, 86_400));
    let max_retry = values.get("outbox_max_retry", |text| seconds(text, 86_400));
    let outbox = OutboxSettings { first_retry: first_retry?, max_retry: max_retry? };
    if outbox.max_retry < outbox.first_retry {
        values.wrong("outbox_max_retry", "must not be shorter than the first wait");
    }
    Some(outbox)
}

fn webhook(values: &mut Values) -> Option<WebhookSettings> {
    let url = values.get("webhook_url", safe_url);
    let secret = values.get("webhook_secret", |text| (text.chars().count() >= 16).then(|| text.to_owned()));
    if url.is_some() && !values.is_set("webhook_secret") {
        values.wrong(
            "webhook_secret",
            "must be set where a webhook is set, so that it can tell us from others",
        );
    }
    Some(WebhookSettings { url: url?, secret: secret? })
}

/// Nobody can be told of an address that nobody can look up.
fn indexnow(values: &mut Values, site_url: Option<&Url>) -> Option<IndexNowSettings> {
    let key = values.get("indexnow_key", |text| {
        let fits = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (fits && (8..=128).contains(&text.len())).then(|| text.to_owned())
    });
    let endpoint = values.get("indexnow_endpoint", safe_url);
    let named = site_url.is_some_and(is_public);
    if key.is_some() && !named && !values.is_wrong("site_url") {
        values.wrong(
            "indexnow_key",
            "can only be used with a public site_url, such as https://www.example.com",
        );
    }
    Some(IndexNowSettings { key: key?, endpoint: endpoint? })
}

/// A mail address or the address of a page, as a URI.
fn contact(text: &str) -> Option<String> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "https" => Some(url.to_string()),
        _ => parsed::<lettre::Address>(text).map(|address| format!("mailto:{address}")),
    }
}

fn care(values: &mut Values) -> Option<CareSettings> {
    let digest_at =
        values.get("digest_at", |text| if text == "off" { Some(None) } else { minute(text).map(Some) });
    let retention_days =
        values.get("retention_days", |text| text.parse().ok().filter(|days| (30..=36_500).contains(days)));
    Some(CareSettings { digest_at: digest_at?, retention_days })
}

/// `08:00` as minutes after midnight.
fn minute(text: &str) -> Option<u32> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// What a site that real visitors use cannot do without.
fn ready_for_production(values: &mut Values, site_url: Option<&Url>) {
    for key in ["smtp_url", "mail_to", "mail_from", "site_url"] {
        if !values.is_set(key) && !values.is_wrong(key) {
            values.wrong(key, "must be set where production is true");
        }
    }
    if site_url.is_some_and(|url| url.scheme() != "https") {
        values.wrong("site_url", "must start with https:// where production is true");
    } else if site_url.is_some_and(|url| !is_public(url)) {
        values.wrong("site_url", "must be a name that visitors can look up where production is true");
    }
    let url = |key| values.text(key).and_then(|text| Url::parse(text).ok());
    let database = values.text("database_url").and_then(hosts::split).unwrap_or_default();
    let mut database = database.iter().filter_map(|url| Url::parse(url).ok());
    let smtp = url("smtp_url");
    if smtp.is_some_and(|url| is_readable_on_the_way(&url)) {
        values.wrong("smtp_url", "would send requests to another machine in the clear: add ?tls=required");
    }
    if database.any(|url| is_readable_on_the_way(&url)) {
        let problem =
            "would send requests to another machine in the clear: add ?sslmode=require, or verify-full";
        values.wrong("database_url", problem);
    }
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn whole(text: &str, least: usize, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

fn proxies(text: &str) -> Option<Vec<IpRange>> {
    if text == "none" {
        return Some(Vec::new());
    }
    text.split(',').map(|range| range.parse().ok()).collect()
}

fn seconds(text: &str, longest: u64) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (1..=longest).contains(seconds))?;
    Some(Duration::from_secs(seconds))
}

fn folder(text: &str) -> Option<PathBuf> {
    Some(PathBuf::from(text)).filter(|folder| folder.is_dir())
}

/// An origin in the one spelling that browsers send.
fn origin(text: &str) -> Option<String> {
    site_url(text.trim()).map(|url| url.origin().ascii_serialization())
}

fn site_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    (web && bare && url.username().is_empty()).then_some(url)
}
