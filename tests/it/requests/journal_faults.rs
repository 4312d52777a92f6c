//! When things go wrong in the journal itself, or with what is in it.

use leads::staff::cli::StaffAccess;
use leads::{IdempotencyKey, LeadOutcome, SpoolCounts};
use storage::outbox::Channel;

use crate::requests::harness::{lead, until};
use crate::requests::journal::Node;
use crate::requests::staff::command_with;
use engines::every_engine;

impl Node {
    fn access(&self) -> StaffAccess {
        StaffAccess {
            database: self.engine.database.clone(),
            mail_dir: self.engine.folder.path().join("mail"),
            journal_dir: self.folder(),
            channels: &[Channel::Mail],
            copies: None,
        }
    }

    async fn command(&self, words: &[&str]) -> String {
        command_with(&self.access(), words).await
    }

    async fn execute(&self, sql: &str) {
        use sea_orm::ConnectionTrait as _;
        self.db.reader().execute_unprepared(sql).await.expect("done");
    }

    /// Makes the database refuse leads whose name ends in a nine.
    async fn refuse_nines(&self) {
        self.execute(match self.engine.name {
            "SQLite" => {
                "CREATE TRIGGER no_nine BEFORE INSERT ON lead WHEN NEW.name LIKE '%9'
                 BEGIN SELECT RAISE(ABORT, 'no nine'); END"
            }
            _ => "ALTER TABLE lead ADD CONSTRAINT no_nine CHECK (name NOT LIKE '%9')",
        })
        .await;
    }

    async fn take_nines(&self) {
        self.execute(match self.engine.name {
            "SQLite" => "DROP TRIGGER no_nine",
            _ => "ALTER TABLE lead DROP CONSTRAINT no_nine",
        })
        .await;
    }

    /// Stores leads with these numbers while the database is away.
    async fn spool(&self, numbers: &[usize]) -> Vec<String> {
        self.take_away().await;
        let mut references = Vec::new();
        for number in numbers {
            let outcome = self.queue.store(lead(*number), None).await;
            references.push(outcome.reference().expect("spooled").to_string());
        }
        references
    }
}

const NINES: [usize; 9] = [9, 19, 29, 39, 49, 59, 1, 2, 3];

#[tokio::test(flavor = "multi_thread")]
async fn leads_that_the_database_refuses_are_set_aside_however_many_and_the_others_go_on() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        node.refuse_nines().await;
        let references = node.spool(&NINES).await;
        node.bring_back().await;
        node.until_replayed().await;
        assert_eq!(node.counts().await, SpoolCounts { waiting: 0, refused: 6 }, "{name}");
        assert_eq!(node.references().await.len(), 3, "{name}");
        assert!(node.queue.store(lead(4), None).await.reference().is_some(), "{name}: the database is there");
        // The writer may have been about to learn that.
        node.until_replayed().await;
        let told = node.command(&["journal"]).await;
        assert!(told.contains("no_nine") || told.contains("no nine"), "{name}: {told}");
        assert!(told.contains(&format!("{}  ", references[0])) && told.contains("refused"), "{name}: {told}");
        assert!(told.contains("6 leads"), "{name}: {told}");
        assert!(node.command(&["show", &references[0]]).await.contains("Visitor 9"), "{name}");
        node.queue.close().await;
        node.take_nines().await;
        let node = Node::open(node.engine).await;
        until("the refused ones are stored", async || node.references().await.len() == 10).await;
        until("nothing is left", async || node.counts().await == SpoolCounts::default()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_lead_the_database_refused_gets_their_data_and_is_erased() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        node.refuse_nines().await;
        let references = node.spool(&NINES[..2]).await;
        let waiting = node.command(&["erase", "--phone", "050 123 4567", "--yes"]).await;
        assert_eq!(waiting, "", "{name}: without its table the database cannot be asked");
        node.bring_back().await;
        node.until_replayed().await;
        let data = node.command(&["export", "--phone", "+971501234567", "--format", "json"]).await;
        assert!(data.contains("Visitor 9") && data.contains("Visitor 19"), "{name}: {data}");
        let told = node.command(&["erase", "--phone", "050 123 4567", "--yes"]).await;
        assert!(references.iter().all(|one| told.contains(&format!("{one} is erased"))), "{name}: {told}");
        assert_eq!(node.counts().await, SpoolCounts::default(), "{name}");
        let bytes = std::fs::read(node.folder().join("spool.db")).expect("the journal");
        assert!(!bytes.windows(7).any(|found| found == b"Visitor"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_that_waits_in_the_journal_is_shown_and_exported_and_not_erased_before_it_is_delivered() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        // Only stored in the journal, as while another server's tables are away.
        let reference = node.spool(&[1]).await.remove(0);
        node.queue.close().await;
        node.bring_back().await;
        assert!(node.command(&["show", &reference]).await.contains("Visitor 1"), "{name}");
        assert!(node.command(&["export", "--format", "csv"]).await.contains("Visitor 1"), "{name}");
        let told = node.command(&["erase", "--reference", &reference, "--yes"]).await;
        assert!(told.contains(&format!("{reference} is not delivered yet")), "{name}: {told}");
        assert!(node.command(&["journal"]).await.contains("waiting"), "{name}");
        std::fs::write(node.folder().join("spool.db"), "no database").expect("damaged");
        assert!(
            node.command(&["list"]).await.contains("0 leads"),
            "{name}: the database is readable all the same"
        );
        assert_eq!(node.command(&["journal"]).await, "", "{name}: an error, and not that there are none");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_cannot_be_written_keeps_no_lead_from_a_database_that_is_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        let elsewhere = node.engine.folder.path().join("elsewhere");
        std::fs::rename(node.folder(), &elsewhere).expect("moved");
        std::fs::write(node.folder(), "a file where the folder was").expect("written");
        assert!(node.queue.store(lead(1), None).await.reference().is_some(), "{name}: it is not needed");
        node.take_away().await;
        assert_eq!(node.queue.store(lead(2), None).await, LeadOutcome::DatabaseUnavailable, "{name}");
        assert!(!node.queue.is_ready(), "{name}: a load balancer may know");
        node.bring_back().await;
        // The journal is empty, and no visitor comes: the database is asked all the same.
        until("the database is noticed", async || node.queue.is_ready()).await;
        assert!(node.queue.store(lead(3), None).await.reference().is_some(), "{name}");
        node.take_away().await;
        assert_eq!(node.queue.store(lead(4), None).await, LeadOutcome::DatabaseUnavailable, "{name}");
        node.bring_back().await;
        assert!(
            node.queue.store(lead(5), None).await.reference().is_some(),
            "{name}: asked once more at once"
        );
        assert!(node.queue.is_ready(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_is_deleted_while_the_server_runs_loses_no_lead_that_was_thanked_for() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        let mut references = node.spool(&[1, 2]).await;
        std::fs::remove_dir_all(node.folder()).expect("deleted");
        references.push(node.queue.store(lead(3), None).await.reference().expect("thanked").to_string());
        assert_eq!(node.queue.close().await.waiting, 3, "{name}: the last words say how many wait");
        node.bring_back().await;
        let node = Node::open(node.engine).await;
        node.until_replayed().await;
        references.sort_unstable();
        assert_eq!(node.references().await, references, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_reference_given_out_while_the_database_was_away_is_found_for_ever() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        let by_words = || Some(IdempotencyKey::Content);
        let first = node.queue.store(lead(1), by_words()).await.reference().expect("stored").to_string();
        node.take_away().await;
        let second = node.queue.store(lead(1), by_words()).await.reference().expect("spooled").to_string();
        assert_ne!(first, second, "{name}: the first one cannot be known");
        node.bring_back().await;
        node.until_replayed().await;
        assert_eq!(node.references().await, std::slice::from_ref(&first), "{name}");
        let shown = node.command(&["show", &second]).await;
        assert!(shown.contains(&first) && shown.contains(&format!("repeated: {second}")), "{name}: {shown}");
        node.execute("UPDATE delivery SET state = 'sent'").await;
        let told = node.command(&["erase", "--reference", &second, "--yes"]).await;
        assert!(told.contains(&format!("{first} is erased")), "{name}: {told}");
        assert!(node.command(&["show", &second]).await.contains(&first), "{name}: no personal data");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quarantined_lead_owes_the_same_after_the_journal_as_without_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let node = Node::open(engine).await;
        node.take_away().await;
        let mut held = lead(1);
        held.quarantine("4 links".to_owned());
        node.queue.store(held, None).await;
        node.bring_back().await;
        node.until_replayed().await;
        let owed = "SELECT COUNT(*) FROM delivery WHERE channel = 'summary' AND state = 'pending'";
        assert_eq!(
            (node.number(owed).await, node.number("SELECT COUNT(*) FROM delivery").await),
            (1, 1),
            "{name}"
        );
        assert_eq!(node.number("SELECT COUNT(*) FROM lead WHERE held = '4 links'").await, 1, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_cannot_be_opened_at_the_start_keeps_no_lead_from_the_database() {
    for engine in every_engine().await {
        let name = engine.name;
        let place = engine.folder.path().join("journal");
        std::fs::write(&place, "a file where the folder would be").expect("written");
        let node = Node::open(engine).await;
        let first = node.queue.store(lead(1), None).await;
        assert!(first.reference().is_some() && node.queue.is_ready(), "{name}: it is not needed");
        std::fs::remove_file(&place).expect("mended");
        node.take_away().await;
        assert!(
            node.queue.store(lead(2), None).await.reference().is_some(),
            "{name}: it is made when needed"
        );
        node.bring_back().await;
        node.until_replayed().await;
        assert_eq!(node.references().await.len(), 2, "{name}");
    }
}
