//! Typesets a title: its characters, its font size, and its line breaks. Widths are measured with the fonts, never
//! guessed from the number of letters.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::fonts;
use crate::text_width::widths;

/// The font sizes that are tried, in pixels: a title gets the largest in which it fits.
const SIZES: [f32; 11] = [76.0, 70.0, 64.0, 59.0, 54.0, 50.0, 46.0, 42.0, 38.0, 35.0, 32.0];
const SMALLEST: f32 = SIZES[SIZES.len() - 1];
const MAX_LINES: usize = 3;
/// A title that would be smaller than this in three lines gets four, which have room up to the other size.
const THREE_LINES_FROM: f32 = 42.0;
const FOUR_LINES_TO: f32 = 50.0;
/// Line height in ems. Arabic needs more.
const LEADING: f32 = 1.04;
const ARABIC_LEADING: f32 = 1.26;
/// Between letters, in ems, as in the headings of pages. Arabic letters touch.
const TRACKING: f32 = -0.03;
/// More words never fit.
const MAX_WORDS: usize = 40;
/// The cost of a line that ends in a short word which belongs to the next line, such as "the", "a", "in", and the most
/// letters of such a word.
const DANGLING_COST: f32 = 0.02;
const DANGLING_MAX_LETTERS: usize = 3;
/// The right-to-left mark: it keeps a full stop at the left end of an Arabic line.
const RIGHT_TO_LEFT_MARK: char = '\u{200F}';

/// A title that is ready to render.
#[derive(Debug, Clone, PartialEq)]
pub struct Title {
    /// In pixels.
    pub size: f32,
    pub lines: Vec<String>,
    /// Whether it is read from right to left.
    pub rtl: bool,
}

impl Title {
    /// From one baseline to the next, in pixels.
    pub fn leading(&self) -> f32 {
        self.size * if self.rtl { ARABIC_LEADING } else { LEADING }
    }

    /// Between letters, in pixels.
    pub fn tracking(&self) -> f32 {
        self.size * tracking(self.rtl)
    }
}

/// Typesets `text` in lines of at most `width` pixels. A text that is too long even in the smallest size ends in `…`.
pub fn typeset(text: &str, width: f32) -> Title {
    let text = displayable(text);
    let rtl = is_rtl(&text);
    let mut words = words(&text, width / SMALLEST, rtl);
    loop {
        let three = SIZES.into_iter().filter(|size| *size >= THREE_LINES_FROM).map(|size| (size, MAX_LINES));
        let four = SIZES.into_iter().filter(|size| *size <= FOUR_LINES_TO).map(|size| (size, MAX_LINES + 1));
        for (size, max_lines) in three.chain(four) {
            if let Some(lines) = break_lines(&words, width / size, max_lines) {
                let lines = lines.into_iter().map(|line| if rtl { mark_rtl(&line) } else { line }).collect();
                return Title { size, lines, rtl };
            }
        }
        shorten(&mut words, width / SMALLEST, rtl);
    }
}

/// The text without characters that the fonts lack, such as emoji; empty where letters are among them.
pub fn displayable(text: &str) -> String {
    if text.chars().any(|c| c.is_alphabetic() && !fonts::has_character(c)) {
        return String::new();
    }
    let shown: String = text.chars().filter(|c| c.is_whitespace() || fonts::has_character(*c)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tracking(rtl: bool) -> f32 {
    if rtl { 0.0 } else { TRACKING }
}

/// Whether the text is read from right to left, as its first letter tells.
fn is_rtl(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(
        |c| matches!(c, '\u{0600}'..='\u{06FF}' | '\u{0750}'..='\u{077F}' | '\u{FB50}'..='\u{FEFC}'),
    )
}

fn mark_rtl(line: &str) -> String {
    format!("{RIGHT_TO_LEFT_MARK}{line}{RIGHT_TO_LEFT_MARK}")
}

/// A word, or a part of one that is wider than a line. Widths are in ems.
#[derive(Debug, Clone)]
struct Word {
    text: String,
    width: f32,
    /// The width of the blank before it on the same line; 0 between the parts of one word.
    gap: f32,
}

/// The words of a title. One that is wider than `max_ems` is cut into parts, with hyphens.
fn words(text: &str, max_ems: f32, rtl: bool) -> Vec<Word> {
    let texts: Vec<&str> = text.split(' ').take(MAX_WORDS + 1).collect();
    let blank = blank_width(rtl);
    let measured = texts.iter().zip(widths(&texts, tracking(rtl)));
    measured
        .flat_map(|(word, width)| match width <= max_ems {
            true => vec![Word { text: (*word).to_owned(), width, gap: blank }],
            false => parts(word, max_ems, rtl, blank),
        })
        .collect()
}

fn blank_width(rtl: bool) -> f32 {
    let widths = widths(&["n n", "nn"], tracking(rtl));
    widths[0] - widths[1]
}

fn parts(word: &str, max_ems: f32, rtl: bool, blank: f32) -> Vec<Word> {
    let mut parts: Vec<String> = vec![String::new()];
    for letter in word.graphemes(true) {
        let last = parts.last_mut().expect("there is always one");
        let longer = format!("{last}{letter}-");
        if !last.is_empty() && widths(&[&longer], tracking(rtl))[0] > max_ems {
            last.push('-');
            parts.push(letter.to_owned());
        } else {
            last.push_str(letter);
        }
    }
    let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let measured = texts.iter().zip(widths(&texts, tracking(rtl))).enumerate();
    let gap = |place| if place == 0 { blank } else { 0.0 };
    measured.map(|(place, (text, width))| Word { text: (*text).to_owned(), width, gap: gap(place) }).collect()
}

/// The words in as few lines of at most `max_ems` ems as they need, as even as they can be; `None` if that is too many.
fn break_lines(words: &[Word], max_ems: f32, max_lines: usize) -> Option<Vec<String>> {
    (1..=max_lines)
        .find_map(|lines| even(words, lines, max_ems))
        .map(|lines| lines.iter().map(|line| joined(line)).collect())
}

/// Exactly that many lines with the least sum of squared widths: the evenest ones.
fn even(words: &[Word], lines: usize, max_ems: f32) -> Option<Vec<&[Word]>> {
    if lines == 1 {
        return (width(words) <= max_ems).then(|| vec![words]);
    }
    let candidates = (1..words.len()).filter_map(|cut| {
        let (first, rest) = words.split_at(cut);
        if width(first) > max_ems {
            return None;
        }
        let mut set = vec![first];
        set.extend(even(rest, lines - 1, max_ems)?);
        Some((cost(&set, max_ems), set))
    });
    candidates.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, set)| set)
}

fn cost(lines: &[&[Word]], max_ems: f32) -> f32 {
    let dangling =
        |line: &&[Word]| line.last().is_some_and(|word| word.text.chars().count() <= DANGLING_MAX_LETTERS);
    let danglers = lines[..lines.len() - 1].iter().filter(|line| dangling(line)).count();
    let widths = lines.iter().map(|line| (width(line) / max_ems).powi(2));
    widths.sum::<f32>() + DANGLING_COST * danglers as f32
}

fn width(line: &[Word]) -> f32 {
    line.iter().map(|word| word.gap + word.width).sum::<f32>() - line.first().map_or(0.0, |word| word.gap)
}

fn joined(line: &[Word]) -> String {
    let mut text = String::new();
    for word in line {
        if !text.is_empty() {
            if word.gap > 0.0 {
                text.push(' ');
            } else {
                // Both parts of a cut word fit here after all.
                text.pop();
            }
        }
        text.push_str(&word.text);
    }
    text
}

/// Drops the last word, and as much of the one before as the ellipsis needs.
fn shorten(words: &mut Vec<Word>, max_ems: f32, rtl: bool) {
    words.pop();
    let Some(last) = words.last_mut() else { return };
    let mut letters: Vec<&str> =
        last.text.trim_end_matches(|c: char| !c.is_alphanumeric()).graphemes(true).collect();
    loop {
        let text = letters.concat() + "…";
        last.width = widths(&[&text], tracking(rtl))[0];
        if last.width <= max_ems || letters.pop().is_none() {
            last.text = text;
            return;
        }
    }
}
