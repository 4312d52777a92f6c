//! The response cache's promises to visitors, and to the server it runs on.

use std::sync::atomic::AtomicU32;

use bytes::Bytes;
use http::StatusCode;

use super::*;
use crate::precompressed::{CachePolicy, CompressionLevel, Precompressed};

fn made(digest: u8, text: &str) -> Result<Fresh, MakeError> {
    let body = Bytes::from(text.to_owned());
    let precompressed = Precompressed::new(
        body,
        "text/plain; charset=utf-8",
        CachePolicy::Revalidate,
        &[],
        CompressionLevel::Fast,
    );
    Ok(Fresh::New { digest: [digest; 32], status: StatusCode::OK, precompressed: Box::new(precompressed) })
}

async fn text(cache: &Arc<ResponseCache>, key: &str, result: Result<Fresh, MakeError>) -> String {
    match cache.get_or_make(key, |_| async move { result }).await {
        Ok(CacheLookup::Hit(cached)) => {
            String::from_utf8(cached.precompressed.identity.body.to_vec()).unwrap()
        }
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn a_response_is_made_once_and_then_served_from_the_cache() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    assert!(cache.get_fresh("a").is_none());
    assert_eq!(text(&cache, "a", made(1, "one")).await, "one");
    assert_eq!(text(&cache, "a", made(2, "two")).await, "one");
    assert!(cache.get_fresh("a").is_some());
    cache.invalidate();
    assert!(cache.get_fresh("a").is_none());
    assert_eq!(text(&cache, "a", made(2, "two")).await, "two");
}

#[tokio::test]
async fn unchanged_data_keeps_the_cached_response() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    // Not by `get_fresh`, which would have it recompressed, and so replaced, at some moment.
    let first = cache.get_or_make("a", |_| async { made(7, "one") }).await;
    let Ok(CacheLookup::Hit(before)) = first else { panic!("{first:?}") };
    cache.invalidate();
    let seen = cache.get_or_make("a", |digest| async move {
        assert_eq!(digest, Some([7; 32]));
        Ok(Fresh::Unchanged)
    });
    assert!(matches!(seen.await, Ok(CacheLookup::Hit(cached)) if Arc::ptr_eq(&cached, &before)));
    assert!(cache.get_fresh("a").is_some());
}

#[tokio::test]
async fn a_hundred_requests_at_once_make_the_response_once() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let times = Arc::new(AtomicU32::new(0));
    let ask = || {
        let times = times.clone();
        cache.get_or_make("a", |_| async move {
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
async fn nobody_gets_a_response_whose_making_began_before_the_change() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let early = tokio::spawn({
        let cache = cache.clone();
        async move {
            let slow = async {
                tokio::time::sleep(Duration::from_millis(200)).await;
                made(1, "old")
            };
            cache.get_or_make("a", |_| slow).await
        }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    cache.invalidate();
    assert_eq!(text(&cache, "a", made(2, "new")).await, "new");
    early.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stale_response_is_served_when_no_newer_one_can_be_made() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let away = || Err(MakeError::Away("no database".into()));
    assert!(text(&cache, "a", away()).await.contains("Away"));
    assert_eq!(text(&cache, "a", made(1, "one")).await, "one");
    cache.invalidate();
    assert_eq!(text(&cache, "a", away()).await, "one");
    assert!(cache.get_fresh("a").is_none(), "and it is checked again");
    let stuck = cache.get_or_make("a", |_| std::future::pending());
    assert!(matches!(stuck.await, Ok(CacheLookup::Hit(_))));
}

#[tokio::test]
async fn r36_a_response_that_cannot_be_made_keeps_its_last_good_bytes() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    assert_eq!(text(&cache, "a", made(1, "one")).await, "one");
    cache.invalidate();
    assert_eq!(text(&cache, "a", Err(MakeError::Broken("as asked".into()))).await, "one");
    assert!(cache.get_fresh("a").is_some(), "and it is left alone until something changes");
}

#[tokio::test]
async fn what_is_missing_or_moved_is_not_cached() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    assert_eq!(text(&cache, "a", made(1, "one")).await, "one");
    cache.invalidate();
    assert_eq!(text(&cache, "a", Ok(Fresh::Missing)).await, "Ok(Missing)");
    assert!(text(&cache, "b", Ok(Fresh::Moved("/c".into()))).await.contains("Moved"));
    assert!(cache.is_empty());
}

#[tokio::test]
async fn the_cache_never_holds_more_than_its_bytes() {
    let bytes = 1 << 20;
    let cache = ResponseCache::new(bytes);
    let page = |number: u32| format!("{number} {}", "words ".repeat(2_000));
    for number in 0..1_000 {
        text(&cache, &format!("/blogs/{number}"), made(1, &page(number))).await;
        assert!(cache.bytes() <= bytes);
    }
    // Each body alone is 12,000 bytes long.
    assert!((20..bytes / 12_000).contains(&(cache.len() as u64)), "{cache:?}");
}

#[tokio::test]
async fn what_is_asked_for_again_is_recompressed() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    text(&cache, "a", made(1, &"words that repeat ".repeat(500))).await;
    assert!(cache.get_fresh("a").is_some());
    for _ in 0..6_000 {
        if cache.get_fresh("a").is_some_and(|cached| cached.precompressed.level == CompressionLevel::Best) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it stays at the fast level");
}

#[tokio::test]
async fn a_panic_while_making_one_response_breaks_no_other() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let panics = cache.get_or_make("a", |_| async { panic!("as asked") }).await;
    assert!(matches!(panics, Err(MakeError::Broken(_))));
    assert_eq!(text(&cache, "a", made(1, "one")).await, "one");
}

#[tokio::test]
async fn a_failure_is_shared_by_all_who_wait_for_it() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let makes = Arc::new(AtomicU32::new(0));
    let ask = || {
        let makes = makes.clone();
        cache.get_or_make("a", |_| async move {
            makes.fetch_add(1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(50)).await;
            Err(MakeError::Away("no database".into()))
        })
    };
    let all = futures_util::future::join_all((0..100).map(|_| ask())).await;
    assert!(all.into_iter().all(|found| matches!(found, Err(MakeError::Away(_)))));
    assert_eq!(makes.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_response_is_finished_when_the_visitor_who_asked_for_it_hangs_up() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let slow = cache.get_or_make("a", |_| async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        made(1, "one")
    });
    assert!(tokio::time::timeout(Duration::from_millis(10), slow).await.is_err());
    assert_eq!(text(&cache, "a", made(2, "two")).await, "one");
}

#[tokio::test]
async fn at_most_sixteen_responses_are_made_at_the_same_time() {
    let cache = ResponseCache::new(MAX_CACHE_BYTES);
    let (running, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let ask = |number: u32| {
        let (cache, running, most) = (cache.clone(), running.clone(), most.clone());
        async move {
            let key = number.to_string();
            let slow = async move {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                running.fetch_sub(1, Ordering::SeqCst);
                made(1, "one")
            };
            cache.get_or_make(&key, |_| slow).await
        }
    };
    let all = futures_util::future::join_all((0..100).map(ask)).await;
    assert!(all.into_iter().all(|found| found.is_ok()));
    assert_eq!(most.load(Ordering::SeqCst), MAX_CONCURRENT_MAKES as u32);
}
