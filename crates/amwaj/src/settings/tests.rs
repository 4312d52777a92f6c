//! What settings take, and what someone who mistyped one is told.

use std::io::Write;

use super::*;

pub(super) fn load(toml: &str, env: &[(&str, &str)]) -> Result<Settings, Vec<SettingError>> {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(toml.as_bytes()).expect("written");
    let env: Vec<_> = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Settings::load(Some(file.path()), &env)
}

/// The complaints, one a line.
pub(super) fn complaints(toml: &str, env: &[(&str, &str)]) -> String {
    let errors = load(toml, env).expect_err("something is wrong");
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn without_anything_set_the_defaults_hold() {
    let settings = load("", &[]).expect("defaults are right");
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.database, Database::Sqlite("var/amwaj.db".into()));
    assert_eq!(settings.mail_dir(), Path::new("var/mail"));
    assert!(settings.is_only_sender());
    assert_eq!(settings.outbox.first_retry.as_secs(), 60);
    assert_eq!(settings.outbox.max_retry.as_secs(), 3600);
    assert_eq!(settings.mail.smtp_timeout.as_secs(), 20);
    assert!(!settings.production && settings.admin_listen.is_none());
    assert_eq!(settings.held_for.map(|wait| wait.as_secs()), Some(24 * 3600));
    assert!(settings.mail.smtp_url.is_none());
    let believed = |address: &str| {
        let address = address.parse().expect("an address");
        settings.trusted_proxies.iter().any(|range| range.contains(address))
    };
    assert!(
        believed("127.0.0.1")
            && believed("192.168.7.7")
            && !believed("203.0.113.7")
            && !believed("172.32.0.1")
    );
    let none = load("", &[("AMWAJ_TRUSTED_PROXIES", "none")]).expect("settings");
    assert!(none.trusted_proxies.is_empty());
}

#[test]
fn a_variable_wins_over_the_file_and_an_empty_one_counts_as_not_set() {
    let file = "listen = \"127.0.0.1:1\"\ndata_dir = \"a\"\noutbox_first_retry = 1";
    let env = [("AMWAJ_LISTEN", "[::1]:2"), ("AMWAJ_DATA_DIR", ""), ("PATH", "/bin")];
    let settings = load(file, &env).expect("right");
    assert_eq!(settings.listen.to_string(), "[::1]:2");
    assert_eq!(settings.data_dir, Path::new("a"));
    assert_eq!(settings.outbox.first_retry.as_secs(), 1);
}

#[test]
fn held_requests_wait_for_a_person_where_the_hours_are_none() {
    let wait = |hours| load("", &[("AMWAJ_HELD_HOURS", hours)]).expect("right").held_for;
    assert_eq!((wait("0"), wait("2").map(|wait| wait.as_secs())), (None, Some(7200)));
    for wrong in ["-1", "721", "a day"] {
        assert!(complaints("", &[("AMWAJ_HELD_HOURS", wrong)]).contains("hours from 0 to 720"));
    }
}

#[test]
fn origins_are_read_as_browsers_send_them() {
    let env = [("AMWAJ_CORS_ORIGINS", "https://App.example.com:443/, http://localhost:3000")];
    let settings = load("", &env).expect("right");
    assert_eq!(settings.cors_origins, ["https://app.example.com", "http://localhost:3000"]);
    for wrong in ["*", "null", "app.example.com", "https://a.example/path", "https://a.example,"] {
        assert!(complaints("", &[("AMWAJ_CORS_ORIGINS", wrong)]).contains("must be one or more origins"));
    }
}

#[test]
fn only_a_name_that_anybody_can_look_up_is_a_public_address() {
    let public = |url| load("", &[("AMWAJ_SITE_URL", url)]).expect("right").public_origin();
    assert_eq!(load("", &[]).expect("right").public_origin(), None);
    for own in
        ["http://127.0.0.1:8080", "https://[::1]", "http://localhost", "https://amwaj.local", "http://amwaj"]
    {
        assert_eq!(public(own), None, "{own}");
    }
    assert_eq!(public("https://www.Amwaj.example/").as_deref(), Some("https://www.amwaj.example"));
}

#[test]
fn a_site_for_real_visitors_needs_a_public_https_address() {
    let told = |url| complaints("", &[("AMWAJ_PRODUCTION", "true"), ("AMWAJ_SITE_URL", url)]);
    assert!(
        told("http://amwaj.example")
            .contains("AMWAJ_SITE_URL is `http://amwaj.example`: must start with https://")
    );
    for own in ["https://localhost", "https://203.0.113.7", "https://[2001:db8::1]"] {
        assert!(told(own).contains("must be a name that visitors can look up"), "{own}");
    }
    assert!(told("https://amwaj.example/site").contains("without a path"));
    assert!(!told("https://amwaj.example").contains("SITE_URL"));
}

#[test]
fn search_engines_are_told_with_a_key_of_the_right_form_and_of_a_public_address_only() {
    let key = ("AMWAJ_INDEXNOW_KEY", "3f9c2a7be1d04586");
    let site = ("AMWAJ_SITE_URL", "https://amwaj.example");
    let settings = load("", &[key, site]).expect("right").indexnow.expect("set");
    assert_eq!(
        (settings.key.as_str(), settings.endpoint.as_str()),
        (key.1, "https://api.indexnow.org/indexnow")
    );
    assert!(complaints("", &[key]).contains("can only be used with a public site_url"));
    let long = "a".repeat(129);
    for wrong in ["1234567", "a key of mine", "12345678.txt", long.as_str()] {
        let told = complaints("", &[("AMWAJ_INDEXNOW_KEY", wrong), site]);
        assert!(told.contains("must be 8 to 128 letters from a to z, digits and dashes"), "{wrong}: {told}");
    }
    let contact = |text| load("", &[("AMWAJ_SECURITY_CONTACT", text)]).expect("right").security_contact;
    assert_eq!(contact("safe@amwaj.example").as_deref(), Some("mailto:safe@amwaj.example"));
    assert_eq!(contact("https://amwaj.example/safe").as_deref(), Some("https://amwaj.example/safe"));
}

#[test]
fn every_bad_value_is_named_at_once_with_what_would_be_right() {
    let env = [
        ("AMWAJ_LISTEN", "8080"),
        ("AMWAJ_ADMIN_LISTEN", "localhost"),
        ("AMWAJ_TLS_LISTEN", "443"),
        ("AMWAJ_TLS_CERTIFICATE", "/no/such/file"),
        ("AMWAJ_TLS_KEY", "/no/such/file"),
        ("AMWAJ_TLS_NAMES", "example.com, *.example.com"),
        ("AMWAJ_ACME_CONTACT", "office"),
        ("AMWAJ_ACME_DIRECTORY", "http://ca.example.com"),
        ("AMWAJ_ACME_ROOT", "/no/such/file"),
        ("AMWAJ_SITE_URL", "example.com"),
        ("AMWAJ_SECURITY_CONTACT", "http://a.example/security"),
        ("AMWAJ_INDEXNOW_KEY", "too/short"),
        ("AMWAJ_INDEXNOW_ENDPOINT", "http://api.example.com"),
        ("AMWAJ_CORS_ORIGINS", "https://a.example, *"),
        ("AMWAJ_PRODUCTION", "yes"),
        ("AMWAJ_TRUSTED_PROXIES", "proxy"),
        ("AMWAJ_MAX_CONNECTIONS", "63"),
        ("AMWAJ_MAX_CONNECTIONS_PER_ADDRESS", "many"),
        ("AMWAJ_DATABASE_URL", "mysql://x"),
        ("AMWAJ_CONTENT_DIR", "/no/such/folder"),
        ("AMWAJ_WEB_DIR", "/no/such/folder"),
        ("AMWAJ_SMTP_URL", "http://mail"),
        ("AMWAJ_SMTP_TIMEOUT", "0"),
        ("AMWAJ_MAIL_TO", "office"),
        ("AMWAJ_MAIL_FROM", "a@b, c@d"),
        ("AMWAJ_SILENCE_HOURS", "a week"),
        ("AMWAJ_CANARY_EVERY", "5"),
        ("AMWAJ_CANARY_MAIL_TO", "nobody"),
        ("AMWAJ_OUTBOX_FIRST_RETRY", "-1"),
        ("AMWAJ_OUTBOX_MAX_RETRY", "1h"),
        ("AMWAJ_WEBHOOK_URL", "http://crm.example.com/leads"),
        ("AMWAJ_DIGEST_AT", "24:00"),
        ("AMWAJ_RETENTION_DAYS", "29"),
        ("AMWAJ_LOG", "amwaj=loud"),
        ("AMWAJ_LOG_FORMAT", "xml"),
    ];
    let told = complaints("", &env);
    for (name, value) in env {
        assert!(told.contains(&format!("{name} is `{value}`: must be")), "{name} in:\n{told}");
    }
    assert_eq!(told.lines().count(), env.len(), "{told}");
}

#[test]
fn a_name_that_does_not_exist_is_an_error_with_the_nearest_one() {
    let told = complaints("lisen = \"x\"\nzzzzzzzzzzzz = 1", &[("AMWAJ_MAILTO", "a@b.c")]);
    assert!(told.contains("`lisen`") && told.contains("did you mean listen?"), "{told}");
    assert!(told.contains("AMWAJ_MAILTO: there is no such setting; did you mean AMWAJ_MAIL_TO?"));
    assert!(told.contains("see amwaj.example.toml"), "{told}");
}

#[test]
fn no_complaint_and_no_log_shows_a_password() {
    let env = [
        ("AMWAJ_DATABASE_URL", "postgres://amwaj:hunter2@ db/x"),
        ("AMWAJ_SMTP_URL", "smtp://amwaj:hunter2@mail:port"),
        ("AMWAJ_SITE_URL", "ftp://amwaj:hunter2@example.com"),
    ];
    assert!(!complaints("smtp_url = \"hunter2", &env).contains("hunter2"));
    let env = [
        ("AMWAJ_DATABASE_URL", "postgres://amwaj:hunter2@db/x"),
        ("AMWAJ_SMTP_URL", "smtps://amwaj:hunter2@mail"),
        ("AMWAJ_MAIL_TO", "a@example.com"),
        ("AMWAJ_MAIL_FROM", "b@example.com"),
    ];
    let settings = load("", &env).expect("right");
    assert!(!format!("{settings:?}").contains("hunter2"));
    assert!(!settings.is_only_sender(), "other nodes may send from the same PostgreSQL");
}

#[test]
fn production_does_not_start_without_mail_and_a_safe_address() {
    let told = complaints("production = true", &[]);
    for name in ["AMWAJ_SMTP_URL", "AMWAJ_MAIL_TO", "AMWAJ_MAIL_FROM", "AMWAJ_SITE_URL"] {
        assert!(told.contains(&format!("{name}: must be set")), "{told}");
    }
    let ready = "production = true\nsmtp_url = \"smtps://u:p@mail.example.com\"\n\
                 mail_to = [\"a@example.com\", \"b@example.com\"]\nmail_from = \"c@example.com\"\n";
    let told = complaints(ready, &[("AMWAJ_SITE_URL", "http://example.com")]);
    assert!(told.contains("must start with https://"), "{told}");
    let settings = load(ready, &[("AMWAJ_SITE_URL", "https://example.com")]).expect("ready");
    assert_eq!(settings.mail.to.len(), 2);
    let clear =
        [("AMWAJ_SITE_URL", "https://example.com"), ("AMWAJ_SMTP_URL", "smtp://u:p@mail.example.com:587")];
    assert!(complaints(ready, &clear).contains("?tls=required"));
    let clear = ("AMWAJ_DATABASE_URL", "postgres://db.example.com/amwaj");
    let told = complaints(ready, &[("AMWAJ_SITE_URL", "https://example.com"), clear]);
    assert!(told.contains("to another machine in the clear: add ?sslmode=require"), "{told}");
    assert!(load("", &[clear]).is_ok(), "on a desk it may");
}

#[test]
fn a_mail_server_needs_someone_to_send_from_and_to() {
    let told = complaints("smtp_url = \"smtp://127.0.0.1:2525\"", &[]);
    assert!(told.contains("AMWAJ_MAIL_TO") && told.contains("AMWAJ_MAIL_FROM"), "{told}");
}

#[test]
fn a_webhook_needs_a_secret_that_is_never_shown() {
    let url = ("AMWAJ_WEBHOOK_URL", "https://crm.example.com/hooks/hunter2");
    let told = complaints("", &[url]);
    assert!(told.contains("AMWAJ_WEBHOOK_SECRET: must be set where a webhook is set"), "{told}");
    let told = complaints("", &[url, ("AMWAJ_WEBHOOK_SECRET", "hunter2")]);
    assert!(told.contains("AMWAJ_WEBHOOK_SECRET is `(hidden)`: must be at least 16"), "{told}");
    let settings = load("", &[url, ("AMWAJ_WEBHOOK_SECRET", "hunter2hunter2hunter2")]).expect("right");
    assert_eq!(settings.webhook.as_ref().expect("a webhook").url.as_str(), url.1);
    assert!(!format!("{settings:?}").contains("hunter2"));
    let local = [("AMWAJ_WEBHOOK_URL", "http://127.0.0.1:9/"), ("AMWAJ_WEBHOOK_SECRET", "0123456789abcdef")];
    assert!(load("", &local).expect("right").webhook.is_some());
}

#[test]
fn the_daily_mail_comes_at_a_time_of_day_or_not_at_all() {
    let at = |text| load("", &[("AMWAJ_DIGEST_AT", text)]).map(|settings| settings.care.digest_at);
    assert_eq!((at("08:00"), at("23:59"), at("off")), (Ok(Some(480)), Ok(Some(1439)), Ok(None)));
    assert_eq!(at(""), Ok(Some(480)), "the default");
    for wrong in ["8", "08:60", "eight", "-1:00"] {
        assert!(at(wrong).is_err(), "{wrong}");
    }
    assert_eq!(load("retention_days = 365", &[]).expect("right").care.retention_days, Some(365));
}

#[test]
fn a_file_that_is_missing_or_no_toml_is_named() {
    let errors = Settings::load(Some(Path::new("/no/such.toml")), &[]).expect_err("missing");
    assert!(errors[0].to_string().contains("/no/such.toml: the settings file cannot be read"));
    assert!(complaints("listen = 1\nlisten", &[]).contains("line 2 is not TOML"));
}

#[test]
fn the_example_file_documents_every_setting_with_its_default_and_variable() {
    let example = include_str!("../../../../amwaj.example.toml");
    let mut shown = Vec::new();
    for field in FIELDS {
        let line = example
            .lines()
            .find(|line| line.starts_with(&format!("# {} = ", field.key)))
            .unwrap_or_else(|| panic!("{} is not in the example", field.key));
        let default = if field.default.is_empty() { "not set" } else { field.default };
        let head = format!("# Default: {default}. Variable: {}", field.env());
        assert!(example.lines().any(|line| line == head), "{head}");
        let value: toml::Table = line[2..].parse().expect("TOML");
        if !field.default.is_empty() {
            let text = serde_json::to_string(&value[field.key]).expect("JSON");
            assert_eq!(text.trim_matches('"'), field.default);
        }
        shown.push(line[2..].to_owned());
    }
    let assigned = example.lines().filter(|line| line.contains(" = ")).count();
    assert_eq!(assigned, FIELDS.len(), "the example shows settings that do not exist");
    // The example with every line on is itself right, but for the folders and files, which are not here.
    let absent = ["_dir = ", "tls_certificate = ", "tls_key = ", "acme_root = "];
    let is_here = |line: &&String| !absent.iter().any(|name| line.contains(name));
    let on: Vec<&String> = shown.iter().filter(is_here).collect();
    let toml: String = on.iter().map(|line| format!("{line}\n")).collect();
    // Copies are for SQLite, and the example's database is the other one.
    load(&toml, &[("AMWAJ_DATABASE_URL", "sqlite://amwaj.db")]).expect("the example is right");
}
