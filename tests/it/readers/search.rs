//! Files for search engines, and for people who find a weakness.

use std::time::Duration;

use reqwest::StatusCode;

use crate::readers::harness::{DAY, NOW, ORIGIN, Site, post, until, with};
use base::clock::Clock;
use blog::store;
use engines::{every_engine, sqlite};

/// The sitemap's date of a path, possibly empty; `None` if it does not name the path.
async fn lastmod(site: &Site, path: &str) -> Option<String> {
    let xml = site.text("/sitemap.xml").await;
    let rest = xml.split_once(&format!("<loc>{ORIGIN}{path}</loc>"))?.1;
    let rest = rest.split("</url>").next()?;
    Some(rest.trim_start_matches("<lastmod>").trim_end_matches("</lastmod>").to_owned())
}

#[tokio::test]
async fn a_page_s_date_in_the_sitemap_is_that_of_its_words_also_after_a_restart() {
    for engine in every_engine().await {
        let content = tempfile::tempdir().unwrap();
        copy("../content".as_ref(), content.path());
        let folder = content.path().display().to_string();
        let env = [("AMWAJ_CONTENT_DIR", folder.as_str())];
        let site = Site::open_with(engine, Clock::manual(NOW), &env).await;
        let first = Some("2026-10-05T04:00:00Z".to_owned());
        until("the pages have dates", async || lastmod(&site, "/terms").await == first).await;
        assert_eq!(lastmod(&site, "/").await, first);
        site.clock.advance(Duration::from_secs(86_400));
        let terms = content.path().join("pages/terms.toml");
        let words = std::fs::read_to_string(&terms).unwrap();
        let title = words.lines().find(|line| line.starts_with("title = ")).unwrap();
        std::fs::write(&terms, words.replace(title, "title = \"Other terms\"")).unwrap();
        let second = Some("2026-10-06T04:00:00Z".to_owned());
        until("the edit shows", async || lastmod(&site, "/terms").await == second).await;
        assert_eq!(lastmod(&site, "/").await, first, "the other pages keep theirs");
        let engine = site.end().await;
        let site = Site::open_with(engine, Clock::manual(NOW + 9 * DAY), &env).await;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert_eq!((lastmod(&site, "/terms").await, lastmod(&site, "/").await), (second, first));
        site.close().await;
    }
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[tokio::test]
async fn r10_a_site_without_a_public_address_keeps_search_engines_away() {
    let env = [("AMWAJ_SITE_URL", "http://127.0.0.1:8080")];
    let site = Site::open_with(sqlite(), Clock::manual(NOW), &env).await;
    site.save_many(1).await;
    let robots = site.text("/robots.txt").await;
    assert!(robots.ends_with("User-agent: *\nDisallow: /\n") && !robots.contains("Sitemap"), "{robots}");
    assert_eq!(site.status("/sitemap.xml").await, StatusCode::NOT_FOUND);
    assert!(!site.text("/.well-known/security.txt").await.contains("Canonical"));
    let drawn = site.json("/").await;
    assert_eq!(drawn["origin"], "http://127.0.0.1:8080", "pages name the address that is set");
    assert_eq!(site.get("/").await.headers()["x-robots-tag"], "noindex");
    site.close().await;
}

#[tokio::test]
async fn security_txt_names_the_inbox_and_is_never_out_of_date() {
    let site = Site::open(sqlite()).await;
    let text = site.text("/.well-known/security.txt").await;
    let expected = format!(
        "Contact: mailto:info@example.com\nExpires: 2027-09-01T00:00:00Z\nPreferred-Languages: en\n\
         Canonical: {ORIGIN}/.well-known/security.txt\n"
    );
    assert_eq!(text, expected);
    assert_eq!(
        site.get("/.well-known/security.txt").await.headers()["content-type"],
        "text/plain; charset=utf-8"
    );
    // In November only the clock has changed.
    site.clock.advance(Duration::from_secs(30 * 86_400));
    assert!(site.text("/.well-known/security.txt").await.contains("Expires: 2027-10-01T00:00:00Z"));
    site.close().await;
    let env = [("AMWAJ_SECURITY_CONTACT", "https://amwaj.example/safe")];
    let site = Site::open_with(sqlite(), Clock::manual(NOW), &env).await;
    assert!(
        site.text("/.well-known/security.txt").await.starts_with("Contact: https://amwaj.example/safe\n")
    );
    site.close().await;
}

#[tokio::test]
async fn every_former_address_of_a_post_leads_to_the_newest_which_alone_is_told_to_machines() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        for slug in ["first", "second", "third"] {
            site.save(&with(post(1), |words| words.slug = slug.into())).await;
        }
        until("the newest is there", async || site.status("/blogs/third").await == StatusCode::OK).await;
        for former in ["/blogs/first", "/blogs/second"] {
            // An address that the post had a moment ago may be cached until the server's next look at the posts.
            let moved = async || site.status(former).await == StatusCode::MOVED_PERMANENTLY;
            until("its former address leads on", moved).await;
            let answer = site.get(former).await;
            assert_eq!(answer.status(), StatusCode::MOVED_PERMANENTLY, "{former}");
            assert_eq!(answer.headers()["location"], "/blogs/third", "at once, not by way of another");
        }
        for machines in ["/sitemap.xml", "/blogs/feed.xml"] {
            let xml = site.text(machines).await;
            assert!(xml.contains("/blogs/third<") || xml.contains("/blogs/third\""), "{xml}");
            assert!(!xml.contains("/blogs/first") && !xml.contains("/blogs/second"), "{xml}");
        }
        site.close().await;
    }
}

#[tokio::test]
async fn an_address_of_an_old_site_leads_on_in_every_language_and_every_spelling() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        for (number, slug, former) in
            [(1, "facade", "fa\u{e7}ade-cleaning"), (2, "mkyf", "مكيف"), (3, "odd", "A B?")]
        {
            let post = with(post(number), |words| words.slug = slug.into());
            let write = site.db.begin_write().await.expect("a transaction");
            store::save(&write, &post, &[]).await.expect("saved");
            assert!(store::lead_from(&write, former, &post.id).await.expect("written"));
            assert!(!store::lead_from(&write, former, &post.id).await.expect("read"), "once is enough");
            assert!(!store::lead_from(&write, slug, &post.id).await.expect("read"), "a post is there");
            write.commit().await.expect("stored");
        }
        until("they are there", async || site.status("/blogs/odd").await == StatusCode::OK).await;
        for (former, now) in [
            ("/blogs/fa%C3%A7ade-cleaning", "/blogs/facade"),
            ("/blogs/fa%c3%a7ade-cleaning", "/blogs/facade"),
            ("/blogs/fac%CC%A7ade-cleaning", "/blogs/facade"),
            ("/blogs/FA%C3%87ADE-Cleaning", "/blogs/facade"),
            ("/blogs/%D9%85%D9%83%D9%8A%D9%81", "/blogs/mkyf"),
            ("/blogs/%d9%85%d9%83%d9%8a%d9%81", "/blogs/mkyf"),
            ("/blogs/A%20B%3F", "/blogs/odd"),
        ] {
            let answer = site.get(former).await;
            assert_eq!(answer.status(), StatusCode::MOVED_PERMANENTLY, "{former}");
            assert_eq!(answer.headers()["location"], now, "{former}");
        }
        site.close().await;
    }
}
