//! Mails a second from a backlog: a measurement, run by hand.
//! `cargo test --release -p site-tests --test it throughput -- --ignored --nocapture`

use std::time::Instant;

use base::clock::Clock;

use crate::requests::harness::{Site, lead};
use crate::requests::mailbox::Mailbox;
use engines::every_engine;

const MAILS: usize = 3_000;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn mails_a_second() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        // As many at once as the queue takes.
        for numbers in (0..MAILS).collect::<Vec<_>>().chunks(200) {
            let posts = numbers.iter().map(|number| {
                let queue = site.queue.clone();
                let lead = lead(*number);
                tokio::spawn(async move { queue.store(lead, None).await })
            });
            for post in posts.collect::<Vec<_>>() {
                assert!(post.await.expect("no panic").reference().is_some(), "{name}");
            }
        }
        let mailbox = Mailbox::open().await;
        let started = Instant::now();
        let worker = site.send_to(&mailbox);
        site.until_nothing_is_pending().await;
        let seconds = started.elapsed().as_secs_f64();
        worker.stop().await;
        assert_eq!(mailbox.mails().len(), MAILS);
        println!("{name}: {MAILS} mails in {seconds:.2} s, {:.0} a second", MAILS as f64 / seconds);
    }
}
