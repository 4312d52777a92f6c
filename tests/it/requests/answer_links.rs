//! The links in a lead's mail by which staff say how it went: a look leaves it unchanged, a tap says it once.

use std::net::SocketAddr;

use base::clock::Clock;
use base::random::Random;
use leads::staff::answer_links::{AnswerLinks, LazyAnswerLinks};
use leads::staff::answer_page;
use leads::{LeadOutcome, Stage};
use reqwest::{Client, StatusCode};
use storage::db::Db;

use crate::requests::harness::{NOW, Site, lead, read};
use engines::every_engine;

/// The pages behind the links, on a port of their own.
async fn serve(site: &Site) -> AnswerLinks {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address: SocketAddr = listener.local_addr().expect("an address");
    let own = format!("http://{address}/").parse().expect("an address");
    let links = LazyAnswerLinks::new(site.db.clone(), Random::system(), own);
    let router = answer_page::router(site.db.clone(), site.clock.clone(), links.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    links.get().await.expect("a key").clone()
}

async fn stage(db: &Db) -> String {
    let row = sea_orm::Statement::from_string(db.backend(), "SELECT stage FROM lead");
    let row = sea_orm::ConnectionTrait::query_one_raw(db.reader(), row).await.expect("a query");
    row.expect("a lead").try_get_by_index(0).expect("a text")
}

async fn get(client: &Client, url: &str) -> (StatusCode, String) {
    read(client.get(url).send().await.expect("an answer")).await
}

#[tokio::test]
async fn staff_say_how_a_request_went_by_a_link_in_its_mail() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let links = serve(&site).await;
        let LeadOutcome::Stored { reference, .. } = site.queue.store(lead(7), None).await else {
            panic!("not stored");
        };
        let called = links.url(&reference, Stage::Contacted);
        let (status, asked) = get(&site.client, &called).await;
        assert_eq!(status, StatusCode::OK);
        assert!(asked.contains("Called back?") && asked.contains("<button>"), "{asked}");
        assert!(!asked.contains("Visitor"), "whoever finds the link learns no name");
        assert_eq!(stage(&site.db).await, "new", "a program that looks into mails changes nothing");

        let posted = site.client.post(&called).send().await.expect("an answer");
        assert_eq!(posted.status(), StatusCode::SEE_OTHER);
        assert_eq!(stage(&site.db).await, "contacted");
        let (_, said) = get(&site.client, &called).await;
        assert!(said.contains("You said so on") && !said.contains("<button>"), "{said}");

        site.client.post(links.url(&reference, Stage::Booked)).send().await.expect("an answer");
        site.client.post(&called).send().await.expect("an answer");
        assert_eq!(stage(&site.db).await, "booked", "a link that was used says nothing again");

        let forged = called.replace("/contacted/", "/lost/");
        assert_eq!(get(&site.client, &forged).await.0, StatusCode::NOT_FOUND);
        let posted = site.client.post(&forged).send().await.expect("an answer");
        assert_eq!((posted.status(), stage(&site.db).await.as_str()), (StatusCode::NOT_FOUND, "booked"));
        // Another server on the same database knows the same links.
        let (random, address) = (Random::system(), called.parse().expect("an address"));
        let other = AnswerLinks::load(&site.db, &random, address).await.expect("a key");
        let own = other.url(&reference, Stage::Lost);
        assert_eq!(own, links.url(&reference, Stage::Lost));
        site.queue.close().await;
    }
}
