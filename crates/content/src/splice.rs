//! Writes a value into a TOML file: the bytes of that value change, and no others.

use std::fmt::Write as _;

use crate::fields::FieldKind;
use crate::node::{Node, NodeValue};

/// `text` with `typed` in the place of the value `node`. The typed text may be wrong: the check says so.
pub fn replaced(text: &str, node: &Node, kind: FieldKind, typed: &str) -> String {
    let old = &text[node.span.clone()];
    let new = match kind {
        FieldKind::Price => return price(text, node, typed),
        FieldKind::Number | FieldKind::SmallNumber => number(typed),
        FieldKind::Document => document(old, typed),
        FieldKind::Text | FieldKind::Picture | FieldKind::Link | FieldKind::Url => quoted(&one_line(typed)),
    };
    spliced(text, node.span.clone(), &new)
}

/// `text` with `new` in the place of the bytes of `range`.
pub fn spliced(text: &str, range: std::ops::Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

/// Joins the lines that people typed.
fn one_line(typed: &str) -> String {
    typed.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A number as it is, also with commas; anything else as a text, which the check refuses in its own words.
fn number(typed: &str) -> String {
    let plain = typed.trim().replace([',', ' '], "");
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let whole = digits.parse::<u64>().is_ok() && (digits == "0" || !digits.starts_with('0'));
    let with_point = digits.split_once('.').is_some_and(|(before, after)| {
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        all_digits(before) && all_digits(after) && (before == "0" || !before.starts_with('0'))
    });
    if whole || with_point { plain } else { quoted(typed.trim()) }
}

/// A long text keeps its quotation marks, if it can.
fn document(old: &str, typed: &str) -> String {
    let typed = typed.replace("\r\n", "\n");
    let body = typed.trim_end();
    let escaped =
        |text: &str| text.split('\n').map(|line| escape(line, false)).collect::<Vec<_>>().join("\n");
    match (body.contains('\n'), old.starts_with("'''") && !body.contains("''") && !body.contains('\r')) {
        (false, _) if !old.starts_with("\"\"\"") && !old.starts_with("'''") => quoted(body),
        (_, true) => format!("'''\n{body}\n'''"),
        _ => format!("\"\"\"\n{}\n\"\"\"", escaped(body)),
    }
}

/// A text on one line, in quotation marks.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text, true))
}

/// Writes out characters that a reader of the file would not see, such as a space that holds two words together.
fn escape(text: &str, one_line: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' if one_line => out.push_str("\\n"),
            '\t' if !one_line => out.push('\t'),
            character if character.is_control() || is_unseen(character) => {
                let _ = write!(out, "\\u{:04X}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out
}

fn is_unseen(character: char) -> bool {
    matches!(character, '\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202F}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// `150-300`, `150–300`, or `5000` where there is no highest.
fn price(text: &str, node: &Node, typed: &str) -> String {
    let (from, to) = match typed.split_once(['-', '–']) {
        Some((from, to)) if !to.trim().is_empty() => (number(from), Some(number(to))),
        Some((from, _)) => (number(from), None),
        None => (number(typed), None),
    };
    if text[node.span.clone()].starts_with('{') {
        let to = to.map_or_else(String::new, |to| format!(", to = {to}"));
        return spliced(text, node.span.clone(), &format!("{{ from = {from}{to} }}"));
    }
    // A table of its own: `[prices.painting]`. From the back, so that what is in front stays where it is.
    let (Some(lowest), highest) = (node.get("from"), node.get("to")) else { return text.to_string() };
    let text = match (highest, to) {
        (Some(highest), Some(to)) => spliced(text, highest.span.clone(), &to),
        (None, Some(to)) => spliced(text, lowest.span.end..lowest.span.end, &format!("\nto = {to}")),
        (Some(highest), None) => {
            let line = text[..highest.span.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[highest.span.end..].find('\n').map_or(text.len(), |at| highest.span.end + at + 1);
            spliced(text, line..end, "")
        }
        (None, None) => text.to_string(),
    };
    spliced(&text, lowest.span.clone(), &from)
}

/// The text in a value's field; facts appear by their names.
pub fn typed(node: &Node) -> Option<String> {
    match &node.value {
        NodeValue::Text(text) => Some(text.clone()),
        NodeValue::Integer(number) => Some(number.to_string()),
        NodeValue::Decimal(number) => Some(number.to_string()),
        NodeValue::Table(_) => {
            let from = typed(node.get("from")?)?;
            Some(node.get("to").and_then(typed).map_or(from.clone(), |to| format!("{from}-{to}")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node;
    use crate::report::Report;

    fn edited(text: &str, path: &str, kind: FieldKind, typed: &str) -> String {
        let node = node::parse("x.toml", text, &mut Report::default()).expect("TOML");
        replaced(text, node.at(path).expect("a value"), kind, typed)
    }

    #[test]
    fn only_the_bytes_of_the_value_change() {
        let file = "# A comment\na  =   'One'  # and another\nlist = [ { b = \"x\" },\n  { b = \"Two\" }, # two\n]\n";
        assert_eq!(
            edited(file, "list.1.b", FieldKind::Text, "She said \"no\"\\\u{A0}1\r\n\r\n today"),
            file.replace("\"Two\"", "\"She said \\\"no\\\"\\\\\\u00A01 today\"")
        );
        assert_eq!(edited(file, "a", FieldKind::Text, "Eins"), file.replace("'One'", "\"Eins\""));
    }

    #[test]
    fn a_price_is_one_number_or_two_and_what_is_none_is_left_to_the_check() {
        let file =
            "[prices]\nac = { from = 150, to = 300 } # usual\n[prices.villa]\nfrom = 9\nto = 12 # metres\n";
        let price = |path: &str, typed: &str| edited(file, path, FieldKind::Price, typed);
        assert_eq!(price("prices.ac", "160 – 1,300"), file.replace("150, to = 300", "160, to = 1300"));
        assert_eq!(price("prices.ac", "160"), file.replace("150, to = 300", "160"));
        assert_eq!(price("prices.ac", "free"), file.replace("150, to = 300", "\"free\""));
        assert_eq!(price("prices.villa", "10-20"), file.replace("9\nto = 12", "10\nto = 20"));
        assert_eq!(price("prices.villa", "10"), file.replace("9\nto = 12 # metres\n", "10\n"));
        assert_eq!(edited("n = 4.8", "n", FieldKind::SmallNumber, " 4.9"), "n = 4.9");
        assert_eq!(edited("n = 4", "n", FieldKind::Number, "1,999"), "n = 1999");
        assert_eq!(edited("n = 4", "n", FieldKind::Number, "007"), "n = \"007\"");
    }

    #[test]
    fn a_long_text_keeps_its_lines_and_a_short_one_its_quotation_marks() {
        let file = "text = \"\"\"\n## One\n\nTwo\n\"\"\"\nnext = 1\n";
        let typed = "## \"Eins\"\r\n\r\nZwei \\ drei\r\n";
        let expected = "text = \"\"\"\n## \\\"Eins\\\"\n\nZwei \\\\ drei\n\"\"\"\nnext = 1\n";
        assert_eq!(edited(file, "text", FieldKind::Document, typed), expected);
        let again = node::parse("x.toml", expected, &mut Report::default()).expect("TOML");
        assert_eq!(again.at("text").and_then(Node::text), Some("## \"Eins\"\n\nZwei \\ drei\n"));
    }
}
