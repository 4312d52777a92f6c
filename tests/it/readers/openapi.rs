//! `docs/openapi.json` says what a running server answers: every answer that it describes is asked for, and holds.

use std::collections::BTreeSet;

use jsonschema::Validator;
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::readers::harness::{Site, picture, post, slug, with};
use engines::sqlite;

const LIST: &str = "/admin/front/blogs";
const ONE: &str = "/admin/front/blogs/{name}";
const SEND: &str = "/sendMail.php";

fn document() -> Value {
    serde_json::from_str(include_str!("../../../docs/openapi.json")).expect("JSON")
}

/// Checks against a schema of the document, which may refer to its components.
fn validator(schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = document()["components"].clone();
    jsonschema::draft202012::new(&whole).expect("a schema")
}

fn named(name: &str) -> Validator {
    validator(&json!({ "$ref": format!("#/components/schemas/{name}") }))
}

/// The answers that the document describes, as `get /path 200`.
fn described() -> BTreeSet<String> {
    let document = document();
    let mut all = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                all.insert(format!("{method} {path} {status}"));
            }
        }
    }
    all
}

/// Asks, and holds the answer against what is described for its status.
async fn check(met: &mut BTreeSet<String>, method: &str, path: &str, status: u16, request: RequestBuilder) {
    let answer: Response = request.send().await.expect("an answer");
    assert_eq!(answer.status(), status, "{method} {path}");
    let said = document()["paths"][path][method]["responses"][status.to_string()].clone();
    assert!(said.is_object(), "{method} {path} answers {status}, which is not described");
    for name in said["headers"].as_object().into_iter().flat_map(|headers| headers.keys()) {
        assert!(answer.headers().contains_key(name), "{method} {path} {status} lacks {name}");
    }
    if let Some(content) = said["content"].as_object() {
        let kind = answer.headers()["content-type"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let schema = &content.get(&kind).unwrap_or_else(|| panic!("{method} {path} {status} came as {kind}"))
            ["schema"];
        let body = answer.text().await.unwrap();
        let body =
            if kind == "application/json" { serde_json::from_str(&body).unwrap() } else { json!(body) };
        if let Err(error) = validator(schema).validate(&body) {
            panic!("{method} {path} {status}: {error} at {}", error.instance_path());
        }
    }
    met.insert(format!("{method} {path} {status}"));
}

#[tokio::test]
async fn r44_r48_r49_every_answer_is_as_the_openapi_file_says() {
    let site = Site::open(sqlite()).await;
    site.save(&with(post(2), |words| words.picture = Some(picture()))).await;
    site.save_many(1).await;
    let get = |path: &str| site.client.get(site.url(path));
    let mut met = BTreeSet::new();
    let known = |path: &str| {
        let request = get(path);
        async move { request.send().await.unwrap().headers()["etag"].clone() }
    };
    let one = format!("{LIST}/{}", slug(2));
    for query in ["", "?page=1", "?fields=picture,summary", "?per_page=1&fields=id&sort=created_at"] {
        check(&mut met, "get", LIST, 200, get(&format!("{LIST}{query}"))).await;
    }
    check(&mut met, "get", LIST, 304, get(LIST).header("if-none-match", known(LIST).await)).await;
    check(&mut met, "get", LIST, 400, get(&format!("{LIST}?page=0"))).await;
    check(&mut met, "get", ONE, 200, get(&one)).await;
    check(&mut met, "get", ONE, 200, get(&format!("{LIST}/{}", slug(1)))).await;
    check(&mut met, "get", ONE, 304, get(&one).header("if-none-match", known(&one).await)).await;
    check(&mut met, "get", ONE, 404, get(&format!("{LIST}/nothing"))).await;

    let lead =
        json!({"name": "Huda", "phone": "050 123 4567", "service": "Plumbing Services", "message": ""});
    assert!(named("Request").is_valid(&lead) && named("Form").is_valid(&lead));
    let post = || site.client.post(site.url(SEND));
    let form =
        |text: &'static str| post().header("content-type", "application/x-www-form-urlencoded").body(text);
    check(&mut met, "post", SEND, 200, post().header("idempotency-key", "a").json(&lead)).await;
    check(&mut met, "post", SEND, 200, form("name=Huda&phone=050&service=Painting&message=")).await;
    check(&mut met, "post", SEND, 400, post().body("{")).await;
    let foreign = form("name=Huda&phone=050&service=Painting").header("sec-fetch-site", "cross-site");
    check(&mut met, "post", SEND, 403, foreign).await;
    let other = json!({"name": "Omar", "phone": "050 123 4567", "service": "Painting"});
    check(&mut met, "post", SEND, 409, post().header("idempotency-key", "a").json(&other)).await;
    check(&mut met, "post", SEND, 413, post().body("x".repeat(200 * 1024))).await;
    check(&mut met, "post", SEND, 415, post().header("content-type", "application/xml").body("<a/>")).await;
    check(&mut met, "post", SEND, 422, post().json(&json!({"name": "Huda"}))).await;
    check(&mut met, "post", SEND, 422, form("name=Huda")).await;

    site.execute("ALTER TABLE post RENAME TO post_away").await;
    site.execute("ALTER TABLE lead RENAME TO lead_away").await;
    check(&mut met, "get", LIST, 503, get(&format!("{LIST}?page=77"))).await;
    check(&mut met, "get", ONE, 503, get(&format!("{LIST}/{}", slug(77)))).await;
    check(&mut met, "post", SEND, 503, post().json(&lead)).await;
    // More than one visitor ever has to say.
    let of_one = |request: reqwest::RequestBuilder| request.header("x-forwarded-for", "203.0.113.7");
    for _ in 0..60 {
        of_one(post()).json(&lead).send().await.unwrap();
    }
    check(&mut met, "post", SEND, 429, of_one(post()).json(&lead)).await;
    let again = form("name=Huda&phone=050+123+4567&service=Painting&message=x");
    check(&mut met, "post", SEND, 429, of_one(again)).await;
    assert_eq!(met, described(), "the file describes what nobody met");
    site.close().await;
}

#[tokio::test]
async fn r48_r49_a_field_that_is_missing_extra_or_of_another_type_would_be_noticed() {
    let site = Site::open(sqlite()).await;
    site.save(&with(post(1), |words| words.picture = Some(picture()))).await;
    site.until_listed(1).await;
    let entry = site.json(LIST).await[0].clone();
    let one = site.json(&format!("{LIST}/{}", slug(1))).await;
    let cases = [("Post", entry, ""), ("OnePost", one.clone(), "/data"), ("OnePost", one, "/data/picture")];
    for (schema, sound, at) in cases {
        let validator = named(schema);
        assert!(validator.is_valid(&sound), "{schema}");
        let object = sound.pointer(at).unwrap().as_object().unwrap().clone();
        for field in object.keys() {
            let mut missing = sound.clone();
            missing.pointer_mut(at).unwrap().as_object_mut().unwrap().remove(field);
            assert!(!validator.is_valid(&missing), "{schema}{at} without {field}");
            let mut other = sound.clone();
            other.pointer_mut(at).unwrap()[field] = json!(["another type"]);
            assert!(!validator.is_valid(&other), "{schema}{at} with another {field}");
        }
        let mut extra = sound.clone();
        extra.pointer_mut(at).unwrap()["original"] = json!("not for readers");
        assert!(!validator.is_valid(&extra), "{schema}{at}");
    }
    site.close().await;
}
