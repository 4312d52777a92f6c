//! The mail server: the typed answer becomes the setting, proved by signing in.

use std::path::Path;
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use storage::mail::Smtp;
use url::Url;

use crate::setup::dialogue::{Dialogue, Proof};
use crate::setup::draft::Draft;

/// For connecting, TLS and signing in.
const TIMEOUT: Duration = Duration::from_secs(20);
const FORMS: &str =
    "it must be smtps://user@mail.example.com, or smtp://user@mail.example.com:587?tls=required";

/// The setting `smtp_url`, with the password from its file, or else from the person. `own_name` is the site's.
pub(super) async fn prove(
    answer: &str,
    own_name: &str,
    password_file: Option<&Path>,
    dialogue: &mut dyn Dialogue,
) -> Proof<String> {
    let url = match server(answer).and_then(|url| with_password(url, password_file, dialogue)) {
        Ok(url) => url,
        Err(problem) => return Proof::Wrong(problem),
    };
    let mut draft = Draft::default();
    draft.set("production", "true");
    draft.set("smtp_url", &*url);
    if let Some(problem) = draft.problem("smtp_url") {
        return Proof::Wrong(problem);
    }
    let signed_in = match Smtp::new(&url, own_name, TIMEOUT) {
        Ok(smtp) => smtp.test().await,
        Err(problem) => return Proof::Wrong(problem),
    };
    match signed_in {
        Ok(()) => Proof::Holds(url, "the mail server takes mail from us".to_owned()),
        Err(error) => {
            let problem = format!("{error}; {}", remedy(&error));
            Proof::Doubtful(url, problem)
        }
    }
}

/// Without a scheme it's the one that the port usually has. A user may be an address: the last @ ends it.
fn server(answer: &str) -> Result<Url, String> {
    let answer = answer.trim();
    let whole = match answer.contains("://") {
        true => answer.to_owned(),
        false if [":587", ":25"].iter().any(|port| answer.ends_with(port)) => {
            format!("smtp://{answer}?tls=required")
        }
        false => format!("smtps://{answer}"),
    };
    let url =
        Url::parse(&whole).ok().filter(|url| ["smtp", "smtps"].contains(&url.scheme()) && url.has_host());
    let url = url.ok_or_else(|| format!("`{answer}` is no mail server: {FORMS}"))?;
    if url.password().is_some() {
        return Err("leave the password out, where others could read it: it's asked for, or read from \
                    --mail-password-file"
            .to_owned());
    }
    Ok(url)
}

fn with_password(mut url: Url, file: Option<&Path>, dialogue: &mut dyn Dialogue) -> Result<String, String> {
    if url.username().is_empty() {
        return match file {
            Some(_) => Err(format!("the password is no use without a user: {FORMS}")),
            None => Ok(url.into()),
        };
    }
    let password = match file {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let text =
                text.map_err(|error| format!("the password can't be read from {}: {error}", file.display()))?;
            text.lines().next().unwrap_or_default().to_owned()
        }
        None => dialogue
            .ask_secret("Password of that user (isn't shown): ")
            .ok_or("its user needs a password: give --mail-password-file")?,
    };
    if password.is_empty() {
        return Err("the password is empty".to_owned());
    }
    // Every character that could mean something in a URL, also %, which `set_password` leaves alone.
    let encoded = utf8_percent_encode(&password, NON_ALPHANUMERIC).to_string();
    url.set_password(Some(&encoded)).map_err(|()| FORMS.to_owned())?;
    Ok(url.into())
}

/// Sender of mails: mail servers take mail from the user who signs in, if from anybody.
pub(super) fn sender(smtp_url: &str, domain: &str) -> String {
    let user = Url::parse(smtp_url).ok().map(|url| url.username().to_owned()).unwrap_or_default();
    let user = percent_decode_str(&user).decode_utf8_lossy().into_owned();
    match user.parse::<lettre::Address>() {
        Ok(_) => user,
        Err(_) => format!("website@{}", domain.trim_start_matches("www.")),
    }
}

const PASSWORD: &str =
    "see that user and password are right; some companies want a password made for programs";
const NO_PASSWORDS: &str = "this mail company takes no passwords from programs, as Microsoft 365: send through a mail company \
                            that does, or through its relay for this machine's address, without user and password";
const OWN_WORDS: &str = "it answers, but takes no mail from this machine now: its words say why; ask the mail company where they don't";

/// Advice by what failed, each with words that the error or the server's answer has then; the first that fits.
const REMEDIES: [(&[&str], &str); 18] = [
    (&["credentials were incorrect"], PASSWORD),
    (
        &["STARTTLS command first", "before STARTTLS", "ncryption required", "answered 538"],
        "it lets people sign in over TLS alone: smtp://…:587?tls=required, or smtps:// at port 465",
    ),
    (&["5.7.139", "5.7.57", "5.7.4 ", "SmtpClientAuthentication", "ompatible authentication"], NO_PASSWORDS),
    (
        &["5.7.9 ", "pplication-specific", "pp password"],
        "this mail company wants a password made for programs (an app password) in place of the account's own",
    ),
    (
        &["5.7.60", "5.1.7 ", "5.1.8 ", "endAs", "ender address", "not owned by user", "not verified"],
        "it doesn't let this user send mail from AMWAJ_MAIL_FROM: use an address that is the user's own, or have it allowed",
    ),
    (
        &["elay access denied", "elaying denied", "elay not permitted", "relaying"],
        "it passes on no mail for this machine: sign in with user and password, or have this machine's address allowed there",
    ),
    (
        &["spamhaus", "lacklist", "locklist", "block list", "blocked using"],
        "this machine's address is on a list of those who send spam: send through a mail company, or have it taken off",
    ),
    (
        &["reylist", "5.4.5", "imit exceeded", "oo many"],
        "it has had enough for now, and is tried again by itself; if it goes on, ask the mail company for a higher limit",
    ),
    (&["answered 53"], PASSWORD),
    (
        &["UnknownIssuer"],
        "its certificate is of an authority that this machine doesn't trust: see that the host is right, or add the \
         authority's certificate to the machine's own (Debian: /usr/local/share/ca-certificates and \
         `update-ca-certificates`)",
    ),
    (
        &["CaUsedAsEndEntity"],
        "its certificate is an authority's own: make one for the server alone (`openssl req -x509 … -addext \
         basicConstraints=critical,CA:FALSE`)",
    ),
    (&["ertificate"], "see that the host's name is the one on its certificate"),
    (
        &["incompatible", "ProtocolVersion", "HandshakeFailure"],
        "it has no TLS that is still safe: update it to TLS 1.2 or newer",
    ),
    (
        &["STARTTLS", "corrupt message", "InvalidContentType"],
        "smtps:// is for port 465, smtp://…:587?tls=required for port 587",
    ),
    (&["lookup"], "no such host: correct its name, or see that this machine has a name server"),
    (&["answered 503"], OWN_WORDS),
    (
        &["answered 501", "answered 504", "HELO", "EHLO", "Helo"],
        "it doesn't accept the name by which this server greets it: give another one as the path, such as \
         smtps://user@mail.example.com/www.example.com",
    ),
    (&["answered "], OWN_WORDS),
];

/// Advice for an error of the mail server or on the way there.
pub(crate) fn remedy(error: &str) -> &'static str {
    let found = REMEDIES.iter().find(|(words, _)| words.iter().any(|word| error.contains(word)));
    found.map_or(
        "see that host and port are right and that no firewall is between: smtps:// is port 465, smtp://…:587?tls=required \
         port 587",
        |(_, remedy)| remedy,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::tests::Person;

    #[test]
    fn a_mail_server_is_typed_as_people_write_it() {
        for (typed, url) in [
            ("smtps://leads@mail.example", "smtps://leads@mail.example"),
            ("leads@company.example@mail.example", "smtps://leads%40company.example@mail.example"),
            ("leads@mail.example:587", "smtp://leads@mail.example:587?tls=required"),
        ] {
            assert_eq!(server(typed).map(String::from).as_deref(), Ok(url), "{typed}");
        }
        for wrong in ["", "http://mail.example", "smtps://"] {
            let problem = server(wrong).expect_err(wrong);
            assert!(problem.contains("it must be smtps://"), "{problem}");
        }
        let problem = server("smtps://user:secret@mail.example").expect_err("a password in public");
        assert!(problem.contains("leave the password out") && !problem.contains("secret"), "{problem}");
    }

    #[test]
    fn any_password_survives_the_url_and_none_is_not_taken_for_one() {
        let asked = |typed: &str| {
            let url = server("user@mail.example").expect("a server");
            with_password(url, None, &mut Person::who_says(&[typed]))
        };
        let url = Url::parse(&asked("a%40:/@ü #").expect("a password")).expect("a URL");
        let password = percent_decode_str(url.password().expect("one")).decode_utf8().expect("text");
        assert_eq!(password, "a%40:/@ü #");
        assert!(asked("").is_err());
        let anonymous = server("mail.example").expect("a server");
        assert_eq!(
            with_password(anonymous, None, &mut Person::who_says(&[])).as_deref(),
            Ok("smtps://mail.example")
        );
    }

    #[test]
    fn mails_come_from_the_user_where_it_is_an_address() {
        assert_eq!(sender("smtps://leads%40a.example:x@mail.example", "www.a.example"), "leads@a.example");
        assert_eq!(sender("smtps://leads:x@mail.example", "www.a.example"), "website@a.example");
        assert_eq!(sender("smtp://localhost", "a.example"), "website@a.example");
    }

    #[test]
    fn each_kind_of_failure_has_its_remedy() {
        for (error, remedy_has) in [
            ("the mail server answered 535: no", "user and password"),
            ("the mail server answered 535: 5.7.139 Authentication unsuccessful", "takes no passwords"),
            (
                "the mail server m.example:587: No compatible authentication mechanism was found",
                "takes no passwords",
            ),
            ("the mail server answered 530: 5.7.57 Client not authenticated", "takes no passwords"),
            ("the mail server answered 534: 5.7.9 Application-specific password required", "app password"),
            ("the mail server answered 504: <3f2a9c1b7d04>: Helo command rejected: need a name", "greets"),
            ("the mail server answered 554: 5.7.1 no", "its words say why"),
            ("the mail server answered 503: send HELO/EHLO first", "its words say why"),
            (
                "the mail server answered 535: 5.7.139 the user credentials were incorrect",
                "user and password",
            ),
            ("the mail server answered 504: 5.7.4 Unrecognized authentication type", "takes no passwords"),
            ("the mail server answered 530: 5.7.0 Must issue a STARTTLS command first", "over TLS alone"),
            ("the mail server answered 538: Encryption required", "over TLS alone"),
            ("the mail server m.example:25: it lets nobody sign in before STARTTLS", "over TLS alone"),
            (
                "the mail server answered 550: 5.7.60 SMTP; Client does not have permissions to send as",
                "MAIL_FROM",
            ),
            ("the mail server answered 553: Sender address rejected: not owned by user", "MAIL_FROM"),
            ("the mail server answered 554: Email address is not verified", "MAIL_FROM"),
            ("the mail server answered 554: 5.7.1 <a@b.example>: Relay access denied", "passes on no mail"),
            ("the mail server answered 554: 5.7.1 blocked using zen.spamhaus.org", "spam"),
            ("the mail server answered 550: 5.4.5 Daily user sending limit exceeded", "enough for now"),
            ("the mail server answered 421: 4.7.0 Too many connections", "enough for now"),
            ("the mail server answered 450: 4.2.0 Greylisted", "enough for now"),
            ("Connection error: invalid peer certificate: Other(OtherError(CaUsedAsEndEntity))", "CA:FALSE"),
            ("Connection error: received fatal alert: ProtocolVersion", "TLS 1.2"),
            ("Connection error: invalid peer certificate: UnknownIssuer", "authority"),
            ("Connection error: invalid peer certificate: NotValidForName", "certificate"),
            ("the mail server m.example:25 cannot be reached: Connection refused", "firewall"),
            (
                "the mail server m.exmple:25 cannot be reached: failed to lookup address information",
                "correct its name",
            ),
        ] {
            assert!(remedy(error).contains(remedy_has), "{error}");
        }
    }
}
