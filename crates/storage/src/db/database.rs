//! Which database the site uses: a SQLite file or a PostgreSQL server, as `AMWAJ_DATABASE_URL` says.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use base::text::without_password;
use url::Url;

/// The database that a URL names.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A file; created where it is missing.
    Sqlite(PathBuf),
    /// A `postgres://` URL, with the password.
    Postgres(String),
}

/// The use of a SQLite file.
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
    /// Whether a URL names several hosts, as libpq understands them: `postgres://a:5432,b/name`, or `?host=a,b`.
    fn names_several_hosts(url: &str) -> bool {
        let Some((_, rest)) = url.split_once("://").filter(|(scheme, _)| is_postgres(scheme)) else {
            return false;
        };
        let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
        let authority = address.split('/').next().unwrap_or_default();
        let hosts = authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts);
        let are_several = |(name, value): (Cow<str>, Cow<str>)| {
            matches!(&*name, "host" | "hostaddr" | "port") && value.contains(',')
        };
        hosts.contains(',') || url::form_urlencoded::parse(query.as_bytes()).any(are_several)
    }

    /// Parses `sqlite://path/to/file.db` or `postgres://user:password@host/name`.
    pub fn from_url(url: &str) -> Option<Self> {
        if url.split_once("://").is_some_and(|(scheme, _)| is_postgres(scheme)) {
            let is_usable = Url::parse(url).is_ok() && !Self::names_several_hosts(url);
            return is_usable.then(|| Database::Postgres(url.to_owned()));
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

fn is_postgres(scheme: &str) -> bool {
    matches!(scheme, "postgres" | "postgresql")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_several_hosts_is_recognised_and_no_database() {
        for several in [
            "postgres://u:p@a:1,b,[::1]:3/d?sslmode=require",
            "postgresql://a,b/d",
            "postgres://a,/d",
            "postgres://u@/d?host=a,b",
            "postgres://a/d?port=1%2C2",
        ] {
            assert!(Database::names_several_hosts(several), "{several}");
            assert_eq!(Database::from_url(several), None, "{several}");
        }
        for one in [
            "postgres://a/d",
            "postgres://u:p,q@a:5432/d",
            "postgres://[::1]:3/d",
            "postgres:///d?host=/run/postgresql",
            "postgres://a/d?options=-c%20search_path%3Da,b",
        ] {
            assert!(!Database::names_several_hosts(one), "{one}");
            assert_eq!(Database::from_url(one), Some(Database::Postgres(one.to_owned())));
        }
        assert!(!Database::names_several_hosts("sqlite://a,b.db"));
    }
}
