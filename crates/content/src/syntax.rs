//! Errors in files that cannot be read as TOML, explained to somebody who has never heard of TOML.
//!
//! The library says where it stopped. What people do to such a file is rarely there by its own name: a comma in a
//! price, a curly quotation mark, a bracket that is not closed. So the lines are looked at for those, and the library's
//! own words are the last resort.

use std::sync::LazyLock;

use regex::Regex;
use toml::de::Error;

/// A mistake in a file's notation.
#[derive(Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Line in the file, from 1.
    pub line: usize,
    pub what: String,
    pub instead: String,
}

type Advice = (String, String);
/// Explains the first of the errors that reading `text` gave.
pub fn explain(text: &str, error: &Error) -> SyntaxError {
    let offset = error.span().map_or(0, |span| span.start).min(text.len());
    let at = text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count();
    let lines: Vec<&str> = text.lines().collect();
    if error.message().contains("duplicate key") {
        return duplicate(&lines, at);
    }
    // A quotation mark or a bracket that is missing is often noticed a line later only.
    let before = (0..at).rev().find(|line| !lines[*line].trim().is_empty());
    for line in std::iter::once(at).chain(before) {
        if let Some((what, instead)) = lines.get(line).and_then(|text| of_line(text)) {
            return SyntaxError { line: line + 1, what, instead };
        }
    }
    if let Some((line, bracket)) = unclosed(&lines[..at.min(lines.len())]) {
        let closing = if bracket == '[' { ']' } else { '}' };
        let what = format!("the `{bracket}` on this line is never closed");
        return SyntaxError { line: line + 1, what, instead: format!("write `{closing}` where it ends") };
    }
    let written = lines.get(at).map_or("", |line| line.trim());
    SyntaxError {
        line: at + 1,
        what: format!("`{}` cannot be read: {}", short(written), error.message()),
        instead: "write a line as `name = \"text\"`, `name = 1999` or `name = true`".to_string(),
    }
}

/// A name that stands twice: the second one's line is what somebody has to look at.
fn duplicate(lines: &[&str], at: usize) -> SyntaxError {
    let name = lines.get(at).map_or("", |line| line.split('=').next().unwrap_or_default().trim());
    SyntaxError {
        line: at + 1,
        what: format!("`{}` stands here a second time", short(name)),
        instead: "delete one of the two".to_string(),
    }
}

/// A number with a comma or a space between its thousands.
static GROUPED: LazyLock<Regex> = LazyLock::new(|| pattern(r"=\s*(\d{1,3}(?:[,' ]\d{3})+)"));
/// A number with a comma before its decimals.
static DECIMAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"=\s*(\d+),(\d{1,2})\s*$"));
/// A price with its currency, or a number with a unit.
static UNIT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"=\s*(?:[A-Za-z]+\s*(\d[\d,]*)|(\d(?:[\d,]*\d)?)\s*[A-Za-z%])"));
/// A word where a value should be.
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"=\s*([A-Za-z][^,}\]#]*)"));
/// A name with a colon, or nothing, where the `=` should be.
static NO_EQUALS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?::|\s\s*\x00)"));
/// Two values without a comma between them.
static NO_COMMA: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:\x00|\d|\})\s+(?:\x00|\{|[a-z_]+\s*=)"));
/// A text that goes on after its closing quotation mark.
static AFTER_TEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\x00\s*[^\s,\]}#=\x00]"));

/// A backslash in a text that starts no escape of TOML.
static BAD_ESCAPE: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\\[^btnfreuUx"\\]"#));

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant that the tests use")
}

/// Common mistakes in one line.
fn of_line(line: &str) -> Option<Advice> {
    let bare = line.trim();
    if bare.is_empty() || bare.starts_with('#') {
        return None;
    }
    let advice = |what: &str, instead: String| Some((what.to_string(), instead));
    if bare.starts_with("//") || bare.starts_with("--") {
        return advice(
            "a note starts with `#`",
            format!("write `# {}`", bare.trim_start_matches(['/', '-', ' '])),
        );
    }
    let Ok(plain) = without_texts(line) else {
        return match curly(line) {
            true => curly_advice(line),
            false => advice(
                "a quotation mark is missing on this line, or one too many",
                "a text starts and ends with one `\"`; inside it, write “ and ” or `\\\"`".to_string(),
            ),
        };
    };
    if curly(&plain) {
        return curly_advice(line);
    }
    if let Some(found) = GROUPED.captures(&plain) {
        let digits: String = found[1].chars().filter(char::is_ascii_digit).collect();
        return advice("a price has no comma, point or space between its digits", format!("write {digits}"));
    }
    if let Some(found) = DECIMAL.captures(&plain) {
        return advice("a decimal comma", format!("write {}.{}", &found[1], &found[2]));
    }
    if bare.starts_with('[')
        && plain.matches('[').count() != plain.matches(']').count()
        && !plain.contains('=')
    {
        let name = plain.trim().trim_matches(['[', ']']);
        return advice("the brackets of this heading do not match", format!("write [[{name}]] or [{name}]"));
    }
    if NO_EQUALS.is_match(&plain) {
        return advice(
            "there is no `=` between the name and its value",
            "write `name = \"text\"`".to_string(),
        );
    }
    of_value(line, &plain)
}

/// Common mistakes in the value of a line, of which `plain` has no texts.
fn of_value(line: &str, plain: &str) -> Option<Advice> {
    let advice = |what: &str, instead: String| Some((what.to_string(), instead));
    if BAD_ESCAPE.is_match(line) {
        return advice(
            "a `\\` in a text means something of its own",
            "write `\\\\`, or leave it out".to_string(),
        );
    }
    if NO_COMMA.is_match(plain) {
        return advice("a comma is missing between two entries", "put a comma between them".to_string());
    }
    if AFTER_TEXT.is_match(plain) {
        return advice(
            "the text goes on after its closing quotation mark",
            "inside a text write “ and ”, or `\\\"`".to_string(),
        );
    }
    if let Some(found) = UNIT.captures(plain) {
        let number = found.get(1).or_else(|| found.get(2)).map_or("", |number| number.as_str());
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        return advice(
            "a number has no currency and no unit",
            format!("write {digits}; a text needs quotation marks"),
        );
    }
    if let Some(found) = WORD.captures(plain) {
        let word = found[1].trim();
        return match word.to_lowercase().as_str() {
            "yes" | "true" => advice("yes is written `true`, in small letters", "write true".to_string()),
            "no" | "false" => advice("no is written `false`, in small letters", "write false".to_string()),
            _ => advice("the text is not in quotation marks", format!("write \"{}\"", short(word))),
        };
    }
    if plain.trim().ends_with('=') {
        return advice(
            "the value is missing after `=`",
            "write a text in quotation marks, or a number".to_string(),
        );
    }
    None
}

/// The line with every text in straight quotation marks as one character (NUL), and without a note at its end.
///
/// # Errors
/// When a text does not end.
fn without_texts(line: &str) -> Result<String, ()> {
    let mut plain = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                loop {
                    match characters.next().ok_or(())? {
                        '\\' => drop(characters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                plain.push('\0');
            }
            '#' => break,
            other => plain.push(other),
        }
    }
    Ok(plain)
}

fn curly(text: &str) -> bool {
    text.contains(['“', '”', '„', '‘', '’', '«', '»'])
}

fn curly_advice(line: &str) -> Option<Advice> {
    let straight = line.trim().replace(['“', '”', '„', '«', '»', '‘', '’'], "\"");
    Some((
        "curly quotation marks around a text".to_string(),
        format!("use straight ones: {}", short(&straight)),
    ))
}

/// The line of the last bracket that is open at the end of `lines`, from 0, and which one it is.
fn unclosed(lines: &[&str]) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Ok(plain) = without_texts(line) else { continue };
        for character in plain.chars() {
            match character {
                '[' | '{' => open.push((number, character)),
                ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
    }
    open.pop()
}

/// At most so much of a line as a message shows.
fn short(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let start: String = text.chars().take(MAX_CHARS).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    fn explained(text: &str) -> SyntaxError {
        let (_, errors) = DeTable::parse_recoverable(text);
        explain(text, errors.first().unwrap_or_else(|| panic!("`{text}` is TOML")))
    }

    #[test]
    fn what_people_write_is_told_in_their_words() {
        let cases = [
            ("price = 3,499", "no comma", "write 3499"),
            ("x = { from = 10,000, to = 30000 }", "no comma", "write 10000"),
            ("price = 3 499", "no comma", "write 3499"),
            ("value = 4,8", "decimal comma", "write 4.8"),
            ("price = AED 150", "no currency", "write 150"),
            ("price = 150 AED", "no currency", "write 150"),
            ("name = “Amwaj”", "curly", "name = \"Amwaj\""),
            ("name = \"Amwaj”", "curly", "name = \"Amwaj\""),
            ("name = ‘Amwaj’", "curly", "name = \"Amwaj\""),
            ("name = Amwaj Home", "not in quotation marks", "\"Amwaj Home\""),
            ("name = \"Amwaj", "quotation mark is missing", "starts and ends"),
            ("name = Amwaj\"", "quotation mark is missing", "starts and ends"),
            ("name = \"The \"best\" of\"", "goes on after", "“ and ”"),
            ("name: \"Amwaj\"", "no `=`", "name = \"text\""),
            ("name \"Amwaj\"", "no `=`", "name = \"text\""),
            ("recommended = Yes", "written `true`", "write true"),
            ("recommended = True", "written `true`", "write true"),
            ("included = No", "written `false`", "write false"),
            ("name = \"C:\\pictures\"", "a `\\`", "leave it out"),
            ("areas = [\"Deira\" \"JVC\"]", "comma is missing", "put a comma"),
            ("x = { text = \"a\" included = false }", "comma is missing", "put a comma"),
            ("[[plans]\nid = \"x\"", "brackets of this heading", "[[plans]]"),
            ("// a note", "a note starts with `#`", "# a note"),
            ("price =", "value is missing", "quotation marks"),
            ("price = 1\nprice = 2", "a second time", "delete one"),
        ];
        for (text, what, instead) in cases {
            let error = explained(text);
            assert!(error.what.contains(what), "{text}: {error:?}");
            assert!(error.instead.contains(instead), "{text}: {error:?}");
        }
    }

    #[test]
    fn a_list_that_is_not_closed_is_named_where_it_begins() {
        let error = explained("a = 1\nareas = [\n  \"Deira\",\n  \"JVC\",\nname = \"x\"\n");
        assert_eq!((error.line, error.what.as_str()), (2, "the `[` on this line is never closed"));
    }

    #[test]
    fn a_quotation_mark_is_missed_on_its_own_line() {
        let error = explained("a = 1\nname = \"Amwaj\nb = \"two\"\n");
        assert_eq!(error.line, 2, "{error:?}");
    }

    #[test]
    fn what_is_none_of_these_is_shown_in_the_librarys_words() {
        let error = explained("= 1");
        assert!(error.what.contains("`= 1` cannot be read: "), "{error:?}");
    }
}
