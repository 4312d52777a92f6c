//! What a mail server's answer means, for one recipient of a mail.

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::response::{Code, Response};

use crate::error_text::{single_line, with_causes};

/// The answer for one recipient: the mail server's response, or why the recipient does not have the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipientAnswer {
    pub address: Address,
    pub answer: Result<String, MailFailure>,
}

/// Why a recipient does not have a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFailure {
    /// One line for the log, with only the code of the mail server's own text.
    pub error: String,
    /// The mail server's own words, which may repeat the mail: for staff, never for the log.
    pub response: String,
    /// Whether the server said that this recipient never gets it, so that a retry rarely helps.
    pub is_refusal: bool,
}

impl MailFailure {
    /// One that a retry may get past.
    pub(super) fn temporary(error: impl Into<String>) -> Self {
        MailFailure { error: error.into(), response: String::new(), is_refusal: false }
    }

    /// The error and the mail server's words, for staff.
    pub fn text_for_staff(&self) -> String {
        match self.response.as_str() {
            "" => self.error.clone(),
            response => format!("{}: {response}", self.error),
        }
    }
}

/// The step at which a transaction failed, each of which answers another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// MAIL FROM: no part of the mail was sent.
    Sender,
    /// RCPT TO.
    Recipient,
    /// DATA, and the end of the mail.
    Mail,
}

impl Stage {
    /// Whether an answer means that this recipient never gets the mail: a permanent one to RCPT that is about its address
    /// or mailbox. All others pass: they are about the server, its limits, the sender, what the mail says, or a full
    /// mailbox, and staff read why meanwhile.
    fn is_refusal(self, code: u16, words: &str) -> bool {
        let is_of_recipient = match enhanced(words) {
            // RFC 3463, sections 3.2 and 3.3: without 5.1.7 and 5.1.8, which are about the sender, and 5.2.2, a full mailbox.
            Some((5, 1, detail)) => !matches!(detail, 7 | 8),
            Some((5, 2, detail)) => matches!(detail, 0 | 1),
            Some(_) => false,
            // RFC 5321, section 4.2.3: 550 and 553 are also the answers of a server that relays nothing, or has enough.
            None => code == 551 || (matches!(code, 550 | 553) && says_nobody(words)),
        };
        self == Stage::Recipient && code >= 500 && is_of_recipient
    }

    pub fn failure(self, trouble: &Trouble) -> MailFailure {
        let error = match trouble {
            Trouble::Smtp(error) => error,
            Trouble::OutOfStep(response) => {
                let code = response.code();
                let told =
                    format!("the mail server answered {code} to what should have another answer ({self:?})");
                return MailFailure::temporary(told);
            }
        };
        let failure = failure(error);
        let is_refusal = error.status().is_some_and(|code| self.is_refusal(code.into(), &failure.response));
        MailFailure { is_refusal, ..failure }
    }
}

/// Why a step of a transaction failed.
pub(super) enum Trouble {
    Smtp(Error),
    /// The server's answer is good, but for another question.
    OutOfStep(Response),
}

impl Trouble {
    /// The code of the server's answer, if that was no.
    pub fn status(&self) -> Option<Code> {
        match self {
            Trouble::Smtp(error) => error.status(),
            Trouble::OutOfStep(_) => None,
        }
    }
}

/// Words of answers about a mailbox that isn't there.
const NOBODY: [&str; 7] =
    ["no such", "unknown", "not exist", "not found", "no mailbox", "disabled", "mailbox unavailable"];

fn says_nobody(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    NOBODY.iter().any(|nobody| words.contains(nobody))
}

/// The enhanced status code (RFC 3463), wherever it stands: qmail writes `(#5.1.1)` at the end.
fn enhanced(words: &str) -> Option<(u16, u16, u16)> {
    words.split_ascii_whitespace().find_map(|word| {
        let mut numbers = word.trim_matches(['(', '#', ')', ':', ';', ',', '.']).split('.').map(str::parse);
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(class @ (2 | 4 | 5))), Some(Ok(subject)), Some(Ok(detail)), None) => {
                Some((class, subject, detail))
            }
            _ => None,
        }
    })
}

/// The meaning of the library's error. A server's words may repeat the mail, so they are kept apart.
pub(super) fn failure(error: &Error) -> MailFailure {
    let words = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let error_text = match error.status() {
        Some(code) => format!("the mail server answered {code}"),
        None if error.is_response() => "the mail server's answer cannot be read".to_owned(),
        None => return MailFailure::temporary(with_causes(error.to_string(), error)),
    };
    MailFailure { error: error_text, response: single_line(&words), is_refusal: false }
}

/// One answer for a mail to several recipients: it counts as sent once one of them has it.
///
/// # Errors
/// When nobody has it: for the log, how many lack it and the first reason.
pub(super) fn sent_to_one(answers: Vec<RecipientAnswer>) -> Result<String, MailFailure> {
    let count = answers.len();
    let (mut accepted, mut failures) = (Vec::new(), Vec::new());
    for RecipientAnswer { answer, .. } in answers {
        match answer {
            Ok(response) => accepted.push(response),
            Err(failure) => failures.push(failure),
        }
    }
    if let (Some(first), false) = (failures.first(), accepted.is_empty()) {
        let (lacking, error) = (failures.len(), &first.error);
        tracing::warn!(lacking, recipients = count, error, "not every recipient has a mail to staff");
    }
    match accepted.into_iter().next() {
        Some(response) => Ok(response),
        None => {
            Err(failures.into_iter().next().unwrap_or_else(|| MailFailure::temporary("it has no recipient")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answer_about_the_recipient_is_a_refusal() {
        let refusals = [
            (550, "5.1.1 no such user"),
            (550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found"),
            (553, "5.1.3 bad address"),
            (550, "5.2.1 the account is disabled"),
            (550, "no such user here"),
            (551, "user not local"),
            (550, "sorry, no mailbox here by that name (#5.1.1)"),
            (
                550,
                "<night@company.example>: Recipient address rejected: User unknown in virtual mailbox table",
            ),
            (550, "Requested action not taken: mailbox unavailable"),
        ];
        let later = [
            (450, "4.2.1 mailbox busy"),
            (452, "4.2.2 over quota"),
            (552, "5.2.2 mailbox full"),
            (550, "5.4.5 daily user sending limit exceeded"),
            (550, "5.7.1 relaying denied"),
            (554, "5.7.1 service unavailable; client host blocked"),
            (550, "5.5.0 protocol"),
            (530, "5.7.0 must issue STARTTLS first"),
            (421, "4.3.2 closing"),
            (530, "Authentication required"),
            (503, "bad sequence of commands"),
            (521, "does not accept mail"),
            (554, "no thanks"),
            (550, "relay not permitted"),
            (550, "Too many messages from your address today"),
            (550, "sorry, not allowed (#5.7.1)"),
            (550, "4.2.1 mailbox busy"),
            (553, "5.1.7 sender's address is wrong"),
            (553, "5.1.8 sender's domain is wrong"),
            (550, "from 127.0.0.1 not now"),
            (553, "sorry, that domain isn't in my list of allowed rcpthosts"),
        ];
        for (code, words) in refusals.into_iter().chain(later) {
            assert_eq!(
                Stage::Recipient.is_refusal(code, words),
                refusals.contains(&(code, words)),
                "{words}"
            );
            assert!(
                !Stage::Sender.is_refusal(code, words) && !Stage::Mail.is_refusal(code, words),
                "{words}"
            );
        }
    }
}
