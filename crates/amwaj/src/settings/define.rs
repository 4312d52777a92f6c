//! What an entry of the settings' table is made into: a field of `Settings`, a row of `FIELDS`, and the example file.

use std::fmt::Write as _;

/// All variables start with this; the rest is the file's name for the setting in capitals.
pub(super) const ENV_PREFIX: &str = "AMWAJ_";

const EXAMPLE_HEAD: &str = "\
# Settings of the amwaj server, as `amwaj settings` prints them.
#
# Copy this file to amwaj.toml in the folder the server starts in, or pass another file with --config FILE.
# Lines that start with # are off. What follows \"=\" is the default, or an example if there is no default.
# Every setting can also be an environment variable, which wins over the file. An empty variable counts as not set.
";

/// One setting.
#[derive(Debug)]
pub struct FieldSpec {
    /// Its name in the settings file.
    pub key: &'static str,
    /// What it does, line by line.
    pub help: &'static [&'static str],
    pub value: FieldValue,
    /// Error message for an invalid value.
    pub wanted: &'static str,
    /// Whether no message may show its value.
    pub is_secret: bool,
}

/// A value of a setting, as it would be written in a variable.
#[derive(Clone, Copy, Debug)]
pub enum FieldValue {
    /// The value where the setting is not set.
    Default(&'static str),
    /// A value such as others; by default the setting is not set.
    Example(&'static str),
}

impl FieldSpec {
    /// Its environment variable.
    pub fn env(&self) -> String {
        format!("{ENV_PREFIX}{}", self.key.to_uppercase())
    }
}

/// The line that sets a setting in the settings file.
pub fn toml_line(key: &str, value: &str) -> String {
    let is_bare = matches!(value, "true" | "false") || value.parse::<u64>().is_ok();
    // JSON's escapes are a subset of those that TOML reads.
    let value = if is_bare { value.to_owned() } else { serde_json::Value::from(value).to_string() };
    format!("{key} = {value}")
}

/// The text of `amwaj.example.toml`.
pub fn example_file(fields: &[FieldSpec]) -> String {
    let mut text = EXAMPLE_HEAD.to_owned();
    for field in fields {
        let (default, value) = match field.value {
            FieldValue::Default(value) => (value, value),
            FieldValue::Example(value) => ("not set", value),
        };
        let help: String = field.help.iter().map(|line| format!("#{line}\n")).collect();
        let (env, line) = (field.env(), toml_line(field.key, value));
        _ = writeln!(text, "\n{help}# Default: {default}. Variable: {env}\n# {line}");
    }
    text
}

/// Makes the struct `Settings`, its parser and `FIELDS` of a table. An entry is
///
/// ```text
/// /// What the setting does, with its unit.
/// name: Type = Default("value"), parser, "error message for an invalid value";
/// ```
///
/// The field has that type. With `Example("value")` in the place of the default it is an `Option` of it. The parser is
/// a `Fn(&str) -> Option<Type>`. The word `secret` after the message keeps the value out of all messages.
macro_rules! settings {
    ($(
        $(#[doc = $help:literal])+
        $key:ident: $type:ty = $kind:ident($value:literal), $parse:expr, $wanted:literal $(, $secret:ident)?;
    )+) => {
        /// Everything the company can set. It has no `Debug`, so that no log shows a password.
        #[derive(Clone)]
        pub struct Settings {
            $($(#[doc = $help])+ pub $key: $crate::settings::define::field_type!($kind $type),)+
        }

        /// Every setting, in the order of `amwaj.example.toml`.
        pub const FIELDS: &[FieldSpec] = &[$(FieldSpec {
            key: stringify!($key),
            help: &[$($help),+],
            value: FieldValue::$kind($value),
            wanted: $wanted,
            is_secret: !stringify!($($secret)?).is_empty(),
        }),+];

        impl Settings {
            /// The values given, and the defaults of settings that are not set or wrong.
            pub(super) fn parse(values: &mut Values) -> Self {
                Settings {
                    $($key: $crate::settings::define::parsed!($kind $value, values, stringify!($key), $parse),)+
                }
            }
        }
    };
}

macro_rules! field_type {
    (Default $type:ty) => { $type };
    (Example $type:ty) => { Option<$type> };
}

macro_rules! parsed {
    (Default $value:literal, $values:ident, $key:expr, $parse:expr) => {
        $values.get_or($key, $value, $parse)
    };
    (Example $value:literal, $values:ident, $key:expr, $parse:expr) => {
        $values.get($key, $parse)
    };
}

pub(super) use {field_type, parsed, settings};
