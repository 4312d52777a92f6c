//! Texts by setting, from the file and the variables, and every mistake that is found on the way.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use crate::settings::SettingError;
use crate::settings::fields::{ENV_PREFIX, ENV_TEST_PREFIX, FIELDS, FieldSpec};
use base::suggest::nearest;
use base::text::without_password;

/// A value and where it stands.
struct Given {
    text: String,
    source: String,
}

/// What was set, and what was wrong with it so far.
pub(super) struct Values {
    given: HashMap<&'static str, Given>,
    errors: Vec<SettingError>,
    unknown: Vec<SettingError>,
}

impl Values {
    /// Gathers the file's and the environment's texts by setting.
    pub(super) fn gather(file: Option<&Path>, env: &[(String, String)]) -> Self {
        let mut values = Values { given: HashMap::new(), errors: Vec::new(), unknown: Vec::new() };
        if let Some(file) = file {
            values.take_file(file);
        }
        for (name, text) in env {
            values.take_variable(name, text);
        }
        values
    }

    /// Mistakes in values first, then names that do not exist.
    pub(super) fn into_errors(mut self) -> Vec<SettingError> {
        self.errors.append(&mut self.unknown);
        self.errors
    }

    fn take_file(&mut self, file: &Path) {
        let shown = file.display().to_string();
        let whole = |problem: String| SettingError { setting: shown.clone(), value: None, problem };
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                let hint = match error.kind() {
                    ErrorKind::NotFound => "; `amwaj setup` writes one",
                    _ => "",
                };
                self.errors.push(whole(format!("the settings file cannot be read ({error}){hint}")));
                return;
            }
        };
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                // The message only, not the line it quotes: that line may hold a password.
                let line = error.span().map_or(1, |span| {
                    1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count()
                });
                let message = error.message();
                self.errors.push(whole(format!("line {line} is not TOML ({message})")));
                return;
            }
        };
        for (key, value) in table {
            let source = format!("`{key}` in {shown}");
            match (FIELDS.iter().find(|field| field.key == key), as_text(&value)) {
                (None, _) => self.unknown.push(unknown(source, &key, |field| field.key.to_owned())),
                (Some(field), Some(text)) if !text.is_empty() => {
                    self.given.insert(field.key, Given { text, source });
                }
                (Some(_), Some(_)) => {}
                (Some(field), None) => {
                    let problem = field.wanted.to_owned();
                    self.errors.push(SettingError { setting: source, value: None, problem });
                }
            }
        }
    }

    fn take_variable(&mut self, name: &str, text: &str) {
        if !name.starts_with(ENV_PREFIX) || name.starts_with(ENV_TEST_PREFIX) {
            return;
        }
        match FIELDS.iter().find(|field| field.env() == name) {
            None => self.unknown.push(unknown(name.to_owned(), name, FieldSpec::env)),
            // An empty variable is one that is not set, as container tools write it.
            Some(_) if text.trim().is_empty() => {}
            Some(field) => {
                let given = Given { text: text.trim().to_owned(), source: name.to_owned() };
                self.given.insert(field.key, given);
            }
        }
    }

    /// The value of a setting, or its default; nothing where neither is there or it is wrong.
    pub(super) fn get<T>(&mut self, key: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let field = spec(key);
        match self.given.get(key) {
            Some(given) => {
                let parsed = parse(&given.text);
                if parsed.is_none() {
                    self.wrong(key, field.wanted);
                }
                parsed
            }
            None if field.default.is_empty() => None,
            None => parse(field.default),
        }
    }

    pub(super) fn is_set(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    /// The text of a setting, where it is set.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.given.get(key).map(|given| given.text.as_str())
    }

    /// Whether a setting that is not set was complained about already.
    pub(super) fn is_wrong(&self, key: &str) -> bool {
        let name = spec(key).env();
        self.errors.iter().any(|error| error.setting == name)
    }

    /// Whether the value that is set was complained about already.
    pub(super) fn is_wrong_value(&self, key: &str) -> bool {
        self.given.get(key).is_some_and(|given| self.errors.iter().any(|error| error.setting == given.source))
    }

    /// Notes a mistake under the name the value was set by, or else under its variable.
    pub(super) fn wrong(&mut self, key: &'static str, problem: &str) {
        let given = self.given.get(key);
        let setting = given.map_or_else(|| spec(key).env(), |given| given.source.clone());
        let value = given.map(|given| match key {
            "mail_to" | "mail_from" | "canary_mail_to" | "acme_contact" => given.text.clone(),
            "webhook_secret" | "copies_key" | "copies_s3_secret" => "(hidden)".to_owned(),
            _ => without_password(&given.text),
        });
        self.errors.push(SettingError { setting, value, problem: problem.to_owned() });
    }
}

/// A TOML value as it would be written in a variable; nothing where no setting could mean it.
fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.trim().to_owned()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(truth) => Some(truth.to_string()),
        toml::Value::Array(list) => {
            let texts: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            Some(texts?.join(","))
        }
        _ => None,
    }
}

fn spec(key: &str) -> &'static FieldSpec {
    FIELDS.iter().find(|field| field.key == key).expect("every setting read is listed")
}

fn unknown(setting: String, name: &str, names: fn(&FieldSpec) -> String) -> SettingError {
    let problem = match nearest(name, FIELDS.iter().map(names)) {
        Some(known) => format!("there is no such setting; did you mean {known}?"),
        None => "there is no such setting; see amwaj.example.toml".to_owned(),
    };
    SettingError { setting, value: None, problem }
}
