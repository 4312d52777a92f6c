//! Where requests go, proved by a mail that is really sent there.

use leads::staff::mail_route::MailRoute;
use storage::mail::Mailer;

use crate::setup::dialogue::Proof;
use crate::setup::draft::Draft;

/// The setting `mail_to`, for a draft that has the rest of the mail settings.
/// Without `may_send` the addresses are only read.
pub(super) async fn prove(answer: &str, so_far: &Draft, may_send: bool, now_ms: i64) -> Proof<String> {
    let to = answer.trim().to_owned();
    let mut draft = so_far.clone();
    draft.set("mail_to", &*to);
    if to.is_empty() || draft.problem("mail_to").is_some() {
        return Proof::Wrong(format!(
            "`{to}` must be one or more mail addresses, separated by commas, such as office@example.com"
        ));
    }
    if !may_send {
        return Proof::Holds(
            to.clone(),
            format!("{to} can be read as mail addresses; no test mail was sent"),
        );
    }
    match send(&draft, now_ms).await {
        Ok(sent) => Proof::Holds(to, sent),
        Err(problem) => Proof::Doubtful(to, problem),
    }
}

async fn send(draft: &Draft, now_ms: i64) -> Result<String, String> {
    let settings = draft.settings()?;
    let route = MailRoute::new(&settings.mail());
    let site = settings.public_origin().unwrap_or_default();
    let text = format!(
        "This mail was sent by `amwaj setup`. Requests from {site} will arrive at this address.\n\nIf you didn't expect it, \
         tell whoever runs the server."
    );
    let mail = route.plain_mail(format!("setup-{now_ms}"), format!("Test mail from {site}"), text, now_ms)?;
    let mailer = Mailer::new(&settings.mail(), settings.mail_dir())?;
    let answers = mailer.send(&mail, &route.addresses()).await;
    let refused: Vec<String> = answers
        .iter()
        .filter_map(|one| Some(format!("{} ({})", one.address, one.answer.as_ref().err()?.text_for_staff())))
        .collect();
    match refused.is_empty() {
        true => Ok(format!("a test mail was sent to {}; see that it arrives, and not as spam", list(&route))),
        false => Err(format!(
            "the mail server doesn't take a test mail from {} for {}; correct the address, or see --mail-from",
            route.from.email,
            refused.join(", ")
        )),
    }
}

fn list(route: &MailRoute) -> String {
    route.addresses().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
