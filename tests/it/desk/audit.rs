//! The audit log: every change is in it, in order, and a row that is changed or taken out shows.

use base::clock::Clock;
use desk::staff::roles::Role;

use crate::desk::harness::TestDesk;
use crate::requests::harness::NOW;
use crate::requests::staff::store;
use engines::every_engine;

#[tokio::test]
async fn every_change_is_logged_and_a_changed_or_missing_row_shows() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, "Fatima Al Mansoori", "050 000 0142", "No cooling").await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        let to = |path: &str| format!("/desk/requests/{reference}/{path}");
        owner.post(&to("calling"), &[]).await;
        owner.post(&to("answer"), &[("stage", "booked"), ("note", "Villa 14"), ("key", "tap-0001")]).await;
        owner.post(&to("note"), &[("note", "The gate is locked")]).await;
        owner.post(&to("retry"), &[]).await;
        owner.post("/desk/people/invite", &[("name", "Yusuf Khan"), ("office", "true")]).await;
        let log = desk.command(&["log"]).await;
        let lines: Vec<&str> = log.lines().map(|line| &line[21..]).collect();
        let expected = [
            "command line  invited  Mariam Haddad".to_owned(),
            "Mariam Haddad  joined  A browser".to_owned(),
            format!("Mariam Haddad  calling  {reference}"),
            format!("Mariam Haddad  booked  {reference}"),
            format!("Mariam Haddad  note  {reference}"),
            format!("Mariam Haddad  retried  {reference}"),
            "Mariam Haddad  invited  Yusuf Khan".to_owned(),
        ];
        assert_eq!(lines[..expected.len()], expected, "{name}");
        assert!(log.ends_with("7 entries; the log is whole\n"), "{name}: {log}");
        for visitors in ["Fatima", "Mansoori", "0142", "Villa 14", "gate"] {
            assert!(!log.contains(visitors), "{name}: {visitors} is in the log");
        }
        // Any change by hand is found out.
        desk.site.execute("UPDATE staff_audit SET by_name = 'Somebody else' WHERE id = 4").await;
        assert!(desk.command(&["log"]).await.contains("Somebody else  booked"), "{name}");
        assert!(!desk.command(&["log"]).await.contains("the log is whole"), "{name}");
        desk.site.execute("UPDATE staff_audit SET by_name = 'Mariam Haddad' WHERE id = 4").await;
        assert!(desk.command(&["log"]).await.contains("the log is whole"), "{name}");
        desk.site.execute("DELETE FROM staff_audit WHERE id = 3").await;
        assert!(!desk.command(&["log"]).await.contains("the log is whole"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_the_same_moment_stand_in_one_line() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, "Fatima Al Mansoori", "050 000 0142", "No cooling").await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        let path = format!("/desk/requests/{reference}/note");
        let notes = (0..30).map(|number| {
            let (owner, path) = (&owner, &path);
            async move { owner.post(path, &[("note", &format!("note {number}"))]).await.status }
        });
        let statuses = futures_util::future::join_all(notes).await;
        assert!(statuses.iter().all(|status| status.as_u16() == 303), "{name}: {statuses:?}");
        assert!(desk.command(&["log"]).await.ends_with("32 entries; the log is whole\n"), "{name}");
    }
}
