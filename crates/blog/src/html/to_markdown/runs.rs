//! Text with its emphasis, as runs of letters that look alike.

use std::rc::Rc;

/// How letters look, and where they lead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    pub link: Option<Rc<str>>,
    pub bold: bool,
    pub italic: bool,
    pub struck: bool,
    /// `sup` or `sub`.
    pub script: Option<&'static str>,
    pub code: bool,
}

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LinePlace {
    Paragraph,
    Heading,
    Cell,
}

/// Letters of one style, a picture with its description, or the end of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum RunContent {
    Text(String),
    Picture { description: String, number: usize },
    Break,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StyledRun {
    pub content: RunContent,
    pub style: Style,
}

impl StyledRun {
    pub fn text(text: impl Into<String>, style: &Style) -> Self {
        Self { content: RunContent::Text(text.into()), style: style.clone() }
    }

    pub fn line_break() -> Self {
        Self { content: RunContent::Break, style: Style::default() }
    }

    /// The first and the last letter; `None` for what isn't text.
    pub fn ends(&self) -> Option<(char, char)> {
        match &self.content {
            RunContent::Text(text) => text.chars().next().zip(text.chars().last()),
            _ => None,
        }
    }
}

/// One letter, or what stands in its place.
#[derive(Clone)]
enum Letter {
    Sign(char),
    Picture(StyledRun),
    Break,
}

impl Letter {
    fn is_blank(&self) -> bool {
        matches!(self, Self::Sign(' ') | Self::Break)
    }
}

/// The runs without doubled blanks and without blanks at the ends of lines, alike neighbours as one. A blank between two
/// bold words is bold; one beside other words is not.
pub fn tidy(runs: &[StyledRun]) -> Vec<StyledRun> {
    let mut letters = single_blanks(runs);
    for at in 0..letters.len() {
        if letters[at].0.is_blank() {
            letters[at].1 = shared_style(&letters, at);
        }
    }
    let mut tidied: Vec<StyledRun> = Vec::new();
    for (letter, style) in letters {
        match (letter, tidied.last_mut()) {
            (Letter::Sign(sign), Some(StyledRun { content: RunContent::Text(text), style: before }))
                if *before == style =>
            {
                text.push(sign);
            }
            (Letter::Sign(sign), _) => tidied.push(StyledRun::text(sign, &style)),
            (Letter::Break, _) => tidied.push(StyledRun { content: RunContent::Break, style }),
            (Letter::Picture(run), _) => tidied.push(StyledRun { style, ..run }),
        }
    }
    tidied
}

fn single_blanks(runs: &[StyledRun]) -> Vec<(Letter, Style)> {
    let mut letters: Vec<(Letter, Style)> = Vec::new();
    for run in runs {
        let contents: Vec<Letter> = match &run.content {
            RunContent::Text(text) => text.chars().filter_map(seen).map(Letter::Sign).collect(),
            RunContent::Picture { .. } => vec![Letter::Picture(run.clone())],
            RunContent::Break => vec![Letter::Break],
        };
        for letter in contents {
            let after_blank = letters.last().is_none_or(|(before, _)| before.is_blank());
            match letter {
                Letter::Sign(' ') if after_blank => {}
                Letter::Break => {
                    if letters.last().is_some_and(|(before, _)| matches!(before, Letter::Sign(' '))) {
                        letters.pop();
                    }
                    let is_empty = letters.last().is_none_or(|(before, _)| matches!(before, Letter::Break));
                    if !is_empty {
                        letters.push((Letter::Break, Style::default()));
                    }
                }
                letter => letters.push((letter, run.style.clone())),
            }
        }
    }
    while letters.last().is_some_and(|(last, _)| last.is_blank()) {
        letters.pop();
    }
    letters
}

/// A letter as it counts: all blanks are one kind, and invisible signs none.
fn seen(c: char) -> Option<char> {
    match c {
        '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => None,
        c if c.is_whitespace() || c.is_control() => Some(' '),
        c => Some(c),
    }
}

/// What a blank's neighbours have in common, and all that is written around it.
fn shared_style(letters: &[(Letter, Style)], at: usize) -> Style {
    let (Some(before), Some(after)) = (at.checked_sub(1).map(|at| &letters[at].1), letters.get(at + 1))
    else {
        return Style::default();
    };
    let (own, after) = (&letters[at].1, &after.1);
    let is_break = matches!(letters[at].0, Letter::Break);
    let mut shared = Style::default();
    if before.link == after.link {
        shared.link = before.link.clone().filter(|_| before.link == own.link);
    }
    let mut is_same = before.link == after.link && shared.link == before.link;
    shared.bold = is_same && before.bold && after.bold;
    is_same &= before.bold == after.bold;
    shared.italic = is_same && before.italic && after.italic;
    is_same &= before.italic == after.italic;
    shared.struck = is_same && before.struck && after.struck && (own.struck || is_break);
    is_same &= before.struck == after.struck && shared.struck == before.struck;
    shared.script =
        before.script.filter(|_| is_same && before.script == after.script && own.script == after.script);
    shared.code = is_same && before.code && after.code && own.code && before.script == after.script;
    shared
}
