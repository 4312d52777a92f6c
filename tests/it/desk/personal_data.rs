//! A visitor's data at the desk: given out and erased by owners, with a fresh proof, and gone to the last byte.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::TestDesk;
use crate::requests::harness::NOW;
use crate::requests::staff::store;
use engines::every_engine;

#[tokio::test]
async fn an_owner_gives_out_and_erases_what_is_kept_of_somebody() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let first = store(&desk.site, "Fatima Al Mansoori", "050 000 0142", "No cooling").await;
        desk.site.clock.advance(std::time::Duration::from_secs(60));
        let second = store(&desk.site, "Fatima", "+971 50 000 0142", "Still none").await;
        let other = store(&desk.site, "Omar", "050 000 0143", "A door").await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        owner.post(&format!("/desk/requests/{first}/note"), &[("note", "Villa 14, Street 6")]).await;
        let given = owner.get(&format!("/desk/requests/{first}/data.json")).await;
        assert_eq!(
            given.headers["content-disposition"],
            format!("attachment; filename=\"{first}.json\""),
            "{name}"
        );
        let given: Vec<serde_json::Value> = serde_json::from_str(&given.text).expect("JSON");
        let references: Vec<&str> = given.iter().filter_map(|lead| lead["reference"].as_str()).collect();
        assert_eq!(
            references,
            [first.as_str(), second.as_str()],
            "{name}: all of hers and of nobody else, not {other}"
        );

        let path = format!("/desk/requests/{first}/erase");
        let early = owner.post(&path, &[("typed", &first)]).await;
        assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: its mail is not sent yet");
        assert!(early.text.contains("is not delivered yet"), "{name}: {}", early.text);
        desk.site.execute("UPDATE delivery SET state = 'sent'").await;
        let mistyped = owner.post(&path, &[("typed", "AMW-22222")]).await;
        assert!(mistyped.text.contains(&format!("type its reference: {first}")), "{name}: {}", mistyped.text);
        let erased = owner.post(&path, &[("typed", &first.to_lowercase())]).await;
        assert_eq!(erased.status, StatusCode::SEE_OTHER, "{name}: {}", erased.text);
        let screen = owner.get(&format!("/desk/requests/{first}")).await.text;
        for gone in ["Mansoori", "No cooling", "Villa 14"] {
            assert!(!screen.contains(gone), "{name}: {gone}");
        }
        let log = desk.command(&["log"]).await;
        assert!(log.contains(&format!("Mariam  handed out  {first}")), "{name}: {log}");
        assert!(log.contains(&format!("Mariam  erased  {first}")), "{name}: {log}");
        assert!(log.ends_with("the log is whole\n"), "{name}: {log}");
        assert!(
            owner.get(&format!("/desk/requests/{second}")).await.text.contains("Still none"),
            "{name}: one request"
        );
    }
}
