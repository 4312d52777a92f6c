//! The mail server: the typed answer becomes the setting, proved by signing in.

use std::path::Path;
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use storage::mail::Smtp;
use url::Url;

use crate::advice;
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
            let problem = format!("{error}; {}", advice::on_mail(&error));
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
}
