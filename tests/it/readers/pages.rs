//! The list, a post's page, and everything that its address can be spelt like.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::readers::harness::{DAY, NOW, Site, picture, post, slug, strings, until, with};
use engines::{every_engine, sqlite};

#[tokio::test]
async fn r37_the_list_shows_cards_newest_first_with_a_summary() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let long = with(post(2), |words| {
            words.excerpt = None;
            words.content = format!("<h2>Sand</h2><p>{}</p>", "and heat ".repeat(50));
            words.picture = Some(picture());
            words.author = Some("Huda".into());
        });
        site.save(&long).await;
        site.save(&post(1)).await;
        site.until_listed(1).await;
        let page = site.page("/blogs").await;
        assert_eq!((&page["page"], &page["path"]), (&json!("blog-list"), &json!("/blogs")));
        assert_eq!(strings(&page["posts"]["posts"], "title"), ["Title 1", "Title 2"]);
        let card = &page["posts"]["posts"][1];
        assert_eq!(
            card["summary"].as_str().unwrap(),
            format!("Sand {}…", &"and heat ".repeat(50)[..93].trim_end())
        );
        assert_eq!(card["published_date"], "2026-10-04T03:00:00Z");
        assert_eq!((&card["author"], &card["picture"]["width"]), (&json!("Huda"), &json!(960)));
        assert_eq!(page["posts"]["posts"][0]["author"], Value::Null);
        site.close().await;
    }
}

#[tokio::test]
async fn r38_twelve_stand_on_a_page_and_a_page_out_of_range_is_the_nearest_there_is() {
    let site = Site::open(sqlite()).await;
    assert_eq!(site.page("/blogs").await["posts"], json!({"posts": [], "page": 1, "pages": 1}));
    site.save_many(25).await;
    let first = site.page("/blogs").await;
    assert_eq!(
        (first["posts"]["posts"].as_array().unwrap().len(), &first["posts"]["pages"]),
        (12, &json!(3))
    );
    assert_eq!(first["canonical"], Value::Null);
    let last = site.page("/blogs?page=3").await;
    assert_eq!(strings(&last["posts"]["posts"], "title"), ["Title 25"]);
    assert_eq!((&last["canonical"], &last["path"]), (&json!("/blogs?page=3"), &json!("/blogs")));
    for beyond in ["page=4", "page=4294967295", "page=99999999999", "utm_source=mail&page=003"] {
        assert_eq!(site.page(&format!("/blogs?{beyond}")).await, last, "{beyond}");
    }
    for unreadable in ["page=0", "page=-1", "page=two", "page=", "page=1", "x=1"] {
        assert_eq!(site.page(&format!("/blogs?{unreadable}")).await, first, "{unreadable}");
    }
    site.close().await;
}

#[tokio::test]
async fn r39_r40_a_post_shows_itself_and_the_three_latest_others() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        site.save_many(5).await;
        let page = site.page(&format!("/blogs/{}", slug(4))).await;
        let article = &page["article"];
        assert_eq!(
            (&article["title"], &article["content"]),
            (&json!("Title 4"), &json!("<p>Content of 4.</p>"))
        );
        assert_eq!(article["published_date"], "2026-10-02T03:00:00Z");
        assert_eq!(strings(&page["latest"], "title"), ["Title 5", "Title 3", "Title 2"]);
        site.close().await;
    }
}

#[tokio::test]
async fn r39_a_post_that_does_not_exist_is_not_found_and_says_so_with_the_latest() {
    let site = Site::open(sqlite()).await;
    site.save_many(4).await;
    let hidden =
        [with(post(5), |words| words.draft = true), with(post(6), |words| words.published_at = NOW + DAY)];
    for post in &hidden {
        site.save(post).await;
    }
    for path in ["nothing", "post-00005", "post-00006", "id-00005", "%00", "%ff", "a%2Fb", "-"] {
        let answer = site.get(&format!("/blogs/{path}")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        let page = answer.json::<Value>().await.unwrap()["page"].clone();
        assert_eq!((&page["page"], &page["path"]), (&json!("blog-post"), &Value::Null), "{path}");
        assert_eq!((&page["title"], &page["article"]), (&json!("Blog not found"), &Value::Null));
        assert_eq!(page["latest"].as_array().unwrap().len(), 3);
    }
    site.close().await;
}

#[tokio::test]
async fn r41_title_description_and_canonical_are_the_posts_own() {
    let site = Site::open(sqlite()).await;
    let full = with(post(1), |words| {
        words.meta_title = Some("Meta title".into());
        words.meta_description = Some("Meta description".into());
    });
    let bare = with(post(3), |words| words.excerpt = None);
    for post in [&full, &post(2), &bare] {
        site.save(post).await;
    }
    site.until_listed(3).await;
    let said = async |number| {
        let page = site.page(&format!("/blogs/{}", slug(number))).await;
        assert_eq!(page["path"], format!("/blogs/{}", slug(number)));
        (page["title"].as_str().unwrap().to_owned(), page["description"].as_str().unwrap().to_owned())
    };
    assert_eq!(said(1).await, ("Meta title".into(), "Meta description".into()));
    assert_eq!(said(2).await, ("Title 2".into(), "Excerpt 2 ends here.".into()));
    assert_eq!(said(3).await, ("Title 3".into(), String::new()));
    site.close().await;
}

#[tokio::test]
async fn r16_a_post_has_one_address_and_its_former_ones_lead_there() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        site.save(&post(1)).await;
        site.save(&with(post(1), |words| words.slug = "new-name".into())).await;
        until("the new name is there", async || site.status("/blogs/new-name").await == 200).await;
        // On a busy machine a reader may get the former page a moment longer.
        until("the former name leads on", async || site.status("/blogs/post-00001").await == 301).await;
        for path in ["post-00001", "id-00001", "New-Name", "new%2Dname", "new-name/", "POST-00001"] {
            let mut path = format!("/blogs/{path}?utm_source=mail");
            let mut hops = 0;
            while hops < 3 && path != "/blogs/new-name?utm_source=mail" {
                let answer = site.get(&path).await;
                assert_eq!(answer.status(), StatusCode::MOVED_PERMANENTLY, "{path}");
                if path.starts_with("/blogs/post-00001") {
                    assert_eq!(answer.headers()["cache-control"], "no-cache", "it may move back");
                }
                path = answer.headers()["location"].to_str().unwrap().to_owned();
                hops += 1;
            }
            assert_eq!(path, "/blogs/new-name?utm_source=mail");
        }
        for path in ["/blogs/", "/Blogs", "//blogs"] {
            assert_eq!(site.get(path).await.headers()["location"], "/blogs", "{path}");
        }
        site.close().await;
    }
}

#[tokio::test]
async fn a_page_of_the_blog_is_answered_like_any_other() {
    let site = Site::open(sqlite()).await;
    site.save(&post(1)).await;
    site.until_listed(1).await;
    let privacy = site.get("/privacy").await;
    for path in ["/blogs", "/blogs/post-00001"] {
        // Once made for this request, and once from the shelf.
        for _ in 0..2 {
            let answer = site.get(path).await;
            for (name, value) in privacy.headers() {
                if !["content-length", "etag", "date"].contains(&name.as_str()) {
                    assert_eq!(answer.headers().get(name), Some(value), "{path} {name}");
                }
            }
        }
        let answer = site.get(path).await;
        let tag = answer.headers()["etag"].clone();
        let length = answer.headers()["content-length"].clone();
        let again = site.client.get(site.url(path)).header("if-none-match", tag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let head = site.client.head(site.url(path)).send().await.unwrap();
        assert_eq!((head.status(), &head.headers()["content-length"]), (StatusCode::OK, &length));
        let posted = site.client.post(site.url(path)).body("x").send().await.unwrap();
        assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(posted.headers()["allow"], "GET, HEAD");
        let packed = site.client.get(site.url(path)).header("accept-encoding", "br").send().await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "br");
    }
    site.close().await;
}

#[tokio::test]
async fn a_page_is_drawn_once_however_many_ask_and_again_only_when_it_changes() {
    let site = Site::open(sqlite()).await;
    site.save_many(5).await;
    let drawings = async |path: &str| site.json(path).await["drawings"].as_u64().unwrap();
    let paths: Vec<String> = (0..50).map(|number| format!("/blogs/post-00002?utm={number}")).collect();
    let all = futures_util::future::join_all(paths.iter().map(|path| drawings(path))).await;
    assert!(all.iter().all(|number| *number == all[0]), "{all:?}");
    // An old post that nobody sees beside this one is published: all is looked at, and this stays as it is.
    let old = with(post(9), |words| words.title = "An old one".into());
    site.save(&blog::Post { created_at: NOW - 30_000 * DAY, ..old }).await;
    site.until_listed(9).await;
    assert_eq!(drawings("/blogs/post-00002").await, all[0]);
    site.save(&with(post(2), |words| words.content = "<p>Changed.</p>".into())).await;
    until("the change is there", async || site.text("/blogs/post-00002").await.contains("Changed.")).await;
    assert!(drawings("/blogs/post-00002").await > all[0]);
    site.close().await;
}

#[tokio::test]
async fn r50_a_post_links_to_the_companys_phone_and_to_a_chat_that_says_where_it_comes_from() {
    let site = Site::open(sqlite()).await;
    let box_with_links = with(post(1), |words| {
        words.content =
            "<aside><p><a href=\"call\">Call {company.phone}</a> <a href=\"chat\">Chat</a></p></aside>"
                .into();
    });
    site.save(&box_with_links).await;
    site.until_listed(1).await;
    let page = site.page(&format!("/blogs/{}", slug(1))).await;
    let read = page["article"]["content"].as_str().unwrap();
    let call = "<a href=\"tel:+97140000000\">Call +971 4 000 0000</a>";
    let chat = "<a href=\"https://wa.me/971500000000?text=Hello%2C%20this";
    assert!(read.contains(call) && read.contains(chat), "{read}");
    let api = site.json(&format!("/admin/front/blogs/{}", slug(1))).await;
    assert!(api.to_string().contains("tel:+97140000000"), "{api}");
    site.close().await;
}
