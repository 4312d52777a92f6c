//! The pictures that chat apps show of pages and posts.

use blog::store::PictureFile;
use reqwest::{Method, StatusCode};
use share_pictures::MAX_BYTES;
use site::share_card::{HEIGHT, WIDTH};

use crate::readers::harness::{NOW, ORIGIN, Site, picture, post, slug, until, with};
use engines::sqlite;

/// A photo as posts have them.
fn photo() -> Vec<u8> {
    let mut file = Vec::new();
    let pixels: Vec<u8> = (0..960 * 640 * 3u32).map(|n| (n / 3 % 960 / 4) as u8).collect();
    image::codecs::jpeg::JpegEncoder::new(&mut file)
        .encode(&pixels, 960, 640, image::ExtendedColorType::Rgb8)
        .expect("a photo");
    file
}

fn file(name: &str, bytes: Vec<u8>) -> PictureFile {
    PictureFile { name: name.into(), content_type: "image/jpeg".into(), bytes }
}

impl Site {
    /// The address of a page's picture, as the page's head is told.
    async fn share(&self, path: &str) -> String {
        self.json(path).await["share"]["src"].as_str().expect("a share picture").to_owned()
    }

    async fn bytes(&self, path: &str) -> Vec<u8> {
        self.get(path).await.bytes().await.expect("bytes").to_vec()
    }
}

#[tokio::test]
async fn every_page_and_every_post_of_the_sitemap_has_its_picture() {
    let site = Site::open(sqlite()).await;
    let with_photo = with(post(1), |words| words.picture = Some(picture()));
    site.save_with(&with_photo, &[file("tap.1a2b.jpg", photo())]).await;
    let long =
        "What to check before you sign an annual maintenance contract for a villa with a pool & a garden";
    site.save(&with(post(2), |words| words.title = long.into())).await;
    site.until_listed(2).await;
    let xml = site.text("/sitemap.xml").await;
    let pages: Vec<&str> =
        xml.split("<loc>").skip(1).map(|loc| loc.split("</loc>").next().unwrap()).collect();
    assert!(pages.len() > 14, "{xml}");
    let mut addresses = Vec::new();
    for page in pages {
        let path = page.strip_prefix(ORIGIN).expect("the site's own");
        let told = site.json(path).await["share"].clone();
        let address = told["src"].as_str().expect("an address").to_owned();
        let answer = site.get(&address).await;
        assert_eq!(answer.status(), StatusCode::OK, "{address}");
        assert_eq!(answer.headers()["content-type"], told["media_type"].as_str().unwrap(), "{address}");
        assert!(answer.headers()["cache-control"].to_str().unwrap().contains("immutable"), "{address}");
        let bytes = answer.bytes().await.expect("bytes");
        assert!(bytes.len() < MAX_BYTES, "{address} has {} bytes", bytes.len());
        let size = image::load_from_memory(&bytes).map(|shown| (shown.width(), shown.height()));
        assert_eq!(size.expect("a picture"), (WIDTH, HEIGHT), "{address}");
        assert_eq!((told["width"].as_u64(), told["height"].as_u64()), (Some(1200), Some(630)));
        assert!(told["alt"].as_str().unwrap().starts_with("Amwaj Home Maintenance. "), "{told}");
        addresses.push(address);
    }
    assert!(addresses.iter().any(|address| address.ends_with(".jpg")), "the photo's: {addresses:?}");
    addresses.sort();
    addresses.dedup();
    assert_eq!(addresses.len(), xml.matches("<loc>").count(), "one picture each");
    site.close().await;
}

#[tokio::test]
async fn the_head_of_every_served_document_names_exactly_this_picture() {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/dist");
    let clock = base::clock::Clock::manual(NOW);
    let site = Site::open_with(sqlite(), clock, &[("AMWAJ_WEB_DIR", web)]).await;
    site.save_many(1).await;
    let xml = site.text("/sitemap.xml").await;
    let pages: Vec<&str> =
        xml.split("<loc>").skip(1).map(|loc| loc.split("</loc>").next().unwrap()).collect();
    for page in pages {
        let html = site.text(page.strip_prefix(ORIGIN).expect("the site's own")).await;
        let said = |name: &str| {
            let (_, rest) = html
                .split_once(&format!("=\"{name}\" content=\""))
                .unwrap_or_else(|| panic!("{name} of {page}"));
            rest.split('"').next().unwrap().to_owned()
        };
        let address = said("og:image");
        assert_eq!(html.matches("\"og:image\"").count(), 1, "{page}");
        assert_eq!((said("og:image:width"), said("og:image:height")), ("1200".into(), "630".into()));
        assert!(said("og:image:alt").starts_with("Amwaj Home Maintenance. "), "{page}");
        let answer = site.get(address.strip_prefix(ORIGIN).expect("absolute, and the site's own")).await;
        assert!(
            answer.headers()["cache-control"].to_str().unwrap().contains("immutable"),
            "{address} is not the current one"
        );
    }
    assert!(!site.text("/blogs/none").await.contains("og:image"));
    site.close().await;
}

#[tokio::test]
async fn another_title_is_another_picture_and_the_old_address_shows_it_too() {
    let site = Site::open(sqlite()).await;
    site.save_many(1).await;
    let path = format!("/blogs/{}", slug(1));
    let before = site.share(&path).await;
    let first = site.bytes(&before).await;
    site.save(&with(post(1), |words| words.title = "Another title".into())).await;
    until("the page names another picture", async || site.share(&path).await != before).await;
    let after = site.share(&path).await;
    let second = site.bytes(&after).await;
    assert_ne!(first, second);
    for old in [before.as_str(), "/share/blogs/post-00001.png", "/share/blogs/post-00001.01234567.jpg"] {
        let answer = site.get(old).await;
        assert_eq!(
            (answer.status(), &answer.headers()["cache-control"]),
            (StatusCode::OK, &"no-cache, no-transform".parse().unwrap())
        );
        assert_eq!(answer.bytes().await.unwrap(), second, "{old}");
    }
    site.close().await;
}

#[tokio::test]
async fn the_picture_of_a_post_that_moved_stays_and_that_of_a_hidden_one_goes() {
    let site = Site::open(sqlite()).await;
    site.save_many(2).await;
    let old = site.share(&format!("/blogs/{}", slug(1))).await;
    let hidden = site.share(&format!("/blogs/{}", slug(2))).await;
    assert_eq!(site.status(&hidden).await, StatusCode::OK);
    site.save(&with(post(1), |words| words.slug = "renamed".into())).await;
    site.save(&with(post(2), |words| words.draft = true)).await;
    until("the post is renamed", async || site.status("/blogs/renamed").await == StatusCode::OK).await;
    until("its old picture is the new one's", async || {
        site.bytes(&old).await == site.bytes(&site.share("/blogs/renamed").await).await
    })
    .await;
    until("the hidden post's is gone", async || site.status(&hidden).await == StatusCode::NOT_FOUND).await;
    site.close().await;
}

#[tokio::test]
async fn pictures_are_asked_for_like_any_file() {
    let site = Site::open(sqlite()).await;
    let address = site.share("/contact-us").await;
    let asked = |method: Method, known: &str| {
        let request = site.client.request(method, site.url(&address)).header("if-none-match", known);
        async { request.send().await.expect("an answer") }
    };
    let whole = asked(Method::GET, "\"other\"").await;
    let tag = whole.headers()["etag"].to_str().unwrap().to_owned();
    let length = whole.headers()["content-length"].clone();
    assert_eq!(asked(Method::GET, &tag).await.status(), StatusCode::NOT_MODIFIED);
    let head = asked(Method::HEAD, "\"other\"").await;
    assert_eq!((head.status(), &head.headers()["content-length"]), (StatusCode::OK, &length));
    assert!(head.bytes().await.unwrap().is_empty());
    assert_eq!(asked(Method::POST, "\"other\"").await.status(), StatusCode::METHOD_NOT_ALLOWED);
    for unknown in [
        "/share/",
        "/share/nothing.12345678.png",
        "/share/index.gif",
        "/share/blogs/none.png",
        "/share/../etc/passwd.png",
    ] {
        assert_eq!(site.status(unknown).await, StatusCode::NOT_FOUND, "{unknown}");
    }
    // Pages that search engines shall not keep have no picture.
    assert!(site.json("/blogs/none").await["share"].is_null());
    site.close().await;
}
