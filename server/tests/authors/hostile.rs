//! Forty-four posts by people who mean harm (`../hostile`): what is stored of them holds nothing that acts.
//! The same posts are opened in a browser by `e2e/posts-hostile.spec.ts`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

use amwaj::posts::{Post, html, store};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer};
use serde::Deserialize;

use crate::desk::Desk;
use crate::engines::every_engine;

#[derive(Deserialize)]
struct Expected {
    gone: Vec<String>,
    kept: Vec<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

fn expected() -> BTreeMap<String, Expected> {
    let text = std::fs::read_to_string(folder().join("expected.toml")).expect("a list");
    toml::from_str(&text).expect("TOML")
}

/// Written down apart from what the server uses: each element, and what it may carry.
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

fn faults(html: &str) -> Vec<String> {
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
    if deepest > i32::try_from(html::MOST_DEPTH).expect("small") + 20 {
        wrong.push(format!("{deepest} deep"));
    }
    wrong
}

fn is_trick(c: char) -> bool {
    matches!(c, '\0' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_hostile_post_is_stored_that_acts() {
    for engine in every_engine().await {
        let desk = Desk::open(engine).await;
        let expected = expected();
        assert!(expected.len() >= 40, "{} posts", expected.len());
        let mut wrong = Vec::new();
        for (name, expected) in &expected {
            let file = folder().join("posts").join(name);
            let said = desk.publish(&[&file]).await;
            let slug = name.split('.').next().expect("a name");
            let post = desk.post(slug).await.unwrap_or_else(|| panic!("{name}: {}", said.err));
            let content = &post.words.content;
            assert_eq!(faults(content), Vec::<String>::new(), "{name}: {content:.2000}");
            let small = content.to_lowercase();
            let gone = expected.gone.iter().filter(|gone| small.contains(&gone.to_lowercase()));
            wrong.extend(gone.map(|gone| format!("{name} holds `{gone:.80}`: {content:.2000}")));
            let kept = expected.kept.iter().filter(|kept| !content.contains(*kept));
            wrong.extend(kept.map(|kept| format!("{name} lacks `{kept}`: {content:.2000}")));
            for (field, text) in lines(&post) {
                assert!(!text.chars().any(|c| is_trick(c) || c.is_control()), "{name}: {field} is {text:?}");
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let count = store::overview(desk.db.reader()).await.expect("a query").len();
        assert_eq!(count, expected.len());
    }
}

fn lines(post: &Post) -> Vec<(&'static str, &str)> {
    let words = &post.words;
    let text = |text: &'_ Option<String>| text.clone().unwrap_or_default().leak() as &str;
    vec![
        ("title", words.title.as_str()),
        ("excerpt", text(&words.excerpt)),
        ("meta_title", text(&words.meta_title)),
        ("meta_description", text(&words.meta_description)),
        ("author", text(&words.author)),
    ]
}

#[test]
fn the_guard_of_this_test_sees_what_it_should() {
    for html in [
        "<script>x</script>",
        "<p onclick=x>",
        "<p></p></div>",
        "<div>",
        "<a href='javascript:x'>a</a>",
        "<a href='//evil.example'>a</a>",
        "<img src='x'>",
        "<iframe src='https://evil.example'></iframe>",
        "<p id=x></p>",
        "<!-- x -->",
        "<p style=x></p>",
        "<svg></svg>",
    ] {
        assert!(!faults(html).is_empty(), "{html}");
    }
    assert!(!faults(&format!("{}{}", "<div>".repeat(200), "</div>".repeat(200))).is_empty());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// Pieces that have broken other sanitisers, in any order.
    #[test]
    fn whatever_is_put_together_stays_harmless_and_as_it_is(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24)
    ) {
        let written = pieces.concat();
        let made = html::content(&written, &|_| None).html;
        proptest::prop_assert_eq!(faults(&made), Vec::<String>::new(), "{} became {}", &written, &made);
        let again = html::content(&made, &|_| None).html;
        // Where browsers move words out of a table, its box is made anew around less.
        let unboxed = |html: &str| ["<div>", "</div>", "<div tabindex=\"0\">"].iter().fold(html.to_string(), |html, tag| html.replace(tag, ""));
        proptest::prop_assert_eq!(unboxed(&again), unboxed(&made), "{} is read differently the second time", &written);
    }
}

const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/x>",
    "<a href=javascript:x>",
    "</a>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<th scope=row>",
    "<caption>",
    "<tbody>",
    "<ul>",
    "</ul>",
    "<li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<h1>",
    "<h2>",
    "</h2>",
    "<pre>",
    "</pre>",
    "\n",
    "<blockquote>",
    "<figure>",
    "<figcaption>",
    "<svg>",
    "</svg>",
    "<math>",
    "<mtext>",
    "<mglyph>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<title>",
    "</title>",
    "<textarea>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "<select>",
    "<option>",
    "<form>",
    "</form>",
    "<iframe src=https://www.youtube.com/embed/dQw4w9WgXcQ>",
    "</iframe>",
    "<img src=x onerror=x>",
    "<br>",
    "<hr>",
    "<plaintext>",
    "<xmp>",
    "</xmp>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "text",
    "&lt;script&gt;",
    "&amp;",
    "\"",
    "'",
    "<desc>",
    "<foreignObject>",
    "<annotation-xml encoding=text/html>",
    "<code>",
    "<sup>",
    "<ol start=3>",
    "\0",
];
