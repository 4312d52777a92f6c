//! A line of text as Markdown. It is read back, as the page will read it: where signs would say something else than what
//! was pasted, tags say it, and every sign is escaped.

use std::ops::Range;

use super::read_back::{letters, read_back};
use super::runs::{LinePlace, RunContent, Style, StyledRun};

/// The Markdown of runs that [`super::runs::tidy`] has tidied.
pub fn written(runs: &[StyledRun], place: LinePlace) -> String {
    let light = write(runs, place, false);
    match read_back(&light, place) == Some(letters(runs)) {
        true => light,
        false => write(runs, place, true),
    }
}

fn write(runs: &[StyledRun], place: LinePlace, is_strict: bool) -> String {
    let mut writer = LineWriter { runs, place, is_strict, out: String::new() };
    writer.nested(0..runs.len(), 0);
    let text = writer.out;
    match place {
        LinePlace::Paragraph if !is_strict => {
            text.split('\n').map(escaped_start).collect::<Vec<_>>().join("\n")
        }
        LinePlace::Heading if text.ends_with('#') && !is_strict => format!("{}\\#", &text[..text.len() - 1]),
        _ => text,
    }
}

struct LineWriter<'a> {
    runs: &'a [StyledRun],
    place: LinePlace,
    is_strict: bool,
    out: String,
}

/// What is written around letters, outermost first: its Markdown, or its tag.
type Around = (fn(&Style) -> bool, &'static str, &'static str);
const AROUND: [Around; 5] = [
    (|style| style.bold, "**", "b"),
    (|style| style.italic, "*", "i"),
    (|style| style.struck, "~~", "del"),
    (|style| style.script == Some("sup"), "", "sup"),
    (|style| style.script == Some("sub"), "", "sub"),
];

impl LineWriter<'_> {
    /// Writes runs with everything that is around them from that depth on; 0 is the link.
    fn nested(&mut self, range: Range<usize>, depth: usize) {
        if depth > AROUND.len() {
            return range.for_each(|at| self.leaf(at));
        }
        let mut start = range.start;
        while start < range.end {
            let is_same = |at: &usize| match depth {
                0 => self.runs[*at].style.link == self.runs[start].style.link,
                _ => {
                    AROUND[depth - 1].0(&self.runs[*at].style) == AROUND[depth - 1].0(&self.runs[start].style)
                }
            };
            let end = (start..range.end).find(|at| !is_same(at)).unwrap_or(range.end);
            self.around(start..end, depth);
            start = end;
        }
    }

    fn around(&mut self, range: Range<usize>, depth: usize) {
        let style = &self.runs[range.start].style;
        let (before, after) = match depth {
            0 => match &style.link {
                Some(address) => ("[".to_owned(), format!("]({address})")),
                None => Default::default(),
            },
            _ => {
                let (is_on, sign, tag) = AROUND[depth - 1];
                match is_on(style) {
                    false => Default::default(),
                    true if self.signs_hold(&range, sign) => (sign.to_owned(), sign.to_owned()),
                    true => (format!("<{tag}>"), format!("</{tag}>")),
                }
            }
        };
        self.out.push_str(&before);
        self.nested(range, depth + 1);
        self.out.push_str(&after);
    }

    /// Whether a sign opens and closes where it would stand: beside a letter or a digit inside, or a blank outside.
    fn signs_hold(&self, range: &Range<usize>, sign: &str) -> bool {
        let before = self.out.chars().last();
        let after = self.runs.get(range.end).and_then(StyledRun::ends).map(|(first, _)| first);
        let is_end = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let first = self.runs[range.start].ends().map(|(first, _)| first);
        let last = self.runs[range.end - 1].ends().map(|(_, last)| last);
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        // A second sign may only follow one that opens at the same place: `***both***`.
        let is_beside_sign = matches!(before, Some('*' | '~')) && !(sign == "*" && self.bold_opens(range));
        !self.is_strict
            && !sign.is_empty()
            && !is_beside_sign
            && (is_letter(first) || is_end(before))
            && (is_letter(last) || is_end(after))
    }

    /// Whether the bold that was opened last starts where these runs do.
    fn bold_opens(&self, range: &Range<usize>) -> bool {
        let before = range.start.checked_sub(1).map(|before| &self.runs[before].style);
        self.out.ends_with("**")
            && self.runs[range.start].style.bold
            && before.is_none_or(|before| !before.bold || before.link != self.runs[range.start].style.link)
    }

    fn leaf(&mut self, at: usize) {
        let run = &self.runs[at];
        let escaped = match &run.content {
            RunContent::Break if self.place == LinePlace::Cell => "<br>".to_owned(),
            RunContent::Break => "\\\n".to_owned(),
            RunContent::Picture { description, number } => {
                format!("![{}](pasted:{number})", self.escaped(description))
            }
            RunContent::Text(text) if run.style.code => code(text),
            RunContent::Text(text) => self.escaped(text),
        };
        match self.place {
            LinePlace::Cell if run.style.code => self.out.push_str(&escaped.replace('|', "\\|")),
            LinePlace::Cell if !self.is_strict => self.out.push_str(&escaped.replace('|', "\\|")),
            _ => self.out.push_str(&escaped),
        }
    }

    fn escaped(&self, text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        let mut before = None;
        let mut letters = text.chars().peekable();
        while let Some(c) = letters.next() {
            let after = letters.peek().copied();
            let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let is_free = |c: Option<char>| c.is_some_and(char::is_whitespace);
            let is_sign = match c {
                '_' => !(is_inside(before) && is_inside(after)),
                '*' => !(is_free(before) && is_free(after)),
                '\\' | '[' | ']' | '`' | '<' => true,
                c => self.is_strict && c.is_ascii_punctuation(),
            };
            if is_sign {
                escaped.push('\\');
            }
            escaped.push(c);
            before = Some(c);
        }
        escaped
    }
}

/// Code with as many backticks around it as it needs.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A line whose first sign would make it a heading, a quotation or a list.
fn escaped_start(text: &str) -> String {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &text[digits..];
    let is_mark = rest.starts_with(['#', '>', '|', '=']) || rest.starts_with("- ") || rest.starts_with("+ ");
    let is_number = (1..=9).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") "));
    match digits {
        0 if is_mark || rest.starts_with("---") || matches!(rest, "-" | "+") => format!("\\{text}"),
        _ if is_number => format!("{}\\{rest}", &text[..digits]),
        _ => text.to_owned(),
    }
}
