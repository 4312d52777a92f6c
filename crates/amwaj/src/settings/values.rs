//! Texts by setting, from the file and the variables, and every mistake that is found on the way.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use crate::settings::SettingError;
use crate::settings::define::{ENV_PREFIX, FieldSpec};
use base::suggest::nearest;
use base::text::without_password;

/// Variables of the test suite, which are no settings.
const ENV_TEST_PREFIX: &str = "AMWAJ_TEST_";

/// A value and where it stands.
struct Given {
    text: String,
    source: String,
}

/// The settings given, and the errors found so far.
pub(super) struct Values {
    fields: &'static [FieldSpec],
    given: HashMap<&'static str, Given>,
    errors: Vec<SettingError>,
    /// Names of the settings that the errors are about.
    wrong: Vec<&'static str>,
    unknown: Vec<SettingError>,
}

impl Values {
    /// Gathers the file's and the environment's texts by setting.
    pub(super) fn gather(
        fields: &'static [FieldSpec],
        file: Option<&Path>,
        env: &[(String, String)],
    ) -> Self {
        let (errors, wrong, unknown) = (Vec::new(), Vec::new(), Vec::new());
        let mut values = Values { fields, given: HashMap::new(), errors, wrong, unknown };
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
            match (self.fields.iter().find(|field| field.key == key), as_text(&value)) {
                (None, _) => {
                    let keys = self.fields.iter().map(|field| field.key.to_owned());
                    self.unknown.push(unknown(source, &key, keys));
                }
                (Some(field), Some(text)) if !text.is_empty() => {
                    self.given.insert(field.key, Given { text, source });
                }
                (Some(_), Some(_)) => {}
                (Some(field), None) => {
                    self.wrong.push(field.key);
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
        match self.fields.iter().find(|field| field.env() == name) {
            None => {
                let names = self.fields.iter().map(FieldSpec::env);
                self.unknown.push(unknown(name.to_owned(), name, names));
            }
            // An empty variable is one that is not set, as container tools write it.
            Some(_) if text.trim().is_empty() => {}
            Some(field) => {
                let given = Given { text: text.trim().to_owned(), source: name.to_owned() };
                self.given.insert(field.key, given);
            }
        }
    }

    /// The value given; `None` if there is none, or it is wrong.
    pub(super) fn get<T>(&mut self, key: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let parsed = parse(&self.given.get(key)?.text);
        if parsed.is_none() {
            self.wrong(key, self.spec(key).wanted);
        }
        parsed
    }

    /// The value given, or else the default.
    pub(super) fn get_or<T>(
        &mut self,
        key: &'static str,
        default: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> T {
        self.get(key, &parse).unwrap_or_else(|| parse(default).expect("every default is right"))
    }

    pub(super) fn is_set(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    /// Whether there is an error about the setting already.
    pub(super) fn is_wrong(&self, key: &str) -> bool {
        self.wrong.contains(&key)
    }

    /// Notes each of the settings that is not set.
    pub(super) fn need(&mut self, keys: &[&'static str], problem: &str) {
        for key in keys {
            if !self.is_set(key) && !self.is_wrong(key) {
                self.wrong(key, problem);
            }
        }
    }

    fn spec(&self, key: &str) -> &'static FieldSpec {
        let known = self.fields.iter().find(|field| field.key == key);
        known.expect("every setting that is checked is in the table")
    }

    /// Notes an error under the name the value was set by, or else under its variable.
    pub(super) fn wrong(&mut self, key: &'static str, problem: &str) {
        let field = self.spec(key);
        let given = self.given.get(key);
        let setting = given.map_or_else(|| field.env(), |given| given.source.clone());
        let value = given.map(|given| match &given.text {
            _ if field.is_secret => "(hidden)".to_owned(),
            // A password is part of a URL; a mail address has no colon.
            text if text.contains(':') => without_password(text),
            text => text.clone(),
        });
        self.wrong.push(key);
        self.errors.push(SettingError { setting, value, problem: problem.to_owned() });
    }
}

/// A TOML value as it would be written in a variable; `None` for a type that no setting has.
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

fn unknown(setting: String, name: &str, known: impl Iterator<Item = String>) -> SettingError {
    let problem = match nearest(name, known) {
        Some(known) => format!("there is no such setting; did you mean {known}?"),
        None => "there is no such setting; `amwaj settings` lists all".to_owned(),
    };
    SettingError { setting, value: None, problem }
}
