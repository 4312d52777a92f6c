//! Pasted text, turned into Markdown: the clipboards of ten programs (`clipboards/`), and any HTML.

use std::path::PathBuf;

use super::to_markdown;
use crate::authoring::markdown;
use crate::html::content;

fn markdown(html: &str) -> String {
    to_markdown(html).markdown
}

/// Checks the clipboards of one file: `=== name`, the HTML, `---` and its Markdown, `--- left out` and what is named.
fn check(file: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/html/to_markdown/clipboards");
    let text = std::fs::read_to_string(folder.join(file)).expect("a file");
    let mut wrong = Vec::new();
    let clipboards: Vec<&str> = text.split("=== ").filter(|one| !one.is_empty()).collect();
    assert!(clipboards.len() > 4, "{file} has {} clipboards", clipboards.len());
    for clipboard in clipboards {
        let (name, rest) = clipboard.split_once('\n').expect("a name");
        let (html, rest) = rest.split_once("\n---\n").expect("Markdown");
        let (expected, left_out) = rest.split_once("\n--- left out\n").unwrap_or((rest, ""));
        let made = to_markdown(html);
        if (made.markdown.as_str(), made.left_out.join("\n").as_str())
            != (expected.trim_end(), left_out.trim_end())
        {
            wrong.push(format!("{name}:\n{}\n{:?}\ninstead of\n{expected}", made.markdown, made.left_out));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_word_puts_on_the_clipboard_keeps_its_meaning() {
    check("word.txt");
}

#[test]
fn what_google_docs_puts_on_the_clipboard_keeps_its_meaning() {
    check("google-docs.txt");
}

#[test]
fn what_libreoffice_puts_on_the_clipboard_keeps_its_meaning() {
    check("libreoffice.txt");
}

#[test]
fn what_apples_programs_put_on_the_clipboard_keeps_its_meaning() {
    check("apple.txt");
}

#[test]
fn what_gmail_puts_on_the_clipboard_keeps_its_meaning() {
    check("gmail.txt");
}

#[test]
fn what_outlook_puts_on_the_clipboard_keeps_its_meaning() {
    check("outlook.txt");
}

#[test]
fn what_quill_puts_on_the_clipboard_keeps_its_meaning() {
    check("quill.txt");
}

#[test]
fn what_notion_puts_on_the_clipboard_keeps_its_meaning() {
    check("notion.txt");
}

#[test]
fn what_spreadsheets_put_on_the_clipboard_keeps_its_meaning() {
    check("sheets.txt");
}

#[test]
fn what_pages_put_on_the_clipboard_keeps_its_meaning() {
    check("pages.txt");
}

#[test]
fn headings_tables_lists_and_links_are_counted() {
    let made = to_markdown(
        "<h1>Filters</h1><p>see <a href='https://example.com/a_(b)'>this</a>.</p><ul><li>one<ul><li>inner</li></ul>\
         </li></ul><ol><li>first</li></ol><table><tr><th>Unit</th></tr><tr><td>Wall</td></tr></table>",
    );
    assert_eq!((made.headings, made.tables, made.lists, made.links), (1, 1, 2, 1));
    assert!(made.markdown.contains("[this](https://example.com/a_%28b%29)"), "{}", made.markdown);
}

#[test]
fn a_sentence_that_begins_with_a_number_is_no_item() {
    assert_eq!(markdown("<p>1.&nbsp;&nbsp; one</p><p>2.&nbsp;&nbsp; two</p>"), "1. one\n2. two");
    assert_eq!(markdown("<p>2026. A year</p>"), "2026\\. A year");
    assert_eq!(markdown("<p>A.&nbsp; Smith</p><p>o&nbsp; dear</p>"), "A. Smith\n\n- dear");
}

#[test]
fn signs_of_markdown_in_the_text_stay_signs() {
    assert_eq!(
        markdown("<p># no *heading* _here_ [x] &lt;b></p>"),
        "\\# no \\*heading\\* \\_here\\_ \\[x\\] \\<b>"
    );
    assert_eq!(
        markdown("<p>From {prices.ac-cleaning}, snake_case, 5 * 3</p>"),
        "From {prices.ac-cleaning}, snake_case, 5 * 3"
    );
}

#[test]
fn pictures_come_along_where_their_bytes_do() {
    let made =
        to_markdown("<p><img src='data:image/png;base64,AA==' alt='A coil'><img src='file:///c:/x.png'></p>");
    assert_eq!((made.markdown.as_str(), made.missing_pictures), ("![A coil](pasted:0)", 1));
    assert_eq!(made.pictures, ["data:image/png;base64,AA=="]);
}

#[test]
fn nothing_that_runs_is_left() {
    let html =
        "<style>p{color:red}</style><script>x</script><p onclick=x>Text<a href='javascript:x'> link</a></p>";
    assert_eq!(markdown(html), "Text link");
}

#[test]
fn a_huge_table_of_hostile_rows_does_not_fill_the_memory() {
    let html = format!("<table><tr>{}</tr>{}</table>", "<td>a".repeat(20_000), "<tr><td>b".repeat(20_000));
    assert!(markdown(&html).len() < 400_000);
}

#[test]
fn a_lazy_picture_and_its_twin_stand_once_in_a_post_and_quills_bullets_are_bullets() {
    let pictures = |html: &str| {
        let named = content(html, &|_| None).pictures;
        named.into_iter().map(|named| named.src).collect::<Vec<_>>()
    };
    let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    for (html, expected) in [
        (
            format!("<img src='{gif}' data-src='/x.jpg'><noscript><img src='/x.jpg'></noscript>"),
            vec!["/x.jpg"],
        ),
        ("<noscript><img src='/x.jpg'></noscript><img data-src='/x.jpg'>".to_owned(), vec!["/x.jpg"]),
        (format!("<span><img src='{gif}'></span> <noscript><img src='/x.jpg'></noscript>"), vec!["/x.jpg"]),
        (
            "<img data-src='/x-300x200.jpg'><noscript><img src='/x.jpg'></noscript>".to_owned(),
            vec!["/x-300x200.jpg"],
        ),
        (
            "<img data-src=/x.jpg><p>a</p><noscript><p><img src=/x.jpg></p></noscript>".to_owned(),
            vec!["/x.jpg"],
        ),
        (
            "<img src=/a.jpg><p>a</p><noscript><img src=/b.jpg></noscript>".to_owned(),
            vec!["/a.jpg", "/b.jpg"],
        ),
        ("<p>a</p><noscript><img src=/b.jpg></noscript>".to_owned(), vec!["/b.jpg"]),
    ] {
        assert_eq!(pictures(&html), expected, "{html}");
    }
    let video = "<iframe data-src=https://www.youtube.com/embed/dQw4w9WgXcQ></iframe>";
    let twice = format!("{video}<noscript>{}</noscript>", video.replace("data-src", "src"));
    assert_eq!(content(&twice, &|_| None).html.matches("<iframe").count(), 1);
    let shown = |html: &str| content(html, &|_| None).html;
    assert_eq!(
        shown(
            "<ol><li data-list=bullet><span class=ql-ui></span>filter</li><li data-list=bullet class=ql-indent-1>coil</li></ol>"
        ),
        "<ul><li>filter<ul><li>coil</li></ul></li></ul>"
    );
    assert_eq!(shown("<ol><li>one</li><li>two</li></ol>"), "<ol><li>one</li><li>two</li></ol>");
    let word = |level: u8, marker: &str| {
        format!(
            "<p style='mso-list:l0 level{level} lfo1'><span style='mso-list:Ignore'>{marker} </span>x</p>"
        )
    };
    assert_eq!(
        shown(&format!("{}{}", word(1, "1."), word(2, "·"))),
        "<ol><li>x<ul><li>x</li></ul></li></ol>"
    );
}

#[test]
fn what_a_page_shows_of_pasted_text_has_no_stray_sign() {
    for (pasted, shown) in [
        ("<p><b>Note:</b>call first</p>", "<p><b>Note:</b>call first</p>\n"),
        ("<p><b>ملاحظة:</b>اتصل أولا</p>", "<p><b>ملاحظة:</b>اتصل أولا</p>\n"),
        ("<p>a<b>b</b><i>c</i>d</p>", "<p>a<strong>b</strong><i>c</i>d</p>\n"),
        ("<p><i>“Quoted,”</i>she said</p>", "<p><i>“Quoted,”</i>she said</p>\n"),
    ] {
        assert_eq!(content(&markdown::html(&markdown(pasted)), &|_| None).html, shown);
    }
}
