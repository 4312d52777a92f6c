//! The mail server's answer for one recipient of a mail.

use lettre::Address;

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
    /// Whether the server refused this recipient or this mail for good (a 5xx), so that a retry rarely helps.
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
