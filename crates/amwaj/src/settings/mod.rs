//! Settings: one documented file and `AMWAJ_*` variables that win over it, read once at the start.
//!
//! The only place that reads the environment. Every bad value is reported, all of them together.

mod copies;
mod fields;
mod read;
mod tls;
mod transport;
mod values;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::message::Mailbox;
use url::Url;

use ::copies::{CopiesHealth, CopiesSettings, Sources};
use base::ip_range::IpRange;
use blog::commands::PostsCommandSettings;
use desk::staff::cli::StaffCommandSettings;
use edge::limits::ConnectionSettings;
use leads::CareSettings;
use leads::staff::cli::StaffAccess;
use site::indexnow::IndexNowSettings;
use storage::db::Database;
use storage::mail::MailSettings;
use storage::outbox::{Channel, OutboxSettings};
use storage::webhook::WebhookSettings;

pub use crate::settings::fields::{FIELDS, FieldSpec};
pub use crate::settings::tls::{CertificateOrigin, TlsSettings};

/// The settings file that is read where none is named and it is there.
pub const DEFAULT_FILE: &str = "amwaj.toml";
/// The one of an installed package, read where the working folder has none.
pub const INSTALLED_FILE: &str = "/etc/amwaj/amwaj.toml";

/// Everything the company can set. See `amwaj.example.toml` for each field's meaning, unit and default.
#[derive(Clone, Debug)]
pub struct Settings {
    pub listen: SocketAddr,
    pub admin_listen: Option<SocketAddr>,
    /// TLS inside the binary; nothing where it is left to a proxy.
    pub tls: Option<TlsSettings>,
    pub desk: DeskPlace,
    pub data_dir: PathBuf,
    pub database: Database,
    /// Whether leads go into a file of this server's own while the database is away.
    pub journal: bool,
    /// Where copies of a SQLite database go; nothing where nobody said.
    pub copies: Option<CopiesSettings>,
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
    /// Under which name in the DNS the mail server's DKIM key stands.
    pub dkim_selector: Option<String>,
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
    /// Whether a production server starts with content that is marked as a sample.
    pub allow_samples: bool,
    /// Whether search engines are asked to keep nothing of it. Nobody sets it: an article's preview is like that.
    pub unlisted: bool,
    /// A filter such as `info` or `amwaj=debug,warn`.
    pub log: String,
    pub log_format: LogFormat,
}

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where the staff's side in the browser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskPlace {
    /// Below the site's own address.
    Site,
    /// At an address of its own, where the site isn't.
    Own(SocketAddr),
    Nowhere,
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

    /// The file to read: the one that was named, else `amwaj.toml` of the working folder, else the installed one. One
    /// that is there and may not be read counts: to go on without it would be to go on with other settings.
    pub fn file(named: Option<PathBuf>) -> Option<PathBuf> {
        named.or_else(|| {
            [DEFAULT_FILE, INSTALLED_FILE].map(PathBuf::from).into_iter().find(|file| file.exists())
        })
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

    /// Which channels owe a delivery for each lead.
    pub fn channels(&self) -> &'static [Channel] {
        Channel::in_use(self.webhook.is_some())
    }

    /// What is copied; nothing of PostgreSQL, which has copies of its own.
    pub fn copied(&self) -> Option<Sources> {
        let Database::Sqlite(database) = &self.database else { return None };
        let (database, content) = (database.clone(), self.content_dir.clone());
        Some(Sources { database, content, data_dir: self.data_dir.clone() })
    }

    /// How the copies stand; nothing where none are set.
    pub fn copies_health(&self) -> Option<CopiesHealth> {
        let set = self.copies.as_ref()?;
        Some(CopiesHealth::new(self.data_dir.clone(), set.every))
    }

    /// Whether requests are on this machine only, as far as this program knows.
    pub fn has_no_copy(&self) -> bool {
        matches!(self.database, Database::Sqlite(_)) && self.copies.is_none()
    }

    /// What `amwaj leads` needs.
    pub fn staff_access(&self) -> StaffAccess {
        StaffAccess {
            database: self.database.clone(),
            mail_dir: self.mail_dir(),
            journal_dir: self.journal_dir(),
            channels: self.channels(),
            copies: self.copies_health(),
        }
    }

    /// What `amwaj staff` needs.
    pub fn staff_settings(&self) -> StaffCommandSettings {
        StaffCommandSettings { database: self.database.clone(), origin: self.desk_origin() }
    }

    /// What the desk's links begin with, without a slash at the end.
    pub fn desk_origin(&self) -> String {
        match (&self.site_url, self.desk) {
            (Some(url), _) => url.as_str().trim_end_matches('/').to_owned(),
            (None, DeskPlace::Own(address)) => local_origin(address),
            (None, _) => local_origin(self.listen),
        }
    }

    /// What `amwaj posts` needs.
    pub fn author_access(&self) -> PostsCommandSettings {
        let origin = self.site_url.as_ref().map(|url| url.as_str().trim_end_matches('/').to_owned());
        PostsCommandSettings {
            database: self.database.clone(),
            content_dir: self.content_dir.clone(),
            origin: origin.unwrap_or_default(),
        }
    }

    /// The folder of the journal, used where `journal` is true.
    pub fn journal_dir(&self) -> PathBuf {
        self.data_dir.join("journal")
    }

    /// The folder of the certificate that an authority issued.
    pub fn certificate_dir(&self) -> PathBuf {
        self.data_dir.join("tls")
    }

    /// Where mails go while no mail server is set.
    pub fn mail_dir(&self) -> PathBuf {
        self.data_dir.join("mail")
    }
}

/// The address of a listener of this machine, as a browser needs it: passkeys want a name, and secure cookies want this
/// one where there is no https.
fn local_origin(address: SocketAddr) -> String {
    match address.ip().is_loopback() || address.ip().is_unspecified() {
        true => format!("http://localhost:{}", address.port()),
        false => format!("http://{address}"),
    }
}

/// The environment's `AMWAJ_*` variables.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn process_env() -> Vec<(String, String)> {
    std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
        .filter(|(name, _)| name.starts_with(fields::ENV_PREFIX))
        .collect()
}

/// Whether the host is a name with a dot that is nobody's own machine.
pub(crate) fn is_public(url: &Url) -> bool {
    let Some(url::Host::Domain(name)) = url.host() else { return false };
    let name = name.trim_end_matches('.');
    let own = ["localhost", "local", "internal"];
    name.rsplit_once('.').is_some_and(|(_, last)| !own.contains(&last))
}

#[cfg(test)]
mod copies_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tls_tests;
