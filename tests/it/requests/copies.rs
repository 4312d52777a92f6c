//! Copies of a site in use: each is whole and has every request that was thanked for before it began; and the way back.

use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use amwaj::backup::{NamedCopy, back_up, put_back};
use amwaj::doctor::{Check, Verdict, examine};
use amwaj::settings::Settings;
use base::clock::Clock;

use sea_orm::{ConnectionTrait, Statement};
use storage::db::{DataLock, Database, Db};

use crate::requests::harness::{NOW, Site, lead};

/// The references of all leads in a database file.
pub async fn references(file: &Path) -> HashSet<String> {
    let db = Db::open_existing(&Database::Sqlite(file.to_owned())).await.expect("a site's database");
    let all = Statement::from_string(db.backend(), "SELECT reference FROM lead");
    let rows = db.reader().query_all_raw(all).await.expect("leads");
    let references = rows.iter().map(|row| row.try_get_by_index(0).expect("a reference")).collect();
    db.close().await.expect("closed");
    references
}

fn backup(settings: &Settings, file: &Path) -> Result<String, String> {
    let mut out = Vec::new();
    let done = back_up(settings, file, &Clock::manual(NOW), &mut out);
    done.map(|()| String::from_utf8(out).expect("a text")).map_err(|error| error.to_string())
}

fn restore(settings: &Settings, file: &Path, yes: bool) -> Result<String, String> {
    let mut out = Vec::new();
    let copy = NamedCopy { file, name: &file.display().to_string() };
    let done = put_back(settings, copy, &Clock::manual(NOW), || Ok(yes), &mut out);
    done.map(|_| String::from_utf8(out).expect("a text")).map_err(|error| error.to_string())
}

pub async fn line(settings: &Settings, about: &str, now: i64) -> Check {
    let lines = examine(settings, &Clock::manual(now)).await;
    lines.into_iter().find(|line| line.about == about).expect("a line")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_copy_of_a_busy_site_is_whole_and_has_all_that_was_thanked_for_before() {
    let site = Site::open().await;
    let settings = site.settings();
    let (thanked, over) = (Arc::new(Mutex::new(HashSet::new())), Arc::new(AtomicBool::new(false)));
    let posters: Vec<_> = (0..8)
        .map(|poster| {
            let (queue, thanked, over) = (site.queue.clone(), thanked.clone(), over.clone());
            tokio::spawn(async move {
                for number in 0.. {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    let outcome = queue.store(lead(poster * 1_000_000 + number), None).await;
                    thanked
                        .lock()
                        .expect("no panic")
                        .insert(outcome.reference().expect("stored").to_string());
                }
            })
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..20 {
        let file = folder.path().join(format!("{number}.db"));
        let before = thanked.lock().expect("no panic").clone();
        let (own, to) = (settings.clone(), file.clone());
        // It checks the copy itself: `PRAGMA integrity_check`.
        tokio::task::spawn_blocking(move || backup(&own, &to)).await.expect("no panic").expect("a copy");
        let copied = references(&file).await;
        assert!(before.is_subset(&copied), "copy {number}: {} of {}", copied.len(), before.len());
    }
    over.store(true, Ordering::Relaxed);
    for poster in posters {
        poster.await.expect("no panic");
    }
    assert!(thanked.lock().expect("no panic").len() > 20, "the site was busy");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_says_what_is_in_it_replaces_no_file_and_is_remembered() {
    let site = Site::open().await;
    let settings = site.settings();
    assert_eq!(line(&settings, "copies", NOW).await.text, "no copy was taken yet");
    site.store_leads(2).await;
    let file = site.engine.folder.path().join("copy.db");
    let told = backup(&settings, &file).expect("a copy");
    assert!(told.contains("copy.db: 0.") && told.contains("2 requests, the newest of 1"), "{told}");
    let mode = std::fs::metadata(&file).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "nobody else on this machine may read it");
    let again = backup(&settings, &file).expect_err("no file is overwritten");
    assert!(again.contains("copy.db is there already"), "{again}");
    assert_eq!(line(&settings, "copies", NOW).await.verdict, Verdict::Ok);
    let later = line(&settings, "copies", NOW + 4 * 24 * 60 * 60 * 1000).await;
    assert!(later.verdict == Verdict::Warn && later.text.starts_with("no copy since"), "{later}");
    let nowhere =
        Settings { database_url: Some(Database::Sqlite("/nowhere/amwaj.db".into())), ..settings.clone() };
    let told = backup(&nowhere, &site.engine.folder.path().join("other.db")).expect_err("nothing to copy");
    assert!(told.contains("there is no database /nowhere/amwaj.db"), "{told}");
    let url = "postgres://amwaj:hunter2@db/amwaj".to_owned();
    let other = Settings { database_url: Some(Database::Postgres(url)), ..settings };
    let told = backup(&other, &file).expect_err("PostgreSQL has its own");
    assert!(told.contains("pg_dump --format=custom --file=") && !told.contains("hunter2"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_put_back_only_when_wanted_whole_and_while_no_server_runs() {
    let site = Site::open().await;
    let mut settings = site.settings();
    // The queue of this site has the database open without holding the lock, as no server does.
    settings.data_dir = site.engine.folder.path().join("data");
    let first = site.store_leads(2).await;
    let file = site.engine.folder.path().join("copy.db");
    std::fs::create_dir(&settings.data_dir).expect("a folder");
    backup(&settings, &file).expect("a copy");
    let second = site.store_leads(1).await;
    let in_use = restore(&settings, &file, true).expect_err("somebody has it open");
    assert!(in_use.contains("is in use; stop the server first"), "{in_use}");
    let database = site.engine.folder.path().join("amwaj.db");
    site.queue.close().await;
    let Site { db, engine: _engine, .. } = site;
    db.close().await.expect("closed");

    let held = DataLock::acquire(&settings.data_dir).expect("a server");
    let told = restore(&settings, &file, true).expect_err("a server runs");
    assert!(told.contains("already running"), "{told}");
    drop(held);
    let told = restore(&settings, &file, false).expect("asked");
    assert!(told.contains("copy.db has 2 requests") && told.contains("(3 requests"), "{told}");
    assert!(told.ends_with("nothing was changed\n"), "{told}");
    assert_eq!(references(&database).await.len(), 3);

    let damaged = settings.data_dir.join("damaged.db");
    let mut bytes = std::fs::read(&file).expect("a copy");
    let half = bytes.len() / 2;
    bytes.truncate(half);
    std::fs::write(&damaged, bytes).expect("written");
    let told = restore(&settings, &damaged, true).expect_err("half a copy");
    assert!(told.contains("is damaged, or no database of this site"), "{told}");

    let told = restore(&settings, &file, true).expect("put back");
    assert_eq!(references(&database).await, first.iter().cloned().collect());
    let kept = told.split("the replaced database is ").nth(1).and_then(|rest| rest.split(';').next());
    let kept = references(Path::new(kept.expect("a name"))).await;
    assert!(kept.len() == 3 && kept.contains(&second[0]), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_is_closed_to_others_and_the_doctor_tells_where_it_is_not() {
    let site = Site::open().await;
    site.store_leads(1).await;
    let folder = site.engine.folder.path().to_owned();
    for name in ["amwaj.db", "amwaj.db-wal", "amwaj.db-shm"] {
        let mode = std::fs::metadata(folder.join(name)).expect(name).permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{name}");
    }
    let settings = site.settings();
    let set = |mode| std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).expect("set");
    set(0o755);
    let told = line(&settings, "permissions", NOW).await;
    assert_eq!(told.verdict, Verdict::Warn, "{told}");
    assert_eq!(told.remedy, format!("close it with `chmod -R go= {}`", folder.display()));
    set(0o700);
    assert_eq!(line(&settings, "permissions", NOW).await.verdict, Verdict::Ok);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restore_no_old_session_opens_the_desk_and_what_was_erased_and_taken_away_stays_so() {
    let site = Site::open().await;
    let mut settings = site.settings();
    settings.data_dir = site.engine.folder.path().join("data");
    std::fs::create_dir(&settings.data_dir).expect("a folder");
    site.store_leads(2).await;
    for sql in [
        "UPDATE delivery SET state = 'sent'",
        "INSERT INTO staff (id, name, created_at) VALUES ('f', 'Fred', 1), ('o', 'Olga', 1)",
        "INSERT INTO staff_role (staff_id, role) VALUES ('f', 'office'), ('o', 'owner'), ('o', 'office')",
        "INSERT INTO staff_session (id, digest, staff_id, device, created_at, used_at) VALUES \
         ('1', 'a', 'f', 'Phone', 1, 1), ('2', 'b', 'o', 'Laptop', 1, 1)",
        "INSERT INTO staff_passkey (credential_id, staff_id, passkey, label, created_at) VALUES \
         ('k', 'f', '{}', 'A phone', 1), ('l', 'o', '{}', 'A phone', 1)",
        "INSERT INTO staff_invitation (digest, staff_id, created_at, expires_at) VALUES ('i', 'o', 1, 9)",
    ] {
        site.execute(sql).await;
    }
    let file = site.engine.folder.path().join("copy.db");
    backup(&settings, &file).expect("a copy");
    let gone = site.text("SELECT reference FROM lead ORDER BY id").await.expect("a lead");
    for sql in [
        "UPDATE staff SET ended_at = 5 WHERE id = 'f'",
        "DELETE FROM staff_role WHERE staff_id = 'f' OR role = 'office'",
        "DELETE FROM staff_passkey WHERE credential_id = 'k'",
    ] {
        site.execute(sql).await;
    }
    crate::requests::staff::command(&site, &["erase", "--reference", &gone, "--yes"]).await;
    site.queue.close().await;
    let Site { db, engine: _engine, .. } = site;
    db.close().await.expect("closed");

    let told = restore(&settings, &file, true).expect("put back");
    for said in [
        "2 devices are signed out, and 1 invitations",
        "removed again, as in the replaced database: Fred\n",
        "taken away again: 2 roles, 1 passkeys",
        &format!("erased again: {gone}\n"),
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let db = Db::open_existing(&settings.database()).await.expect("the copy");
    let count = async |sql: &str| {
        let row = db.reader().query_one_raw(Statement::from_string(db.backend(), sql.to_owned())).await;
        row.expect("read").expect("a row").try_get_by_index::<i64>(0).expect("a number")
    };
    for (sql, expected) in [
        ("SELECT COUNT(*) FROM lead", 2),
        ("SELECT COUNT(*) FROM lead WHERE name = '' AND phone = '' AND erased_at IS NOT NULL", 1),
        ("SELECT COUNT(*) FROM staff_session WHERE ended_at IS NULL", 0),
        ("SELECT COUNT(*) FROM staff_invitation", 0),
        ("SELECT COUNT(*) FROM staff WHERE ended_at IS NULL", 1),
        ("SELECT COUNT(*) FROM staff_role", 1),
        ("SELECT COUNT(*) FROM staff_passkey", 1),
        ("SELECT COUNT(*) FROM staff_audit WHERE action = 'database restored'", 1),
    ] {
        assert_eq!(count(sql).await, expected, "{sql}: {told}");
    }
    db.close().await.expect("closed");
}
