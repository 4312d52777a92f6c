//! Forty-four posts by people who mean harm (`../hostile`): no stored part of them acts. The same posts are opened in a
//! browser by `e2e/posts-hostile.spec.ts`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use blog::{Post, html, store};
use serde::Deserialize;

use crate::authors::desk::PostPublisher;
use crate::authors::guard::{faults, read_by_a_browser};
use engines::every_engine;

#[derive(Deserialize)]
struct Expected {
    gone: Vec<String>,
    kept: Vec<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("hostile")
}

fn expected() -> BTreeMap<String, Expected> {
    let text = std::fs::read_to_string(folder().join("expected.toml")).expect("a list");
    toml::from_str(&text).expect("TOML")
}

fn is_trick(c: char) -> bool {
    matches!(c, '\0' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_hostile_post_is_stored_that_acts() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let expected = expected();
        assert!(expected.len() >= 40, "{} posts", expected.len());
        let mut wrong = Vec::new();
        for (name, expected) in &expected {
            let file = folder().join("posts").join(name);
            let said = desk.publish(&[&file]).await;
            let slug = name.split('.').next().expect("a name");
            let engine = desk.engine.name;
            let post = desk.post(slug).await.unwrap_or_else(|| panic!("{engine}, {name}: {}", said.err));
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
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    /// Pieces that have broken other sanitisers, in any order.
    #[test]
    fn whatever_is_put_together_stays_harmless_and_as_it_is(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24)
    ) {
        let written = pieces.concat();
        let made = html::content(&written, &|_| None).html;
        proptest::prop_assert_eq!(faults(&made), Vec::<String>::new(), "{} became {}", &written, &made);
        proptest::prop_assert_eq!(read_by_a_browser(&made), made, "{}", &written);
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
