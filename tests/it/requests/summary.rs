//! The summary mail: leads that get no mail of their own at once are all in one, within minutes.

use std::time::Duration;

use base::clock::Clock;
use serde_json::json;
use storage::db::Db;
use storage::mail::MailSettings;

use crate::requests::duties::readable;
use crate::requests::guard::request;
use crate::requests::harness::{NOW, Site, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::command;
use engines::every_engine;

const MINUTE: Duration = Duration::from_secs(60);
const SPAM: &str = "We offer SEO for your website: https://rank.example";

/// Posts so many from one address, each with a number of its own.
async fn crowd(site: &Site, count: usize) {
    for number in 0..count {
        let mut body = request(&format!("Visitor {number}"), "The tap drips");
        body["phone"] = json!(format!("050 {:07}", 1_000_000 + number));
        let post = site.client.post(site.url()).header("X-Forwarded-For", "198.51.100.1").json(&body);
        assert_eq!(post.send().await.expect("an answer").status(), 200, "{number}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_mail_of_its_own_is_summed_up_in_ten_minutes_with_every_name_and_number_once_between_all_servers()
 {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let other = Db::open(&site.engine.database).await.expect("a second server");
        let nodes = [site.jobs(site.db.clone(), &mailbox), site.jobs(other, &mailbox)];
        let look = async || tokio::join!(nodes[0].poll_once(), nodes[1].poll_once());
        crowd(&site, 200).await;
        assert_eq!((site.outbox().await.pending, site.waiting_for_summary().await), (35, 165), "{name}");
        site.clock.advance(10 * MINUTE - Duration::from_millis(1));
        look().await;
        assert_eq!(mailbox.mails().len(), 0, "{name}: not before its time");
        site.clock.advance(Duration::from_millis(1));
        look().await;
        look().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        let mail = readable(&mails[0]);
        assert!(mail.contains("Subject: New requests: 165 to call"), "{name}: {mail}");
        for number in 35..200 {
            let person = format!("Visitor {number}, +97150{}", 1_000_000 + number);
            assert!(mail.contains(&person), "{name}: {person}");
        }
        assert!(mail.contains("> The tap drips"), "{name}: {mail}");
        let reference =
            site.text("SELECT reference FROM lead WHERE name = 'Visitor 199'").await.expect("one");
        assert!(mail.contains(&reference), "{name}");
        let shown = command(&site, &["show", &reference]).await;
        assert!(shown.contains("mail_state        sent") && shown.contains("summary delivered"), "{shown}");
        assert_eq!(site.waiting_for_summary().await, 0, "{name}");
        assert!(command(&site, &["list", "--unsent"]).await.ends_with("35 leads\n"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_hear_within_five_minutes_of_what_is_held_with_the_reasons_and_the_number() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let jobs = site.jobs(site.db.clone(), &mailbox);
        for visitor in ["Omar", "Zayed", "Dismissed"] {
            site.post_json(&request(visitor, SPAM)).await;
        }
        let of = async |visitor: &str| {
            let sql = format!("SELECT reference FROM lead WHERE name = '{visitor}'");
            site.text(&sql).await.expect("one")
        };
        command(&site, &["dismiss", &of("Dismissed").await]).await;
        assert_eq!(site.outbox().await.pending, 0, "{name}: they owe no mail of their own");
        site.clock.advance(4 * MINUTE);
        jobs.poll_once().await;
        jobs.poll_once().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        let mail = readable(&mails[0]);
        assert!(mail.contains("Subject: New requests: 2 held"), "{name}: {mail}");
        let why = "Omar, +971501234567\r\n  Held: 1 link, speaks of search engines";
        assert!(mail.contains(why) && mail.contains(&of("Omar").await) && mail.contains("Zayed"), "{mail}");
        assert!(!mail.contains("Dismissed") && !mail.contains("rank.example"), "{name}: {mail}");
        site.post_json(&request("Later", SPAM)).await;
        site.clock.advance(4 * MINUTE);
        jobs.poll_once().await;
        let second = readable(&mailbox.mails()[1]);
        assert!(second.contains("Later") && !second.contains("Omar"), "{name}: {second}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_meets_no_mail_server_is_tried_again_and_none_is_left_out() {
    let site = Site::open().await;
    let mailbox = Mailbox::open().await;
    let jobs = site.jobs(site.db.clone(), &mailbox);
    crowd(&site, 40).await;
    site.clock.advance(10 * MINUTE);
    mailbox.misbehave([Fault::MailLater]);
    jobs.poll_once().await;
    jobs.poll_once().await;
    assert_eq!((mailbox.mails().len(), site.waiting_for_summary().await), (0, 5), "not again at once");
    assert!(command(&site, &["list", "--unsent"]).await.contains("    summary: "));
    site.clock.advance(2 * MINUTE);
    jobs.poll_once().await;
    assert_eq!((mailbox.mails().len(), site.waiting_for_summary().await), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lacks_a_summary_that_others_have_has_it_later_and_once() {
    let site = Site::open().await;
    let mailbox = Mailbox::open().await;
    let (day, night) = ("day@amwaj.example", "night@amwaj.example");
    let to = [day, night].map(|address| address.parse().expect("an address")).to_vec();
    let jobs = site.jobs_with(site.db.clone(), MailSettings { to, ..mail_settings(Some(mailbox.url())) });
    crowd(&site, 40).await;
    site.clock.advance(10 * MINUTE);
    mailbox.answer(night, Some("451 4.3.0 try later"));
    jobs.poll_once().await;
    let had = || [day, night].map(|address| mailbox.count_for(address, "New requests"));
    assert_eq!((had(), site.waiting_for_summary().await), ([1, 0], 0));
    mailbox.answer(night, None);
    until("both have it", async || had() == [1, 1]).await;
    site.clock.advance(10 * MINUTE);
    jobs.poll_once().await;
    assert_eq!(had(), [1, 1]);
}
