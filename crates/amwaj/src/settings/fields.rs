//! The list of settings: name, default and meaning of each, once.

/// All variables start with this; the rest is the file's name for it in capitals.
pub const ENV_PREFIX: &str = "AMWAJ_";
/// Variables of the test suite, which are no settings.
pub const ENV_TEST_PREFIX: &str = "AMWAJ_TEST_";

/// One setting.
#[derive(Debug)]
pub struct FieldSpec {
    /// Its name in the settings file.
    pub key: &'static str,
    /// What holds where it is not set, as it would be written; empty for "not set".
    pub default: &'static str,
    /// What a value that is wrong is told.
    pub wanted: &'static str,
}

impl FieldSpec {
    /// Its environment variable.
    pub fn env(&self) -> String {
        format!("{ENV_PREFIX}{}", self.key.to_uppercase())
    }
}

const fn field(key: &'static str, default: &'static str, wanted: &'static str) -> FieldSpec {
    FieldSpec { key, default, wanted }
}

/// Every setting, in the order of `amwaj.example.toml`.
pub const FIELDS: &[FieldSpec] = &[
    field("listen", "127.0.0.1:8080", "must be an IP address and a port, such as 127.0.0.1:8080"),
    field("admin_listen", "", "must be an IP address and a port, such as 127.0.0.1:9090, or be left out"),
    field("tls_listen", "", "must be an IP address and a port, such as 0.0.0.0:443, or be left out"),
    field("tls_certificate", "", "must be a file that exists"),
    field("tls_key", "", "must be a file that exists"),
    field("tls_names", "", "must be one or more names, such as example.com, separated by commas"),
    field("acme_contact", "", "must be one mail address"),
    field("acme_directory", "https://acme-v02.api.letsencrypt.org/directory", "must be an https address"),
    field("acme_root", "", "must be a file that exists"),
    field("desk", "true", "must be true or false"),
    field("desk_listen", "", "must be an IP address and a port, such as 10.0.0.5:8443, or be left out"),
    field("site_url", "", "must be the address of the site without a path, such as https://example.com"),
    field("security_contact", "", "must be a mail address, or an https address of a page"),
    field("indexnow_key", "", "must be 8 to 128 letters from a to z, digits and dashes"),
    field(
        "indexnow_endpoint",
        "https://api.indexnow.org/indexnow",
        "must be an https address, or an http address of this machine",
    ),
    field(
        "cors_origins",
        "",
        "must be one or more origins, such as https://app.example.com, separated by commas",
    ),
    field("production", "false", "must be true or false"),
    field("allow_samples", "false", "must be true or false"),
    field(
        "trusted_proxies",
        "127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7",
        "must be IP addresses or ranges, such as 10.0.0.0/8, separated by commas, or none",
    ),
    field("max_connections", "4096", "must be a whole number from 64 to 1000000"),
    field("max_connections_per_address", "256", "must be a whole number from 8 to 1000000"),
    field("data_dir", "var", "must be a folder"),
    field(
        "database_url",
        "",
        "must be sqlite://path/to/file.db or postgres://user:password@host/database; several hosts: a:5432,b:5432",
    ),
    field("journal", "false", "must be true or false"),
    field("copies_to", "", "must be the full path of a folder, or s3://bucket/folder"),
    field("copies_key", "", "must be one or more public keys, which begin with age1, separated by commas"),
    field("copy_every", "15", "must be a whole number of minutes from 1 to 1440"),
    field("copies_s3_endpoint", "", "must be an https address, or an http address of this machine"),
    field("copies_s3_region", "us-east-1", "must be the name of a region"),
    field("copies_s3_key_id", "", "must be the id of an access key"),
    field("copies_s3_secret", "", "must be the secret of that access key"),
    field("content_dir", "", "must be a folder that exists"),
    field("web_dir", "", "must be a folder that exists"),
    field(
        "smtp_url",
        "",
        "must be smtps://user:password@host, or smtp://user:password@host:587?tls=required",
    ),
    field("smtp_timeout", "20", "must be a whole number of seconds from 1 to 300"),
    field("mail_to", "", "must be one or more mail addresses, separated by commas"),
    field("mail_from", "", "must be one mail address of the company's own domain"),
    field("dkim_selector", "", "must be one word, such as google or selector1"),
    field("silence_hours", "72", "must be a whole number of hours from 0 to 8760"),
    field("canary_every", "0", "must be 0 or a whole number of minutes from 6 to 1440"),
    field("canary_mail_to", "", "must be one mail address"),
    field("outbox_first_retry", "60", "must be a whole number of seconds from 1 to 86400"),
    field("outbox_max_retry", "3600", "must be a whole number of seconds from 1 to 86400"),
    field("webhook_url", "", "must be an https address, or an http address of this machine"),
    field("webhook_secret", "", "must be at least 16 characters that nobody can guess"),
    field("digest_at", "08:00", "must be a time of day in Dubai, such as 08:00, or off"),
    field("retention_days", "", "must be a whole number of days from 30 to 36500, or be left out"),
    field("held_hours", "24", "must be a whole number of hours from 0 to 720"),
    field("log", "info", "must be a log filter, such as info or amwaj=debug,warn"),
    field("log_format", "text", "must be text or json"),
];
