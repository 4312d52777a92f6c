use serde_json::{Value as Json, json};

use crate::old_post::read;
use blog::authoring::post_file::{MAX_ORIGINAL_BYTES, ParsedPost};

fn imported(value: Json) -> (ParsedPost, String) {
    let post = read(&value, 1).expect("it can be imported");
    (post.parsed, post.notes.join("; "))
}

#[test]
fn r48_a_post_of_another_site_is_imported_with_its_id_and_dates() {
    let (draft, notes) = imported(json!({
        "id": 12, "slug": "ac-care", "title": "AC &amp; care", "meta_title": null, "excerpt": "<p>Short <b>words</b></p>",
        "image": null, "published_date": "12/05/2026", "created_at": 1_778_565_600, "content": "<p>Text</p>",
    }));
    assert_eq!((draft.id.as_deref(), draft.title.as_str()), (Some("12"), "AC & care"));
    assert_eq!((draft.date, draft.created), (Some(1_778_529_600_000), Some(1_778_565_600_000)));
    assert_eq!((draft.excerpt.as_deref(), draft.body.as_str()), (Some("Short words"), "<p>Text</p>"));
    assert_eq!(notes, "`excerpt` had markup, its text stays");
}

#[test]
fn what_is_missing_is_replaced_and_noted() {
    let (draft, notes) =
        imported(json!({ "title": "Ünder 100 °C", "slug": "A B", "content": null, "created_at": "soon" }));
    assert_eq!((draft.slug.as_str(), draft.body.as_str(), draft.date), ("a-b", "", None));
    assert!(notes.contains("slug `A B` became `a-b`") && notes.contains("it has no text"), "{notes}");
    assert!(
        notes.contains("`created_at` is no date: `soon`")
            && notes.contains("so it is a draft")
            && draft.draft,
        "{notes}"
    );
    let (draft, _) = imported(json!({ "title": "–!", "id": 7 }));
    assert_eq!(draft.slug, "post-7");
}

#[test]
fn what_the_other_site_does_not_show_is_a_draft() {
    for hidden in [
        json!({ "status": "draft" }),
        json!({ "status": "Pending review" }),
        json!({ "status": 0 }),
        json!({ "is_published": false }),
        json!({ "published": 0 }),
        json!({ "active": "0" }),
        json!({ "draft": true }),
        json!({ "deleted_at": "2026-06-01 10:00:00" }),
        json!({ "visibility": "private" }),
        json!({ "password": "let me in" }),
        json!({ "published_date": "one day" }),
    ] {
        let mut value = hidden.clone();
        value["title"] = "A".into();
        let (post, notes) = imported(value);
        assert!(post.draft && notes.contains("so it is a draft"), "{hidden}: {notes}");
    }
    for shown in [
        json!({ "status": "publish" }),
        json!({ "status": "Published" }),
        json!({ "status": 1, "deleted_at": null, "password": "" }),
        json!({ "is_published": true, "draft": 0 }),
        json!({ "published_date": { "date": "2026-05-12 10:00:00.000000", "timezone": "Asia/Dubai" } }),
    ] {
        let mut value = shown.clone();
        value["title"] = "A".into();
        assert!(!imported(value).0.draft, "{shown}");
    }
}

#[test]
fn what_cannot_be_imported_says_why() {
    for (value, why) in [
        (json!(null), "it is no object"),
        (json!({ "slug": "a" }), "it has no title"),
        (json!({ "title": " " }), "it has no title"),
        (json!({ "title": "–!" }), "nothing of its slug"),
        (json!({ "title": "A", "content": 5 }), "its content is no text"),
    ] {
        let said = read(&value, 1).err().unwrap_or_default();
        assert!(said.contains(why), "{value}: {said}");
    }
    let huge = "x".repeat(MAX_ORIGINAL_BYTES + 1);
    let said = read(&json!({ "title": "A", "content": huge }), 1).err().unwrap_or_default();
    assert!(said.contains("the most is 8 MB"), "{said}");
}
