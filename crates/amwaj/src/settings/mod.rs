//! Settings: one documented file and `AMWAJ_*` variables that win over it, read once at the start.
//!
//! The only place that reads the environment. Every bad value is reported, all of them together. What a setting is stands
//! in one place, `table.rs`.

mod checks;
mod define;
mod groups;
mod parse;
mod table;
mod transport;
mod values;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use certificates::acme::AcmeOptions;
use certificates::own_files::OwnFiles;
use url::Url;

use copies::{CopiesHealth, Sources};
use storage::db::Database;
use storage::outbox::Channel;

pub use crate::settings::define::{FieldSpec, FieldValue, example_file, toml_line};
pub use crate::settings::table::{FIELDS, Settings};

/// Default settings file, read if none is named and it exists.
pub const DEFAULT_FILE: &str = "amwaj.toml";
/// Settings file of an installed package, read if the working folder has none.
pub const INSTALLED_FILE: &str = "/etc/amwaj/amwaj.toml";

/// Format of the log's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where copies go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopiesPlace {
    Folder(PathBuf),
    /// A bucket of S3. The prefix of the copies' names is empty, or ends with a slash.
    Bucket {
        name: String,
        prefix: String,
    },
}

/// TLS inside the binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsSettings {
    pub listen: SocketAddr,
    /// The names that the certificate must have, the site's own first.
    pub names: Vec<String>,
    pub certificate: CertificateOrigin,
}

/// Where the certificate is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateOrigin {
    OwnFiles(OwnFiles),
    Acme(AcmeOptions),
}

/// One setting that cannot be used, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The name to look for: `AMWAJ_LISTEN`, or ``listen` in amwaj.toml`.
    pub setting: String,
    /// The value found, without passwords.
    pub value: Option<String>,
    /// The expected value, as the end of a sentence.
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
        let mut values = values::Values::gather(FIELDS, file, env);
        let mut settings = Settings::parse(&mut values);
        checks::check(&settings, &mut values);
        // With TLS in the binary visitors connect to it themselves: nobody near is believed, unless the settings say so.
        if settings.tls_listen.is_some() && !values.is_set("trusted_proxies") {
            settings.trusted_proxies.clear();
        }
        let errors = values.into_errors();
        if errors.is_empty() { Ok(settings) } else { Err(errors) }
    }

    /// The file to read: the one that was named, else `amwaj.toml` of the working folder, else the installed one. One
    /// that is there and may not be read counts: to go on without it would be to go on with other settings.
    pub fn file(named: Option<PathBuf>) -> Option<PathBuf> {
        named.or_else(|| {
            [DEFAULT_FILE, INSTALLED_FILE].map(PathBuf::from).into_iter().find(|file| file.exists())
        })
    }

    /// The address that search engines are told, without a slash at the end: `site_url`, if it is a name that anybody
    /// could look up. `None` for this machine, for an address of numbers, and where none is set.
    pub fn public_origin(&self) -> Option<String> {
        let url = self.site_url.as_ref()?;
        is_public(url).then(|| url.as_str().trim_end_matches('/').to_owned())
    }

    /// Whether the live site is shown before its samples are replaced.
    pub fn is_preview(&self) -> bool {
        self.production && self.allow_samples
    }

    /// The database: `database_url`, or else a file in the data folder.
    pub fn database(&self) -> Database {
        self.database_url.clone().unwrap_or_else(|| Database::Sqlite(self.data_dir.join("amwaj.db")))
    }

    /// Whether the data folder's lock also keeps every other sender of mails away: the database is a file
    /// in that folder.
    pub fn is_only_sender(&self) -> bool {
        matches!(self.database(), Database::Sqlite(path) if path.starts_with(&self.data_dir))
    }

    /// Which channels owe a delivery for each lead.
    pub fn channels(&self) -> &'static [Channel] {
        Channel::in_use(self.webhook_url.is_some())
    }

    /// Sources of the copies; `None` for PostgreSQL, which has copies of its own.
    pub fn copied(&self) -> Option<Sources> {
        let Database::Sqlite(database) = self.database() else { return None };
        Some(Sources { database, content: self.content_dir.clone(), data_dir: self.data_dir.clone() })
    }

    /// State of the copies; `None` where none are set.
    pub fn copies_health(&self) -> Option<CopiesHealth> {
        self.copies_to.as_ref()?;
        Some(CopiesHealth::new(self.data_dir.clone(), self.copy_every))
    }

    /// Whether requests are on this machine only, as far as this program knows.
    pub fn has_no_copy(&self) -> bool {
        matches!(self.database(), Database::Sqlite(_)) && self.copies_to.is_none()
    }

    /// Base of the desk's links, without a slash at the end.
    pub fn desk_origin(&self) -> String {
        match &self.site_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => local_origin(self.desk_listen.unwrap_or(self.listen)),
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
        .filter(|(name, _)| name.starts_with(define::ENV_PREFIX))
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
mod checks_tests;
#[cfg(test)]
mod tests;
