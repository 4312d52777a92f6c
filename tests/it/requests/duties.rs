//! Daily jobs, done by one server for all: the mail to staff, and erasing old data.

use std::time::Duration;

use base::clock::Clock;
use leads::{CareSettings, DailyJobs};
use storage::db::Db;
use storage::mail::Mailer;

use crate::requests::harness::{BEFORE_TODAY, NOW, Site, mail_settings};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::{command, store};
use engines::every_engine;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);
/// NOW is 17 November 2026, 08:45 in Dubai: three quarters of an hour after the mail of that day is due.
const SINCE_EIGHT: Duration = Duration::from_secs(45 * 60);

pub fn duties(site: &Site, db: Db, mailbox: &Mailbox, retention_days: Option<u32>) -> DailyJobs {
    let settings = site.settings();
    let mail = mail_settings(Some(mailbox.url()));
    let care = CareSettings { retention_days, ..settings.care() };
    let mailer = Mailer::new(&mail, settings.mail_dir()).expect("a mailer");
    DailyJobs::new(db, site.clock.clone(), mailer, &mail, settings.mail_dir(), care)
}

/// A mail as people read it, whatever way its letters travelled.
pub fn readable(mail: &str) -> String {
    let (head, body) = mail.split_once("\r\n\r\n").expect("a head");
    let body = if head.contains("quoted-printable") {
        body.replace("=\r\n", "").replace("=22", "\"").replace("=3D", "=")
    } else {
        body.to_owned()
    };
    format!("{}\r\n\r\n{body}", head.replace("\r\n ", " "))
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_told_each_morning_who_waits_and_once_between_all_servers() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let other = Db::open(&site.engine.database).await.expect("a second server");
        let nodes = [duties(&site, site.db.clone(), &mailbox, None), duties(&site, other, &mailbox, None)];
        let look = async || tokio::join!(nodes[0].poll_once(), nodes[1].poll_once());
        let daily = || {
            let mut mails = mailbox.mails();
            mails.retain(|mail| mail.contains("Subject: Requests of "));
            mails
        };
        look().await;
        assert_eq!(mailbox.mails().len(), 0, "{name}: nothing to tell, so no mail");

        let urgent = store(&site, "Aisha\u{202E} Khan", "050 123 4567", "No power").await;
        site.clock.advance(20 * HOUR);
        let calm = store(&site, "Omar", "call me", "The tap drips").await;
        let failed = store(&site, "Zayed", "04 332 1234", "").await;
        command(&site, &["booked", &failed]).await;
        let give_up = "UPDATE delivery SET state = 'failed' WHERE lead_id = \
                       (SELECT id FROM lead WHERE name = 'Zayed')";
        site.execute(give_up).await;
        look().await;
        assert_eq!(daily().len(), 0, "{name}: it is a quarter to five");

        site.clock.advance(3 * HOUR + Duration::from_secs(20 * 60));
        look().await;
        look().await;
        let mails = daily();
        assert_eq!(mails.len(), 1, "{name}: once between all servers");
        let mail = readable(&mails[0]);
        assert!(mail.contains("Subject: Requests of 2026-11-18: 1 overdue, 1 open"), "{name}: {mail}");
        let at = |what: &str| mail.find(what).unwrap_or_else(|| panic!("{name}: {what} in {mail}"));
        assert!(at("Overdue: please call these first: 1") < at(&urgent), "{name}: {mail}");
        assert!(at(&format!("{urgent}  waits 23 h  Plumbing Services")) < at("Aisha Khan, +971501234567"));
        assert!(at(&urgent) < at(&format!("{calm}  waits 3 h")), "{name}: {mail}");
        assert!(at("Omar, call me") < at("answered already: 1"), "{name}: {mail}");
        assert!(at("Not delivered, and given up") < mail.rfind(&failed).expect("the failed one"));

        site.clock.advance(DAY);
        command(&site, &["contacted", &urgent]).await;
        look().await;
        let second = readable(&daily()[1]);
        assert!(second.contains("2026-11-19: 1 overdue, 0 open") && !second.contains(&urgent), "{second}");
        assert!(!second.contains("answered already"), "{name}: Zayed's was told yesterday: {second}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_morning_emergencies_come_before_those_who_wait_longer() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let second = Duration::from_secs(1);
        let mut references = Vec::new();
        for (who, message) in [("Omar", "The tap drips"), ("Noura", "A door sticks")] {
            references.push(store(&site, who, "050", message).await);
            site.clock.advance(second);
        }
        site.clock.advance(DAY + HOUR);
        for (at, (who, message)) in
            [("Aisha", "No power"), ("Zayed", "Water everywhere, urgent")].iter().enumerate()
        {
            references.insert(at, store(&site, who, "050", message).await);
            site.clock.advance(second);
        }
        site.clock.advance(DAY - HOUR - SINCE_EIGHT - 4 * second);
        duties(&site, site.db.clone(), &mailbox, None).poll_once().await;
        let mut mails = mailbox.mails();
        mails.retain(|mail| mail.contains("Subject: Requests of "));
        let mail = readable(mails.last().unwrap_or_else(|| panic!("{name}: a mail")));
        let places: Vec<_> = references.iter().map(|reference| mail.find(reference.as_str())).collect();
        assert!(places.is_sorted() && places.iter().all(Option::is_some), "{name}: {places:?} in {mail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_mail_that_meets_no_mail_server_is_tried_again() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        store(&site, "Omar", "050", "The tap drips").await;
        let duties = duties(&site, site.db.clone(), &mailbox, None);
        mailbox.misbehave([Fault::MailLater]);
        duties.poll_once().await;
        duties.poll_once().await;
        assert_eq!(mailbox.mails().len(), 0, "{name}: not again at once");
        site.clock.advance(Duration::from_secs(11 * 60));
        duties.poll_once().await;
        duties.poll_once().await;
        assert_eq!(mailbox.mails().len(), 1, "{name}");
        site.clock.advance(DAY - SINCE_EIGHT - Duration::from_secs(11 * 60 + 1));
        duties.poll_once().await;
        assert_eq!(mailbox.mails().len(), 1, "{name}: a second before eight");
        site.clock.advance(Duration::from_secs(1));
        duties.poll_once().await;
        assert_eq!(mailbox.mails().len(), 2, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_set_days_the_person_is_gone_and_the_figures_stay() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(BEFORE_TODAY)).await;
        let mailbox = Mailbox::open().await;
        let duties = duties(&site, site.db.clone(), &mailbox, Some(30));
        duties.poll_once().await;
        let old = store(&site, "Aisha Khan", "050 123 4567", "The tap drips").await;
        let waiting = store(&site, "Bader Nasser", "050 123 4567", "The tap drips").await;
        site.execute(
            "UPDATE delivery SET state = 'failed', last_error = 'no Aisha here' WHERE lead_id = \
             (SELECT id FROM lead WHERE name = 'Aisha Khan')",
        )
        .await;
        command(&site, &["contacted", &old, "--note", "Aisha is away"]).await;
        site.clock.advance(20 * DAY);
        let young = store(&site, "Omar", "050 123 4567", "The tap drips").await;
        site.clock.advance(11 * DAY);
        duties.poll_once().await;
        let shown = command(&site, &["show", &old]).await;
        assert!(!shown.contains("Aisha") && !shown.contains("4567") && !shown.contains("drips"), "{shown}");
        for stays in
            [&old, "Plumbing Services", "stage             contacted", "erased\n", "mail_state        erased"]
        {
            assert!(shown.contains(stays), "{name}: {stays} in {shown}");
        }
        assert!(
            command(&site, &["show", &waiting]).await.contains("Bader"),
            "{name}: its mail is still owed"
        );
        assert!(command(&site, &["show", &young]).await.contains("Omar"), "{name}");
        assert!(!command(&site, &["list", "--failed"]).await.contains(&old), "{name}: nobody can mend that");
        site.execute("UPDATE delivery SET state = 'sent' WHERE state = 'pending'").await;
        site.clock.advance(DAY);
        duties.poll_once().await;
        assert!(!command(&site, &["show", &waiting]).await.contains("Bader"), "{name}: now it is delivered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_mail_is_sent_for_what_the_server_itself_needs_from_a_person() {
    let site = Site::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let mailbox = Mailbox::open().await;
    let notice = "The site's certificate needs a person: valid until 27 November, 10 days";
    duties(&site, site.db.clone(), &mailbox, None)
        .with_notice(move |now_ms| (now_ms >= NOW).then(|| format!("{notice}.")))
        .poll_once()
        .await;
    let mails = mailbox.mails();
    assert_eq!(mails.len(), 1, "although no request waits");
    assert!(readable(&mails[0]).contains(notice), "{}", mails[0]);
}
