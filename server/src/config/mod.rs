//! Settings: one documented file and `AMWAJ_*` variables that win over it, read once at the start.
//!
//! The only place that reads the environment. Every bad value is reported, all of them together.

mod fields;
mod proxies;
mod read;
mod values;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::message::Mailbox;
use url::Url;

pub use fields::{FIELDS, FieldSpec};
pub use proxies::IpRange;

/// The settings file that is read where none is named and it is there.
pub const DEFAULT_FILE: &str = "amwaj.toml";

/// Everything the company can set. See `amwaj.example.toml` for each field's meaning, unit and default.
#[derive(Clone, Debug)]
pub struct Settings {
    pub listen: SocketAddr,
    pub admin_listen: Option<SocketAddr>,
    pub data_dir: PathBuf,
    pub database: Database,
    /// Whether leads go into a file of this server's own while the database is away.
    pub journal: bool,
    pub content_dir: Option<PathBuf>,
    pub web_dir: Option<PathBuf>,
    /// Without a path: `https://example.com/`.
    pub site_url: Option<Url>,
    /// Where weaknesses of the site are reported: `mailto:` or `https:`; nothing for the company's own inbox.
    pub security_contact: Option<String>,
    pub indexnow: Option<IndexNowSettings>,
    /// The other sites whose pages may call for posts, as browsers name them: `https://app.example.com`.
    pub cors_origins: Vec<String>,
    pub mail: MailSettings,
    pub watch: WatchSettings,
    pub outbox: OutboxSettings,
    pub webhook: Option<WebhookSettings>,
    pub care: CareSettings,
    /// Whose word about a visitor's address is believed.
    pub trusted_proxies: Vec<IpRange>,
    /// After how long a held request is mailed by itself; nothing where it waits for a person.
    pub held_for: Option<Duration>,
    pub connections: ConnectionSettings,
    pub production: bool,
    /// Whether search engines are asked to keep nothing of it. Nobody sets it: an article's preview is like that.
    pub unlisted: bool,
    /// A filter such as `info` or `amwaj=debug,warn`.
    pub log: String,
}

/// Which database, decided by the address.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// One file; made where it is missing.
    Sqlite(PathBuf),
    /// A `postgres://` address, password and all.
    Postgres(String),
}

impl Database {
    /// Reads `sqlite://path/to/file.db` or `postgres://user:password@host/name`.
    pub fn from_url(url: &str) -> Option<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Url::parse(url).ok().map(|_| Database::Postgres(url.to_owned()));
        }
        let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"))?;
        let path = path.split('?').next().unwrap_or_default();
        (!path.is_empty() && path != ":memory:").then(|| Database::Sqlite(path.into()))
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Database::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

/// How leads are mailed.
#[derive(Clone)]
pub struct MailSettings {
    /// Without one, mails become files under the data folder.
    pub smtp_url: Option<String>,
    /// The longest wait for one mail to be taken, from connecting to the final answer.
    pub smtp_timeout: Duration,
    /// Where leads go. Empty only where `smtp_url` is not set.
    pub to: Vec<Mailbox>,
    /// The company's own address that leads come from. There wherever `smtp_url` is set.
    pub from: Option<Mailbox>,
}

impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings")
            .field("smtp_url", &self.smtp_url.as_deref().map(without_password))
            .field("smtp_timeout", &self.smtp_timeout)
            .field("to", &self.to)
            .field("from", &self.from)
            .finish()
    }
}

/// How many connections the site takes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionSettings {
    pub most: usize,
    /// Of one address that is no trusted proxy's.
    pub most_per_address: usize,
}

/// How the site watches itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchSettings {
    /// After how long without a request the log and `amwaj doctor` say so; nothing for never.
    pub silence: Option<Duration>,
    /// How often the site sends a request to itself; nothing for never.
    pub canary_every: Option<Duration>,
    /// Where that request's mail goes; nothing for the address that leads come from.
    pub canary_to: Option<Mailbox>,
}

/// How long to wait between tries to send a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutboxSettings {
    pub first_retry: Duration,
    pub max_retry: Duration,
}

/// Which program is told of each lead.
#[derive(Clone)]
pub struct WebhookSettings {
    /// `https`, or `http` to this machine.
    pub url: Url,
    /// What each post is signed with.
    pub secret: String,
}

impl fmt::Debug for WebhookSettings {
    /// The host only: an address may be as good as a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookSettings").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

/// How search engines are told of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexNowSettings {
    /// Published at `/{key}.txt`: whoever can put it there speaks for the site.
    pub key: String,
    /// `https`, or `http` to this machine.
    pub endpoint: Url,
}

/// How leads are looked after once they are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareSettings {
    /// When staff get the daily mail, in minutes after midnight in Dubai; never where it is off.
    pub digest_at: Option<u32>,
    /// After how many days personal data is erased; never where it is not set.
    pub retention_days: Option<u32>,
}

/// One setting that cannot be used, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The name to look for: `AMWAJ_LISTEN`, or ``listen` in amwaj.toml`.
    pub setting: String,
    /// What stands there, without passwords.
    pub value: Option<String>,
    /// What would be right, as the end of a sentence.
    pub problem: String,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} is `{value}`: {}", self.setting, self.problem),
            None => write!(f, "{}: {}", self.setting, self.problem),
        }
    }
}

impl Settings {
    /// Reads the file (where there is one) and the variables, which win.
    ///
    /// # Errors
    /// Every setting that is wrong, in the order of [`FIELDS`], then those that do not exist.
    pub fn load(file: Option<&Path>, env: &[(String, String)]) -> Result<Self, Vec<SettingError>> {
        let mut values = values::Values::gather(file, env);
        let settings = read::settings(&mut values);
        match (settings, values.into_errors()) {
            (Some(settings), errors) if errors.is_empty() => Ok(settings),
            (_, errors) => Err(errors),
        }
    }

    /// The file to read: the one that was named, else `amwaj.toml` where it is there.
    pub fn file(named: Option<PathBuf>) -> Option<PathBuf> {
        named.or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|file| file.exists()))
    }

    /// The address that search engines are told, without a slash at the end: `site_url`, where that is a name that
    /// anybody could look up. Nothing for this machine, for an address of numbers, and where none is set.
    pub fn public_origin(&self) -> Option<String> {
        let url = self.site_url.as_ref()?;
        is_public(url).then(|| url.as_str().trim_end_matches('/').to_owned())
    }

    /// Whether the data folder's lock also keeps every other sender of mails away: the database is a file
    /// in that folder.
    pub fn is_only_sender(&self) -> bool {
        matches!(&self.database, Database::Sqlite(path) if path.starts_with(&self.data_dir))
    }

    /// The folder of the journal, used where `journal` is true.
    pub fn journal_dir(&self) -> PathBuf {
        self.data_dir.join("journal")
    }

    /// Where mails go while no mail server is set.
    pub fn mail_dir(&self) -> PathBuf {
        self.data_dir.join("mail")
    }
}

/// The environment's `AMWAJ_*` variables.
pub fn process_env() -> Vec<(String, String)> {
    std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
        .filter(|(name, _)| name.starts_with(fields::ENV_PREFIX))
        .collect()
}

/// Whether the host is a name with a dot that is nobody's own machine.
fn is_public(url: &Url) -> bool {
    let Some(url::Host::Domain(name)) = url.host() else { return false };
    let name = name.trim_end_matches('.');
    let own = ["localhost", "local", "internal"];
    name.rsplit_once('.').is_some_and(|(_, last)| !own.contains(&last))
}

/// An address as it may be shown: the password, where there is one, is stars.
pub fn without_password(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.password().is_some() => {
            if parsed.set_password(Some("***")).is_err() {
                return "(hidden)".to_owned();
            }
            parsed.to_string()
        }
        Ok(_) => url.to_owned(),
        // Not an address, so no telling where in it the password is.
        Err(_) if url.contains('@') => "(hidden)".to_owned(),
        Err(_) => url.to_owned(),
    }
}

#[cfg(test)]
mod tests;
