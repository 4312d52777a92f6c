//! The files of posts' pictures.

use blog::store::PictureFile;
use reqwest::StatusCode;

use crate::readers::harness::{Site, post};
use engines::every_engine;

#[tokio::test]
async fn a_picture_is_served_for_ever_and_a_drawing_that_was_stored_as_it_came_only_draws() {
    let file = |name: &str, content_type: &str, bytes: &[u8]| PictureFile {
        name: name.into(),
        content_type: content_type.into(),
        bytes: bytes.to_vec(),
    };
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let files =
            [file("a.1.svg", "image/svg+xml", drawing), file("b.2.jpg", "image/jpeg", b"\xff\xd8\xff")];
        site.save_with(&post(1), &files).await;
        for again in [false, true] {
            let answer = site.get("/media/posts/a.1.svg").await;
            let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
            assert_eq!(header("content-type"), "image/svg+xml");
            assert!(header("cache-control").contains("immutable"), "{}", header("cache-control"));
            assert_eq!(
                header("content-security-policy"),
                "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            );
            assert_eq!(header("x-content-type-options"), "nosniff");
            let shown = answer.text().await.unwrap();
            assert_eq!(shown, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "again: {again}");
        }
        let photo = site.get("/media/posts/b.2.jpg").await;
        assert_eq!(
            (&photo.headers()["content-type"], photo.status()),
            (&"image/jpeg".parse().unwrap(), StatusCode::OK)
        );
        for missing in ["c.svg", "..%2fa.1.svg", "a.1.svg/"] {
            let status = site.status(&format!("/media/posts/{missing}")).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{missing}");
        }
        site.close().await;
    }
}
