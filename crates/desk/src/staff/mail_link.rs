//! A link for signing in, mailed to whoever asks for it and is known by that address. It is opened with a form, so that no
//! mail scanner that follows links uses it up, and a code beside it can be typed on another device.

use lettre::message::Mailbox;
use sea_orm::DbErr;

use crate::staff::invitation::{self, Code, Way};
use crate::staff::people::{self, Member};
use base::clock::{Clock, dubai_text};
use base::random::Random;
use leads::staff::mail_route::MailRoute;
use storage::db::Db;
use storage::mail::Mailer;

/// Nobody's mailbox is filled by whoever knows an address, in milliseconds.
const PAUSE_MS: i64 = 60 * 1000;

/// Mails links for signing in. Cheap to clone.
#[derive(Clone)]
pub struct MailLinks {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub mailer: Mailer,
    pub route: MailRoute,
    /// The desk's address, without a slash at the end.
    pub origin: String,
}

impl MailLinks {
    /// Whether mails only become files: there is no mail server.
    pub fn is_folder(&self) -> bool {
        matches!(self.mailer, Mailer::Folder(_))
    }

    /// Mails a link to the person with this address, if there is one; `device` asked for it. Whether there is one shows
    /// only in their mailbox: nobody waits for this, and nobody learns who works here.
    pub fn send(&self, typed: &str, device: String) {
        let (links, typed, now) = (self.clone(), typed.to_owned(), self.clock.now_ms());
        tokio::spawn(async move {
            if let Err(error) = links.try_send(&typed, &device, now).await {
                tracing::error!(error, "a link for signing in was not mailed; it can be asked for again");
            }
        });
    }

    async fn try_send(&self, typed: &str, device: &str, now: i64) -> Result<(), String> {
        let unavailable = |error: DbErr| format!("the database cannot be used: {error}");
        let everybody = people::all(self.db.reader()).await.map_err(unavailable)?;
        let Some(member) = people::of_mail(&everybody, typed) else { return Ok(()) };
        let recently = invitation::mailed_since(self.db.reader(), &member.id, now - PAUSE_MS);
        if recently.await.map_err(unavailable)? {
            return Ok(());
        }
        let code = self.code(member, now).await.map_err(unavailable)?;
        let mail = member.mail.as_deref().unwrap_or_default();
        let to = mail.parse().map_err(|_| "the address of a person cannot be read".to_owned())?;
        let route = MailRoute { to: vec![Mailbox::new(None, to)], ..self.route.clone() };
        let name = format!("sign-in-{}", hex::encode(self.random.bytes::<8>()));
        let mail = route.plain_mail(name, SUBJECT.to_owned(), text(&code, &self.origin, device, now), now)?;
        self.mailer.send_to_all(&mail).await.map(drop).map_err(|failure| failure.error)
    }

    async fn code(&self, member: &Member, now: i64) -> Result<Code, DbErr> {
        let write = self.db.begin_write().await?;
        let code = invitation::make(&write, &self.random, &member.id, Way::Mail, now).await?;
        write.commit().await?;
        Ok(code)
    }
}

const SUBJECT: &str = "Your way in to the desk";

fn text(code: &Code, origin: &str, device: &str, now: i64) -> String {
    let (link, code) = (code.link(origin), code.as_str());
    let until = dubai_text(now + Way::Mail.valid_ms());
    format!(
        "Open this link on the phone or computer that you want to use, and press \u{201c}Sign in\u{201d}:\r\n\r\n\
         {link}\r\n\r\n\
         Or type this code where you asked for it: {code}\r\n\r\n\
         It works once, until {until}. {device} asked for it. If that wasn\u{2019}t you, do nothing: without this mail \
         nobody gets in.\r\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_has_the_link_and_the_code_and_says_who_asked() {
        let code = Code::draw(&Random::scripted(7), Way::Mail);
        let text = text(&code, "https://amwaj.example", "Chrome on Android", 0);
        assert!(text.contains(&format!("https://amwaj.example/desk/join#{}\r\n", code.as_str())), "{text}");
        assert!(text.contains(&format!("asked for it: {}", code.as_str())), "{text}");
        assert!(text.contains("Chrome on Android asked for it."), "{text}");
        assert!(text.split("\r\n").all(|line| !line.contains('\n')), "{text}");
    }
}
