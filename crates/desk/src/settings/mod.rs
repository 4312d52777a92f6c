//! Settings that owners choose at the desk: in the database, so that every server has them, and changed in the browser
//! or by a command.

mod chat;
pub(crate) mod command;
mod stored;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

pub use crate::settings::chat::{ChatTexts, PLACEHOLDERS};
pub use crate::settings::stored::{change, put_back, read};

use crate::staff::roles::Role;

/// Content of a request's message on a locked phone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum LockedScreen {
    /// The service, and whether it is an emergency
    #[default]
    Service,
    /// The same and the visitor's name
    Name,
    /// That there is a request
    Request,
}

/// People whose phones ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Audience {
    #[default]
    Everybody,
    Office,
    Owners,
}

impl Audience {
    /// Whether somebody with these roles, who may see requests, is among them.
    pub fn includes(self, roles: &[Role]) -> bool {
        match self {
            Audience::Everybody => true,
            Audience::Office => roles.contains(&Role::Office),
            Audience::Owners => roles.contains(&Role::Owner),
        }
    }
}

/// Everything that owners set. A setting that is not stored has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct DeskSettings {
    pub locked_screen: LockedScreen,
    /// People told of a new request, when half of its promised time is over, and when all of it is.
    pub told_new: Audience,
    pub told_half: Audience,
    pub told_late: Audience,
    pub chat: ChatTexts,
    /// Whether a link for signing in may be mailed.
    pub mail_link: bool,
    /// The questions before launch that an owner has answered, by their names.
    pub answered: Vec<String>,
}

impl DeskSettings {
    /// The names of the settings, as the form and the command have them.
    pub const NAMES: [&str; 7] =
        ["locked-screen", "told-new", "told-half", "told-late", "chat-english", "chat-arabic", "mail-link"];

    /// Sets one of [`DeskSettings::NAMES`] to the typed value; an empty chat text is the usual one again.
    ///
    /// # Errors
    /// A sentence that says what would be right.
    pub fn set(&mut self, name: &str, typed: &str) -> Result<(), String> {
        let typed = typed.trim();
        match name {
            "locked-screen" => self.locked_screen = word(name, typed, "service, name or request")?,
            "told-new" => self.told_new = word(name, typed, AUDIENCES)?,
            "told-half" => self.told_half = word(name, typed, AUDIENCES)?,
            "told-late" => self.told_late = word(name, typed, AUDIENCES)?,
            "chat-english" => self.chat.english = chat::checked(typed, chat::ENGLISH)?,
            "chat-arabic" => self.chat.arabic = chat::checked(typed, chat::ARABIC)?,
            "mail-link" => {
                self.mail_link = match typed {
                    "on" => true,
                    "off" => false,
                    _ => return Err("`mail-link` is on or off.".to_owned()),
                }
            }
            _ => {
                return Err(format!("Nothing is called `{name}`; there are {}.", Self::NAMES.join(", ")));
            }
        }
        Ok(())
    }

    /// One of [`DeskSettings::NAMES`], as it would be typed; empty for other names.
    pub fn get(&self, name: &str) -> String {
        match name {
            "locked-screen" => stored_word(self.locked_screen),
            "told-new" => stored_word(self.told_new),
            "told-half" => stored_word(self.told_half),
            "told-late" => stored_word(self.told_late),
            "chat-english" => self.chat.english.clone(),
            "chat-arabic" => self.chat.arabic.clone(),
            "mail-link" => if self.mail_link { "on" } else { "off" }.to_owned(),
            _ => String::new(),
        }
    }
}

const AUDIENCES: &str = "everybody, office or owners";

fn word<T: for<'a> Deserialize<'a>>(name: &str, typed: &str, words: &str) -> Result<T, String> {
    serde_json::from_value(typed.into()).map_err(|_| format!("`{name}` is {words}."))
}

fn stored_word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_read_as_it_is_written_and_a_wrong_word_says_what_would_be_right() {
        let mut settings = DeskSettings::default();
        for (name, typed) in [
            ("locked-screen", "name"),
            ("told-new", "office"),
            ("told-half", "owners"),
            ("told-late", "office"),
            ("chat-english", "Hello {name}"),
            ("chat-arabic", "مرحباً {name}"),
            ("mail-link", "on"),
        ] {
            assert_ne!(settings.get(name), typed);
            settings.set(name, typed).expect("right");
            assert_eq!(settings.get(name), typed);
            if !name.starts_with("chat") {
                let sentence = settings.set(name, "perhaps").expect_err("wrong");
                assert!(
                    sentence.starts_with(&format!("`{name}` is ")) && sentence.contains(typed),
                    "{sentence}"
                );
            }
        }
        assert!(settings.set("colour", "blue").expect_err("unknown").contains("mail-link"));
        assert!(DeskSettings::NAMES.iter().all(|name| !settings.get(name).is_empty()));
    }

    #[test]
    fn what_an_earlier_version_stored_has_the_other_defaults() {
        let read: DeskSettings = serde_json::from_str(r#"{"mail_link":true,"chat":{}}"#).expect("settings");
        assert_eq!(read, DeskSettings { mail_link: true, ..DeskSettings::default() });
    }

    #[test]
    fn an_owner_who_is_also_the_office_is_in_both() {
        assert!(Audience::Office.includes(&[Role::Owner, Role::Office]));
        assert!(Audience::Owners.includes(&[Role::Owner, Role::Office]));
        assert!(!Audience::Office.includes(&[Role::Owner]));
        assert!(!Audience::Owners.includes(&[Role::Office]));
        assert!(Audience::Everybody.includes(&[Role::Office]));
    }
}
