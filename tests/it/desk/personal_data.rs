//! A visitor's data at the desk: given out and erased by owners, with a fresh proof, all requests of a number, gone to the
//! last byte.

use std::collections::HashMap;

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;
use leads::{Context, NewLead, Typed};
use serde_json::Value;

use crate::desk::harness::{TestDesk, Visitor};
use crate::requests;
use crate::requests::harness::NOW;
use crate::seeded::Seeded;
use engines::{every_engine, sqlite};

/// Stores a request; the next one comes a second later.
async fn store(desk: &TestDesk, name: &str, phone: &str, message: &str) -> String {
    let reference = requests::staff::store(&desk.site, name, phone, message).await;
    desk.site.clock.advance(std::time::Duration::from_secs(1));
    reference
}

async fn delivered(desk: &TestDesk) {
    desk.site.execute("UPDATE delivery SET state = 'sent', answer = 'written to /srv/mail/x.eml'").await;
}

async fn handed_out(owner: &Visitor<'_>, reference: &str, whose: &str) -> Vec<Value> {
    let path = format!("/desk/requests/{reference}/data.json?whose={whose}");
    let given = owner.get(&path).await;
    assert_eq!(given.status, StatusCode::OK, "{}", given.text);
    assert!(!given.text.contains("/srv/") && !given.text.contains("digest"), "{}", given.text);
    serde_json::from_str(&given.text).expect("JSON")
}

fn texts<'a>(given: &'a [Value], field: &str) -> Vec<&'a str> {
    given.iter().filter_map(|request| request[field].as_str()).collect()
}

async fn spreadsheet(owner: &Visitor<'_>) -> Vec<HashMap<String, String>> {
    let csv = owner.get("/desk/requests.csv").await;
    assert_eq!(csv.status, StatusCode::OK, "{}", csv.text);
    let csv = csv.text.strip_prefix('\u{FEFF}').expect("the mark by which Excel reads Arabic").to_owned();
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

#[tokio::test]
async fn an_owner_gives_out_and_erases_all_that_is_kept_of_somebody_and_nothing_of_others() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let first = store(&desk, "Fatima Al Mansoori", "050 000 0142", "No cooling").await;
        desk.site.clock.advance(std::time::Duration::from_secs(60));
        let second = store(&desk, "Fatima", "+971 50 000 0142", "Still none").await;
        let third = store(&desk, "fatima", "٠٥٠٠٠٠٠١٤٢ (WhatsApp)", "Please hurry").await;
        let other = store(&desk, "Omar", "050 000 0143", "A door").await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        for (reference, note) in [(&second, "Villa 14, Street 6"), (&other, "Back door")] {
            owner.post(&format!("/desk/requests/{reference}/note"), &[("note", note)]).await;
        }
        let booked = [("stage", "booked"), ("note", "comes at nine"), ("key", "b")];
        owner.post(&format!("/desk/requests/{third}/answer"), &booked).await;
        let path = format!("/desk/requests/{first}/erase");
        let early = owner.post(&path, &[("typed", &first)]).await;
        assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: its mail is not sent yet");
        assert!(early.text.contains("is not delivered yet"), "{name}: {}", early.text);
        delivered(&desk).await;

        let screen = owner.get(&format!("/desk/requests/{second}/data")).await.json();
        assert_eq!(screen["screen"]["name"], "their-data", "{name}");
        assert_eq!(screen["screen"]["person"], "Fatima", "{name}");
        let listed = screen["screen"]["requests"].as_array().expect("requests").clone();
        assert_eq!(texts(&listed, "reference"), [&first, &second, &third], "{name}: {screen}");
        assert_eq!(screen["screen"]["in_doubt"], false, "{name}: one name, longer and shorter");
        let given = handed_out(&owner, &first, "").await;
        assert_eq!(texts(&given, "message"), ["No cooling", "Still none", "Please hurry"], "{name}");
        assert_eq!(given[0]["received_at_dubai"], "2026-11-17 08:45:00", "{name}");
        let (note, booking) = (&given[1]["history"][0], &given[2]["history"][0]);
        assert_eq!(
            [&note["what"], &note["by"], &note["text"]],
            ["note", "Mariam", "Villa 14, Street 6"],
            "{name}"
        );
        assert_eq!([&booking["what"], &booking["by"]], ["booked", "Mariam"], "{name}");
        assert_eq!(booking["at_dubai"], "2026-11-17 08:46:04", "{name}");

        let mistyped = owner.post(&path, &[("typed", "AMW-22222")]).await;
        assert!(mistyped.text.contains(&format!("type its reference: {first}")), "{name}: {}", mistyped.text);
        let erased = owner.post(&path, &[("typed", &first.to_lowercase()), ("key", "e")]).await;
        assert_eq!(erased.status, StatusCode::SEE_OTHER, "{name}: {}", erased.text);
        let again = owner.post(&path, &[("typed", &first.to_lowercase()), ("key", "e")]).await;
        assert_eq!(again.cookie("__Host-amwaj-notice"), erased.cookie("__Host-amwaj-notice"), "{name}");
        for reference in [&first, &second, &third] {
            let screen = owner.get(&format!("/desk/requests/{reference}")).await.text;
            for gone in ["atima", "cooling", "Still none", "hurry", "Villa 14", "nine", "/srv/"] {
                assert!(!screen.contains(gone), "{name}: {gone}");
            }
        }
        let log = desk.command(&["log"]).await;
        for reference in [&first, &second, &third] {
            assert!(log.contains(&format!("Mariam  handed out  {reference}")), "{name}: {log}");
            assert!(log.contains(&format!("Mariam  erased  {reference}")), "{name}: {log}");
        }
        assert!(log.ends_with("the log is whole\n"), "{name}: {log}");
        let kept = owner.get(&format!("/desk/requests/{other}")).await.text;
        assert!(kept.contains("A door") && kept.contains("Back door"), "{name}: somebody else's");
    }
}

#[tokio::test]
async fn where_names_differ_or_a_number_is_unread_staff_say_which_requests_are_meant() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = store(&desk, "Layla", "04 332 1234", "one").await;
        store(&desk, "Layla Khan", "04 332 1234", "two").await;
        store(&desk, "Omar", "+971 4 332 1234", "three").await;
        let unread = store(&desk, "Yusuf", "ext. 12 34", "four").await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        delivered(&desk).await;
        let screen = owner.get(&format!("/desk/requests/{layla}/data")).await.json();
        assert_eq!(screen["screen"]["in_doubt"], true, "{name}");
        let unsaid = owner.get(&format!("/desk/requests/{layla}/data.json")).await;
        assert_eq!(unsaid.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        let path = format!("/desk/requests/{layla}/erase");
        let unsaid = owner.post(&path, &[("typed", &layla)]).await;
        assert!(unsaid.text.contains("3 requests may be theirs"), "{name}: {}", unsaid.text);
        assert_eq!(
            texts(&handed_out(&owner, &layla, "all").await, "message"),
            ["one", "two", "three"],
            "{name}"
        );
        assert_eq!(texts(&handed_out(&owner, &layla, "one").await, "message"), ["one"], "{name}");
        let erased = owner.post(&path, &[("typed", &layla), ("whose", "named")]).await;
        assert_eq!(erased.status, StatusCode::SEE_OTHER, "{name}: {}", erased.text);
        assert_eq!(
            desk.site.text("SELECT name FROM lead WHERE name <> '' ORDER BY id LIMIT 1").await.as_deref(),
            Some("Omar"),
            "{name}"
        );
        assert_eq!(texts(&handed_out(&owner, &unread, "").await, "message"), ["four"], "{name}: it alone");
    }
}

#[tokio::test]
async fn an_owner_has_all_requests_as_a_spreadsheet_with_notes_and_answers_and_plain_numbers() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let first = store(&desk, "=HYPERLINK(\"http://evil\")", "+971501230000", "a\r\n\"b\",c").await;
        store(&desk, "سارة", "٠٥٠ ١٢٣ ٠٠٠١ call after 6", "-").await;
        store(&desk, "Omar", "050123456", "").await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        owner.post(&format!("/desk/requests/{first}/note"), &[("note", "Villa 14")]).await;
        desk.site.clock.advance(std::time::Duration::from_secs(60));
        owner
            .post(&format!("/desk/requests/{first}/answer"), &[("stage", "booked"), ("note", "at nine")])
            .await;
        let rows = spreadsheet(&owner).await;
        let cells = |row: usize, columns: [&str; 4]| columns.map(|column| rows[row][column].clone());
        let phones = ["Name", "Phone", "Phone as typed", "Message"];
        assert_eq!(cells(0, phones), ["Omar", "", "“050123456”", ""], "{name}: newest first");
        assert_eq!(
            cells(1, phones),
            ["سارة", "+971 50 123 0001", "“٠٥٠ ١٢٣ ٠٠٠١ call after 6”", "'-"],
            "{name}"
        );
        let evil = ["'=HYPERLINK(\"http://evil\")", "+971 50 123 0000", "", "a\r\n\"b\",c"];
        assert_eq!(cells(2, phones), evil, "{name}");
        let answered = ["Received (Dubai)", "Answered by", "Answered at (Dubai)", "Outcome"];
        assert_eq!(
            cells(2, answered),
            ["2026-11-17 08:45", "Mariam", "2026-11-17 08:46", "booked"],
            "{name}"
        );
        assert_eq!(cells(1, answered), ["2026-11-17 08:45", "", "", "waiting"], "{name}");
        let notes = "2026-11-17 08:45 Mariam: Villa 14\n2026-11-17 08:46 Mariam: at nine";
        assert_eq!(rows[2]["Notes"], notes, "{name}");
        assert!(desk.command(&["log"]).await.contains("Mariam  exported  all requests"), "{name}");
    }
}

/// `AMWAJ_TEST_PEOPLE=500` takes half a minute.
#[expect(clippy::disallowed_methods, reason = "how long a test runs is no setting of the program")]
fn people() -> usize {
    std::env::var("AMWAJ_TEST_PEOPLE").map_or(60, |count| count.parse().expect("a count"))
}

/// The number of a person as they write it this time; numbers of neighbours differ in one digit.
fn spelled(person: usize, random: &mut Seeded) -> String {
    let rest = format!("{:07}", 1_000_000 + person);
    let (a, b) = rest.split_at(3);
    match random.below(7) {
        0 => format!("050 {a} {b}"),
        1 => format!("+97150{rest}"),
        2 => format!("00971 50 {rest}"),
        3 => format!("+971-50-{a}-{b}"),
        4 => format!("050{rest} (WhatsApp)"),
        5 => format!("050{rest} / 04 332 {:04}", 2_000 + person),
        _ => format!("050{rest}").chars().map(|c| char::from_u32(c as u32 + 0x630).unwrap_or(c)).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_people_each_is_handed_out_whole_and_of_those_who_are_erased_nothing_is_left() {
    let desk = TestDesk::open_on(sqlite(), Clock::manual(NOW)).await;
    let people = people();
    let mut random = Seeded(42);
    let mut posts = tokio::task::JoinSet::new();
    let mut references: HashMap<usize, String> = HashMap::new();
    let mut counts = Vec::new();
    for person in 0..people {
        counts.push(1 + random.below(4));
        for request in 0..counts[person] {
            if posts.len() >= 50 {
                references.extend(posts.join_next().await.expect("a post").ok());
            }
            let typed = Typed {
                name: ["Nadia", "nadia Rahman"][request % 2].to_owned(),
                phone: spelled(person, &mut random),
                service: "Plumbing Services".to_owned(),
                message: format!("of {person}, request {request}."),
            };
            let lead = NewLead::parse(typed, Context::default()).expect("a lead");
            let queue = desk.site.queue.clone();
            posts.spawn(async move {
                let reference = queue.store(lead, None).await.reference().expect("stored").to_string();
                (person, reference)
            });
        }
    }
    references.extend(posts.join_all().await);
    delivered(&desk).await;
    let notes = "INSERT INTO lead_event (lead_id, at, kind, text) SELECT id, received_at, 'note', 'note ' || message FROM lead";
    desk.site.execute(notes).await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    for (person, reference) in &references {
        let given = handed_out(&owner, reference, "").await;
        assert_eq!(given.len(), counts[*person], "person {person}");
        for request in &given {
            let message = request["message"].as_str().expect("text");
            assert!(message.starts_with(&format!("of {person},")), "person {person}: {message}");
            let history = request["history"].as_array().expect("a history");
            assert!(history.iter().any(|entry| entry["text"] == format!("note {message}")), "{request}");
        }
        if person % 2 == 0 {
            let path = format!("/desk/requests/{reference}/erase");
            let erased = owner.post(&path, &[("typed", reference)]).await;
            assert_eq!(erased.status, StatusCode::SEE_OTHER, "person {person}: {}", erased.text);
        }
    }
    let (mut left, mut kept) = (0, 0);
    for row in spreadsheet(&owner).await {
        let all = row.values().cloned().collect::<Vec<_>>().join(" ");
        match all.split("of ").nth(1).and_then(|rest| rest.split(',').next()?.parse::<usize>().ok()) {
            Some(person) if person % 2 == 0 => left += 1,
            Some(_) => kept += 1,
            None => assert_eq!(row["Outcome"], "erased", "{all}"),
        }
    }
    let others: usize = counts.iter().skip(1).step_by(2).sum();
    assert_eq!((left, kept), (0, others), "left over of the erased, kept of the others");
    let texts = "SELECT text FROM lead_event WHERE text LIKE 'note of %' AND lead_id IN (SELECT id FROM lead WHERE name = '')";
    assert_eq!(desk.site.text(texts).await, None, "no note is left over");
}
