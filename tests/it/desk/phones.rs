//! Phones ring when a request comes, again at half of the promised time, and at its end; and whether they do is known.
//! `scripts/stages/phones.mjs` reads the content of the messages with code of its own.

use std::time::Duration;

use base::clock::Clock;
use desk::push::delivery::PushDelivery;
use desk::push::reminders::PhoneReminders;
use desk::staff::roles::Role;
use http::StatusCode;
use leads::staff::mail_route::MailRoute;
use storage::mail::Mailer;
use storage::outbox::{Channel, ChannelsInUse, DeliveryChannel as _};

use crate::desk::harness::{LOCAL, TestDesk, sender};
use crate::desk::push_service::{AUTH, KEY, Service};
use crate::requests::harness::{NOW, mail_settings, until};
use crate::requests::mailbox::Mailbox;
use crate::requests::staff::{command, store};
use engines::every_engine;

fn reminders(desk: &TestDesk, mailbox: &Mailbox) -> PhoneReminders {
    let (site, mail) = (&desk.site, mail_settings(Some(mailbox.url())));
    PhoneReminders {
        db: site.db.clone(),
        clock: site.clock.clone(),
        sender: sender(site, LOCAL),
        channels: ChannelsInUse::new(false),
        mailer: Mailer::new(&mail, site.engine.folder.path().join("mail")).expect("a mailer"),
        route: MailRoute::new(&mail),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_ring_again_at_half_of_the_time_and_at_its_end_once_each() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_local(engine, Clock::manual(NOW)).await;
        let (service, mailbox) = (Service::open().await, Mailbox::open().await);
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        assert_eq!(service.ask(&yusuf, "yusuf").await, StatusCode::OK, "{name}");
        assert_eq!(service.ask(&mariam, "mariam").await, StatusCode::OK, "{name}");
        assert_eq!(
            service.ask(&layla, "layla").await,
            StatusCode::FORBIDDEN,
            "{name}: requests are not hers"
        );
        let urgent = store(&desk.site, "Fatima", "050 000 0142", "No cooling").await;
        let answered = store(&desk.site, "Priya", "050 000 0143", "A leak").await;
        yusuf.post(&format!("/desk/requests/{answered}/answer"), &[("stage", "contacted")]).await;
        let (one, other) = (reminders(&desk, &mailbox), reminders(&desk, &mailbox));
        let rings = || (service.rings("yusuf"), service.rings("mariam"));
        desk.site.clock.advance(Duration::from_secs(29 * 60));
        one.poll_once().await.expect("polled");
        assert_eq!(rings(), (0, 0), "{name}: not yet");
        desk.site.clock.advance(Duration::from_secs(60));
        let (first, second) = tokio::join!(one.poll_once(), other.poll_once());
        first.and(second).expect("polled");
        one.poll_once().await.expect("polled");
        assert_eq!(rings(), (1, 1), "{name}: once for the one that nobody answered, by one of two servers");
        desk.site.clock.advance(Duration::from_secs(30 * 60));
        one.poll_once().await.expect("polled");
        other.poll_once().await.expect("polled");
        assert_eq!(rings(), (2, 2), "{name}: and once at the end");
        let shown = command(&desk.site, &["show", &urgent]).await;
        assert!(
            shown.contains("reminded: on 2 phones") && shown.contains("rang late: on 2 phones"),
            "{name}: {shown}"
        );
        assert_eq!(
            mailbox.count_for("office@amwaj.example", "Still waiting"),
            0,
            "{name}: phones rang, so no mail"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_phone_rings_a_mail_says_at_half_of_the_time_who_waits() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_local(engine, Clock::manual(NOW)).await;
        let (service, mailbox) = (Service::open().await, Mailbox::open().await);
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        service.ask(&yusuf, "yusuf").await;
        service.answers("yusuf", StatusCode::GONE);
        let reference = store(&desk.site, "Fatima", "050 000 0142", "No cooling").await;
        desk.site.clock.advance(Duration::from_secs(31 * 60));
        let reminders = reminders(&desk, &mailbox);
        for _ in 0..3 {
            reminders.poll_once().await.expect("polled");
        }
        assert_eq!(
            mailbox.count_for("office@amwaj.example", "Still waiting: Plumbing Services, emergency"),
            1,
            "{name}: one mail"
        );
        let shown = command(&desk.site, &["show", &reference]).await;
        assert!(shown.contains("reminded: no phone rang; everybody was mailed"), "{name}: {shown}");
        let people = yusuf.get("/desk/people").await.json();
        let ringing = &people["screen"]["people"][0]["devices"][0]["ringing"];
        assert_eq!(
            (&ringing["ringing"], &ringing["reason"]),
            (&"gone".into(), &"this phone is gone (410)".into()),
            "{name}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_rings_once_for_each_phone_and_not_when_it_was_answered_before() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_local(engine, Clock::manual(NOW)).await;
        let service = Service::open().await;
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        service.ask(&yusuf, "yusuf").await;
        service.ask(&mariam, "mariam").await;
        let reference = store(&desk.site, "Fatima", "050 000 0142", "No cooling").await;
        let id = desk
            .site
            .text(&format!("SELECT id FROM lead WHERE reference = '{reference}'"))
            .await
            .expect("a lead");
        let push =
            PushDelivery::new(desk.site.db.clone(), desk.site.clock.clone(), sender(&desk.site, LOCAL));
        assert_eq!(push.channel(), Channel::Push);
        service.answers("mariam", StatusCode::SERVICE_UNAVAILABLE);
        let first = push.deliver(id.clone()).await.result.expect_err("one is missing");
        assert_eq!(first.accepted.as_deref(), Some("on 1 phone"), "{name}");
        service.answers("mariam", StatusCode::CREATED);
        assert_eq!(push.deliver(id.clone()).await.result.as_deref(), Ok("on 2 phones"), "{name}");
        assert_eq!((service.rings("yusuf"), service.rings("mariam")), (1, 1), "{name}: nobody twice");
        // The answer takes its place on the other phone, and no further one rings.
        yusuf.post(&format!("/desk/requests/{reference}/answer"), &[("stage", "booked")]).await;
        until("the other phone knows", async || service.quiet("mariam") == 1).await;
        assert_eq!(service.quiet("yusuf"), 0, "{name}: not the one that answered");
        let late = push.deliver(id.clone()).await.result;
        assert_eq!(late.as_deref(), Ok("answered before a phone had to ring"), "{name}");
        // To take it back is no answer: nobody is told that somebody answered.
        yusuf
            .post(&format!("/desk/requests/{reference}/answer"), &[("stage", "new"), ("undo", "true")])
            .await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!((service.rings("mariam"), service.quiet("mariam")), (1, 1), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_asks_every_phone_and_each_answers_for_itself() {
    let desk = TestDesk::open_local(engines::sqlite(), Clock::manual(NOW)).await;
    let service = Service::open().await;
    let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
    let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
    service.ask(&yusuf, "yusuf").await;
    service.ask(&mariam, "mariam").await;
    assert_eq!(mariam.get("/desk/").await.json()["me"]["rings"], true);
    let state = async |name: &str| {
        let people =
            mariam.get("/desk/people").await.json()["screen"]["people"].as_array().expect("people").clone();
        let person = people.into_iter().find(|person| person["name"] == name).expect("there");
        person["devices"][0]["ringing"]["ringing"].as_str().expect("a word").to_owned()
    };
    assert_eq!(state("Yusuf").await, "untested");
    assert_eq!(mariam.post("/desk/people/test", &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!((service.rings("yusuf"), service.rings("mariam")), (1, 1));
    assert_eq!(yusuf.post("/desk/phone/rang", &[]).await.status, StatusCode::OK);
    desk.site.clock.advance(Duration::from_secs(11));
    assert_eq!((state("Yusuf").await.as_str(), state("Mariam").await.as_str()), ("rings", "silent"));
    // A phone that is signed out rings no more.
    let people = mariam.get("/desk/people").await.json();
    let of_yusuf = people["screen"]["people"]
        .as_array()
        .expect("people")
        .iter()
        .find(|person| person["name"] == "Yusuf")
        .expect("there")
        .clone();
    let device = of_yusuf["devices"][0]["id"].as_str().expect("an id");
    mariam.post(&format!("/desk/devices/{device}/end"), &[]).await;
    mariam.post("/desk/people/test", &[]).await;
    assert_eq!(service.rings("yusuf"), 1, "signed out");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_monday_every_phone_is_asked_and_a_mail_names_those_that_do_not_answer() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_local(engine, Clock::manual(NOW)).await;
        let (service, mailbox) = (Service::open().await, Mailbox::open().await);
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        service.ask(&yusuf, "yusuf").await;
        service.ask(&mariam, "mariam").await;
        let reminders = reminders(&desk, &mailbox);
        reminders.poll_once().await.expect("polled");
        assert_eq!(service.rings("yusuf"), 0, "{name}: it is Tuesday");
        // Monday, 09:50 in Dubai, after a server that was away: both are due, and phones get their time to answer.
        let monday = 1_795_412_400_000;
        desk.site.clock.advance(Duration::from_millis((monday + 10 * 60_000 - NOW).unsigned_abs()));
        for _ in 0..2 {
            reminders.poll_once().await.expect("polled");
        }
        assert_eq!((service.rings("yusuf"), service.rings("mariam")), (1, 1), "{name}: once each");
        assert_eq!(mailbox.count_for("office@amwaj.example", "didn't ring"), 0, "{name}: too early");
        assert_eq!(mariam.post("/desk/phone/rang", &[]).await.status, StatusCode::OK);
        desk.site.clock.advance(Duration::from_secs(11 * 60));
        for _ in 0..2 {
            reminders.poll_once().await.expect("polled");
        }
        assert_eq!(mailbox.count_for("office@amwaj.example", "1 of 2 phones didn't ring"), 1, "{name}");
    }
}

#[tokio::test]
async fn messages_are_sent_to_push_services_only() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
    for endpoint in ["http://127.0.0.1:9/x", "https://10.0.0.1/x", "https://printer.local/x", "x", ""] {
        let refused =
            yusuf.post("/desk/phone", &[("endpoint", endpoint), ("p256dh", KEY), ("auth", AUTH)]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{endpoint}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_whom_the_settings_name_are_rung_and_everybody_else_where_none_of_theirs_takes_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_local(engine, Clock::manual(NOW)).await;
        let (service, mailbox) = (Service::open().await, Mailbox::open().await);
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        service.ask(&yusuf, "yusuf").await;
        service.ask(&mariam, "mariam").await;
        let rings = || (service.rings("yusuf"), service.rings("mariam"));
        desk.command(&["settings", "told-new", "office"]).await;
        desk.command(&["settings", "told-half", "office"]).await;
        desk.command(&["settings", "told-late", "owners"]).await;
        store(&desk.site, "Fatima", "050 000 0142", "No cooling").await;
        let lead = desk.site.text("SELECT id FROM lead").await.expect("a request");
        let push =
            PushDelivery::new(desk.site.db.clone(), desk.site.clock.clone(), sender(&desk.site, LOCAL));
        push.deliver(lead).await;
        assert_eq!(rings(), (1, 0), "{name}: the office");
        let reminders = reminders(&desk, &mailbox);
        service.answers("yusuf", StatusCode::GONE);
        desk.site.clock.advance(Duration::from_secs(30 * 60));
        reminders.poll_once().await.expect("polled");
        assert_eq!(rings(), (1, 1), "{name}: nobody in the office has a phone that takes it");
        service.answers("yusuf", StatusCode::CREATED);
        service.ask(&yusuf, "yusuf").await;
        desk.site.clock.advance(Duration::from_secs(30 * 60));
        reminders.poll_once().await.expect("polled");
        assert_eq!(rings(), (1, 2), "{name}: the owners");
    }
}
