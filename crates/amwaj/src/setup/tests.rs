//! What a person sees of the dialogue, and what is written in the end.

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
        "Write it anyway? [y/N] ",
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
    assert_eq!(format!("{read:?}"), format!("{meant:?}"));
    assert_eq!(read.mail.smtp_url, meant.mail.smtp_url);
    let tls = read.tls.expect("set");
    assert_eq!(tls.listen.to_string(), "[::]:443");
    assert!(format!("{:?}", tls.certificate).contains("office@amwaj.example"), "{tls:?}");
}

#[test]
fn samples_go_live_only_if_somebody_has_said_so() {
    let allowed = |command: &SetupCommand, samples: usize, person: &mut Person| {
        allow_samples(command, &move |_| samples, person)
    };
    let plain = SetupCommand::default();
    assert_eq!(allowed(&plain, 0, &mut Person::nobody()), Ok(false));
    assert!(allowed(&plain, 3, &mut Person::nobody()).is_err_and(|why| why.contains("--allow-samples")));
    assert_eq!(allowed(&plain, 3, &mut Person::who_says(&["y"])), Ok(true));
    let mut careful = Person::who_says(&["n"]);
    assert_eq!(allowed(&plain, 3, &mut careful), Ok(false));
    assert!(careful.heard.iter().any(|line| line.contains("when they are replaced")), "{:?}", careful.heard);
    let told = SetupCommand { allow_samples: true, ..plain };
    assert_eq!(allowed(&told, 3, &mut Person::nobody()), Ok(true));
}
