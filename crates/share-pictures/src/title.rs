//! How a title is set: its characters, its size, and where its lines break. Widths are measured by the fonts
//! themselves, never guessed from the number of letters.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::fonts;
use crate::text_width::widths;

/// The sizes that are tried, in pixels: a title is set in the largest that it fits in.
const SIZES: [f32; 11] = [76.0, 70.0, 64.0, 59.0, 54.0, 50.0, 46.0, 42.0, 38.0, 35.0, 32.0];
const SMALLEST: f32 = SIZES[SIZES.len() - 1];
const MOST_LINES: usize = 3;
/// A title that is smaller than this in three lines is set in four, which find room up to the other size.
const THREE_LINES_FROM: f32 = 42.0;
const FOUR_LINES_TO: f32 = 50.0;
/// From line to line, in ems. Arabic needs more air.
const LEADING: f32 = 1.04;
const ARABIC_LEADING: f32 = 1.26;
/// Between letters, in ems, as in the headings of pages. Arabic letters touch.
const TRACKING: f32 = -0.03;
/// More words than these never fit.
const MOST_WORDS: usize = 40;
/// What a line costs that ends in a word which belongs to the next: "the", "a", "in".
const DANGLING: f32 = 0.02;
const DANGLES: usize = 3;
/// Keeps a full stop at the left end of a line whose words run to the left.
const RIGHT_TO_LEFT: char = '\u{200F}';

/// A title, ready to be drawn.
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

/// Sets `text` in lines of at most `width` pixels; what is too long for them even in small letters ends in `…`.
pub fn set(text: &str, width: f32) -> Title {
    let text = showable(text);
    let rtl = is_rtl(&text);
    let mut words = words(&text, width / SMALLEST, rtl);
    loop {
        let three = SIZES.into_iter().filter(|size| *size >= THREE_LINES_FROM).map(|size| (size, MOST_LINES));
        let four = SIZES.into_iter().filter(|size| *size <= FOUR_LINES_TO).map(|size| (size, MOST_LINES + 1));
        for (size, most_lines) in three.chain(four) {
            if let Some(lines) = broken(&words, width / size, most_lines) {
                let lines = lines.into_iter().map(|line| if rtl { turned(&line) } else { line }).collect();
                return Title { size, lines, rtl };
            }
        }
        shorten(&mut words, width / SMALLEST, rtl);
    }
}

/// The text without what the fonts cannot show, such as emoji; nothing where that would leave holes in words.
pub fn showable(text: &str) -> String {
    if text.chars().any(|c| c.is_alphabetic() && !fonts::can_show(c)) {
        return String::new();
    }
    let shown: String = text.chars().filter(|c| c.is_whitespace() || fonts::can_show(*c)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tracking(rtl: bool) -> f32 {
    if rtl { 0.0 } else { TRACKING }
}

/// Its first letter says.
fn is_rtl(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(
        |c| matches!(c, '\u{0600}'..='\u{06FF}' | '\u{0750}'..='\u{077F}' | '\u{FB50}'..='\u{FEFC}'),
    )
}

fn turned(line: &str) -> String {
    format!("{RIGHT_TO_LEFT}{line}{RIGHT_TO_LEFT}")
}

/// A word, or a part of one that is wider than a line. Widths are in ems.
#[derive(Debug, Clone)]
struct Word {
    text: String,
    width: f32,
    /// What stands before it on the same line: a blank, or nothing after a part.
    gap: f32,
}

/// The words of a title, none wider than `most` ems: one that is gets cut, with hyphens.
fn words(text: &str, most: f32, rtl: bool) -> Vec<Word> {
    let texts: Vec<&str> = text.split(' ').take(MOST_WORDS + 1).collect();
    let blank = blank(rtl);
    let measured = texts.iter().zip(widths(&texts, tracking(rtl)));
    measured
        .flat_map(|(word, width)| match width <= most {
            true => vec![Word { text: (*word).to_owned(), width, gap: blank }],
            false => parts(word, most, rtl, blank),
        })
        .collect()
}

fn blank(rtl: bool) -> f32 {
    let widths = widths(&["n n", "nn"], tracking(rtl));
    widths[0] - widths[1]
}

fn parts(word: &str, most: f32, rtl: bool, blank: f32) -> Vec<Word> {
    let mut parts: Vec<String> = vec![String::new()];
    for letter in word.graphemes(true) {
        let last = parts.last_mut().expect("there is always one");
        let longer = format!("{last}{letter}-");
        if !last.is_empty() && widths(&[&longer], tracking(rtl))[0] > most {
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

/// The words in as few lines of at most `most` ems as they need, as even as they can be; none where that is too many.
fn broken(words: &[Word], most: f32, most_lines: usize) -> Option<Vec<String>> {
    (1..=most_lines)
        .find_map(|lines| even(words, lines, most))
        .map(|lines| lines.iter().map(|line| joined(line)).collect())
}

/// Exactly that many lines with the least sum of squared widths, which is least where they are even.
fn even(words: &[Word], lines: usize, most: f32) -> Option<Vec<&[Word]>> {
    if lines == 1 {
        return (width(words) <= most).then(|| vec![words]);
    }
    let candidates = (1..words.len()).filter_map(|cut| {
        let (first, rest) = words.split_at(cut);
        if width(first) > most {
            return None;
        }
        let mut set = vec![first];
        set.extend(even(rest, lines - 1, most)?);
        Some((cost(&set, most), set))
    });
    candidates.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, set)| set)
}

fn cost(lines: &[&[Word]], most: f32) -> f32 {
    let dangling = |line: &&[Word]| line.last().is_some_and(|word| word.text.chars().count() <= DANGLES);
    let danglers = lines[..lines.len() - 1].iter().filter(|line| dangling(line)).count();
    let widths = lines.iter().map(|line| (width(line) / most).powi(2));
    widths.sum::<f32>() + DANGLING * danglers as f32
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

/// Leaves out the last word, and of the one before as much as the ellipsis needs.
fn shorten(words: &mut Vec<Word>, most: f32, rtl: bool) {
    words.pop();
    let Some(last) = words.last_mut() else { return };
    let mut letters: Vec<&str> =
        last.text.trim_end_matches(|c: char| !c.is_alphanumeric()).graphemes(true).collect();
    loop {
        let text = letters.concat() + "…";
        last.width = widths(&[&text], tracking(rtl))[0];
        if last.width <= most || letters.pop().is_none() {
            last.text = text;
            return;
        }
    }
}
