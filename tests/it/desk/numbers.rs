//! Which page and which campaign bring requests and bookings: on the screen, in the spreadsheet, and in the mail about the
//! week.

use std::time::Duration;

use base::clock::Clock;
use desk::WeeklyMail;
use desk::staff::roles::Role;
use engines::every_engine;
use leads::staff::mail_route::MailRoute;
use leads::staff::stage;
use leads::{Context, NewLead, Stage, Typed};
use serde_json::Value;
use storage::db::Db;
use storage::mail::Mailer;

use crate::desk::harness::{ORIGIN, TestDesk, Visitor, mail_dir};
use crate::requests::harness::{NOW, Site, mail_settings};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::command;

const AC: &str = "/services/ac-repair-and-maintenance-service-dubai";
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// A visitor came by this page and campaign, and sent the form of the contact page; the reference.
async fn sent(site: &Site, landing: &str, source: &str, campaign: &str) -> String {
    let typed = Typed {
        name: "Aisha Khan".into(),
        phone: "050 123 4567".into(),
        service: "Plumbing Services".into(),
        message: "The tap drips".into(),
    };
    let context = Context {
        page: Some("/contact-us".into()),
        landing: Some(format!("{landing}?utm_source={source}&gclid=x")),
        utm_source: Some(source.into()),
        utm_campaign: Some(campaign.into()),
        gclid: Some("x".into()),
        ..Context::default()
    };
    let lead = NewLead::parse(typed, context.bounded()).expect("a lead");
    site.queue.store(lead, None).await.reference().expect("stored").to_string()
}

/// What visitors did on a day, as the flusher stores it.
async fn counted(site: &Site, day: &str, event: &str, path: &str, campaign: &str, count: i64) {
    site.execute(&format!(
        "INSERT INTO stat_day (day, event, path, campaign, count) VALUES ('{day}', '{event}', '{path}', \
         '{campaign}', {count})"
    ))
    .await;
}

/// The lines of a table of the screen, such as `google / ramadan: 30 views, 2 requests, 1 booked`.
fn lines(screen: &Value, table: &str) -> Vec<String> {
    let lines = screen[table].as_array().expect("a table").iter();
    lines
        .map(|line| {
            let (name, sums) = (line["name"].as_str().expect("a name"), &line["sums"]);
            let (views, requests, booked) = (&sums["views"], &sums["requests"], &sums["booked"]);
            format!("{name}: {views} views, {requests} requests, {booked} booked")
        })
        .collect()
}

async fn numbers(who: &Visitor<'_>) -> Value {
    who.get("/desk/numbers?days=7").await.json()["screen"].clone()
}

#[tokio::test]
async fn requests_and_bookings_count_for_first_page_and_campaign_also_once_erased() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let (site, layla) = (&desk.site, desk.sign_in("Layla", &[Role::Office]).await);
        counted(site, "2026-11-17", "view", AC, "google / ramadan", 30).await;
        counted(site, "2026-11-17", "view", "/contact-us", "", 40).await;
        // Long ago, so it names nothing of these days.
        counted(site, "2026-11-01", "view", "/about-us", "news", 9).await;
        let booked = sent(site, AC, "google", "ramadan").await;
        sent(site, AC, "google", "ramadan").await;
        let lost = sent(site, "/about-us", "news", "").await;
        let fields = [
            ("way", "phone"),
            ("name", "Omar"),
            ("phone", "050 123 4567"),
            ("service", "Plumbing Services"),
            ("message", ""),
            ("campaign", "a neighbour"),
            ("key", "a"),
        ];
        let entered = layla.post("/desk/requests/new", &fields).await;
        let entered = entered.location().rsplit('/').next().expect("a reference").to_owned();
        counted(site, "2026-11-17", "sent", "other", "phone call / a neighbour", 1).await;
        for (reference, stage) in [(&booked, "booked"), (&lost, "lost"), (&entered, "booked")] {
            let path = format!("/desk/requests/{reference}/answer");
            assert_eq!(layla.post(&path, &[("stage", stage)]).await.status, 303, "{name}");
        }
        let before = numbers(&layla).await;
        assert_eq!(
            lines(&before, "pages"),
            [
                format!("{AC}: 30 views, 2 requests, 1 booked"),
                "phone call: 0 views, 1 requests, 1 booked".to_owned(),
                "/contact-us: 40 views, 0 requests, 0 booked".to_owned(),
                "other: 0 views, 1 requests, 0 booked".to_owned(),
            ],
            "{name}"
        );
        assert_eq!(
            lines(&before, "campaigns"),
            [
                "google / ramadan: 30 views, 2 requests, 1 booked",
                "phone call / a neighbour: 0 views, 1 requests, 1 booked",
                ": 40 views, 0 requests, 0 booked",
                "other: 0 views, 1 requests, 0 booked",
            ],
            "{name}"
        );
        assert_eq!((&before["total"]["requests"], &before["total"]["booked"]), (&4.into(), &2.into()));

        site.execute("UPDATE delivery SET state = 'sent'").await;
        for reference in [&booked, &entered] {
            command(site, &["erase", "--reference", reference, "--yes"]).await;
        }
        assert_eq!(site.number("SELECT COUNT(*) FROM lead WHERE erased_at IS NOT NULL").await, 2, "{name}");
        assert_eq!(numbers(&layla).await, before, "{name}: sums stay");

        let csv = layla.get("/desk/numbers.csv?days=7").await.text;
        let expected = [
            "\u{FEFF}Day,Page,Campaign,Views,Calls,Chats,Requests,Booked".to_owned(),
            "2026-11-17,/contact-us,,40,0,0,0,0".to_owned(),
            format!("2026-11-17,{AC},google / ramadan,30,0,0,2,1"),
            "2026-11-17,other,other,0,0,0,1,0".to_owned(),
            "2026-11-17,phone call,phone call / a neighbour,0,0,0,1,1".to_owned(),
        ];
        assert_eq!(csv.lines().collect::<Vec<_>>(), expected, "{name}");
        let earlier = layla.get("/desk/numbers?days=7&until=2026-11-16").await.json();
        assert_eq!(earlier["screen"]["days"][6]["day"], "2026-11-16", "{name}");
        assert_eq!(earlier["screen"]["total"]["requests"], 0, "{name}");
    }
}

#[tokio::test]
async fn made_up_names_of_requests_are_one_line_and_no_request_is_left_out() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let (site, layla) = (&desk.site, desk.sign_in("Layla", &[Role::Office]).await);
        counted(site, "2026-11-17", "view", AC, "google / ramadan", 1).await;
        sent(site, AC, "google", "ramadan").await;
        // More than are read from the database at a time.
        for number in 0..520 {
            sent(site, &format!("/=made-up-{number}"), "=cmd", &format!("made up {number}")).await;
        }
        let screen = numbers(&layla).await;
        let both = [
            format!("{AC}: 1 views, 1 requests, 0 booked"),
            "other: 0 views, 520 requests, 0 booked".to_owned(),
        ];
        assert_eq!(lines(&screen, "pages"), both, "{name}");
        assert_eq!(lines(&screen, "campaigns")[1], both[1], "{name}");
        let csv = layla.get("/desk/numbers.csv?days=7").await.text;
        assert_eq!((csv.lines().count(), csv.contains("made")), (3, false), "{name}: {csv}");
    }
}

fn weekly(site: &Site, db: Db, mailbox: &Mailbox) -> WeeklyMail {
    let mail = mail_settings(Some(mailbox.url()));
    WeeklyMail {
        db,
        clock: site.clock.clone(),
        mailer: Mailer::new(&mail, mail_dir(site)).expect("a mailer"),
        route: MailRoute::new(&mail),
        origin: Some(ORIGIN.to_owned()),
        minute_of_day: 8 * 60,
    }
}

/// NOW is Tuesday, 17 November 2026, 08:45 in Dubai.
const MONDAY_AT_EIGHT: Duration = Duration::from_secs(6 * 24 * 3600 - 45 * 60);

#[tokio::test(flavor = "multi_thread")]
async fn on_mondays_one_mail_compares_the_week_with_the_one_before_and_names_nobody() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW - 8 * 24 * 3_600_000)).await;
        let mailbox = Mailbox::open().await;
        let other = Db::open(&site.engine.database).await.expect("a second server");
        let nodes = [weekly(&site, site.db.clone(), &mailbox), weekly(&site, other, &mailbox)];
        let poll = async || {
            let (one, two) = tokio::join!(nodes[0].poll_once(), nodes[1].poll_once());
            one.and(two)
        };
        poll().await.expect("polled");
        assert_eq!(mailbox.mails().len(), 0, "{name}: a new site has nothing to tell");

        site.clock.advance(DAY);
        counted(&site, "2026-11-10", "view", AC, "google / summer", 50).await;
        sent(&site, AC, "google", "summer").await;
        site.clock.set(NOW);
        poll().await.expect("polled");
        assert_eq!(mailbox.mails().len(), 1, "{name}: yesterday nothing ran, so it comes today");
        counted(&site, "2026-11-17", "view", AC, "google / ramadan", 30).await;
        counted(&site, "2026-11-17", "call", "/", "", 4).await;
        let booked = sent(&site, AC, "google", "ramadan").await;
        sent(&site, AC, "google", "ramadan").await;
        // Not by a command, which goes by the machine's own clock.
        let id =
            site.text(&format!("SELECT id FROM lead WHERE reference = '{booked}'")).await.expect("a lead");
        let write = site.db.begin_write().await.expect("a transaction");
        stage::set_in(&write, &id, Stage::Booked, "", site.clock.now_ms()).await.expect("written");
        write.commit().await.expect("committed");
        site.clock.advance(MONDAY_AT_EIGHT - SECOND);
        poll().await.expect("polled");
        assert_eq!(mailbox.mails().len(), 1, "{name}: a second before eight");
        site.clock.advance(SECOND);
        mailbox.misbehave([Fault::MailLater]);
        poll().await.expect_err("the mail server is busy");
        site.clock.advance(11 * MINUTE);
        poll().await.expect("polled");
        poll().await.expect("polled");
        assert_eq!(mailbox.mails().len(), 2, "{name}: one, between both servers");
        let mail = mailbox.mails().remove(1).replace("=\r\n", "").replace("=3D", "=");
        for expected in [
            "Subject: Week of 16 November: 2 requests, 1 booked\r\n",
            "Monday 16 November to Sunday 22 November. In brackets: the week before.",
            "Requests: 2 (1)\r\nAnswered in time: 1 of 1 (none answered)\r\nStill waiting for an answer: 1 (1)\r\n",
            "Booked so far: 1 (0)\r\nCalls and chats: 4 (0)\r\nPages opened: 30 (50)\r\n",
            "  google / ramadan: 2 (0) requested, 1 (0) booked\r\n",
            "  google / summer: 0 (1) requested, 0 (0) booked\r\n",
            &format!("  {AC}: 2 (1) requested, 1 (0) booked\r\n"),
            "Open in the desk: https://amwaj.example/desk/numbers?days=7&until=2026-11-22\r\n",
            "<bdi>google / ramadan</bdi></th><td style=\"padding:3px 0;vertical-align:top\"><bdi>2 (0)</bdi>",
        ] {
            assert!(mail.contains(expected), "{name}: {expected} in {mail}");
        }
        for personal in ["Aisha", "4567", "drips", booked.as_str()] {
            assert!(!mail.contains(personal), "{name}: {personal} in {mail}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_week_without_a_request_is_worth_a_mail_and_a_clock_that_was_ahead_takes_none_away() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let weekly = weekly(&site, site.db.clone(), &mailbox);
        sent(&site, "/", "", "").await;
        weekly.poll_once().await.expect("polled");
        site.clock.advance(MONDAY_AT_EIGHT + 14 * DAY);
        counted(&site, "2026-11-30", "view", "/", "", 50).await;
        weekly.poll_once().await.expect("polled");
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        assert!(mails[0].contains("Subject: Week of 30 November: 0 requests, 0 booked\r\n"), "{}", mails[0]);
        assert!(mails[0].contains("No request came in this week. If that surprises you"), "{}", mails[0]);

        site.clock.set(NOW + 300 * 24 * 3_600_000);
        weekly.poll_once().await.expect("polled");
        site.clock.set(NOW);
        site.clock.advance(MONDAY_AT_EIGHT);
        weekly.poll_once().await.expect("polled");
        weekly.poll_once().await.expect("polled");
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 2, "{name}");
        assert!(mails[1].contains("Subject: Week of 16 November: 1 request, 0 booked\r\n"), "{}", mails[1]);
    }
}
