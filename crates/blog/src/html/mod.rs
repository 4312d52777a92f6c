//! Turns an author's HTML into a post's: [`parse`] repairs it, [`serialise`] writes it as a post and notes what was
//! left out, [`sanitise`] guarantees that it's safe. Sanitising relies on nothing that the other two do, and only its
//! result is ever stored.

mod attributes;
mod css;
mod elements;
mod flat_lists;
mod links;
mod noscript;
mod parse;
mod sanitise;
mod serialise;
mod to_markdown;
mod tree;
mod video;

use crate::post::StoredPicture as Picture;
use base::text::is_bidi_control;

pub use links::{CALL, CHAT, NOWHERE_TO_GO, anchor};
pub use to_markdown::{Pasted, to_markdown};
pub use video::VIDEO_SITES;

/// Deepest nesting of elements: deeper ones are left out, their text stays. Browsers stop at 512.
pub const MAX_DEPTH: usize = 100;

/// Finds a picture by the name that the author wrote.
type PictureLookup<'a> = dyn Fn(&str) -> Option<Picture> + 'a;

/// Something that was left out or changed, for the person who publishes the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The problem.
    pub what: String,
    /// The change that was made, or a suggestion.
    pub instead: String,
    /// A piece of the author's text that shows where, if there is one.
    pub at: Option<String>,
}

/// A post's content as it may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostHtml {
    pub html: String,
    pub notes: Vec<Note>,
    /// The pictures it names, as the author named them, in order.
    pub pictures: Vec<Named>,
    /// Its links.
    pub links: Vec<Link>,
    /// The anchors of its headings.
    pub anchors: Vec<String>,
}

/// A link of a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it leads.
    pub address: String,
    /// As the author wrote it.
    pub written: String,
}

/// A picture as the author named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub src: String,
    pub alt: String,
}

/// The content of a post with this HTML. Pictures that `picture` doesn't know are left out.
pub fn content(html: &str, picture: &PictureLookup<'_>) -> PostHtml {
    let mut content = serialise::serialise(&parse::parse(html), picture);
    content.html = sanitise::sanitise(&content.html);
    content
}

/// The text without characters that embed, override or isolate a direction of writing, and so change or hide the
/// text around them, and without NUL, which databases refuse.
pub fn without_tricks(text: &str) -> String {
    text.chars().filter(|c| !is_trick(*c)).collect()
}

/// The same for one line, such as a title: also without control characters, doubled blanks, blanks at its ends,
/// and invisible characters.
pub fn line(text: &str) -> String {
    let seen = |c: char| !matches!(c, '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}');
    let text: String = text.chars().filter(|c| !is_trick(*c) && seen(*c)).collect();
    let broken = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.split(broken).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_trick(c: char) -> bool {
    c == '\0' || is_bidi_control(c)
}

#[cfg(test)]
mod tests {
    fn shown(html: &str) -> String {
        super::content(html, &|_| None).html
    }

    #[test]
    fn a_table_is_in_a_box_that_scrolls_and_that_keyboards_reach() {
        let boxed = "<div tabindex=\"0\"><table><tbody><tr><td>1</td></tr></tbody></table></div><p>After</p>";
        assert_eq!(shown("<table><tr><td>1</table><p>After"), boxed);
        assert_eq!(shown("<div><table><tr><td>1</table></div><p>After"), boxed);
        assert_eq!(shown(boxed), boxed, "read again, it gets no second one");
        assert_eq!(shown("<div tabindex=\"0\"><p>Text</p></div>"), "<div><p>Text</p></div>");
    }

    #[test]
    fn a_table_in_a_table_has_a_box_of_its_own() {
        let html = shown("<table><tr><td>a<table><tr><td>b</td></tr></table>c</td></tr></table>");
        assert_eq!(html.matches("<div tabindex=\"0\"><table>").count(), 2);
        assert_eq!(html.matches("</table></div>").count(), 2);
    }

    #[test]
    fn headings_have_anchors_of_their_own_and_no_first_level() {
        assert_eq!(
            shown("<h1>Why <em>drains</em> block</h1>"),
            "<h2 id=\"s-why-drains-block\">Why <em>drains</em> block</h2>"
        );
        assert_eq!(
            shown("<div><h2><div>Title</div></h2>a</div>"),
            "<div><h2 id=\"s-title\">Title</h2>a</div>"
        );
        assert_eq!(shown("<h2>Title<p>a<p>b"), "<h2 id=\"s-title\">Title</h2><p>a</p><p>b</p>");
        assert_eq!(shown("<h3>A</h3><h3>A</h3>"), "<h3 id=\"s-a\">A</h3><h3 id=\"s-a-2\">A</h3>");
        assert_eq!(shown("<h2>مكيف الهواء</h2>"), "<h2 id=\"s-مكيف-الهواء\">مكيف الهواء</h2>");
    }

    #[test]
    fn careless_html_keeps_its_paragraphs_lists_and_tables() {
        assert_eq!(
            shown("<p>One<p>Two<ul><li>a<li>b</ul>"),
            "<p>One</p><p>Two</p><ul><li>a</li><li>b</li></ul>"
        );
        assert_eq!(
            shown("<dl><dt>a<dd>b<dt>c<dd>d</dl>"),
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>"
        );
        assert_eq!(shown("<center><font color=red>Red</font> <u>words</u></center>"), "<div>Red words</div>");
        assert_eq!(shown("<s>AED 150</s> <tt>x</tt>"), "<del>AED 150</del> <code>x</code>");
        assert_eq!(shown("<p>a<b>b<i>c</b>d</i>e</p>"), "<p>a<b>b<i>c</i></b><i>d</i>e</p>");
        assert_eq!(shown("<p><b>a<p>b</b></p></p>c"), "<p><b>a</b></p><p><b>b</b></p>c");
        assert_eq!(
            shown("<table>a<tr><td>b</table>"),
            "a<div tabindex=\"0\"><table><tbody><tr><td>b</td></tr></tbody></table></div>"
        );
        let table = shown("<table><thead><tr><th scope=col>H<tbody><tr><td colspan=2>1<tr><td>2</table>");
        assert!(
            table.contains(
                "<thead><tr><th scope=\"col\">H</th></tr></thead><tbody><tr><td colspan=\"2\">1</td></tr>"
            ),
            "{table}"
        );
    }

    #[test]
    fn what_is_too_deep_is_left_out_and_what_follows_is_in_the_right_place() {
        let quotes = format!("{}a{}<p>b</p>", "<blockquote>".repeat(50), "</blockquote>".repeat(50));
        let kept = format!("{}a{}<p>b</p>", "<blockquote>".repeat(6), "</blockquote>".repeat(6));
        assert_eq!(shown(&quotes), kept);
        let lists = shown(&format!("{}x{}<p>b</p>", "<ul><li>".repeat(9), "</li></ul>".repeat(9)));
        assert!(lists.matches("<ul>").count() == 6 && lists.ends_with("</ul><p>b</p>"), "{lists}");
        let unclosed = shown(&format!("<div>{}a</div><ul><li>b</li></ul><p>c</p>", "<ul><li>".repeat(9)));
        assert!(unclosed.ends_with("</div><ul><li>b</li></ul><p>c</p>"), "{unclosed}");
    }

    #[test]
    fn the_author_gets_a_note_of_what_was_left_out() {
        let content =
            super::content("<p>a</p><script>x</script><a href=/x>b</a><a href=javascript:x>c</a>", &|_| None);
        let said: Vec<&str> = content.notes.iter().map(|note| note.what.as_str()).collect();
        assert_eq!(said, ["`<script>` does not belong in a post", "the link `javascript:x` leads nowhere"]);
        assert_eq!(content.links.len(), 1);
        let endless = super::content(&format!("<svg>{}", "<a/>".repeat(600_000)), &|_| None);
        assert_eq!(endless.notes[1].what, "the post has too many elements");
    }

    #[test]
    fn lines_lose_what_would_turn_or_hide_the_text_around_them() {
        assert_eq!(super::line(" a\u{202E}b \u{2028} c\n\u{200B}"), "ab c");
        assert_eq!(
            super::line("\u{200F}مكيف 👩\u{200D}👧"),
            "\u{200F}مكيف 👩\u{200D}👧",
            "marks and joiners stay"
        );
    }
}
