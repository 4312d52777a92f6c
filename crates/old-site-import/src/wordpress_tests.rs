use std::collections::HashMap;

use serde_json::json;

use crate::old_list::OldList;
use crate::wordpress_text::{self, Attachment};
use crate::{ghost, wordpress, wxr};

fn export(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><!-- generator=\"WordPress/6.5\" -->\n\
         <rss version=\"2.0\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><title>Old</title>\
         <link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>\
         <wp:author><wp:author_login>sara</wp:author_login><wp:author_display_name><![CDATA[Sara K.]]>\
         </wp:author_display_name></wp:author>{items}</channel></rss>"
    )
}

fn read(items: &str) -> OldList {
    wordpress::read(wxr::read(export(items).as_bytes()).expect("an export"))
}

fn html(text: &str) -> (String, String) {
    let picture = |number: i64, post_id: &str| Attachment {
        address: format!("https://old.example/{number}.jpg"),
        alt: String::new(),
        caption: String::new(),
        post_id: post_id.to_string(),
        order: -number,
    };
    let attachments = HashMap::from([("7", picture(7, "1")), ("8", picture(8, "1")), ("9", picture(9, "2"))]);
    let mut notes = Vec::new();
    let html = wordpress_text::html(text, "1", &attachments, &mut notes);
    (html.trim().to_string(), notes.join("; "))
}

#[test]
fn an_export_is_read_with_its_entities_and_parted_cdata_and_expands_no_others() {
    let list = read(
        "<item><title>A &amp; b &#x1F600; &nbsp; &own;</title><dc:creator><![CDATA[sara]]></dc:creator>\
         <content:encoded><![CDATA[x ]]]]><![CDATA[> y]]></content:encoded><wp:post_id>5</wp:post_id>\
         <wp:post_name>%d9%85%d9%83%d9%8a%d9%81-%d9</wp:post_name><wp:post_type>post</wp:post_type>\
         <wp:status>future</wp:status><wp:post_date_gmt>2050-05-12 06:00:00</wp:post_date_gmt></item>",
    );
    let post = &list.posts[0];
    assert_eq!(post["title"], "A & b 😀 &nbsp; &own;");
    assert_eq!((&post["author"], &post["content"]), (&json!("Sara K."), &json!("<p>x ]]> y</p>\n")));
    assert_eq!((&post["id"], &post["slug"]), (&json!("wp-5"), &json!("مكيف-")));
    assert_eq!(
        (&post["status"], &post["published_date"]),
        (&json!("publish"), &json!("2050-05-12T06:00:00Z"))
    );
}

#[test]
fn what_is_broken_says_where() {
    let whole = export("<item><title>A</title></item>\n<item><title>B</title></item>");
    for (broken, why) in [
        (
            whole[..whole.len() - 40].to_string(),
            "it ends in the middle, after 1 posts and other items; export it again",
        ),
        (whole.replace("</title></item>\n", "</tilte></item>\n"), "it is broken in line 2: "),
        (export(&"<a>".repeat(100)), "nested too deep"),
    ] {
        let said = wxr::read(broken.as_bytes()).err().unwrap_or_default();
        assert!(said.contains(why), "{said}");
    }
    let said = wxr::read(&[whole.as_bytes(), b"\xE9"].concat()).err().unwrap_or_default();
    assert!(said.contains("no UTF-8 text from byte"), "{said}");
}

#[test]
fn old_posts_have_paragraphs_where_they_have_empty_lines() {
    for (written, expected) in [
        ("One\nline.\r\n\r\nTwo.", "<p>One<br>\nline.</p>\n<p>Two.</p>"),
        ("A\n<ul>\n<li>b</li>\n</ul>\nC", "<p>A</p>\n<ul>\n<li>b\n</li>\n</ul>\n<p>C</p>"),
        ("<blockquote>a\n\nb</blockquote>", "<blockquote>a\n<p>b</p>\n</blockquote>"),
        ("<pre>a\n\n  b</pre>", "<pre>a\n\n  b</pre>"),
        ("<strong>a</strong>\n\n<em>b</em>", "<p><strong>a</strong></p>\n<p><em>b</em></p>"),
        ("مكيف\n\nتنظيف", "<p>مكيف</p>\n<p>تنظيف</p>"),
        ("", ""),
        ("<!-- wp:paragraph -->\n<p>a</p>\n\nb", "<!-- wp:paragraph -->\n<p>a</p>\n\nb"),
    ] {
        assert_eq!(html(written), (expected.to_string(), String::new()), "{written}");
    }
}

#[test]
fn shortcodes_become_what_they_mean() {
    let picture = "<img src=\"a.jpg\" alt=\"\" />";
    for (written, expected) in [
        (
            format!("[caption id=\"x\" width=\"3\"]{picture} Words <em>here</em>[/caption]"),
            format!("<figure>{picture}<figcaption>Words <em>here</em>\n</figcaption>\n</figure>"),
        ),
        (
            format!(
                "[caption caption=\"Old way\"]<a href=\"https://x.example/a.jpg\">{picture}</a>[/caption]"
            ),
            format!("<figure>{picture}<figcaption>Old way\n</figcaption>\n</figure>"),
        ),
        (
            "[gallery ids=\"9, 7\"]".to_string(),
            "<figure><img src=\"https://old.example/9.jpg\" alt=\"\">\n</figure><figure><img src=\"https://old.example/7.jpg\" alt=\"\">\n</figure>"
                .to_string(),
        ),
        (
            "[gallery columns='2' exclude=7]".to_string(),
            "<figure><img src=\"https://old.example/8.jpg\" alt=\"\">\n</figure>".to_string(),
        ),
        (
            "a\n\nhttps://youtu.be/abcdefgh\n\nb".to_string(),
            "<p>a</p>\n<iframe src=\"https://youtu.be/abcdefgh\">\n</iframe>\n<p>b</p>".to_string(),
        ),
        (
            "[embed width=\"3\"]https://vimeo.com/123[/embed]".to_string(),
            "<iframe src=\"https://vimeo.com/123\">\n</iframe>".to_string(),
        ),
        (
            "[audio src=\"https://old.example/a.mp3\"]".to_string(),
            "<p><a href=\"https://old.example/a.mp3\">https://old.example/a.mp3</a></p>".to_string(),
        ),
        ("[[gallery]] and [1], [sic]".to_string(), "<p>[gallery] and [1], [sic]</p>".to_string()),
    ] {
        let (made, notes) = html(&written);
        assert_eq!((made.replace(">\n<fig", "><fig"), notes.as_str()), (expected, ""), "{written}");
    }
    let (made, notes) = html("[contact-form-7 id=\"1\"] a [box]inside[/box] [gallery ids=\"99\"]");
    assert_eq!(made, "<p>a inside</p>");
    for named in ["`[contact-form-7]` means nothing here", "`[box]`", "gallery are not in this file"] {
        assert!(notes.contains(named), "{notes}");
    }
    let (_, notes) = html("<!-- wp:latest-posts {\"postsToShow\":3} /-->\n<!-- wp:paragraph --><p>a</p>");
    assert_eq!(notes, "the block `latest-posts` is filled by WordPress; it was left out");
}

#[test]
fn an_export_of_ghost_is_known_by_its_tables_in_either_shape() {
    let posts =
        json!([{ "id": 3, "title": "A", "slug": "a", "html": "<p>x</p>", "author_id": 1, "status": "sent" }]);
    let data = json!({ "posts": posts, "users": [{ "id": 1, "name": "Sara" }] });
    for mut export in [json!({ "db": [{ "meta": {}, "data": data }] }), json!({ "meta": {}, "data": data })] {
        let list = ghost::read(ghost::tables(&mut export).expect("an export"), None);
        assert_eq!((&list.posts[0]["id"], &list.posts[0]["author"]), (&json!("ghost-3"), &json!("Sara")));
    }
    for mut other in
        [json!([]), json!({ "data": [] }), json!({ "data": { "data": [] } }), json!({ "db": [] })]
    {
        let before = other.clone();
        assert!(ghost::tables(&mut other).is_none() && other == before, "{before}");
    }
}

#[test]
fn posts_of_a_file_that_gives_no_numbers_come_in_all() {
    let item = |title: &str| format!("<item><title>{title}</title><wp:post_type>post</wp:post_type></item>");
    let list = read(&(item("A") + &item("B")));
    for post in &list.posts {
        assert_eq!((&post["id"], &post["addresses"]), (&json!(null), &json!(["", "", ""])));
    }
    assert_eq!(list.posts.len(), 2);
}
