//! `amwaj setup`: asks for the domain, the mail server and where requests go, proves each one, and writes the settings.
//! Everything can be given as an option too, so that it runs without a terminal.

mod command;
mod dialogue;
mod domain;
mod draft;
mod file;
mod listening;
mod mail_server;
mod recipients;
mod socket_unit;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::settings::{INSTALLED_FILE, Settings};
pub use crate::setup::command::SetupCommand;
use crate::setup::dialogue::{Dialogue, Question, Terminal, settle};
use crate::setup::draft::Draft;
use crate::setup::listening::Listening;
use base::clock::Clock;

/// The data folder of an installed package, as its unit has it.
const INSTALLED_DATA: &str = "/var/lib/amwaj";

/// Counts the samples in the content that these settings name.
pub type CountSamples = dyn Fn(&Settings) -> usize;

/// Asks, proves and writes. `file` is the settings file to write; without one, that of an installed package.
pub async fn run(command: &SetupCommand, file: Option<PathBuf>, samples: &CountSamples) -> ExitCode {
    let file = file.unwrap_or_else(|| PathBuf::from(INSTALLED_FILE));
    let clock = Clock::system();
    let (draft, listening) = match prepare(command, &file, samples, &clock, &mut Terminal).await {
        Ok(prepared) => prepared,
        Err(failure) => {
            let end = if failure.ends_with('\n') { "" } else { ". " };
            eprintln!("amwaj setup: {failure}{end}Nothing was written.");
            return ExitCode::FAILURE;
        }
    };
    match write(&file, &draft, &listening, &clock, &mut Terminal) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("amwaj setup: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that is to be written, proved.
async fn prepare(
    command: &SetupCommand,
    file: &Path,
    samples: &CountSamples,
    clock: &Clock,
    dialogue: &mut dyn Dialogue,
) -> Result<(Draft, Listening), String> {
    // Whoever has answered three questions should not hear then that the file can't be written.
    file::may_be_written(file, command.replace)?;
    let (mut draft, addresses) = answers(command, clock, dialogue).await?;
    let had_tls = Settings::load(Some(file), &[]).is_ok_and(|former| former.tls_listen.is_some());
    let listening = listening::choose(command, &addresses, had_tls, dialogue).await;
    draft.listen(&listening, command);
    if file == Path::new(INSTALLED_FILE) {
        draft.set("data_dir", INSTALLED_DATA);
    }
    if is_preview(samples(&draft.settings()?), dialogue) {
        draft.set("allow_samples", "true");
    }
    draft.settings()?;
    Ok((draft, listening))
}

fn write(
    file: &Path,
    draft: &Draft,
    listening: &Listening,
    clock: &Clock,
    dialogue: &mut dyn Dialogue,
) -> Result<(), String> {
    let kept = file::write(file, &draft.toml(), clock.now_ms())?;
    dialogue.say(&format!("The settings are in {}.", file.display()));
    if let Some(kept) = &kept {
        dialogue.say(&format!("The former ones are in {}.", kept.display()));
    }
    let has_systemd = file == Path::new(INSTALLED_FILE) && socket_unit::is_possible();
    if has_systemd {
        socket_unit::write(Path::new(socket_unit::DROP_IN), listening)?;
    }
    for line in next_commands(file, has_systemd, kept.is_some()) {
        dialogue.say(&line);
    }
    Ok(())
}

/// The three answers, each proved, and the domain's addresses.
///
/// # Errors
/// What is wrong; where nobody can be asked, of all the answers together.
async fn answers(
    command: &SetupCommand,
    clock: &Clock,
    dialogue: &mut dyn Dialogue,
) -> Result<(Draft, Vec<IpAddr>), String> {
    let (mut draft, mut wrong) = (Draft::default(), Vec::new());
    draft.set("production", "true");
    let question = Question { text: "Domain, such as www.example.com", option: "--domain", command };
    let domain = settle(question, &command.domain, dialogue, async |_, answer| {
        domain::prove(answer, command.behind_proxy).await
    });
    let domain = noted(domain.await, &mut wrong, dialogue)?;
    if let Some(domain) = &domain {
        draft.set("site_url", format!("https://{}", domain.name));
        if let Some(missing) = domain::missing_sibling(&domain.name).await {
            dialogue.say(&missing);
        }
    }

    let question = Question {
        text: "Mail server, such as smtps://user@mail.example.com",
        option: "--mail-server",
        command,
    };
    let name = domain.as_ref().map_or("example.com", |domain| &domain.name);
    let smtp_url = settle(question, &command.mail_server, dialogue, async |dialogue, answer| {
        mail_server::prove(answer, name, command.mail_password_file.as_deref(), dialogue).await
    });
    let smtp_url = noted(smtp_url.await, &mut wrong, dialogue)?;
    let from = smtp_url.as_deref().map(|url| mail_server::sender(url, name));
    if let Some(from) = command.mail_from.clone().or(from) {
        draft.set("mail_from", from);
        if let Some(problem) = draft.problem("mail_from") {
            noted::<()>(Err(format!("--mail-from {problem}")), &mut wrong, dialogue)?;
        }
    }
    if let Some(url) = smtp_url {
        draft.set("smtp_url", url);
    }

    // A mail is sent as soon as it could come from the right server by the right name.
    let may_send = wrong.is_empty();
    let question = Question { text: "Requests go to (mail addresses)", option: "--send-to", command };
    let to = settle(question, &command.send_to, dialogue, async |_, answer| {
        recipients::prove(answer, &draft, may_send, clock.now_ms()).await
    });
    let to = noted(to.await, &mut wrong, dialogue)?;
    match (domain, to, wrong.as_slice()) {
        (Some(domain), Some(to), []) => {
            draft.set("mail_to", to);
            Ok((draft, domain.addresses))
        }
        (.., [one]) => Err(one.clone()),
        (.., several) => Err(format!("correct these answers:\n  {}\n", several.join("\n  "))),
    }
}

/// The answer; `None` where it's wrong and nobody can be asked for another one, so that the next ones are looked at too.
///
/// # Errors
/// When somebody was asked, and has gone.
fn noted<T>(
    answer: Result<T, String>,
    wrong: &mut Vec<String>,
    dialogue: &dyn Dialogue,
) -> Result<Option<T>, String> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(problem) if dialogue.can_ask() => Err(problem),
        Err(problem) => {
            wrong.push(problem);
            Ok(None)
        }
    }
}

/// Whether the site starts as a preview: its content has samples, which the public would take for real.
fn is_preview(samples: usize, dialogue: &mut dyn Dialogue) -> bool {
    if samples > 0 {
        dialogue.say(&format!(
            "The content has {samples} samples, such as invented reviews and phone numbers (`amwaj check` lists them). So the \
             site starts as a preview, which search engines leave out. At the desk, “Before launch” lists what is to be \
             replaced, and its last button puts the site live."
        ));
    }
    samples > 0
}

/// Commands to type next.
fn next_commands(file: &Path, has_systemd: bool, is_replaced: bool) -> Vec<String> {
    let (start, config) = match (has_systemd, is_replaced) {
        (true, false) => ("systemctl enable --now amwaj.socket amwaj".to_owned(), String::new()),
        (true, true) => {
            let restart = "systemctl daemon-reload && systemctl stop amwaj.socket amwaj && systemctl enable --now \
                           amwaj.socket amwaj";
            (restart.to_owned(), String::new())
        }
        (false, _) => {
            let config = match file == Path::new(INSTALLED_FILE) {
                true => String::new(),
                false => format!(" --config {}", file.display()),
            };
            (format!("amwaj{config} serve"), config)
        }
    };
    vec!["Next:".to_owned(), format!("  {start}"), format!("  amwaj{config} staff invite NAME --role owner")]
}

#[cfg(test)]
mod tests;
