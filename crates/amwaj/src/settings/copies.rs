//! Where copies of a SQLite database go, and who can open them.

use std::path::PathBuf;
use std::time::Duration;

use copies::{CopiesSettings, Destination, S3, S3Settings};
use url::Url;

use crate::settings::transport::safe_url;
use crate::settings::values::Values;
use storage::db::Database;

/// What stands in `copies_to`.
enum To {
    Folder(PathBuf),
    S3 { bucket: String, prefix: String },
}

/// Nothing where none are set, or not all of them are right.
pub(super) fn copies(values: &mut Values, database: Option<&Database>) -> Option<CopiesSettings> {
    let to = values.get("copies_to", destination);
    let keys = values.get("copies_key", |text| {
        text.split(',').map(|key| copies::public_key(key.trim())).collect::<Option<Vec<_>>>()
    });
    let every = values.get("copy_every", |text| {
        let minutes = text.parse::<u64>().ok().filter(|minutes| (1..=1_440).contains(minutes))?;
        Some(Duration::from_secs(minutes * 60))
    });
    let bucket = bucket(values);
    let to = to?;
    if matches!(database, Some(Database::Postgres(_))) {
        let problem = "is for SQLite; PostgreSQL is copied by pgBackRest or pg_dump, see docs/operations.md";
        values.wrong("copies_to", problem);
    }
    if !values.is_set("copies_key") {
        let problem =
            "must be set where copies_to is: `amwaj copies key FILE` makes a key, and says its public half";
        values.wrong("copies_key", problem);
    }
    let place = match to {
        To::Folder(folder) => Destination::Folder(folder),
        To::S3 { bucket: name, prefix } => {
            for key in ["copies_s3_key_id", "copies_s3_secret"] {
                if !values.is_set(key) {
                    values.wrong(key, "must be set where copies_to is a bucket");
                }
            }
            Destination::S3(Box::new(S3::new(&S3Settings { bucket: name, prefix, ..bucket? })?))
        }
    };
    Some(CopiesSettings { destination: place, owner: keys?, every: every? })
}

/// `/mnt/backup/amwaj`, or `s3://bucket/prefix`.
fn destination(text: &str) -> Option<To> {
    let Some(rest) = text.strip_prefix("s3://") else {
        return Some(PathBuf::from(text)).filter(|folder| folder.is_absolute()).map(To::Folder);
    };
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_name = !bucket.is_empty() && bucket.bytes().all(fits);
    let prefix = prefix.trim_end_matches('/');
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
    is_name.then(|| To::S3 { bucket: bucket.to_owned(), prefix })
}

/// Everything of a bucket but its name.
fn bucket(values: &mut Values) -> Option<S3Settings> {
    let region = values.get("copies_s3_region", |text| Some(text.to_owned()));
    let endpoint = values.get("copies_s3_endpoint", safe_url);
    let [key_id, secret] =
        ["copies_s3_key_id", "copies_s3_secret"].map(|key| values.get(key, |text| Some(text.to_owned())));
    let region = region?;
    let of_amazon = || Url::parse(&format!("https://s3.{region}.amazonaws.com")).ok();
    let endpoint = endpoint.or_else(of_amazon)?;
    let (bucket, prefix) = (String::new(), String::new());
    Some(S3Settings { endpoint, region, bucket, prefix, key_id: key_id?, secret: secret? })
}
