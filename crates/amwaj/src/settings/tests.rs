//! Accepted settings, and the errors for mistyped ones.

use std::io::Write as _;

use super::*;

pub(super) type Env<'a> = &'a [(&'a str, &'a str)];

pub(super) const SITE: (&str, &str) = ("AMWAJ_SITE_URL", "https://www.amwaj.example");
pub(super) const LISTEN: (&str, &str) = ("AMWAJ_TLS_LISTEN", "127.0.0.1:443");
pub(super) const CONTACT: (&str, &str) = ("AMWAJ_ACME_CONTACT", "it@amwaj.example");

pub(super) fn load(toml: &str, env: Env) -> Result<Settings, Vec<SettingError>> {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(toml.as_bytes()).expect("written");
    let env: Vec<_> = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Settings::load(Some(file.path()), &env)
}

pub(super) fn right(env: Env) -> Settings {
    load("", env).expect("right")
}

/// The complaints, one a line.
pub(super) fn complaints(toml: &str, env: Env) -> String {
    let errors = load(toml, env).err().expect("something is wrong");
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn without_anything_set_the_defaults_hold() {
    let settings = right(&[]);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.database(), Database::Sqlite("var/amwaj.db".into()));
    assert_eq!(settings.mail_dir(), Path::new("var/mail"));
    assert!(settings.is_only_sender());
    let outbox = settings.outbox();
    assert_eq!((outbox.first_retry.as_secs(), outbox.max_retry.as_secs()), (60, 3600));
    assert_eq!(settings.mail().smtp_timeout.as_secs(), 20);
    assert!(!settings.production && settings.admin_listen.is_none() && settings.smtp_url.is_none());
    assert_eq!(settings.held_hours.map(|wait| wait.as_secs()), Some(24 * 3600));
    assert_eq!((settings.care().digest_at, settings.care().retention_days), (Some(480), None));
    assert_eq!(settings.weekly_at, Some(480));
    assert!(settings.tls().is_none() && settings.copies().is_none() && settings.webhook().is_none());
    assert_eq!(settings.public_origin(), None);
}

#[test]
fn proxies_of_private_networks_are_believed_unless_tls_is_in_the_binary() {
    let believed = |env, address: &str| {
        let address = address.parse().expect("an address");
        right(env).trusted_proxies.iter().any(|range| range.contains(address))
    };
    for (address, is_believed) in
        [("127.0.0.1", true), ("192.168.7.7", true), ("203.0.113.7", false), ("172.32.0.1", false)]
    {
        assert_eq!(believed(&[], address), is_believed, "{address}");
    }
    assert!(!believed(&[("AMWAJ_TRUSTED_PROXIES", "none")], "127.0.0.1"));
    let tls = [LISTEN, SITE, CONTACT];
    assert!(!believed(&tls, "127.0.0.1"), "visitors come without a proxy");
    let behind = [&tls[..], &[("AMWAJ_TRUSTED_PROXIES", "10.0.0.0/8")]].concat();
    assert!(believed(&behind, "10.0.0.1") && !believed(&behind, "127.0.0.1"));
}

#[test]
fn a_variable_wins_over_the_file_and_an_empty_one_counts_as_not_set() {
    let file = "listen = \"127.0.0.1:1\"\ndata_dir = \"a\"\noutbox_first_retry = 1";
    let env = [("AMWAJ_LISTEN", "[::1]:2"), ("AMWAJ_DATA_DIR", ""), ("PATH", "/bin")];
    let settings = load(file, &env).expect("right");
    assert_eq!(settings.listen.to_string(), "[::1]:2");
    assert_eq!(settings.data_dir, Path::new("a"));
    assert_eq!(settings.outbox_first_retry.as_secs(), 1);
}

#[test]
fn values_are_read_as_they_are_meant() {
    let seconds = |wait: Option<std::time::Duration>| wait.map(|wait| wait.as_secs());
    let held = |hours| seconds(right(&[("AMWAJ_HELD_HOURS", hours)]).held_hours);
    assert_eq!((held("0"), held("2")), (None, Some(7200)), "0 waits for a person");
    let digest = |text| right(&[("AMWAJ_DIGEST_AT", text)]).digest_at;
    assert_eq!((digest("08:00"), digest("23:59"), digest("off")), (Some(480), Some(1439), None));
    assert_eq!(load("retention_days = 365", &[]).expect("right").retention_days, Some(365));
    let contact = |text| right(&[("AMWAJ_SECURITY_CONTACT", text)]).security_contact;
    assert_eq!(contact("safe@amwaj.example").as_deref(), Some("mailto:safe@amwaj.example"));
    assert_eq!(contact("https://amwaj.example/safe").as_deref(), Some("https://amwaj.example/safe"));
    let origins = ("AMWAJ_CORS_ORIGINS", "https://App.example.com:443/, http://localhost:3000");
    let as_browsers_send_them =
        ["https://app.example.com", "http://localhost:3000"].map(String::from).to_vec();
    assert_eq!(right(&[origins]).cors_origins, Some(as_browsers_send_them));
    let indexnow = right(&[("AMWAJ_INDEXNOW_KEY", "3f9c2a7be1d04586"), SITE]).indexnow().expect("set");
    assert_eq!(indexnow.key, "3f9c2a7be1d04586");
    let secret = ("AMWAJ_WEBHOOK_SECRET", "0123456789abcdef");
    assert!(right(&[("AMWAJ_WEBHOOK_URL", "http://127.0.0.1:9/"), secret]).webhook().is_some());
    let public = |url| right(&[("AMWAJ_SITE_URL", url)]).public_origin();
    for own in
        ["http://127.0.0.1:8080", "https://[::1]", "http://localhost", "https://amwaj.local", "http://amwaj"]
    {
        assert_eq!(public(own), None, "{own}");
    }
    assert_eq!(public("https://www.Amwaj.example/").as_deref(), Some("https://www.amwaj.example"));
}

const LONG_KEY: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
/// Values that are refused. The last of each is in the first start, the others have one of their own.
const BAD: &[(&str, &[&str])] = &[
    ("listen", &["8080"]),
    ("admin_listen", &["localhost"]),
    ("tls_listen", &["443"]),
    ("tls_certificate", &["/no/such/file"]),
    ("tls_key", &["/no/such/file"]),
    ("tls_names", &["example.com, *.example.com"]),
    ("acme_contact", &["office"]),
    ("acme_directory", &["http://ca.example.com"]),
    ("acme_root", &["/no/such/file"]),
    ("desk_listen", &["off"]),
    ("site_url", &["https://amwaj.example/site", "example.com", "https://*.amwaj.example"]),
    ("security_contact", &["http://a.example/security"]),
    ("indexnow_key", &["1234567", "a key of mine", "12345678.txt", LONG_KEY, "too/short"]),
    ("indexnow_endpoint", &["http://api.example.com"]),
    (
        "cors_origins",
        &[
            "*",
            "null",
            "app.example.com",
            "https://a.example/path",
            "https://a.example,",
            "https://a.example, *",
            "https://*.a.example",
        ],
    ),
    ("production", &["yes"]),
    ("allow_samples", &["1"]),
    ("trusted_proxies", &["proxy"]),
    ("database_url", &["mysql://x"]),
    ("journal", &["on"]),
    ("copies_to", &["s3:///dubai", "backup"]),
    ("copy_every", &["0"]),
    ("copies_s3_endpoint", &["http://s3.example.com"]),
    ("content_dir", &["/no/such/folder"]),
    ("web_dir", &["/no/such/folder"]),
    ("smtp_url", &["http://mail"]),
    ("mail_to", &["office"]),
    ("mail_from", &["a@b, c@d"]),
    ("dkim_selector", &["google, selector1"]),
    ("silence_hours", &["a week"]),
    ("canary_every", &["5"]),
    ("outbox_first_retry", &["0", "3601", "-1"]),
    ("webhook_url", &["http://crm.example.com/leads"]),
    ("digest_at", &["8", "08:60", "eight", "-1:00", "24:00"]),
    ("weekly_at", &["Monday", "24:00", "Monday 08:00"]),
    ("retention_days", &["29"]),
    ("held_hours", &["-1", "721", "a day"]),
    ("log", &["amwaj=loud"]),
    ("log_format", &["xml"]),
];

#[test]
fn every_bad_value_is_named_at_once_with_what_would_be_right() {
    let variable = |key: &str| format!("AMWAJ_{}", key.to_uppercase());
    let expected = |key: &str, value: &str| {
        let field = FIELDS.iter().find(|field| field.key == key).expect("a setting");
        format!("{} is `{value}`: {}\n", variable(key), field.wanted)
    };
    for (key, values) in BAD {
        for value in *values {
            assert_eq!(complaints("", &[(&variable(key), value)]), expected(key, value));
        }
    }
    let last = || BAD.iter().filter_map(|(key, values)| Some((*key, *values.last()?)));
    let toml: String = last().map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    let env: Vec<_> = last().map(|(key, value)| (variable(key), value)).collect();
    let env: Vec<_> = env.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let all: String = last().map(|(key, value)| expected(key, value)).collect();
    assert_eq!(complaints("", &env), all);
    let told = complaints(&toml, &[]);
    assert!(
        told.starts_with("`listen` in /") && told.contains(" is `8080`: must be an IP address"),
        "{told}"
    );
    assert_eq!(told.lines().count(), BAD.len(), "{told}");
    assert!(complaints("listen = [1]", &[]).contains(": must be an IP address and a port"));
    let hidden = [("AMWAJ_COPIES_KEY", "AGE-SECRET-KEY-1"), ("AMWAJ_WEBHOOK_SECRET", "hunter2")];
    let told = complaints("", &hidden);
    assert!(told.contains("AMWAJ_COPIES_KEY is `(hidden)`: must be one or more public keys"), "{told}");
    assert!(told.contains("AMWAJ_WEBHOOK_SECRET is `(hidden)`: must be at least 16"), "{told}");
}

#[test]
fn a_name_that_does_not_exist_is_an_error_with_the_nearest_one() {
    let told = complaints("lisen = \"x\"\nzzzzzzzzzzzz = 1", &[("AMWAJ_MAILTO", "a@b.c")]);
    assert!(told.contains("`lisen`") && told.contains("did you mean listen?"), "{told}");
    assert!(told.contains("AMWAJ_MAILTO: there is no such setting; did you mean AMWAJ_MAIL_TO?"));
    assert!(told.contains("there is no such setting; `amwaj settings` lists all"), "{told}");
}

#[test]
fn no_complaint_shows_a_password() {
    let env = [
        ("AMWAJ_DATABASE_URL", "postgres://amwaj:hunter2@ db/x"),
        ("AMWAJ_SMTP_URL", "smtp://amwaj:hunter2@mail:port"),
        ("AMWAJ_SITE_URL", "ftp://amwaj:hunter2@example.com"),
    ];
    assert!(!complaints("", &env).contains("hunter2"));
    assert!(!complaints("smtp_url = \"hunter2", &env).contains("hunter2"));
    let shared = right(&[("AMWAJ_DATABASE_URL", "postgres://amwaj:hunter2@db/x")]);
    assert!(!format!("{:?}", shared.database()).contains("hunter2"));
    assert!(!shared.is_only_sender(), "other nodes may send from the same PostgreSQL");
}

#[test]
fn several_database_servers_need_something_in_front_of_them() {
    for url in ["postgres://amwaj:hunter2@a,b/x", "postgres://amwaj:hunter2@a:1,b:2/x?sslmode=require"] {
        let told = complaints("", &[("AMWAJ_DATABASE_URL", url)]);
        assert!(told.contains("put HAProxy or PgBouncer in front"), "{told}");
        assert!(told.lines().count() == 1 && !told.contains("hunter2"), "{told}");
    }
}

#[test]
fn a_file_that_is_missing_or_no_toml_is_named() {
    let errors = Settings::load(Some(Path::new("/no/such.toml")), &[]).err().expect("missing");
    assert!(errors[0].to_string().contains("/no/such.toml: the settings file cannot be read"));
    assert!(complaints("listen = 1\nlisten", &[]).contains("line 2 is not TOML"));
}

#[test]
fn the_example_file_is_what_the_table_gives_and_right_with_every_line_on() {
    let example = example_file(FIELDS);
    let told =
        "amwaj.example.toml differs from the table: `target/release/amwaj settings > amwaj.example.toml`";
    assert!(example == include_str!("../../../../amwaj.example.toml"), "{told}");
    // Folders and files are not here.
    let absent = ["_dir = ", "tls_certificate = ", "tls_key = ", "acme_root = "];
    let is_set = |line: &&str| line.contains(" = ") && !absent.iter().any(|name| line.contains(name));
    let on: Vec<&str> = example.lines().filter(is_set).map(|line| line.trim_start_matches("# ")).collect();
    assert_eq!(on.len(), FIELDS.len() - 6, "{on:#?}");
    // Copies are for SQLite, and the example's database is the other one.
    load(&on.join("\n"), &[("AMWAJ_DATABASE_URL", "sqlite://amwaj.db")])
        .map(drop)
        .expect("the example is right");
}
