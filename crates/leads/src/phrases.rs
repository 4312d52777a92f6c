//! Finds many phrases in one pass over a text, however many there are.

use aho_corasick::AhoCorasick;

/// Phrases in lower case.
pub(crate) struct Phrases(AhoCorasick);

/// One of the phrases in a text.
pub(crate) struct PhraseMatch<'a> {
    /// Its index among the phrases.
    pub which: usize,
    /// Whether no letter or digit precedes it.
    pub begins_word: bool,
    /// The text after it.
    pub after: &'a str,
}

impl Phrases {
    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Self {
        Phrases(AhoCorasick::new(phrases.into_iter().map(str::as_bytes)).expect("a few short phrases"))
    }

    /// Every occurrence of one of them in a lower-case text, those within others too.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = PhraseMatch<'a>> {
        self.0.find_overlapping_iter(text).map(|found| PhraseMatch {
            which: found.pattern().as_usize(),
            begins_word: !text[..found.start()].chars().next_back().is_some_and(char::is_alphanumeric),
            after: &text[found.end()..],
        })
    }

    /// Whether one of them starts a word of the text.
    pub fn starts_a_word_in(&self, text: &str) -> bool {
        self.find(text).any(|found| found.begins_word)
    }

    /// The text with each of them replaced by a space; of two that overlap, the one that ends first.
    pub fn removed_from(&self, text: &str) -> String {
        let spaces = vec![" "; self.0.patterns_len()];
        self.0.replace_all(text, &spaces)
    }
}
