//! Counts become sums.

use base::clock::dubai_day;
use sea_orm::ConnectionTrait;
use stats::{Campaign, CounterKey, Event, store};

use crate::counting::{MIDNIGHT, SECOND, Site};
use engines::every_engine;

#[tokio::test(flavor = "multi_thread")]
async fn a_day_ends_at_midnight_in_dubai_and_each_view_is_in_its_own() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let (stats, mut keeper) = site.server(1);
        site.open_page(&stats, "");
        site.open_page(&stats, "?utm_source=google&utm_campaign=summer");
        site.clock.advance(SECOND);
        site.open_page(&stats, "");
        stats.record(Event::Sent, "/", Campaign::of(Some("google"), None));
        keeper.flush().await.expect("written");
        site.open_page(&stats, "");
        keeper.flush().await.expect("written");
        keeper.flush().await.expect("nothing to write");
        let told = [
            "2026-12-31 view / 1",
            "2026-12-31 view / google / summer 1",
            "2027-01-01 sent / google 1",
            "2027-01-01 view / 2",
        ];
        assert_eq!(site.sums().await, told, "{}", site.engine.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_add_up() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let ((one, mut first), (two, mut second)) = (site.server(1), site.server(99));
        for _ in 0..40 {
            for campaign in 0..50 {
                site.open_page(&one, &format!("?utm_source=news{campaign}"));
            }
            one.record(Event::Failed, "/", None);
            two.record(Event::Failed, "/nowhere", None);
            for campaign in (0..50).rev() {
                two.record(Event::Sent, "/", Campaign::of(Some(&format!("news{campaign}")), None));
            }
            let (one, two) = tokio::join!(first.flush(), second.flush());
            one.expect("written");
            two.expect("written");
        }
        let sums = site.sums().await;
        assert_eq!(sums.len(), 102, "{}", site.engine.name);
        let on_home = sums.iter().filter(|sum| sum.ends_with(" 40")).count();
        assert_eq!(on_home, 102, "{}: {sums:?}", site.engine.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_is_kept_and_counted_once() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let (stats, mut keeper) = site.server(1);
        let rename = async |from: &str, to: &str| {
            let sql = format!("ALTER TABLE {from} RENAME TO {to}");
            site.db.reader().execute_unprepared(&sql).await.expect("renamed");
        };
        site.open_page(&stats, "");
        rename("stat_day", "away").await;
        for _ in 0..3 {
            assert!(keeper.flush().await.is_err(), "{}", site.engine.name);
            site.open_page(&stats, "");
        }
        rename("away", "stat_day").await;
        keeper.flush().await.expect("written");
        assert_eq!(site.sums().await, ["2026-12-31 view / 4"], "{}", site.engine.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writing_whose_commit_nobody_heard_of_is_not_added_again() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let key = CounterKey {
            day: dubai_day(MIDNIGHT),
            event: Event::Call,
            path: "/".into(),
            campaign: "".into(),
        };
        let counted = [(key, 5)];
        for (writer, number) in [("a", 1), ("a", 1), ("a", 2), ("b", 1), ("a", 1)] {
            store::add(&site.db, writer, number, &counted, MIDNIGHT).await.expect("no failure");
        }
        assert_eq!(site.sums().await, ["2027-01-01 call / 15"], "{}", site.engine.name);
    }
}
