//! The settings so far, as texts: checked by the same code that reads them at the start, and written as TOML.

use std::fmt::Write as _;

use crate::settings::{FIELDS, Settings, toml_line};
use crate::setup::command::SetupCommand;
use crate::setup::listening::Listening;

const HEAD: &str = "\
# Written by `amwaj setup`. `amwaj settings` prints every setting.
# After a change: systemctl reload amwaj

";

/// Names as in the settings file, in the order in which they are written.
#[derive(Clone, Default)]
pub(super) struct Draft(Vec<(&'static str, String)>);

impl Draft {
    pub fn set(&mut self, key: &'static str, value: impl Into<String>) {
        self.0.retain(|(known, _)| *known != key);
        self.0.push((key, value.into()));
    }

    /// The addresses to listen on, and where the certificate comes from.
    pub fn listen(&mut self, listening: &Listening, command: &SetupCommand) {
        let Listening::Itself { plain, tls } = listening else { return };
        // The authority writes there only when something is wrong with the certificate.
        let recipients =
            self.settings().map(|settings| settings.mail_to.unwrap_or_default()).unwrap_or_default();
        let contact = recipients.first().map(|first| first.email.to_string()).unwrap_or_default();
        self.set("listen", plain.to_string());
        self.set("tls_listen", tls.to_string());
        self.set("acme_contact", contact);
        if let Some(directory) = &command.acme_directory {
            self.set("acme_directory", directory);
        }
        if let Some(root) = &command.acme_root {
            self.set("acme_root", root.display().to_string());
        }
    }

    /// The problem with a value, and what would be right.
    pub fn problem(&self, key: &str) -> Option<String> {
        let env = FIELDS.iter().find(|field| field.key == key)?.env();
        let errors = Settings::load(None, &self.variables()).err()?;
        errors.into_iter().find(|error| error.setting == env).map(|error| error.problem)
    }

    /// The settings that they are.
    ///
    /// # Errors
    /// Their errors, in one line.
    pub fn settings(&self) -> Result<Settings, String> {
        Settings::load(None, &self.variables()).map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            lines.join("; ")
        })
    }

    pub fn toml(&self) -> String {
        let mut text = HEAD.to_owned();
        for (key, value) in &self.0 {
            _ = writeln!(text, "{}", toml_line(key, value));
        }
        text
    }

    fn variables(&self) -> Vec<(String, String)> {
        let env = |key: &str| FIELDS.iter().find(|field| field.key == key).map(|field| field.env());
        self.0.iter().filter_map(|(key, value)| Some((env(key)?, value.clone()))).collect()
    }
}
