//! Which database the site uses: a SQLite file or a PostgreSQL server, as `AMWAJ_DATABASE_URL` says.

use std::fmt;
use std::path::PathBuf;

use base::text::without_password;

use crate::db::hosts;

/// The database that a URL names.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A file; created where it is missing.
    Sqlite(PathBuf),
    /// A `postgres://` URL, with the password; perhaps of several servers: see [`crate::db::hosts`].
    Postgres(String),
}

/// What a SQLite file is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileUse {
    /// The site's database.
    Main,
    /// A second file with the same tables, for rows that wait for the database.
    Spool,
    /// A spool that has no name yet, and is thrown away after a crash.
    Draft,
}

impl Database {
    /// Whether it is one of several servers, of which one takes writes.
    pub fn has_standbys(&self) -> bool {
        matches!(self, Database::Postgres(url) if hosts::split(url).is_some_and(|urls| urls.len() > 1))
    }

    /// Parses `sqlite://path/to/file.db`, `postgres://user:password@host/name`, or the latter with several hosts.
    pub fn from_url(url: &str) -> Option<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return hosts::split(url).map(|_| Database::Postgres(url.to_owned()));
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
            Database::Postgres(url) => {
                let urls = hosts::split(url).unwrap_or_default();
                let shown: Vec<String> = urls.iter().map(|url| without_password(url)).collect();
                f.write_str(&shown.join(" or "))
            }
        }
    }
}
