//! What becomes of pasted text.

use super::to_markdown::to_markdown;

fn markdown(html: &str) -> String {
    to_markdown(html).markdown
}

#[test]
fn a_page_keeps_its_headings_lists_tables_and_links() {
    let made = to_markdown(
        "<h1>Filters</h1><p>Wash <strong>them </strong>with <em>water</em>, see \
         <a href='https://example.com/a_(b)'>this</a>.</p><ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>\
         <ol><li>first</li></ol><table><tr><th>Unit</th><th>AED</th></tr><tr><td>Wall</td><td>1|2</td></tr></table>\
         <blockquote><p>said</p></blockquote><hr><pre>a\n  b</pre>",
    );
    let expected = "## Filters\n\nWash **them** with *water*, see [this](https://example.com/a_(b%29).\n\n\
         - one\n  - inner\n- two\n\n1. first\n\n| Unit | AED |\n|---|---|\n| Wall | 1\\|2 |\n\n> said\n\n---\n\n\
         ```\na\n  b\n```";
    assert_eq!(made.markdown, expected);
    assert_eq!((made.headings, made.tables, made.lists, made.links), (1, 1, 3, 1));
}

#[test]
fn the_lists_of_word_are_lists() {
    let item = |text: &str| {
        format!(
            "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span \
             style='font-family:Symbol'>·<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>{text}<o:p></o:p></p>"
        )
    };
    let made = to_markdown(&format!("{}{}<p class=MsoNormal>After.</p>", item("outlets"), item("gutters")));
    assert_eq!(made.markdown, "- outlets\n- gutters\n\nAfter.");
    assert_eq!(made.lists, 1);
    assert_eq!(markdown("<p>1.&nbsp;&nbsp; one</p><p>2.&nbsp;&nbsp; two</p>"), "1. one\n2. two");
    assert_eq!(markdown("<p>2026. A year</p>"), "2026\\. A year", "a sentence is no item");
}

#[test]
fn the_bold_of_google_docs_is_read_from_its_style() {
    let html = "<b style='font-weight:normal;' id='docs-internal-guid'><p><span style='font-weight:400'>Plain, \
                </span><span style='font-weight:700'>bold</span><span style='font-style:italic'> and slanted\
                </span></p></b>";
    assert_eq!(markdown(html), "Plain, **bold** *and slanted*");
}

#[test]
fn signs_of_markdown_in_the_text_stay_signs() {
    assert_eq!(
        markdown("<p># no *heading* _here_ [x] &lt;b></p>"),
        "\\# no \\*heading\\* \\_here\\_ \\[x\\] \\<b>"
    );
    assert_eq!(markdown("<p>From {prices.ac-cleaning}</p>"), "From {prices.ac-cleaning}");
}

#[test]
fn pictures_come_along_where_their_bytes_do() {
    let made =
        to_markdown("<p><img src='data:image/png;base64,AA==' alt='A coil'><img src='file:///c:/x.png'></p>");
    assert_eq!((made.markdown.as_str(), made.missing_pictures), ("![A coil](pasted:0)", 1));
    assert_eq!(made.pictures, ["data:image/png;base64,AA=="]);
}

#[test]
fn nothing_that_runs_or_hides_is_left() {
    let html =
        "<style>p{color:red}</style><script>x</script><p onclick=x>Text<a href='javascript:x'> link</a></p>";
    assert_eq!(markdown(html), "Text link");
}
