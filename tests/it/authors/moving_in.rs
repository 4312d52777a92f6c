//! A whole blog moves in from an export file of WordPress or Ghost: what was public is public, and nothing else.

use std::collections::HashMap;

use blog::store;
use serde_json::json;

use crate::authors::desk::PostPublisher;
use crate::authors::old_site::OldSite;
use engines::{every_engine, sqlite};

fn photo() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(60, 40).write_to(&mut bytes, image::ImageFormat::Png).expect("a photo");
    bytes.into_inner()
}

async fn old_site() -> OldSite {
    let paths = ["/wp/caf%C3%A9%20front.png", "/wp/my%20wall.png", "/wp/7.png", "/content/images/a%20b.png"];
    OldSite::open(paths.into_iter().map(|path| (path.to_string(), (200, photo()))).collect::<HashMap<_, _>>())
        .await
}

/// An item of WordPress' export file.
fn item(id: u32, kind: &str, status: &str, title: &str, name: &str, more: &str) -> String {
    let date = if status == "draft" { "0000-00-00 00:00:00" } else { "2024-05-12 06:00:00" };
    let date = if status == "future" { "2050-05-12 06:00:00" } else { date };
    format!(
        "<item><title><![CDATA[{title}]]></title><link>SITE/2024/05/{name}/</link><dc:creator>sara</dc:creator>\
         <guid isPermaLink=\"false\">http://staging.example/?p={id}</guid><wp:post_id>{id}</wp:post_id>\
         <wp:post_date>2024-05-12 10:00:00</wp:post_date><wp:post_date_gmt>{date}</wp:post_date_gmt>\
         <wp:post_name>{name}</wp:post_name><wp:status>{status}</wp:status><wp:post_type>{kind}</wp:post_type>{more}</item>\n"
    )
}

fn text(html: &str) -> String {
    format!("<content:encoded><![CDATA[{html}]]></content:encoded>")
}

/// An export with everything that such files are known for.
fn wordpress(site: &str) -> String {
    let comment = "<wp:comment><wp:comment_author>Ali</wp:comment_author></wp:comment>";
    let meta = |key: &str, value: &str| {
        format!(
            "<wp:postmeta><wp:meta_key>{key}</wp:meta_key><wp:meta_value><![CDATA[{value}]]></wp:meta_value></wp:postmeta>"
        )
    };
    let links = format!(
        "<a href=\"{site}/?p=2\">2</a> <a href='{site}/2024/05/%d9%85%d9%83%d9%8a%d9%81/#more'>3</a> \
         <a href=\"{site}/contact/\">c</a>\n\nSecond paragraph. <img src=\"{site}/wp/my wall.png\" alt=\"Wall\">"
    );
    let first =
        text(&links) + &meta("_thumbnail_id", "90") + comment + comment + "<wp:is_sticky>1</wp:is_sticky>";
    let blocks = "<!-- wp:heading -->\n<h2>Ü</h2>\n<!-- /wp:heading -->\n\n<!-- wp:latest-posts /-->\n<ul><li>a<ul><li>b</li></ul></li></ul>\
                  <table><tr><td>1</td><td>2</td></tr></table>";
    let gallery = text("[gallery ids=\"91\"] [contact-form-7 id=\"1\"]");
    let picture = |name: &str| format!("<wp:attachment_url>{site}/wp/{name}</wp:attachment_url>");
    let items = [
        item(1, "post", "publish", "AC &amp; care <em>now</em>", "ac-care", &first),
        item(2, "post", "publish", "Façade 🏢", "fa%c3%a7ade-cleaning", &text(blocks)),
        item(3, "post", "publish", "مكيف الهواء", "%d9%85%d9%83%d9%8a%d9%81", &gallery),
        item(4, "post", "draft", "Half done", "", &text("Half")),
        item(5, "post", "private", "For us", "for-us", &text("Ours")),
        item(6, "post", "publish", "Secret", "secret", "<wp:post_password>x</wp:post_password>"),
        item(7, "post", "pending", "To be read", "to-be-read", ""),
        item(8, "post", "future", "Next", "next", &text("Later")),
        item(9, "post", "trash", "Thrown away", "thrown__trashed", ""),
        item(10, "post", "publish", "", "no-title", &text("x")),
        item(11, "post", "publish", &"Long ".repeat(60), "long", &text("x")),
        item(12, "page", "publish", "About", "about", ""),
        item(13, "nav_menu_item", "publish", "Home", "home", ""),
        item(14, "wp_global_styles", "publish", "Styles", "styles", ""),
        item(90, "attachment", "inherit", "Front", "front", &picture("café front.png")),
        item(91, "attachment", "inherit", "Seven", "seven", &picture("7.png")),
    ];
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<rss version=\"2.0\" xmlns:wp=\"http://wordpress.org/export/1.2/\">\
         <channel><wp:base_blog_url>{site}</wp:base_blog_url><wp:tag><wp:tag_name>villa</wp:tag_name></wp:tag>\n{}</channel></rss>",
        items.concat().replace("SITE", site)
    )
}

/// What the import says of it.
const SAID: [&str; 22] = [
    "new        post 1: /blogs/ac-care\n",
    "it stands first on the other site",
    "new        post 2: /blogs/facade-cleaning\n",
    "slug `façade-cleaning` became `facade-cleaning`",
    "`/blogs/façade-cleaning` leads there",
    "the block `latest-posts` is filled by WordPress",
    "new        post 3: /blogs/mkyf\n",
    "`/blogs/مكيف` leads there",
    "`[contact-form-7]` means nothing here",
    "new        post 4: /blogs/half-done\n",
    "the other site does not show it (`status`), so it is a draft",
    "the other site does not show it (`password`), so it is a draft",
    "skipped    post 9: it has no title (http://127.0.0.1:",
    "`title` was cut to 200 characters",
    "left out   2 attachments (pictures come in with the posts that show them): Front, Seven\n",
    "left out   2 comments: on “AC &amp; care <em>now</em>”\n",
    "left out   1 items of the type `wp_global_styles`: Styles\n",
    "left out   1 menu items: Home\n",
    "left out   1 pages: About\n",
    "left out   1 posts in the bin: Thrown away\n",
    "left out   1 tags: villa\n",
    "9 new, 0 changed, 0 unchanged, 1 skipped\n",
];

#[tokio::test(flavor = "multi_thread")]
async fn r48_an_export_of_wordpress_comes_in_and_says_what_it_left_out() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let site = old_site().await;
        // The bytes say what it is, not the name.
        let file = desk.file("export.txt", wordpress(&site.url));
        let said = desk.run(&["import", file.to_str().expect("a name"), "--site", &site.url]).await;
        println!("{}{}", said.out, said.err);
        let still = format!("the link `{}/contact/` still leads to the old site\n", site.url);
        for line in SAID.into_iter().chain([still.as_str()]) {
            assert!(said.out.contains(line), "{line} is not in:\n{}", said.out);
        }
        assert!(!said.out.contains("could not be had"), "{}", said.out);
        let first = desk.post("ac-care").await.expect("a post");
        assert_eq!(
            (first.words.title.as_str(), first.words.published_at),
            ("AC & care now", 1_715_493_600_000)
        );
        let cover = first.words.picture.expect("a picture");
        assert!(cover.src.starts_with("/media/posts/caf--front-60."), "{}", cover.src);
        for expected in [
            "<a href=\"/blogs/facade-cleaning\">2</a>",
            "<a href=\"/blogs/mkyf\">3</a>",
            "<p>Second paragraph.",
            "<img src=\"/media/posts/my-wall-60.",
        ] {
            assert!(first.words.content.contains(expected), "{expected}: {}", first.words.content);
            assert!(
                expected.contains("img") || first.words.original.contains(expected),
                "{}",
                first.words.original
            );
        }
        let third = desk.post("mkyf").await.expect("a post").words.content;
        assert!(third.contains("<figure><img src=\"/media/posts/7-60.") && !third.contains('['), "{third}");
        for hidden in ["half-done", "for-us", "secret", "to-be-read", "next"] {
            assert!(desk.post(hidden).await.is_some() && !desk.seen(hidden).await, "{hidden}");
        }
        let next = desk.post("next").await.expect("a post").words;
        assert_eq!((next.draft, next.published_at), (false, 2_535_948_000_000), "it appears at its time");
        let (db, now) = (desk.db.reader(), base::clock::Clock::system().now_ms());
        for (former, slug) in [("façade-cleaning", "facade-cleaning"), ("مكيف", "mkyf")] {
            let leads = store::moved_to(db, former, now).await.expect("a query");
            assert_eq!(leads.as_deref(), Some(slug), "{former}");
        }
        let revision = desk.revision().await;
        let again = desk.run(&["import", file.to_str().expect("a name"), "--site", &site.url]).await;
        assert!(again.out.ends_with("0 new, 0 changed, 9 unchanged, 1 skipped\n"), "{}", again.out);
        assert_eq!(desk.revision().await, revision);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r48_an_export_of_ghost_comes_in_and_members_posts_stay_hidden() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let site = old_site().await;
        let post = |id: &str, status: &str, more: serde_json::Value| {
            let mut post = json!({ "id": id, "title": format!("Post {id}"), "slug": format!("post-{id}"), "status": status,
                "type": "post", "visibility": "public", "html": "<p>Text</p>", "published_at": "2024-05-12T06:00:00.000Z",
                "created_at": "2024-05-01T06:00:00.000Z", "mobiledoc": "{\"sections\":[]}" });
            post.as_object_mut().expect("fields").extend(more.as_object().cloned().expect("fields"));
            post
        };
        let html = "<p><a href=\"__GHOST_URL__/post-b/\">b</a></p><!--kg-card-begin: html--><b>Kept</b><!--kg-card-end: html-->";
        let posts = json!([
            post(
                "a",
                "published",
                json!({ "html": html, "feature_image": "__GHOST_URL__/content/images/a b.png",
                "custom_excerpt": "Short." })
            ),
            post("b", "draft", json!({ "published_at": null })),
            post("c", "published", json!({ "visibility": "members" })),
            post("d", "published", json!({ "visibility": "paid" })),
            post("e", "sent", json!({})),
            post("f", "scheduled", json!({ "published_at": "2050-05-12T06:00:00.000Z" })),
            post("g", "published", json!({ "html": null, "lexical": "{\"root\":{}}" })),
            post("h", "published", json!({ "type": "page" })),
        ]);
        let export = json!({ "db": [{ "meta": { "version": "5.1.0" }, "data": { "posts": posts,
            "users": [{ "id": "1", "name": "Sara K." }],
            "posts_authors": [{ "post_id": "a", "author_id": "1", "sort_order": 0 }],
            "posts_meta": [{ "post_id": "a", "meta_title": "A | Old", "feature_image_alt": "A wall" }],
            "tags": [{ "name": "villa" }] } }] });
        let file = desk.file("ghost", export.to_string());
        let said = desk.run(&["import", file.to_str().expect("a name"), "--site", &site.url]).await;
        println!("{}{}", said.out, said.err);
        for line in [
            "it links to `/blogs/post-b`, which is a draft",
            "does not show it (`visibility`), so it is a draft",
            "left out   1 pages: Post h\n",
            "left out   1 posts whose text is only in Ghost's own format (lexical): Post g\n",
            "left out   1 tags: villa\n",
            "6 new, 0 changed, 0 unchanged, 0 skipped\n",
        ] {
            assert!(said.out.contains(line), "{line} is not in:\n{}", said.out);
        }
        assert!(said.done, "{}", said.out);
        let words = desk.post("post-a").await.expect("a post").words;
        assert_eq!(words.content, "<p><a href=\"/blogs/post-b\">b</a></p><b>Kept</b>");
        assert_eq!(
            (words.author.as_deref(), words.meta_title.as_deref()),
            (Some("Sara K."), Some("A | Old"))
        );
        assert_eq!(words.picture.expect("a picture").alt, "A wall");
        let mut seen = Vec::new();
        for id in ["a", "b", "c", "d", "e", "f"] {
            seen.push(desk.seen(&format!("post-{id}")).await);
        }
        assert_eq!(seen, [true, false, false, false, false, false]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_export_says_what_would_be_right() {
    let desk = PostPublisher::open(sqlite()).await;
    let whole = wordpress("https://old.example");
    for (bytes, why) in [
        (b"PK\x03\x04zip".to_vec(), "it is packed; unpack it"),
        (b"\x1F\x8Bgz".to_vec(), "it is packed; unpack it"),
        (b"<rss version=\"2.0\"><channel/></rss>".to_vec(), "Tools, Export, All content"),
        (whole.as_bytes()[..whole.len() / 2].to_vec(), "it ends in the middle, after"),
    ] {
        let file = desk.file("export", bytes);
        let said = desk.run(&["import", file.to_str().expect("a name")]).await;
        assert!(!said.done && said.err.contains(why), "{why}: {}", said.err);
    }
    // Without numbers, two posts of one name can't be told apart.
    let file = desk.file("list", r#"[{ "slug": "a", "title": "A" }, { "slug": "a", "title": "B" }]"#);
    let said = desk.run(&["import", file.to_str().expect("a name")]).await;
    assert!(said.out.contains("post 2: an earlier post of the list has the slug a too"), "{}", said.out);
    assert_eq!(desk.post("a").await.expect("a post").words.title, "A");
}
