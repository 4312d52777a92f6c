//! The table of settings. Parsing, error messages, `amwaj settings` and `amwaj.example.toml` come from it; `define.rs`
//! says how an entry is written.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use lettre::message::Mailbox;
use url::Url;

use crate::settings::define::{FieldSpec, FieldValue, settings};
use crate::settings::parse::*;
use crate::settings::transport::safe_url;
use crate::settings::values::Values;
use crate::settings::{CopiesPlace, LogFormat};
use base::ip_range::IpRange;
use copies::PublicKey;
use edge::security_headers::Hsts;
use storage::db::Database;

settings! {
    /// The IP address and port the site listens on, for browsers or for the reverse proxy in front.
    listen: SocketAddr = Default("127.0.0.1:8080"), parsed, "must be an IP address and a port, such as 127.0.0.1:8080";

    /// The IP address and port of the admin listener: /metrics, and /healthz in detail. If not set, there is none. Keep
    /// it private: it has no login.
    admin_listen: SocketAddr = Example("127.0.0.1:9090"), parsed,
        "must be an IP address and a port, such as 127.0.0.1:9090, or be left out";

    /// The IP address and port for https, where no proxy does TLS: the server then speaks TLS 1.2 and 1.3 with HTTP/2
    /// and HTTP/1.1, and `listen` (set it to 0.0.0.0:80) only leads there, as soon as there is a certificate. Needs an
    /// https site_url, and the certificate: either the two files of your own below, or acme_contact for one from a
    /// certificate authority.
    tls_listen: SocketAddr = Example("0.0.0.0:443"), parsed,
        "must be an IP address and a port, such as 0.0.0.0:443, or be left out";

    /// Your own certificate: a PEM file with the site's certificate first, then the chain up to the authority. It and
    /// its key are read again when they change, without a restart; a pair that can't be used is reported, and the one
    /// before goes on.
    tls_certificate: PathBuf = Example("/etc/ssl/example.com/chain.pem"), file, "must be a file that exists";

    /// The certificate's private key, a PEM file that only the server's user may read (chmod 600).
    tls_key: PathBuf = Example("/etc/ssl/example.com/key.pem"), file, "must be a file that exists";

    /// More names for the certificate, besides the host of site_url. Each must lead to this server in the DNS.
    tls_names: Vec<String> = Example("example.com, shop.example.com"), |text| list(text, host_name),
        "must be one or more names, such as example.com, separated by commas";

    /// A mail address of yours, for the certificate authority. With it, and without files of your own, the server gets
    /// its certificate from the authority and renews it when a third of its life is left (ACME, challenge tls-alpn-01:
    /// the authority must reach tls_listen at port 443 of each name). By setting it you accept the authority's terms.
    /// The certificate and its key are kept in data_dir/tls/.
    acme_contact: String = Example("it@example.com"), mail_address, "must be one mail address";

    /// The certificate authority's ACME directory: Let's Encrypt, or any other.
    acme_directory: String = Default("https://acme-v02.api.letsencrypt.org/directory"), https, "must be an https address";

    /// A PEM file with the root certificate of the authority's own https address, where that isn't a public one: a
    /// company's own authority, or a test server.
    acme_root: Vec<u8> = Example("/etc/ssl/company-root.pem"), content, "must be a file that exists";

    /// The IP address and port of a listener of the desk's own, such as one in the company's private network: then the
    /// site's address has no desk. If not set, the desk, the staff's side in the browser, is at /desk/ below the site's
    /// address; nobody gets in without an invitation (amwaj staff invite). Passkeys and the sign-in cookie need https
    /// with a host name in front of it, or localhost.
    desk_listen: SocketAddr = Example("10.0.0.5:8443"), parsed,
        "must be an IP address and a port, such as 10.0.0.5:8443, or be left out";

    /// The public address of the site, without a path. If it isn't set, or points to this machine, search engines are
    /// kept out: robots.txt disallows everything, pages are marked "noindex" and there is no sitemap. Pages then name
    /// the address that the server listens on. Leave it out only while you're trying the site. Visitors who ask for the
    /// same name with or without www., or for one of tls_names, are led here.
    site_url: Url = Example("https://www.example.com"), site_url,
        "must be the address of the site without a path, such as https://example.com";

    /// Which names browsers must use https for, once they have been here, for a year (HSTS). host: this name alone.
    /// subdomains: also every name below it, so that none of the company's other servers can be opened without https.
    /// off: none; browsers forget what they were told before.
    hsts: Hsts = Default("host"), parsed, "must be host, subdomains or off";

    /// Where to report a security vulnerability, published in /.well-known/security.txt: an email address or an https
    /// page. If not set, the company's email address from content/company.toml is used.
    security_contact: String = Example("security@example.com"), contact,
        "must be a mail address, or an https address of a page";

    /// Your own IndexNow key. With a key, Bing, Yandex, Seznam and Naver are notified within a minute about pages and
    /// posts that are new, changed, moved or gone. 8 to 128 letters from a to z, digits and dashes. It isn't a secret:
    /// it is published at /KEY.txt. Needs site_url.
    indexnow_key: String = Example("3f9c2a7be1d04586"), indexnow_key,
        "must be 8 to 128 letters from a to z, digits and dashes";

    /// The IndexNow endpoint to notify. Whichever you choose passes the change on to the other search engines.
    indexnow_endpoint: Url = Default("https://api.indexnow.org/indexnow"), safe_url,
        "must be an https address, or an http address of this machine";

    /// Other origins whose scripts may read posts from /admin/front/blogs in the browser (CORS), and post requests to
    /// /sendMail.php. If not set, only this site's own pages may. Programs that aren't browsers may always.
    cors_origins: Vec<String> = Example("https://app.example.com, http://localhost:3000"), |text| list(text, origin),
        "must be one or more origins, such as https://app.example.com, separated by commas";

    /// Set this to true on the live site. The server then refuses to start without an https site_url and a mail server
    /// that sends requests to someone.
    production: bool = Default("false"), parsed, "must be true or false";

    /// true: the live site is a preview with samples, such as invented reviews, placeholder phone numbers and draft terms.
    /// It works, and search engines are kept away until an owner has replaced them and put the site live at the desk. false:
    /// a production server with samples lists them and doesn't start, because visitors would take them for real.
    allow_samples: bool = Default("false"), parsed, "must be true or false";

    /// Trusted proxies: addresses or CIDR ranges whose X-Forwarded-For header is believed. The client address is the
    /// right-most address in it that isn't in this list. The `Forwarded` header is ignored. A request from a trusted
    /// proxy without X-Forwarded-For isn't attributed to any client. The default covers this machine and private
    /// networks. Add your proxy if it runs anywhere else (a CDN), otherwise all its visitors count as one client. Use
    /// none to trust no proxy: the client is then whoever opens the connection. With tls_listen, none is the default.
    trusted_proxies: Vec<IpRange> =
        Default("127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7"), proxies,
        "must be IP addresses or ranges, such as 10.0.0.0/8, separated by commas, or none";

    /// The folder for the database file and, if no mail server is set, for mails. Each server needs its own folder.
    data_dir: PathBuf = Default("var"), path, "must be a folder";

    /// The database: a SQLite file, or PostgreSQL if several servers share it. If not set: amwaj.db in data_dir. A
    /// production server asks for TLS to another machine (sslmode=require, verify-ca or verify-full). PostgreSQL's
    /// encoding must be UTF8. It is one address: of several PostgreSQL servers, HAProxy or PgBouncer leads to the one
    /// that takes writes.
    database_url: Database = Example("postgres://amwaj:secret@db.example.com/amwaj?sslmode=verify-full"),
        Database::from_url,
        "must be one address, sqlite://path/to/file.db or postgres://user:password@host/database; put HAProxy or \
         PgBouncer in front of several servers, see docs/operations.md";

    /// The spool for database outages. true: while the database is down, requests are written to
    /// data_dir/journal/spool.db and replayed into the database once it's back; visitors are thanked as usual. It is
    /// meant for PostgreSQL on another machine. Only turn it on if data_dir is on persistent storage, because requests
    /// in the spool exist nowhere else. false: during an outage visitors are asked to call or to try again.
    journal: bool = Default("false"), parsed, "must be true or false";

    /// Copies elsewhere (SQLite only): a folder of another disk, or a bucket of S3 that no other site uses. Every
    /// copy_every minutes in which something changed, the database and content_dir go there as one encrypted file. All
    /// are kept for a day, one a day for two weeks, one a week for twelve. Each week the newest one is restored aside;
    /// docs/operations.md, `Copies`.
    copies_to: CopiesPlace = Example("s3://amwaj-copies/dubai"), copies_place,
        "must be the full path of a folder, or s3://bucket/folder";

    /// Who can open the copies: the public half of a key that `amwaj copies key FILE` or `age-keygen` makes. More than
    /// one: separated by commas. The secret half must not be on the server only. Required if copies_to is set.
    copies_key: Vec<PublicKey> = Example("age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"),
        |text| list(text, copies::public_key),
        "must be one or more public keys, which begin with age1, separated by commas", secret;

    /// How often a copy is made if something changed, in minutes, from 1 to 1440.
    copy_every: Duration = Default("15"), |text| duration(text, 1..=1_440, 60),
        "must be a whole number of minutes from 1 to 1440";

    /// The address of the bucket's server. If not set: Amazon's in copies_s3_region.
    copies_s3_endpoint: Url = Example("https://s3.eu-central-003.backblazeb2.com"), safe_url,
        "must be an https address, or an http address of this machine";

    /// The bucket's region, as its server names it.
    copies_s3_region: String = Default("us-east-1"), text, "must be the name of a region";

    /// An access key that may read, write and delete in the bucket. Required if copies_to is a bucket.
    copies_s3_key_id: String = Example("AKIAIOSFODNN7EXAMPLE"), text, "must be the id of an access key";

    /// The secret of that access key; better as a variable than in this file.
    copies_s3_secret: String = Example("a long secret"), text, "must be the secret of that access key", secret;

    /// The folder with the site's text, prices and pictures. If not set: the copy inside the binary, which
    /// `amwaj content export` writes into a folder. With SQLite, what staff change on the desk is written there; without
    /// a folder, and with PostgreSQL, it's in the database.
    content_dir: PathBuf = Example("content"), folder, "must be a folder that exists";

    /// For development: the folder with the built front end. If not set: the copy inside the binary.
    web_dir: PathBuf = Example("web/dist"), folder, "must be a folder that exists";

    /// The mail server, with user and password. smtps:// uses TLS from the start; smtp://…?tls=required uses STARTTLS. A
    /// production server sends without TLS only to this machine. If not set, mails are written as .eml files to
    /// data_dir/mail. Percent-encode characters such as @ or / in the user and the password (%40, %2F).
    smtp_url: String = Example("smtps://leads%40example.com:secret@mail.example.com"), smtp_url,
        "must be smtps://user:password@host, or smtp://user:password@host:587?tls=required";

    /// Who receives the requests: one or more email addresses, separated by commas. Each gets its own copy, so one
    /// mailbox that is full or gone doesn't stop the others; `amwaj doctor` names it.
    mail_to: Vec<Mailbox> = Example("office@example.com, night-shift@example.com"), mailboxes,
        "must be one or more mail addresses, separated by commas";

    /// The sender of those mails: the company's own address. Never use a visitor's, receiving servers reject such mail.
    mail_from: Mailbox = Example("Amwaj website <website@example.com>"), parsed,
        "must be one mail address of the company's own domain";

    /// Which DKIM key the mail server signs with: the part of the key's name in the DNS before `._domainkey`. The mail
    /// company names it. Only `amwaj doctor` uses it, to see that the key is there; if it's not set, the usual ones are
    /// tried.
    dkim_selector: String = Example("google"), dkim_selector, "must be one word, such as google or selector1";

    /// After this many hours without a request, the log gets an error line (and another each time the same number of
    /// hours passes again) and `amwaj doctor` warns. 72 allows for a Friday and two nights, when a small company's form
    /// is quiet; a broken form is still noticed in its first week. If you get ten requests a day, 12 is a better value.
    /// 0 turns it off; the maximum is 8760.
    silence_hours: Option<Duration> = Default("72"), |text| duration_or_never(text, 1..=8_760, 3_600),
        "must be a whole number of hours from 0 to 8760";

    /// The canary: every so many minutes the site sends itself a test request, from site_url (or the listen address) all
    /// the way to the mail server. From 6 to 1440 minutes; 0 turns it off. Its mails go to mail_from, with [canary] in
    /// the subject; staff don't see canaries in any list. If one doesn't arrive, the log, `amwaj doctor`, and /healthz
    /// and /metrics on admin_listen say at which stage it stopped.
    canary_every: Option<Duration> = Default("0"), |text| duration_or_never(text, 6..=1_440, 60),
        "must be 0 or a whole number of minutes from 6 to 1440";

    /// The delay before the first retry of a delivery that failed, in seconds, from 1 to 3600. It doubles with each
    /// retry, up to an hour. After five days and enough tries a delivery is given up; `amwaj leads list --failed` and
    /// `amwaj doctor` show it.
    outbox_first_retry: Duration = Default("60"), |text| duration(text, 1..=3_600, 1),
        "must be a whole number of seconds from 1 to 3600";

    /// A webhook: each request is also posted as JSON to this address, for example to a CRM or a chat bot. https://, or
    /// http:// on this machine. docs/operations.md shows how the receiver verifies that a post really comes from this
    /// site.
    webhook_url: Url = Example("https://crm.example.com/leads"), safe_url,
        "must be an https address, or an http address of this machine";

    /// The shared secret that signs those posts: at least 16 characters, known only to this site and the receiver.
    /// Required if webhook_url is set.
    webhook_secret: String = Example("a long sentence that nobody can guess"), long_secret,
        "must be at least 16 characters that nobody can guess", secret;

    /// When the daily summary is mailed to mail_to, as a time of day in Dubai. It lists requests that are overdue for an
    /// answer, requests that are new since yesterday, and deliveries that were given up. If there is nothing to report,
    /// no mail is sent. "off" turns it off.
    digest_at: Option<u32> = Default("08:00"), time_of_day, "must be a time of day in Dubai, such as 08:00, or off";

    /// When the mail about the last week is sent to mail_to, as a time of day on Mondays in Dubai. It compares requests,
    /// answers and bookings with the week before, by campaign and by page, and has nothing of any visitor. It is sent
    /// after a week without a request too: something may be broken. "off" turns it off.
    weekly_at: Option<u32> = Default("08:00"), time_of_day, "must be a time of day in Dubai, such as 08:00, or off";

    /// After this many days names, phone numbers and messages are erased from the database, from 30 to 36500. Mails and
    /// webhook posts that were already sent can't be recalled. If not set, personal data is kept.
    retention_days: u32 = Example("365"), |text| days(text, 30..=36_500),
        "must be a whole number of days from 30 to 36500, or be left out";

    /// After this many hours requests that were quarantined as possible spam are mailed automatically, a few at a time,
    /// marked "[held]", from 0 to 720. Until then `amwaj leads list --held` shows them and `amwaj leads release` mails
    /// them. 0 means they are never mailed automatically: a person has to release them.
    held_hours: Option<Duration> = Default("24"), |text| duration_or_never(text, 1..=720, 3_600),
        "must be a whole number of hours from 0 to 720";

    /// What is logged: one level, or levels for parts of the program, such as amwaj=debug,warn.
    log: String = Default("info"), log_filter, "must be a log filter, such as info or amwaj=debug,warn";

    /// How a line of the log is written: text, or json for programs that collect logs.
    log_format: LogFormat = Default("text"), log_format, "must be text or json";
}
