//! Copies that are damaged, missing, doubled or swapped: each is named, and never restored.

use std::fs;
use std::path::Path;

use copies::CopyName;
use sha2::{Digest as _, Sha256};

use crate::requests::copies_elsewhere::{Copied, DAY, EVERY};
use crate::requests::harness::NOW;
use crate::seeded::Seeded;

/// Stores a changed copy under the name that its bytes would have.
fn renamed(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let old = CopyName::parse(name).expect("a name");
    let name = CopyName::new(old.made_at, &hex(bytes)).to_string();
    fs::write(folder.join(&name), bytes).expect("written");
    name
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drill_names_what_is_missing_doubled_or_swapped() {
    let mut copied = Copied::open().await;
    for _ in 0..2 {
        copied.site.store_leads(1).await;
        copied.copier.look().await;
        copied.clock.advance(EVERY);
    }
    let [first, second] = &copied.names()[..] else { panic!("two") };
    let at = |name: &str| copied.to.path().join(name);
    let bytes = [first, second].map(|name| fs::read(at(name)).expect("there"));
    let cases: [(&str, &dyn Fn()); 5] = [
        ("is missing", &|| fs::remove_file(at(first)).expect("removed")),
        ("under another name", &|| {
            let digest = &CopyName::parse(second).expect("a name").digest;
            let name = CopyName::new(NOW - 5000, digest).to_string();
            fs::write(at(&name), &bytes[1]).expect("written");
        }),
        ("is damaged or another file under its name", &|| {
            let mut changed = bytes[1].clone();
            changed[100] ^= 1;
            fs::write(at(second), changed).expect("written");
        }),
        // Of an older one of the same size only its bytes can tell.
        ("is damaged or another file under its name", &|| {
            let mut changed = bytes[0].clone();
            changed[100] ^= 1;
            fs::write(at(first), changed).expect("written");
        }),
        ("bytes, but had", &|| {
            fs::write(at(first), &bytes[1]).expect("written");
            fs::write(at(second), &bytes[0]).expect("written");
        }),
    ];
    for (sentence, harm) in cases {
        for name in copied.names() {
            fs::remove_file(at(&name)).expect("removed");
        }
        fs::write(at(first), &bytes[0]).expect("written");
        fs::write(at(second), &bytes[1]).expect("written");
        harm();
        let before = copied.state();
        let problem = copied.drill(&before, NOW).await.expect_err(sentence);
        assert!(problem.contains(sentence), "{problem}");
    }
    fs::write(at(first), &bytes[0]).expect("written");
    fs::remove_file(at(second)).expect("removed");
    copied.clock.advance(7 * DAY);
    copied.copier.look().await;
    let problem = copied.problem().expect("a problem");
    assert!(problem.contains("restoring a copy aside failed") && problem.contains("missing"), "{problem}");
    assert_eq!(copied.state().proved_at(), None, "none counts");
    // Nobody brings it back; it is missed until its time is over.
    copied.site.store_leads(1).await;
    copied.clock.advance(12 * 7 * DAY);
    copied.copier.look().await;
    assert_eq!(copied.problem(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drill_finds_what_was_taken_out_of_the_desks_log_or_written_anew() {
    let mut copied = Copied::open().await;
    let row = |id: u32, action: &str, digest: &str| {
        format!(
            "INSERT INTO staff_audit (id, at, by_name, action, subject, digest) \
             VALUES ({id}, {}, 'Mariam', '{action}', 'Yusuf', '{digest}')",
            copied.clock.now_ms() + 1
        )
    };
    let rows = [row(1, "invited", "a"), row(2, "erased", "b"), row(3, "database restored", "c")];
    copied.site.execute(&rows[0]).await;
    copied.site.execute(&rows[1]).await;
    copied.copier.look().await;
    assert_eq!(copied.problem(), None);
    let cases: [(&str, Option<&str>); 5] = [
        ("UPDATE staff_audit SET subject = subject", None),
        ("DELETE FROM staff_audit WHERE id = 2", Some("lost row 2")),
        ("UPDATE staff_audit SET digest = 'x' WHERE id = 2", Some("lost row 2")),
        ("DELETE FROM staff_audit", Some("lost row 2")),
        // A copy was put back, and the log says so.
        (&rows[2], None),
    ];
    for (harm, found) in cases {
        copied.site.execute("DELETE FROM staff_audit").await;
        copied.site.execute(&rows[0]).await;
        copied.site.execute(&rows[1]).await;
        copied.site.execute(harm).await;
        if harm == rows[2] {
            copied.site.execute("DELETE FROM staff_audit WHERE id = 2").await;
        }
        copied.clock.advance(7 * DAY);
        let problem = copied.drill(&copied.state(), copied.clock.now_ms()).await.err();
        match found {
            None => assert_eq!(problem, None, "{harm}"),
            Some(found) => assert!(problem.is_some_and(|text| text.contains(found)), "{harm}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_changed_bit_is_ever_restored_and_another_key_opens_nothing() {
    let mut copied = Copied::open().await;
    copied.site.store_leads(2).await;
    copied.copier.look().await;
    let name = copied.names().remove(0);
    let whole = fs::read(copied.to.path().join(&name)).expect("there");
    let mut seeded = Seeded(22);
    let anywhere: Vec<usize> = (0..60).map(|_| seeded.below(whole.len())).collect();
    for at in (0..40).chain(anywhere) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << seeded.below(8);
        // Under its own name the digest shows it; under the changed one encryption does.
        fs::write(copied.to.path().join(&name), &changed).expect("written");
        let problem = copied.open_copy(&name, &copied.key).await.expect_err("a changed bit");
        assert!(problem.starts_with(&name) && problem.contains("damaged"), "{at}: {problem}");
        let other = renamed(copied.to.path(), &name, &changed);
        let problem = copied.open_copy(&other, &copied.key).await.expect_err("a changed bit");
        assert!(problem.contains(&other), "{at}: {problem}");
        fs::remove_file(copied.to.path().join(other)).expect("removed");
    }
    for length in [0, 1, 100, whole.len() / 2, whole.len() - 1] {
        let short = renamed(copied.to.path(), &name, &whole[..length]);
        let problem = copied.open_copy(&short, &copied.key).await.expect_err("not whole");
        assert!(problem.contains(&short), "{length}: {problem}");
    }
    fs::write(copied.to.path().join(&name), &whole).expect("written");
    let stranger = copied.site.engine.folder.path().join("stranger.key");
    copies::make_key(&stranger).expect("a key");
    let problem = copied.open_copy(&name, &stranger).await.expect_err("a stranger");
    assert_eq!(problem, format!("this key does not open {name}; it was made for another key"));
    assert!(copied.open_copy(&name, &copied.key).await.is_ok());
}
