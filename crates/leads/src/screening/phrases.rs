//! Many phrases looked for in one pass over a text, whatever their number.

use aho_corasick::AhoCorasick;

/// Phrases in small letters.
pub(crate) struct Phrases(AhoCorasick);

/// One of the phrases in a text.
pub(crate) struct Found<'a> {
    /// Its place among the phrases.
    pub which: usize,
    /// Whether no letter or figure stands right before it.
    pub begins_word: bool,
    /// The text behind it.
    pub after: &'a str,
}

impl Phrases {
    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Self {
        Phrases(AhoCorasick::new(phrases.into_iter().map(str::as_bytes)).expect("a few short phrases"))
    }

    /// Every place where one of them stands in a text in small letters, those within others too.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Found<'a>> {
        self.0.find_overlapping_iter(text).map(|found| Found {
            which: found.pattern().as_usize(),
            begins_word: !text[..found.start()].chars().next_back().is_some_and(char::is_alphanumeric),
            after: &text[found.end()..],
        })
    }

    /// Whether one of them stands in the text at the beginning of a word.
    pub fn begin_a_word_in(&self, text: &str) -> bool {
        self.find(text).any(|found| found.begins_word)
    }

    /// The text with each of them taken out; of two that overlap, the one that ends first.
    pub fn taken_out_of(&self, text: &str) -> String {
        let spaces = vec![" "; self.0.patterns_len()];
        self.0.replace_all(text, &spaces)
    }
}
