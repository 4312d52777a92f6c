//! From texts in a file and in variables to settings, gathering every mistake on the way.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use lettre::message::{Mailbox, Mailboxes};
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use tracing_subscriber::EnvFilter;
use url::Url;

use super::fields::{ENV_PREFIX, ENV_TEST_PREFIX, FIELDS, FieldSpec};
use super::{
    Database, IpRange, MailSettings, OutboxSettings, SettingError, Settings, without_password,
};

/// A value and where it stands.
struct Given {
    text: String,
    source: String,
}

/// What was set, and what was wrong with it so far.
pub(super) struct Values {
    given: HashMap<&'static str, Given>,
    errors: Vec<SettingError>,
    unknown: Vec<SettingError>,
}

impl Values {
    /// Gathers the file's and the environment's texts by setting.
    pub(super) fn gather(file: Option<&Path>, env: &[(String, String)]) -> Self {
        let mut values = Values {
            given: HashMap::new(),
            errors: Vec::new(),
            unknown: Vec::new(),
        };
        if let Some(file) = file {
            values.take_file(file);
        }
        for (name, text) in env {
            values.take_variable(name, text);
        }
        values
    }

    /// Mistakes in values first, then names that do not exist.
    pub(super) fn into_errors(mut self) -> Vec<SettingError> {
        self.errors.append(&mut self.unknown);
        self.errors
    }

    fn take_file(&mut self, file: &Path) {
        let shown = file.display().to_string();
        let whole = |problem: String| SettingError {
            setting: shown.clone(),
            value: None,
            problem,
        };
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                self.errors
                    .push(whole(format!("the settings file cannot be read ({error})")));
                return;
            }
        };
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                // The message only, not the line it quotes: that line may hold a password.
                let line = error.span().map_or(1, |span| {
                    1 + text
                        .bytes()
                        .take(span.start)
                        .filter(|byte| *byte == b'\n')
                        .count()
                });
                let message = error.message();
                self.errors
                    .push(whole(format!("line {line} is not TOML ({message})")));
                return;
            }
        };
        for (key, value) in table {
            let source = format!("`{key}` in {shown}");
            match (
                FIELDS.iter().find(|field| field.key == key),
                as_text(&value),
            ) {
                (None, _) => self
                    .unknown
                    .push(unknown(source, &key, |field| field.key.to_owned())),
                (Some(field), Some(text)) if !text.is_empty() => {
                    self.given.insert(field.key, Given { text, source });
                }
                (Some(_), Some(_)) => {}
                (Some(field), None) => {
                    let problem = field.wanted.to_owned();
                    self.errors.push(SettingError {
                        setting: source,
                        value: None,
                        problem,
                    });
                }
            }
        }
    }

    fn take_variable(&mut self, name: &str, text: &str) {
        if !name.starts_with(ENV_PREFIX) || name.starts_with(ENV_TEST_PREFIX) {
            return;
        }
        match FIELDS.iter().find(|field| field.env() == name) {
            None => self
                .unknown
                .push(unknown(name.to_owned(), name, FieldSpec::env)),
            // An empty variable is one that is not set, as container tools write it.
            Some(_) if text.trim().is_empty() => {}
            Some(field) => {
                let given = Given {
                    text: text.trim().to_owned(),
                    source: name.to_owned(),
                };
                self.given.insert(field.key, given);
            }
        }
    }

    /// The value of a setting, or its default; nothing where neither is there or it is wrong.
    fn get<T>(&mut self, key: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let field = spec(key);
        match self.given.get(key) {
            Some(given) => {
                let parsed = parse(&given.text);
                if parsed.is_none() {
                    self.wrong(key, field.wanted);
                }
                parsed
            }
            None if field.default.is_empty() => None,
            None => parse(field.default),
        }
    }

    fn is_set(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    /// Notes a mistake under the name the value was set by, or else under its variable.
    fn wrong(&mut self, key: &'static str, problem: &str) {
        let given = self.given.get(key);
        let setting = given.map_or_else(|| spec(key).env(), |given| given.source.clone());
        let value = given.map(|given| match key {
            "mail_to" | "mail_from" => given.text.clone(),
            _ => without_password(&given.text),
        });
        self.errors.push(SettingError {
            setting,
            value,
            problem: problem.to_owned(),
        });
    }
}

/// Every setting, where all of them are right.
pub(super) fn settings(values: &mut Values) -> Option<Settings> {
    let listen = values.get("listen", parsed::<SocketAddr>);
    let admin_listen = values.get("admin_listen", parsed::<SocketAddr>);
    let site_url = values.get("site_url", site_url);
    let production = values.get("production", parsed::<bool>);
    let trusted_proxies = values.get("trusted_proxies", |text| {
        text.split(',')
            .map(|range| range.parse::<IpRange>().ok())
            .collect::<Option<Vec<_>>>()
    });
    let data_dir = values.get("data_dir", |text| Some(PathBuf::from(text)));
    let database = values.get("database_url", Database::from_url);
    let content_dir = values.get("content_dir", folder);
    let web_dir = values.get("web_dir", folder);
    let mail = mail(values);
    let outbox = outbox(values);
    let log = values.get("log", |text| {
        EnvFilter::try_new(text).is_ok().then(|| text.to_owned())
    });
    if production == Some(true) {
        ready_for_production(values, site_url.as_ref());
    }
    let data_dir = data_dir?;
    Some(Settings {
        listen: listen?,
        admin_listen,
        database: database.unwrap_or_else(|| Database::Sqlite(data_dir.join("amwaj.db"))),
        data_dir,
        content_dir,
        web_dir,
        site_url,
        mail: mail?,
        outbox: outbox?,
        trusted_proxies: trusted_proxies.unwrap_or_default(),
        production: production?,
        log: log?,
    })
}

fn mail(values: &mut Values) -> Option<MailSettings> {
    let smtp_url = values.get("smtp_url", |text| {
        let known = text.starts_with("smtp://") || text.starts_with("smtps://");
        let usable = AsyncSmtpTransport::<Tokio1Executor>::from_url(text).is_ok();
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
    Some(MailSettings {
        smtp_url,
        smtp_timeout: smtp_timeout?,
        to: to.unwrap_or_default(),
        from,
    })
}

fn outbox(values: &mut Values) -> Option<OutboxSettings> {
    let first_retry = values.get("outbox_first_retry", |text| seconds(text, 86_400));
    let max_retry = values.get("outbox_max_retry", |text| seconds(text, 86_400));
    let outbox = OutboxSettings {
        first_retry: first_retry?,
        max_retry: max_retry?,
    };
    if outbox.max_retry < outbox.first_retry {
        values.wrong(
            "outbox_max_retry",
            "must not be shorter than the first wait",
        );
    }
    Some(outbox)
}

/// What a site that real visitors use cannot do without.
fn ready_for_production(values: &mut Values, site_url: Option<&Url>) {
    for key in ["smtp_url", "mail_to", "mail_from", "site_url"] {
        let told = values
            .errors
            .iter()
            .any(|error| error.setting == spec(key).env());
        if !values.is_set(key) && !told {
            values.wrong(key, "must be set where production is true");
        }
    }
    if site_url.is_some_and(|url| url.scheme() != "https") {
        values.wrong(
            "site_url",
            "must start with https:// where production is true",
        );
    }
    let smtp = values
        .given
        .get("smtp_url")
        .and_then(|given| Url::parse(&given.text).ok());
    if smtp.is_some_and(|url| url.password().is_some() && sends_in_the_clear(&url)) {
        values.wrong(
            "smtp_url",
            "would send the password in the clear: add ?tls=required",
        );
    }
}

/// Whether a sign-in at that server could be read on the way.
fn sends_in_the_clear(smtp: &Url) -> bool {
    let tls_required = smtp
        .query_pairs()
        .any(|(name, value)| name == "tls" && value == "required");
    let on_this_machine = matches!(smtp.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    smtp.scheme() == "smtp" && !tls_required && !on_this_machine
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn seconds(text: &str, longest: u64) -> Option<Duration> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (1..=longest).contains(seconds))?;
    Some(Duration::from_secs(seconds))
}

fn folder(text: &str) -> Option<PathBuf> {
    Some(PathBuf::from(text)).filter(|folder| folder.is_dir())
}

fn site_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    (web && bare && url.username().is_empty()).then_some(url)
}

/// A TOML value as it would be written in a variable; nothing where no setting could mean it.
fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.trim().to_owned()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(truth) => Some(truth.to_string()),
        toml::Value::Array(list) => {
            let texts: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            Some(texts?.join(","))
        }
        _ => None,
    }
}

fn spec(key: &str) -> &'static FieldSpec {
    FIELDS
        .iter()
        .find(|field| field.key == key)
        .expect("every setting read is listed")
}

fn unknown(setting: String, name: &str, names: fn(&FieldSpec) -> String) -> SettingError {
    let near = FIELDS
        .iter()
        .map(names)
        .map(|known| (strsim::damerau_levenshtein(name, &known), known))
        .min()
        .filter(|(distance, _)| *distance <= 4);
    let problem = match near {
        Some((_, known)) => format!("there is no such setting; did you mean {known}?"),
        None => "there is no such setting; see amwaj.example.toml".to_owned(),
    };
    SettingError {
        setting,
        value: None,
        problem,
    }
}
