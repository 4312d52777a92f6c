//! Extracts plain text from HTML, and makes the summary that cards show (R37).

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::post::NewPost;

/// Longest text of a card, in characters (R37).
const SUMMARY_CHARS: usize = 100;
/// End of a shortened summary.
const ELLIPSIS: char = '…';
/// HTML that is parsed at a time until there is enough text, in bytes.
const CHUNK_BYTES: usize = 2048;

/// The text of a post's card (R37): its excerpt, or else the beginning of its content, as plain text of at most 100
/// characters that ends with a whole word, followed by an ellipsis.
pub fn summary(post: &NewPost) -> String {
    let text = match post.excerpt.as_deref().map(str::trim) {
        Some(excerpt) if !excerpt.is_empty() => Cow::Borrowed(excerpt),
        _ => Cow::Owned(text_prefix(&post.content, SUMMARY_CHARS + 1)),
    };
    let cut = cut(&text, SUMMARY_CHARS);
    let is_within_word = text[cut.len()..].starts_with(|next: char| !next.is_whitespace());
    let last_blank = cut.rfind(char::is_whitespace).filter(|_| is_within_word);
    format!("{}{ELLIPSIS}", cut[..last_blank.unwrap_or(cut.len())].trim_end())
}

/// All text of `html`: entities decoded, one blank between blocks, no blanks doubled.
pub fn plain_text(html: &str) -> String {
    text_prefix(html, usize::MAX)
}

/// The first `max_chars` characters of `text`, or a few less so that no grapheme (what readers see as one letter) is
/// cut in half.
pub fn cut(text: &str, max_chars: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text };
    let whole = text.grapheme_indices(true).map(|(at, _)| at).take_while(|at| *at <= end).last();
    // One letter with hundreds of marks has no better end.
    let end = whole.filter(|at| *at > 0).unwrap_or(end);
    &text[..end]
}

/// The text of `html` until it has at least `min_chars` characters.
fn text_prefix(html: &str, min_chars: usize) -> String {
    let tokenizer = Tokenizer::new(TextCollector::default(), Default::default());
    let input = BufferQueue::default();
    let mut rest = html;
    while !rest.is_empty() && tokenizer.sink.text.borrow().chars().count() < min_chars {
        let mut end = if min_chars == usize::MAX { rest.len() } else { CHUNK_BYTES.min(rest.len()) };
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        input.push_back(StrTendril::from_slice(&rest[..end]));
        let _ = tokenizer.feed(&input);
        rest = &rest[end..];
    }
    tokenizer.end();
    tokenizer.sink.text.take()
}

/// Collects the text of HTML tokens.
#[derive(Default)]
struct TextCollector {
    text: RefCell<String>,
    /// Whether a blank comes before the next letter.
    blank: RefCell<bool>,
    /// Whether the tokens are inside an element whose text readers never see.
    hidden: RefCell<bool>,
}

impl TokenSink for TextCollector {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(letters) if !*self.hidden.borrow() => self.append(&letters),
            Token::TagToken(tag) => {
                let raw = matches!(&*tag.name, "script" | "style");
                if raw {
                    self.hidden.replace(tag.kind == TagKind::StartTag);
                }
                if !is_inline(&tag.name) {
                    self.blank.replace(true);
                }
                if raw && tag.kind == TagKind::StartTag {
                    return TokenSinkResult::RawData(RawKind::Rawtext);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl TextCollector {
    fn append(&self, letters: &str) {
        let (mut text, mut blank) = (self.text.borrow_mut(), self.blank.borrow_mut());
        for letter in letters.chars() {
            if letter.is_whitespace() || letter.is_control() {
                *blank = true;
                continue;
            }
            if std::mem::take(&mut *blank) && !text.is_empty() {
                text.push(' ');
            }
            text.push(letter);
        }
    }
}

/// Whether a word may continue across the element's edges.
fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "code"
            | "del"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "kbd"
            | "mark"
            | "s"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "u"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(excerpt: Option<&str>, content: &str) -> NewPost {
        NewPost {
            slug: "a".into(),
            title: "A".into(),
            meta_title: None,
            meta_description: None,
            excerpt: excerpt.map(Into::into),
            picture: None,
            author: None,
            draft: false,
            published_at: 0,
            checked_at: None,
            content: content.into(),
            original: String::new(),
            format: crate::PostFormat::Html,
            pictures: Default::default(),
        }
    }

    #[test]
    fn r37_a_summary_is_the_excerpt_cut_to_100_characters_and_an_ellipsis() {
        let long = "0123456789".repeat(11);
        assert_eq!(summary(&post(Some(&long), "<p>never</p>")), format!("{}…", &long[..100]));
        assert_eq!(summary(&post(Some("Short."), "<p>never</p>")), "Short.…");
    }

    #[test]
    fn r37_without_an_excerpt_the_summary_is_the_plain_text_of_the_content() {
        let html =
            "<h2>Sand</h2><p>Fine&nbsp;dust &amp; <em>heat</em>s\n up.</p><ul><li>One</li><li>Two</li></ul>";
        assert_eq!(summary(&post(None, html)), "Sand Fine dust & heats up. One Two…");
        assert_eq!(summary(&post(Some("  "), html)), "Sand Fine dust & heats up. One Two…");
        let long = format!("<p>{}</p>", "word &lt; ".repeat(5_000));
        assert_eq!(summary(&post(None, &long)), format!("{}word <…", "word < ".repeat(13)));
    }

    #[test]
    fn r37_a_summary_ends_with_a_whole_word() {
        let text = format!("{} split", "a".repeat(97));
        assert_eq!(summary(&post(Some(&text), "")), format!("{}…", "a".repeat(97)));
        let text = format!("{} ab then", "a".repeat(97));
        assert_eq!(summary(&post(Some(&text), "")), format!("{} ab…", "a".repeat(97)));
    }

    #[test]
    fn r37_a_summary_never_ends_in_half_of_a_letter() {
        let family = "👩‍👩‍👧‍👦";
        let text = format!("{}{family}{family}", "a".repeat(98));
        assert_eq!(cut(&text, 100), "a".repeat(98));
        assert_eq!(cut(&format!("{}e\u{301}", "a".repeat(99)), 100), "a".repeat(99));
        let heap = format!("x{}", "\u{301}".repeat(200));
        assert_eq!(cut(&heap, 100).chars().count(), 100);
        assert_eq!(cut("short", 100), "short");
    }

    #[test]
    fn scripts_and_comments_are_not_text() {
        assert_eq!(plain_text("a<script>let b = '<p>';</script>c<!-- d --><style>e</style>"), "a c");
        assert_eq!(plain_text("1 &lt; 2 &copy; caf&eacute;"), "1 < 2 © café");
    }
}
