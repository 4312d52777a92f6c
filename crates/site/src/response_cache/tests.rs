//! What the shelf promises those who ask, and the machine it runs on.

use std::sync::atomic::AtomicU32;

use bytes::Bytes;
use http::StatusCode;

use super::*;
use crate::precompressed::{Keep, Precompressed};

fn made(digest: u8, text: &str) -> Result<Fresh, MakeError> {
    let body = Bytes::from(text.to_owned());
    let packed =
        Precompressed::new(body, "text/plain; charset=utf-8", Keep::Revalidate, &[], CompressionLevel::Quick);
    Ok(Fresh::New { digest: [digest; 32], status: StatusCode::OK, packed: Box::new(packed) })
}

async fn text(shelf: &Arc<ResponseCache>, key: &str, result: Result<Fresh, MakeError>) -> String {
    match shelf.get(key, |_| async move { result }).await {
        Ok(CacheLookup::Hit(kept)) => String::from_utf8(kept.packed.identity.body.to_vec()).unwrap(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn an_answer_is_made_once_and_then_handed_out() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    assert!(shelf.fresh("a").is_none());
    assert_eq!(text(&shelf, "a", made(1, "one")).await, "one");
    assert_eq!(text(&shelf, "a", made(2, "two")).await, "one");
    assert!(shelf.fresh("a").is_some());
    shelf.advance();
    assert!(shelf.fresh("a").is_none());
    assert_eq!(text(&shelf, "a", made(2, "two")).await, "two");
}

#[tokio::test]
async fn the_same_data_makes_nothing_new() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    assert_eq!(text(&shelf, "a", made(7, "one")).await, "one");
    let before = shelf.fresh("a").unwrap();
    shelf.advance();
    let seen = shelf.get("a", |digest| async move {
        assert_eq!(digest, Some([7; 32]));
        Ok(Fresh::Unchanged)
    });
    assert!(matches!(seen.await, Ok(CacheLookup::Hit(kept)) if Arc::ptr_eq(&kept, &before)));
    assert!(shelf.fresh("a").is_some());
}

#[tokio::test]
async fn a_hundred_who_ask_at_once_have_it_made_once() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    let times = Arc::new(AtomicU32::new(0));
    let ask = || {
        let times = times.clone();
        shelf.get("a", |_| async move {
            times.fetch_add(1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(50)).await;
            made(1, "one")
        })
    };
    let all = futures_util::future::join_all((0..100).map(|_| ask())).await;
    assert!(all.into_iter().all(|found| matches!(found, Ok(CacheLookup::Hit(_)))));
    assert_eq!(times.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn nobody_is_given_what_was_begun_before_the_change_they_came_for() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    let early = tokio::spawn({
        let shelf = shelf.clone();
        async move {
            let slow = async {
                tokio::time::sleep(Duration::from_millis(200)).await;
                made(1, "old")
            };
            shelf.get("a", |_| slow).await
        }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    shelf.advance();
    assert_eq!(text(&shelf, "a", made(2, "new")).await, "new");
    early.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stale_answer_is_better_than_none() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    let away = || Err(MakeError::Away("no database".into()));
    assert!(text(&shelf, "a", away()).await.contains("Away"));
    assert_eq!(text(&shelf, "a", made(1, "one")).await, "one");
    shelf.advance();
    assert_eq!(text(&shelf, "a", away()).await, "one");
    assert!(shelf.fresh("a").is_none(), "and it is looked at again");
    let stuck = shelf.get("a", |_| std::future::pending());
    assert!(matches!(stuck.await, Ok(CacheLookup::Hit(_))));
}

#[tokio::test]
async fn r36_an_answer_that_cannot_be_made_keeps_its_last_good_bytes() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    assert_eq!(text(&shelf, "a", made(1, "one")).await, "one");
    shelf.advance();
    assert_eq!(text(&shelf, "a", Err(MakeError::Broken("as asked".into()))).await, "one");
    assert!(shelf.fresh("a").is_some(), "and is left alone until something changes");
}

#[tokio::test]
async fn what_is_gone_or_elsewhere_takes_no_place() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    assert_eq!(text(&shelf, "a", made(1, "one")).await, "one");
    shelf.advance();
    assert_eq!(text(&shelf, "a", Ok(Fresh::Missing)).await, "Ok(Missing)");
    assert!(text(&shelf, "b", Ok(Fresh::Moved("/c".into()))).await.contains("Moved"));
    assert!(shelf.is_empty());
}

#[tokio::test]
async fn the_shelf_never_holds_more_than_its_bytes() {
    let bytes = 1 << 20;
    let shelf = ResponseCache::new(bytes);
    let page = |number: u32| format!("{number} {}", "words ".repeat(2_000));
    for number in 0..1_000 {
        text(&shelf, &format!("/blogs/{number}"), made(1, &page(number))).await;
        assert!(shelf.bytes() <= bytes);
    }
    // Each body alone is 12,000 bytes long.
    assert!((20..bytes / 12_000).contains(&(shelf.len() as u64)), "{shelf:?}");
}

#[tokio::test]
async fn what_is_asked_for_again_is_packed_small() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    text(&shelf, "a", made(1, &"words that repeat ".repeat(500))).await;
    assert!(shelf.fresh("a").is_some());
    for _ in 0..500 {
        if shelf.fresh("a").is_some_and(|kept| kept.packed.effort == CompressionLevel::Small) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it stays quickly packed");
}

#[tokio::test]
async fn a_making_that_panics_fails_alone() {
    let shelf = ResponseCache::new(SHELF_BYTES);
    let panics = shelf.get("a", |_| async { panic!("as asked") }).await;
    assert!(matches!(panics, Err(MakeError::Broken(_))));
    assert_eq!(text(&shelf, "a", made(1, "one")).await, "one");
}
