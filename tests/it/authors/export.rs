//! An export is read back to the same posts, pictures included.

use blog::{Post, store};

use crate::authors::desk::PostPublisher;
use engines::{every_engine, sqlite};

async fn every_post(desk: &PostPublisher) -> Vec<Post> {
    let posts = store::batch_after(desk.db.reader(), None, 1000).await.expect("a query");
    // When readers last noticed a change is the other database's own business.
    posts.into_iter().map(|post| Post { updated_at: 0, ..post }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_exported_is_published_elsewhere_as_the_same_posts() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let mut photo = std::io::Cursor::new(Vec::new());
        let image = image::RgbImage::from_fn(1000, 700, |x, y| image::Rgb([x as u8, y as u8, 90]));
        image.write_to(&mut photo, image::ImageFormat::Png).expect("a photo");
        desk.file("photos/sand storm.png", photo.into_inner());
        let one = desk.file(
            "one.md",
            "---\ntitle: \"One: \\\"quoted\\\" & ünder\"\nimage: illustrations/ac-split.svg\nauthor: '# no comment'\n\
             date: 2026-05-12 09:30:15\nchecked: 2026-11-20\n---\n\n  Text first.\n\n![Sand](<photos/sand storm.png> \"Below\")\n\n---\nEnd",
        );
        let two = desk.file(
            "two.html",
            "---\ntitle: Two\nimage: photos/sand storm.png\nimage_alt: Sand\ndraft: yes\n---\n<p>Text</p>\r\n<hr>\n",
        );
        let said = desk.publish(&[&one, &two]).await;
        assert!(said.done, "{}", said.err);
        let folder = desk.engine.folder.path().join("out");
        let folder = folder.to_str().expect("a name");
        let said = desk.run(&["export", folder]).await;
        assert!(
            said.done && said.out.starts_with("2 posts and 5 files of pictures"),
            "{}{}",
            said.out,
            said.err
        );
        let again = desk.run(&["export", folder]).await;
        assert!(!again.done && again.err.contains("is not empty"), "{}", again.err);

        let other = PostPublisher::open(sqlite()).await;
        let files = [format!("{folder}/one.md"), format!("{folder}/two.html")];
        let said = other.publish(&[files[0].as_ref(), files[1].as_ref()]).await;
        assert!(said.done, "{}", said.err);
        assert_eq!(every_post(&other).await, every_post(&desk).await);
        for post in every_post(&other).await {
            for picture in post.words.pictures.values() {
                let name = picture.src.strip_prefix("/media/posts/").expect("an address");
                let (here, there) =
                    (store::file(other.db.reader(), name), store::file(desk.db.reader(), name));
                assert_eq!(here.await.expect("a query"), there.await.expect("a query"));
            }
        }
        assert!(
            desk.publish(&[files[0].as_ref()]).await.out.starts_with("unchanged"),
            "and at home nothing changes"
        );
    }
}
