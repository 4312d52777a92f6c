//! Where copies go, and what somebody is told who forgot half of it.

use crate::settings::tests::{complaints, load};

const KEY: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

#[test]
fn copies_go_to_a_folder_or_a_bucket_for_a_key_and_only_from_sqlite() {
    let folder = load("copies_to = \"/mnt/backup\"", &[("AMWAJ_COPIES_KEY", KEY)]).expect("right");
    let set = folder.copies.expect("set");
    assert_eq!((set.every.as_secs(), set.owner.len()), (15 * 60, 1));
    let bucket = |more: &[(&str, &str)]| {
        let all = [("AMWAJ_COPIES_TO", "s3://amwaj/dubai/"), ("AMWAJ_COPIES_KEY", KEY)];
        load("", &[&all, more].concat())
    };
    let access = [("AMWAJ_COPIES_S3_KEY_ID", "id"), ("AMWAJ_COPIES_S3_SECRET", "hunter2")];
    let set = bucket(&access).expect("right").copies.expect("set");
    assert_eq!(format!("{:?}", set.destination), "S3(s3://amwaj/dubai/)");
    let told = format!("{:?}", bucket(&[]).expect_err("no access key"));
    assert!(told.contains("AMWAJ_COPIES_S3_KEY_ID") && told.contains("AMWAJ_COPIES_S3_SECRET"), "{told}");
    for (toml, told) in [
        ("copies_to = \"/mnt/backup\"", "`amwaj copies key FILE` makes a key"),
        ("copies_to = \"backup\"", "the full path of a folder"),
        ("copies_to = \"s3:///dubai\"", "the full path of a folder, or s3://bucket/folder"),
        ("copies_key = \"AGE-SECRET-KEY-1\"", "(hidden)"),
        ("copies_s3_endpoint = \"http://s3.example.com\"", "must be an https address"),
        (
            "copies_to = \"/mnt\"\ndatabase_url = \"postgres://db/amwaj\"",
            "is for SQLite; PostgreSQL is copied by",
        ),
    ] {
        assert!(complaints(toml, &[]).contains(told), "{toml}: {}", complaints(toml, &[]));
    }
}
