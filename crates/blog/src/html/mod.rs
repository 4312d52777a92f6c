//! What authors' HTML becomes before anybody is shown it: tidied, then sanitised, then looked at again.
//!
//! [`tidy`] decides what a post is made of and repairs what is broken; it is written for authors. The
//! guarantee is [`sanitise`], which knows nothing of the former: only what it lets through is ever stored.

mod attributes;
mod elements;
mod links;
mod nesting;
mod sanitise;
mod tidy;
mod video;

use crate::post::StoredPicture as Picture;
use base::text::turns_text;

pub use crate::html::links::{NOWHERE_TO_GO, anchor};
pub use crate::html::nesting::MOST_DEPTH;
pub use crate::html::video::VIDEO_SITES;

/// Something that was left out or changed, for the person who publishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was found.
    pub what: String,
    /// What was done, or what would be right.
    pub instead: String,
    /// A piece of the author's text that shows where, if there is one.
    pub at: Option<String>,
}

/// A post's content as it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
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

/// Makes of an author's HTML what may be shown. `picture` finds the picture of a name that the author
/// wrote; pictures it does not know are left out.
pub fn content(html: &str, picture: &dyn Fn(&str) -> Option<Picture>) -> Content {
    let mut content = tidy::tidy(html, picture);
    content.html = sanitise::sanitise(&content.html);
    content
}

/// The text with what would turn or hide the text around it taken out: characters that embed, override
/// or isolate a direction, and the one that databases refuse.
pub fn without_tricks(text: &str) -> String {
    text.chars().filter(|c| !is_trick(*c)).collect()
}

/// The same for a line, such as a title: no control characters, no blanks at its ends or doubled, no
/// characters without width at its edges.
pub fn line(text: &str) -> String {
    let seen = |c: char| !matches!(c, '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}');
    let text: String = text.chars().filter(|c| !is_trick(*c) && seen(*c)).collect();
    let broken = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.split(broken).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_trick(c: char) -> bool {
    c == '\0' || turns_text(c)
}

#[cfg(test)]
mod tests {
    fn shown(html: &str) -> String {
        super::content(html, &|_| None).html
    }

    #[test]
    fn a_table_stands_in_a_box_that_scrolls_and_that_keyboards_reach() {
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
        assert_eq!(shown("<p>a<b>b<i>c</b>d</i>e</p>"), "<p>a<b>b<i>c</i></b>de</p>");
        let table = shown("<table><thead><tr><th scope=col>H<tbody><tr><td colspan=2>1<tr><td>2</table>");
        assert!(
            table.contains(
                "<thead><tr><th scope=\"col\">H</th></tr></thead><tbody><tr><td colspan=\"2\">1</td></tr>"
            ),
            "{table}"
        );
    }

    #[test]
    fn what_stands_too_deep_is_left_out_and_what_follows_stands_where_it_should() {
        let quotes = format!("{}a{}<p>b</p>", "<blockquote>".repeat(50), "</blockquote>".repeat(50));
        let kept = format!("{}a{}<p>b</p>", "<blockquote>".repeat(6), "</blockquote>".repeat(6));
        assert_eq!(shown(&quotes), kept);
        let lists = shown(&format!("{}x{}<p>b</p>", "<ul><li>".repeat(9), "</li></ul>".repeat(9)));
        assert!(lists.matches("<ul>").count() == 6 && lists.ends_with("</ul><p>b</p>"), "{lists}");
        let unclosed = shown(&format!("<div>{}a</div><ul><li>b</li></ul><p>c</p>", "<ul><li>".repeat(9)));
        assert!(unclosed.ends_with("</div><ul><li>b</li></ul><p>c</p>"), "{unclosed}");
    }

    #[test]
    fn what_was_left_out_is_said() {
        let content =
            super::content("<p>a</p><script>x</script><a href=/x>b</a><a href=javascript:x>c</a>", &|_| None);
        let said: Vec<&str> = content.notes.iter().map(|note| note.what.as_str()).collect();
        assert_eq!(said, ["`<script>` does not belong in a post", "the link `javascript:x` leads nowhere"]);
        assert_eq!(content.links.len(), 1);
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
