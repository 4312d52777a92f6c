//! Posts that the store lets readers see, on every engine.

use blog::Post;
use blog::store;
use blog::store::{Order, save_one};
use storage::db::Db;

use crate::readers::harness::{DAY, NOW, post, slug, with};
use engines::{Engine, every_engine};

async fn open(engine: &Engine, posts: &[Post]) -> Db {
    let db = Db::open(&engine.database).await.expect("a database");
    for post in posts {
        save_one(&db, post, &[]).await.expect("saved");
    }
    db
}

fn slugs(posts: &[Post]) -> Vec<&str> {
    posts.iter().map(|post| post.words.slug.as_str()).collect()
}

#[tokio::test]
async fn readers_see_what_is_published_and_whose_moment_has_come() {
    let draft = with(post(2), |words| words.draft = true);
    let scheduled = with(post(3), |words| words.published_at = NOW + 1);
    for engine in every_engine().await {
        let db = open(&engine, &[post(1), draft.clone(), scheduled.clone()]).await;
        let reader = db.reader();
        let seen =
            |now| async move { store::list(reader, now, Order::Published, 0, 10, true).await.unwrap() };
        assert_eq!(slugs(&seen(NOW).await), [slug(1)], "{}", engine.name);
        assert_eq!(slugs(&seen(NOW + 1).await), [slug(3), slug(1)]);
        assert_eq!(store::count(reader, NOW).await.unwrap(), 1);
        assert_eq!(store::next_appearance(reader, NOW).await.unwrap(), Some(NOW + 1));
        assert_eq!(store::next_appearance(reader, NOW + 1).await.unwrap(), None);
        for name in [&draft.words.slug, &draft.id, &scheduled.words.slug, &scheduled.id] {
            assert_eq!(store::find_visible(reader, name, NOW).await.unwrap(), None, "{name}");
        }
        assert_eq!(store::slugs_with_dates(reader, NOW, 9).await.unwrap(), [(slug(1), post(1).updated_at)]);
        assert_eq!(store::list(reader, NOW, Order::Created, 0, 9, false).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn r37_the_list_is_newest_first_and_leaves_long_texts_on_the_disk() {
    let bare = with(post(3), |words| {
        words.excerpt = Some("  ".into());
        words.content = format!("<p>{}</p>", "word ".repeat(10_000));
    });
    for engine in every_engine().await {
        let db = open(&engine, &[post(2), post(1), bare.clone()]).await;
        let list = store::list(db.reader(), NOW, Order::Published, 0, 10, false).await.unwrap();
        assert_eq!(slugs(&list), [slug(1), slug(2), slug(3)], "{}", engine.name);
        assert!(list.iter().all(|post| post.words.original.is_empty()));
        assert_eq!(list[0].words.content, "");
        assert_eq!(list[2].words.content.len(), 8192, "the beginning, for a summary");
        let whole = store::list(db.reader(), NOW, Order::Published, 1, 1, true).await.unwrap();
        assert_eq!(whole[0].words.content, post(2).words.content);
    }
}

#[tokio::test]
async fn a_walk_over_the_list_meets_every_post_once_also_those_of_one_moment() {
    let posts: Vec<Post> = (1..=9)
        .map(|number| {
            let post = with(post(number), |words| words.published_at = NOW - i64::from(number / 4));
            Post { created_at: NOW - i64::from(number % 3), ..post }
        })
        .collect();
    for engine in every_engine().await {
        let db = open(&engine, &posts).await;
        for order in [Order::Published, Order::Created] {
            let whole = store::list(db.reader(), NOW, order, 0, 100, true).await.unwrap();
            let mut walked = store::list(db.reader(), NOW, order, 0, 2, true).await.unwrap();
            loop {
                let cursor = order.cursor(walked.last().unwrap());
                let step = store::list_after(db.reader(), NOW, order, &cursor, 2, true).await.unwrap();
                if step.is_empty() {
                    break;
                }
                walked.extend(step);
            }
            assert_eq!((slugs(&walked), walked.len()), (slugs(&whole), 9), "{} {order:?}", engine.name);
        }
    }
}

#[tokio::test]
async fn r40_the_latest_are_the_newest_by_the_day_they_were_created() {
    for engine in every_engine().await {
        let db = open(&engine, &[post(1), post(2), post(3)]).await;
        let newest = store::list(db.reader(), NOW, Order::Created, 0, 2, false).await.unwrap();
        assert_eq!(slugs(&newest), [slug(3), slug(2)], "{}", engine.name);
    }
}

#[tokio::test]
async fn r49_a_slug_wins_over_an_id_of_the_same_name_and_a_former_slug_leads_on() {
    let mut other = with(post(2), |words| words.slug = post(1).id);
    for engine in every_engine().await {
        let db = open(&engine, &[post(1), other.clone()]).await;
        let found = |name: String| {
            let db = db.clone();
            async move { store::find_visible(db.reader(), &name, NOW).await.unwrap().unwrap().id }
        };
        assert_eq!(found(post(1).id).await, other.id, "{}", engine.name);
        assert_eq!(found(slug(1)).await, post(1).id);
        let former = std::mem::replace(&mut other.words.slug, "new-name".into());
        save_one(&db, &other, &[]).await.unwrap();
        assert_eq!(store::moved_to(db.reader(), &former, NOW).await.unwrap(), Some("new-name".into()));
        let hidden = with(other.clone(), |words| words.published_at = NOW + DAY);
        save_one(&db, &hidden, &[]).await.unwrap();
        assert_eq!(store::moved_to(db.reader(), &former, NOW).await.unwrap(), None, "not to what is hidden");
        other.words.slug = former;
    }
}

#[tokio::test]
async fn every_change_counts() {
    for engine in every_engine().await {
        let db = open(&engine, &[]).await;
        let first = store::revision(db.reader()).await.unwrap();
        save_one(&db, &post(1), &[]).await.unwrap();
        assert_eq!(store::revision(db.reader()).await.unwrap(), first + 1, "{}", engine.name);
        let write = db.begin_write().await.unwrap();
        store::save(&write, &post(2), &[]).await.unwrap();
        write.rollback().await.unwrap();
        assert_eq!(store::revision(db.reader()).await.unwrap(), first + 1);
    }
}
