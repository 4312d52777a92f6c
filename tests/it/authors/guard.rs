//! The HTML that a post may hold, written down a second time, apart from the server's own list.

use std::cell::RefCell;

use blog::html;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer};

/// Each element, and what it may carry.
const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["href", "rel", "title"]),
    ("abbr", &["title"]),
    ("div", &["tabindex"]),
    ("h2", &["id"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("h5", &["id"]),
    ("h6", &["id"]),
    ("iframe", &["src", "title", "loading", "allowfullscreen"]),
    ("img", &["src", "srcset", "sizes", "width", "height", "alt", "loading", "decoding"]),
    ("li", &["value"]),
    ("ol", &["start", "reversed"]),
    ("pre", &["tabindex"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["scope", "colspan", "rowspan"]),
    ("time", &["datetime"]),
];
const PLAIN: &[&str] = &[
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "hr",
    "i",
    "ins",
    "kbd",
    "mark",
    "p",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
];

/// Notes everything in HTML that a post may not have.
#[derive(Default)]
struct Guard {
    wrong: RefCell<Vec<String>>,
    depth: RefCell<(i32, i32)>,
}

impl TokenSink for Guard {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        use html5ever::tokenizer::TagKind::{EndTag, StartTag};
        let mut wrong = self.wrong.borrow_mut();
        match token {
            Token::CommentToken(_) | Token::DoctypeToken(_) => wrong.push("a comment".into()),
            Token::NullCharacterToken => wrong.push("a null".into()),
            Token::TagToken(tag) => {
                let name = &*tag.name;
                let attributes = ALLOWED.iter().find(|(known, _)| *known == name).map(|(_, names)| *names);
                let attributes = attributes.or_else(|| PLAIN.contains(&name).then_some(&[][..]));
                if attributes.is_none() {
                    wrong.push(format!("<{name}>"));
                }
                for attribute in &tag.attrs {
                    let (key, value) = (&*attribute.name.local, &*attribute.value);
                    let good = match key {
                        "href" => {
                            ["https://", "http://", "mailto:", "tel:", "/", "#s-"]
                                .iter()
                                .any(|start| value.starts_with(start))
                                && !value.starts_with("//")
                        }
                        "src" if name == "iframe" => {
                            value.starts_with("https://www.youtube-nocookie.com/embed/")
                        }
                        "src" | "srcset" => value.starts_with("/media/posts/"),
                        "id" => value.starts_with("s-"),
                        _ => true,
                    };
                    if !good || !attributes.unwrap_or_default().contains(&key) || value.len() > 3000 {
                        wrong.push(format!("<{name} {key}={value:.80}>"));
                    }
                }
                let mut depth = self.depth.borrow_mut();
                match tag.kind {
                    StartTag if !matches!(name, "br" | "hr" | "img") => depth.0 += 1,
                    StartTag => {}
                    EndTag => depth.0 -= 1,
                }
                depth.1 = depth.1.max(depth.0);
                if depth.0 < 0 {
                    wrong.push(format!("</{name}> closes what it did not open"));
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Everything in HTML that a post may not have.
pub fn faults(html: &str) -> Vec<String> {
    let tokenizer = Tokenizer::new(Guard::default(), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let (open, deepest) = *tokenizer.sink.depth.borrow();
    let mut wrong = tokenizer.sink.wrong.take();
    if open != 0 {
        wrong.push(format!("{open} elements are left open"));
    }
    if deepest > i32::try_from(html::MAX_DEPTH).expect("small") + 20 {
        wrong.push(format!("{deepest} deep"));
    }
    wrong
}

/// HTML as a browser reads it, written down again.
pub fn read_by_a_browser(html: &str) -> String {
    let tags = ALLOWED.iter().map(|(name, _)| *name).chain(PLAIN.iter().copied());
    let attributes = ALLOWED.iter().map(|(name, names)| (*name, names.iter().copied().collect()));
    let mut reader = ammonia::Builder::empty();
    reader.tags(tags.collect()).tag_attributes(attributes.collect()).link_rel(None).strip_comments(false);
    reader.url_schemes(["http", "https", "mailto", "tel"].into_iter().collect());
    reader.clean(html).to_string()
}
