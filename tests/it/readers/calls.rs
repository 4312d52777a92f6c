//! Calls 2 and 3 as other front ends make them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::readers::harness::{NOW, ORIGIN, Site, picture, post, slug, until, with};
use base::clock::Clock;
use engines::{every_engine, sqlite};

const LIST: &str = "/admin/front/blogs";
const FIELDS: [&str; 11] = [
    "id",
    "slug",
    "title",
    "meta_title",
    "meta_description",
    "excerpt",
    "image",
    "author",
    "published_date",
    "created_at",
    "content",
];

fn keys(entry: &Value) -> Vec<&str> {
    entry.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[tokio::test]
async fn r48_the_bare_call_answers_every_post_with_eleven_fields() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        assert_eq!(site.json(LIST).await, json!([]));
        site.save(&with(post(2), |words| words.draft = true)).await;
        site.save(&with(post(1), |words| words.picture = Some(picture()))).await;
        site.until_listed(1).await;
        let answer = site.get(LIST).await;
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.headers()["x-total-count"], "1");
        let list: Value = answer.json().await.unwrap();
        let entry = &list[0];
        assert_eq!((list.as_array().unwrap().len(), keys(entry)), (1, FIELDS.to_vec()));
        assert_eq!((&entry["id"], &entry["slug"]), (&json!("id-00001"), &json!(slug(1))));
        assert_eq!(entry["image"], format!("{ORIGIN}/media/posts/tap.1a2b.jpg"));
        assert_eq!((&entry["author"], &entry["meta_title"]), (&Value::Null, &Value::Null));
        assert_eq!(entry["published_date"], "2026-10-05T03:00:00Z");
        assert_eq!(entry["content"], "<p>Content of 1.</p>");
        site.close().await;
    }
}

#[tokio::test]
async fn r48_page_per_page_and_fields_narrow_the_same_array() {
    let site = Site::open(sqlite()).await;
    site.save_many(15).await;
    let whole = site.json(LIST).await;
    let second = site.get(&format!("{LIST}?page=2")).await;
    assert_eq!(second.headers()["x-total-count"], "15");
    assert_eq!(
        second.json::<Value>().await.unwrap().as_array().unwrap()[..],
        whole.as_array().unwrap()[12..]
    );
    let third = site.json(&format!("{LIST}?page=3&per_page=4")).await;
    assert_eq!(third.as_array().unwrap()[..], whole.as_array().unwrap()[8..12]);
    assert_eq!(site.json(&format!("{LIST}?page=9")).await, json!([]));
    let narrow = site.json(&format!("{LIST}?per_page=1&fields=summary,picture,slug")).await;
    assert_eq!(narrow, json!([{"slug": slug(1), "summary": "Excerpt 1 ends here.…", "picture": null}]));
    for wrong in
        ["page=0", "page=x", "per_page=101", "per_page=0", "fields=", "fields=slug,secret", "sort=id"]
    {
        let answer = site.get(&format!("{LIST}?{wrong}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{wrong}");
        let said = answer.json::<Value>().await.unwrap()["message"].as_str().unwrap().to_owned();
        let name = wrong.split('=').next().unwrap();
        assert!(said.starts_with(&format!("{name} must be ")) && said.ends_with('.'), "{said}");
    }
    site.close().await;
}

#[tokio::test]
async fn r40_the_latest_are_asked_for_by_the_day_they_were_created() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        site.save_many(20).await;
        let latest = site.json(&format!("{LIST}?page=1&per_page=4&fields=slug&sort=created_at")).await;
        let of =
            |numbers: &[u32]| json!(numbers.iter().map(|n| json!({"slug": slug(*n)})).collect::<Vec<_>>());
        assert_eq!(latest, of(&[20, 19, 18, 17]), "the last ones created are the first ones published");
        let published = site.json(&format!("{LIST}?page=1&per_page=4&fields=slug")).await;
        assert_eq!(published, of(&[1, 2, 3, 4]));
        let all = site.json(&format!("{LIST}?fields=slug&sort=created_at")).await;
        assert_eq!(all, of(&(1..=20).rev().collect::<Vec<_>>()), "in more than one step");
        site.close().await;
    }
}

#[tokio::test]
async fn r49_one_post_is_answered_by_slug_or_id_and_an_unknown_one_without_data() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        site.save(&with(post(1), |words| words.picture = Some(picture()))).await;
        site.save(&with(post(2), |words| words.draft = true)).await;
        site.until_listed(1).await;
        let by_slug = site.json(&format!("{LIST}/{}", slug(1))).await;
        let data = &by_slug["data"];
        assert_eq!(keys(data)[..11], FIELDS);
        assert_eq!(keys(data)[11..], ["picture", "updated_at", "checked_date"]);
        assert_eq!(data["picture"], serde_json::to_value(picture()).unwrap());
        assert_eq!(site.json(&format!("{LIST}/id-00001")).await, by_slug);
        for unknown in ["nothing", "post-00002", "id-00002", "a/b", "%ff"] {
            let answer = site.get(&format!("{LIST}/{unknown}")).await;
            assert!(answer.status() == StatusCode::NOT_FOUND, "{unknown}");
            assert!(answer.json::<Value>().await.unwrap().get("data").is_none());
        }
        let missing = site.get(&format!("{LIST}/nothing")).await;
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
        assert_eq!(missing.json::<Value>().await.unwrap(), json!({"message": "Blog not found"}));
        site.save(&with(post(1), |words| words.slug = "renamed".into())).await;
        let renamed = async || site.json(&format!("{LIST}/{}", slug(1))).await["data"]["slug"] == "renamed";
        until("the former slug leads on", renamed).await;
        site.close().await;
    }
}

#[tokio::test]
async fn r48_r49_a_call_is_packed_and_a_known_answer_is_not_sent_again() {
    let site = Site::open(sqlite()).await;
    site.save_many(12).await;
    for path in [LIST.to_owned(), format!("{LIST}/{}", slug(1)), format!("{LIST}?page=1&fields=slug")] {
        let ask = |name, value: String| site.client.get(site.url(&path)).header(name, value).send();
        let plain = site.get(&path).await;
        assert_eq!(plain.headers()["vary"], "accept-encoding", "{path}");
        let tag = plain.headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(ask("if-none-match", tag).await.unwrap().status(), StatusCode::NOT_MODIFIED);
        for coding in ["br", "gzip"] {
            let packed = ask("accept-encoding", coding.to_owned()).await.unwrap();
            assert_eq!(packed.headers()["content-encoding"], coding, "{path}");
        }
        let head = site.client.head(site.url(&path)).send().await.unwrap();
        assert_eq!(head.status(), StatusCode::OK);
        let posted = site.client.post(site.url(&path)).send().await.unwrap();
        assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    }
    site.close().await;
}

#[tokio::test]
async fn other_origins_may_call_where_they_are_named() {
    let env = [("AMWAJ_CORS_ORIGINS", "https://app.example.com, http://localhost:3000")];
    let site = Site::open_with(sqlite(), Clock::manual(NOW), &env).await;
    let from = |origin: &'static str| site.client.get(site.url(LIST)).header("origin", origin).send();
    let answer = from("http://localhost:3000").await.unwrap();
    let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_lowercase());
    assert_eq!(header("access-control-allow-origin").as_deref(), Some("http://localhost:3000"));
    assert_eq!(
        header("access-control-expose-headers").as_deref(),
        Some("x-total-count,etag,retry-after,x-request-id")
    );
    let vary: Vec<&str> =
        answer.headers().get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(vary.join(",").contains("origin"), "{vary:?}");
    let foreign = from("https://evil.example").await.unwrap();
    assert_eq!(
        (foreign.status(), foreign.headers().get("access-control-allow-origin")),
        (StatusCode::OK, None)
    );
    let asked = site.client.request(reqwest::Method::OPTIONS, site.url(LIST));
    let asked =
        asked.header("origin", "https://app.example.com").header("access-control-request-method", "GET");
    let preflight = asked.send().await.unwrap();
    assert_eq!(preflight.headers()["access-control-allow-origin"], "https://app.example.com");
    assert_eq!(preflight.headers()["access-control-allow-methods"], "GET,HEAD");
    site.close().await;
    let closed = Site::open(sqlite()).await;
    let asked = closed.client.get(closed.url(LIST)).header("origin", "https://app.example.com");
    assert_eq!(asked.send().await.unwrap().headers().get("access-control-allow-origin"), None);
    closed.close().await;
}
