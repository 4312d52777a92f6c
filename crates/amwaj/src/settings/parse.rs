//! From a text to a value: a parser for each kind of setting. `None` is a text that is no such value.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use lettre::message::{Mailbox, Mailboxes};
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::settings::{CopiesPlace, LogFormat};
use base::ip_range::IpRange;
use storage::mail::SmtpServer;

pub(super) fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

pub(super) fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Values separated by commas.
pub(super) fn list<T>(text: &str, each: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|one| each(one.trim())).collect()
}

pub(super) fn days(text: &str, range: RangeInclusive<u32>) -> Option<u32> {
    text.parse().ok().filter(|days| range.contains(days))
}

/// A number of units of so many seconds.
pub(super) fn duration(text: &str, range: RangeInclusive<u64>, unit: u64) -> Option<Duration> {
    let number = text.parse().ok().filter(|number| range.contains(number))?;
    Some(Duration::from_secs(number * unit))
}

/// The same, where 0 is never.
pub(super) fn duration_or_never(
    text: &str,
    range: RangeInclusive<u64>,
    unit: u64,
) -> Option<Option<Duration>> {
    if text.parse::<u64>() == Ok(0) { Some(None) } else { duration(text, range, unit).map(Some) }
}

/// `08:00` as minutes after midnight; `off` for never.
pub(super) fn time_of_day(text: &str) -> Option<Option<u32>> {
    if text == "off" {
        return Some(None);
    }
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(Some(hour * 60 + minute))
}

pub(super) fn path(text: &str) -> Option<PathBuf> {
    Some(PathBuf::from(text))
}

pub(super) fn folder(text: &str) -> Option<PathBuf> {
    path(text).filter(|path| path.is_dir())
}

pub(super) fn file(text: &str) -> Option<PathBuf> {
    path(text).filter(|path| path.is_file())
}

/// The bytes of a file.
pub(super) fn content(text: &str) -> Option<Vec<u8>> {
    std::fs::read(file(text)?).ok()
}

/// An address of a site, without a path. No star: nothing matches parts of names.
pub(super) fn site_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let whole = url.username().is_empty() && !text.contains('*');
    (web && bare && whole).then_some(url)
}

/// An origin in the one spelling that browsers send.
pub(super) fn origin(text: &str) -> Option<String> {
    site_url(text).map(|url| url.origin().ascii_serialization())
}

pub(super) fn https(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    (url.scheme() == "https" && url.has_host()).then(|| url.to_string())
}

/// A mail address or the address of a page, as a URI.
pub(super) fn contact(text: &str) -> Option<String> {
    https(text).or_else(|| mail_address(text).map(|address| format!("mailto:{address}")))
}

pub(super) fn mail_address(text: &str) -> Option<String> {
    parsed::<lettre::Address>(text).map(|address| address.to_string())
}

pub(super) fn mailboxes(text: &str) -> Option<Vec<Mailbox>> {
    let list: Vec<Mailbox> = text.parse::<Mailboxes>().ok()?.into_iter().collect();
    (!list.is_empty()).then_some(list)
}

pub(super) fn smtp_url(text: &str) -> Option<String> {
    let known = text.starts_with("smtp://") || text.starts_with("smtps://");
    (known && SmtpServer::parse(text, "localhost").is_ok()).then(|| text.to_owned())
}

pub(super) fn dkim_selector(text: &str) -> Option<String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes().all(fits).then(|| text.to_owned())
}

pub(super) fn indexnow_key(text: &str) -> Option<String> {
    let fits = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (fits && (8..=128).contains(&text.len())).then(|| text.to_owned())
}

pub(super) fn long_secret(text: &str) -> Option<String> {
    (text.chars().count() >= 16).then(|| text.to_owned())
}

pub(super) fn proxies(text: &str) -> Option<Vec<IpRange>> {
    if text == "none" { Some(Vec::new()) } else { list(text, parsed) }
}

/// `/mnt/backup/amwaj`, or `s3://bucket/prefix`.
pub(super) fn copies_place(text: &str) -> Option<CopiesPlace> {
    let Some(rest) = text.strip_prefix("s3://") else {
        return path(text).filter(|folder| folder.is_absolute()).map(CopiesPlace::Folder);
    };
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_name = !bucket.is_empty() && bucket.bytes().all(fits);
    let prefix = prefix.trim_end_matches('/');
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
    is_name.then(|| CopiesPlace::Bucket { name: bucket.to_owned(), prefix })
}

/// A name that a certificate can be issued for, in lower case.
pub(super) fn host_name(text: &str) -> Option<String> {
    let name = text.to_lowercase();
    let fits = |label: &str| {
        let letters = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..64).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    let labels: Vec<&str> = name.split('.').collect();
    let is_name = labels.len() > 1 && labels.iter().all(|label| fits(label));
    // The last one of an IP address is a number.
    let last = labels.last()?;
    (is_name && !last.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

pub(super) fn log_filter(text: &str) -> Option<String> {
    EnvFilter::try_new(text).is_ok().then(|| text.to_owned())
}

pub(super) fn log_format(text: &str) -> Option<LogFormat> {
    match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}
