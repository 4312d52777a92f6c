//! Lines of Markdown: what has to be escaped, where emphasis begins and ends, and the markers that Word types.

/// What Word writes before the items of a list, each followed by a no-break space.
const BULLETS: [char; 7] = ['·', '•', '▪', '§', 'o', '–', '-'];
const NO_BREAK_SPACE: char = '\u{A0}';

/// The marker that Word has written before an item, and the rest.
pub fn word_marker(text: &str) -> (Option<String>, &str) {
    let start = text.trim_start_matches([' ', '\n', '\\']);
    let digits = start.len() - start.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (marker, rest) = match start[digits..].chars().next() {
        Some(sign @ ('.' | ')')) if (1..=3).contains(&digits) => {
            (format!("{}.", &start[..digits]), &start[digits + sign.len_utf8()..])
        }
        Some(sign) if digits == 0 && BULLETS.contains(&sign) => ("-".to_owned(), &start[sign.len_utf8()..]),
        _ => return (None, text),
    };
    match rest.trim_start_matches([' ', '\n']).starts_with(NO_BREAK_SPACE) {
        true => (Some(marker), rest),
        false => (None, text),
    }
}

/// One line without doubled blanks; lines that were broken on purpose stay broken.
pub fn one_line(text: &str) -> String {
    let lines = text.split("\\\n").map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\\\n")
}

/// Signs around a text, and not around the blanks at its ends, where Markdown would not read them.
pub fn around(inside: &str, sign: &str) -> String {
    let text = inside.trim();
    if text.is_empty() || text.starts_with(sign) {
        return inside.to_owned();
    }
    let before = &inside[..inside.len() - inside.trim_start().len()];
    let after = &inside[inside.trim_end().len()..];
    format!("{before}{sign}{text}{sign}{after}")
}

pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '[' | ']' | '`' | '<') {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' || c == '\r' { ' ' } else { c });
    }
    escaped
}

/// A paragraph whose first sign would make it a heading, a quotation or a list.
pub fn escaped_start(text: String) -> String {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &text[digits..];
    match digits {
        0 if rest.starts_with(['#', '>', '|']) || rest.starts_with("- ") || rest.starts_with("+ ") => {
            format!("\\{text}")
        }
        1..=9 if rest.starts_with(". ") || rest.starts_with(") ") => format!("{}\\{rest}", &text[..digits]),
        _ => text,
    }
}
