//! The dialogue as a person sees it, and the file that is written in the end.

use std::collections::VecDeque;
use std::fs;

use super::*;
use crate::setup::dialogue::Proof;

/// Somebody who gives these answers, one after another, and then goes away.
pub(super) struct Person {
    answers: VecDeque<String>,
    heard: Vec<String>,
    is_there: bool,
}

impl Person {
    pub fn who_says(answers: &[&str]) -> Self {
        let answers = answers.iter().map(|&answer| answer.to_owned()).collect();
        Person { answers, heard: Vec::new(), is_there: true }
    }

    fn nobody() -> Self {
        Person { is_there: false, ..Person::who_says(&[]) }
    }
}

impl Dialogue for Person {
    fn can_ask(&self) -> bool {
        self.is_there
    }

    fn say(&mut self, line: &str) {
        self.heard.push(line.to_owned());
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.heard.push(question.to_owned());
        self.answers.pop_front()
    }

    fn ask_secret(&mut self, _: &str) -> Option<String> {
        self.answers.pop_front()
    }
}

/// A proof that only `right` holds, `doubtful` is doubtful, and the rest is wrong.
async fn asked(command: &SetupCommand, given: Option<&str>, person: &mut Person) -> Result<String, String> {
    let question = Question { text: "Which", option: "--which", command };
    settle(question, &given.map(str::to_owned), person, async |_, answer| match answer {
        "right" => Proof::Holds("right".to_owned(), "it was right".to_owned()),
        "doubtful" => Proof::Doubtful("doubtful".to_owned(), "it should be right".to_owned()),
        _ => Proof::Wrong("it must be right".to_owned()),
    })
    .await
}

#[tokio::test]
async fn a_wrong_answer_is_told_what_would_be_right_and_asked_for_again() {
    let command = SetupCommand::default();
    let mut person = Person::who_says(&["doubtful", "no", "right"]);
    assert_eq!(asked(&command, Some("wrong"), &mut person).await.as_deref(), Ok("right"));
    let heard = [
        "wrong it must be right",
        "Which [wrong]: ",
        "wrong it should be right",
        "Go on with doubtful all the same? Nothing is written before the last question. [y/N] ",
        "Which [doubtful]: ",
        "ok    it was right",
    ];
    assert_eq!(person.heard, heard);
}

#[tokio::test]
async fn only_a_person_or_an_option_lets_a_doubtful_answer_through() {
    let plain = SetupCommand::default();
    let said_yes = asked(&plain, None, &mut Person::who_says(&["doubtful", "y"])).await;
    assert_eq!(said_yes.as_deref(), Ok("doubtful"));
    // An empty line repeats the answer, and is no yes.
    let gone = asked(&plain, None, &mut Person::who_says(&["doubtful", "", ""])).await;
    assert!(gone.is_err_and(|why| why.contains("nobody can be asked here")));
    let refused = asked(&plain, Some("doubtful"), &mut Person::nobody()).await;
    assert_eq!(refused.as_deref().map_err(String::as_str), Err("--which: it should be right"));
    let anyway = SetupCommand { anyway: true, ..plain };
    assert_eq!(asked(&anyway, Some("doubtful"), &mut Person::nobody()).await.as_deref(), Ok("doubtful"));
    assert!(asked(&anyway, Some("wrong"), &mut Person::nobody()).await.is_err());
}

#[tokio::test]
async fn without_a_terminal_all_wrong_answers_are_named_at_once() {
    let given = |text: &str| Some(text.to_owned());
    let command = SetupCommand {
        domain: given("www.example.com/shop"),
        mail_server: given("http://mail.example"),
        send_to: given("office at amwaj"),
        mail_from: given("nobody"),
        ..SetupCommand::default()
    };
    let told = refused(&command, Person::nobody()).await;
    for words in [
        "--domain: `www.example.com/shop` is no",
        "--mail-server: `http",
        "--mail-from must",
        "--send-to: `office",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(told.lines().count(), 5, "{told}");
    let told = refused(&SetupCommand::default(), Person::nobody()).await;
    for option in ["--domain", "--mail-server", "--send-to"] {
        assert!(told.contains(&format!("{option}: give it, since nobody can be asked here")), "{told}");
    }
    assert_eq!(told.lines().count(), 4, "{told}");
    let right_address = SetupCommand { send_to: given("office@amwaj.example"), ..command };
    let told = refused(&right_address, Person::nobody()).await;
    assert!(!told.contains("--send-to"), "{told}");
    // A person is told of the first, and asked again.
    let told = refused(&right_address, Person::who_says(&[])).await;
    assert_eq!(told, "--domain: give it, since nobody can be asked here");
}

async fn refused(command: &SetupCommand, mut person: Person) -> String {
    answers(command, &Clock::manual(0), &mut person).await.err().expect("wrong answers")
}

fn draft() -> Draft {
    let mut draft = Draft::default();
    for (key, value) in [
        ("production", "true"),
        ("site_url", "https://www.amwaj.example"),
        ("smtp_url", "smtps://leads%40amwaj.example:a%22b%5C@mail.example"),
        ("mail_from", "\"The \\\"Site\\\"\" <leads@amwaj.example>"),
        ("mail_to", "office@amwaj.example, Night <night@amwaj.example>"),
    ] {
        draft.set(key, value);
    }
    draft
}

#[test]
fn what_is_written_is_what_was_proved() {
    let mut draft = draft();
    let itself = Listening::Itself {
        plain: "[::]:80".parse().expect("right"),
        tls: "[::]:443".parse().expect("right"),
    };
    draft.listen(&itself, &SetupCommand::default());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("amwaj.toml");
    fs::write(&file, draft.toml()).expect("written");
    let (read, meant) = (Settings::load(Some(&file), &[]), draft.settings());
    let (read, meant) = (read.expect("right"), meant.expect("right"));
    assert_eq!((&read.site_url, read.production), (&meant.site_url, meant.production));
    assert_eq!((&read.smtp_url, &read.mail_to), (&meant.smtp_url, &meant.mail_to));
    assert_eq!((read.mail_from.as_ref(), read.tls()), (meant.mail_from.as_ref(), meant.tls()));
    let tls = read.tls().expect("set");
    assert_eq!(tls.listen.to_string(), "[::]:443");
    assert!(format!("{:?}", tls.certificate).contains("office@amwaj.example"), "{tls:?}");
}

#[test]
fn content_with_samples_starts_as_a_preview_and_setup_says_so() {
    let mut person = Person::nobody();
    assert!(!is_preview(0, &mut person) && person.heard.is_empty());
    assert!(is_preview(3, &mut person));
    let heard = person.heard.join("\n");
    for words in ["3 samples", "preview", "search engines leave out", "Before launch"] {
        assert!(heard.contains(words), "{words}: {heard}");
    }
}
