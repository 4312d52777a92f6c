//! Marks: what a page shows of the content is wrapped in characters that nobody types, so that the page itself says where
//! each of its words is written. The site's editing turns them into attributes; no visitor's page has them.

use std::ops::Range;

/// Begins a marked text; the number of the mark is added to it.
const BEGIN: u32 = 0xF_0000;
/// Ends a marked text.
pub const END: char = '\u{100000}';
/// Stands for a number: that of the mark is added to it. Larger than any price, and still a `u32`.
const NUMBER: u32 = 4_200_000_000;
/// One plane of characters for private use.
const MAX_MARKS: usize = 0xFFFD;

/// A value that can be changed, and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The file's path in the content folder: `pages/home.toml`.
    pub file: String,
    /// The way to the value in the file: `sections.0.lead`.
    pub path: String,
    /// The number itself, where a number stands for it.
    pub number: Option<i64>,
}

impl Mark {
    /// `pages/home.toml:sections.0.lead`
    pub fn id(&self) -> String {
        id(&self.file, &self.path)
    }
}

/// A value's id: `pages/home.toml:sections.0.lead`.
pub fn id(file: &str, path: &str) -> String {
    format!("{file}:{path}")
}

/// Every mark by its number.
#[derive(Debug, Clone, Default)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// The number of a new mark; `None` if there are too many, or a name in the path does not fit in an attribute.
    fn add(&mut self, file: &str, path: &[String], number: Option<i64>) -> Option<u32> {
        if self.0.len() >= MAX_MARKS || !path.iter().all(|name| is_plain(name)) {
            return None;
        }
        self.0.push(Mark { file: file.to_string(), path: path.join("."), number });
        u32::try_from(self.0.len() - 1).ok()
    }

    /// `text` with its mark around it.
    pub fn text(&mut self, file: &str, path: &[String], text: &str) -> String {
        let begin = self.add(file, path, None).and_then(|number| char::from_u32(BEGIN + number));
        begin.map_or_else(|| text.to_string(), |begin| format!("{begin}{text}{END}"))
    }

    /// A number that stands for `number`.
    pub fn number(&mut self, file: &str, path: &[String], number: i64) -> i64 {
        self.add(file, path, Some(number)).map_or(number, |mark| i64::from(NUMBER + mark))
    }

    /// The mark that this character begins.
    pub fn begun_by(&self, character: char) -> Option<&Mark> {
        self.0.get(u32::from(character).checked_sub(BEGIN)? as usize)
    }

    /// The first number in `text` that stands for another: where it is, its mark, and how the other one is written.
    pub fn number_in(&self, text: &str) -> Option<(Range<usize>, &Mark, String)> {
        let mut from = 0;
        loop {
            let start = from + text[from..].find(|c: char| c.is_ascii_digit())?;
            let tail = &text[start..];
            let length = tail.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(tail.len());
            // A comma behind it belongs to the sentence.
            let written = tail[..length].trim_end_matches(',');
            let digits: String = written.chars().filter(char::is_ascii_digit).collect();
            let mark =
                digits.parse().ok().and_then(|number: u32| self.0.get(number.checked_sub(NUMBER)? as usize));
            if let Some((mark, number)) = mark.and_then(|mark| Some((mark, mark.number?))) {
                let shown = if written.contains(',') { grouped(number) } else { number.to_string() };
                return Some((start..start + written.len(), mark, shown));
            }
            from = start + length;
        }
    }

    /// `text` without marks, and the marks that were in it.
    pub fn strip<'m>(&'m self, text: &str) -> (String, Vec<&'m Mark>) {
        let mut found = Vec::new();
        let mut plain = String::with_capacity(text.len());
        for character in text.chars() {
            match self.begun_by(character) {
                Some(mark) => found.push(mark),
                None if character == END => {}
                None => plain.push(character),
            }
        }
        while let Some((range, mark, shown)) = self.number_in(&plain) {
            found.push(mark);
            plain.replace_range(range, &shown);
        }
        (plain, found)
    }
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|character| character.is_alphanumeric() || matches!(character, '-' | '_'))
}

/// A number with commas between its thousands.
pub fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(path: &str) -> Vec<String> {
        path.split('.').map(str::to_string).collect()
    }

    #[test]
    fn a_marked_text_or_number_is_plain_again_once_it_is_stripped() {
        let mut marks = Marks::default();
        let inner = marks.text("facts.toml", &path("times.plumber"), "1 h");
        let text = marks.text("pages/home.toml", &path("lead"), &format!("A plumber in {inner}."));
        let number = marks.number("facts.toml", &path("prices.cleaning"), 1999);
        let (plain, found) = marks.strip(&format!("{text} AED {number}, 42"));
        assert_eq!(plain, "A plumber in 1 h. AED 1999, 42");
        let ids: Vec<String> = found.into_iter().map(Mark::id).collect();
        assert_eq!(ids, ["pages/home.toml:lead", "facts.toml:times.plumber", "facts.toml:prices.cleaning"]);
        assert_eq!(marks.strip("4,200,000,002").0, "1,999", "as pages write it");
    }

    #[test]
    fn a_number_is_found_whatever_its_mark_and_whatever_stands_around_it() {
        let mut marks = Marks::default();
        for number in 0..500 {
            marks.number("facts.toml", &path("prices.cleaning"), number);
        }
        for mark in 0..500 {
            let written = format!("42 of {}, then 4,2 and 42", grouped(i64::from(NUMBER) + mark));
            assert_eq!(marks.strip(&written).0, format!("42 of {mark}, then 4,2 and 42"));
        }
    }

    #[test]
    fn a_name_that_would_break_an_attribute_has_no_mark() {
        let mut marks = Marks::default();
        for name in ["a.b", "a b", "a:b", "a\"b", "a<b"] {
            assert_eq!(marks.text("facts.toml", &["times".into(), name.into()], "1 h"), "1 h");
        }
    }
}
