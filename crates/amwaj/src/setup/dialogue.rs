//! Questions and answers: on a terminal, where wrong answers are asked for again, or from options alone.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use console::Term;

use crate::setup::command::SetupCommand;

/// The person who is asked.
pub(super) trait Dialogue {
    /// Whether there is somebody to ask.
    fn can_ask(&self) -> bool;
    fn say(&mut self, line: &str);
    /// One line; `None` where there is nobody to ask, or nobody any more.
    fn ask(&mut self, question: &str) -> Option<String>;
    /// One line that isn't shown while it's typed.
    fn ask_secret(&mut self, question: &str) -> Option<String>;

    /// Anything but a clear yes is a no.
    fn confirm(&mut self, question: &str) -> bool {
        let answer = self.ask(&format!("{question} [y/N] ")).unwrap_or_default();
        ["y", "yes"].contains(&answer.to_lowercase().as_str())
    }
}

/// The person at the terminal.
pub(super) struct Terminal;

impl Dialogue for Terminal {
    fn can_ask(&self) -> bool {
        io::stdin().is_terminal()
    }

    fn say(&mut self, line: &str) {
        // A reader that has gone away is no reason to stop in the middle.
        let _ = writeln!(io::stdout(), "{line}");
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        if !self.can_ask() {
            return None;
        }
        eprint!("{question}");
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(1..) => Some(line.trim().to_owned()),
            _ => None,
        }
    }

    fn ask_secret(&mut self, question: &str) -> Option<String> {
        if !self.can_ask() {
            return None;
        }
        eprint!("{question}");
        Term::stderr().read_secure_line().ok()
    }
}

/// Result of proving an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Proof<T> {
    /// The answer is right; with the finding, as a sentence.
    Holds(T, String),
    /// It can be written all the same, if a person wants it: what is wrong, and what would be right.
    Doubtful(T, String),
    /// It can't be used: what would be right.
    Wrong(String),
}

#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub text: &'a str,
    /// Option that gives the answer without a terminal.
    pub option: &'a str,
    pub command: &'a SetupCommand,
}

/// Asks until an answer is proved or a person says that it's to be used all the same; `given` is the first answer.
pub(super) async fn settle<T>(
    question: Question<'_>,
    given: &Option<String>,
    dialogue: &mut dyn Dialogue,
    mut prove: impl AsyncFnMut(&mut dyn Dialogue, &str) -> Proof<T>,
) -> Result<T, String> {
    let mut given = given.clone();
    let mut last = String::new();
    loop {
        let answer = match given.take() {
            Some(answer) => answer,
            None => ask(question, &last, dialogue)?,
        };
        let problem = match prove(dialogue, &answer).await {
            Proof::Holds(value, found) => {
                dialogue.say(&format!("ok    {found}"));
                return Ok(value);
            }
            Proof::Doubtful(value, problem) => {
                let goes_on = question.command.anyway;
                if goes_on || dialogue.can_ask() {
                    dialogue.say(&format!("wrong {problem}"));
                }
                let anyway =
                    format!("Go on with {answer} all the same? Nothing is written before the last question.");
                if goes_on || dialogue.confirm(&anyway) {
                    return Ok(value);
                }
                problem
            }
            Proof::Wrong(problem) => {
                if dialogue.can_ask() {
                    dialogue.say(&format!("wrong {problem}"));
                }
                problem
            }
        };
        if !dialogue.can_ask() {
            return Err(format!("{}: {problem}", question.option));
        }
        last = answer;
    }
}

/// An empty line repeats the last answer.
fn ask(question: Question<'_>, last: &str, dialogue: &mut dyn Dialogue) -> Result<String, String> {
    let repeat = if last.is_empty() { String::new() } else { format!(" [{last}]") };
    let answer = dialogue.ask(&format!("{}{repeat}: ", question.text));
    let answer =
        answer.ok_or_else(|| format!("{}: give it, since nobody can be asked here", question.option))?;
    Ok(if answer.is_empty() { last.to_owned() } else { answer })
}
