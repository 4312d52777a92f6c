//! Search engines are told of what is new, changed, moved or gone, by a stand-in for IndexNow's endpoint.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use base::clock::Clock;
use serde_json::Value;
use site::indexnow::IndexNowSettings;
use site::indexnow::{IndexNow, Submission};
use storage::db::Db;

use crate::readers::harness::{NOW, ORIGIN, Site, post, until, with};
use engines::{every_engine, sqlite};

const KEY: &str = "3f9c2a7be1d04586";
/// Longer than changes are gathered for.
const GATHERED: Duration = Duration::from_secs(11);

#[derive(Clone, Default)]
struct Endpoint {
    posts: Arc<Mutex<Vec<Value>>>,
    answers: Arc<Mutex<VecDeque<StatusCode>>>,
}

impl Endpoint {
    async fn open(&self) -> String {
        let endpoint = self.clone();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let post = axum::routing::post(async move |axum::Json(post): axum::Json<Value>| {
            endpoint.posts.lock().expect("unpoisoned").push(post);
            let answer = endpoint.answers.lock().expect("unpoisoned").pop_front();
            answer.unwrap_or(StatusCode::ACCEPTED)
        });
        let app = axum::Router::new().route("/indexnow", post);
        tokio::spawn(async move { axum::serve(listener, app).await });
        format!("http://{address}/indexnow")
    }

    fn will_answer(&self, answers: &[StatusCode]) {
        self.answers.lock().expect("unpoisoned").extend(answers);
    }

    fn count(&self) -> usize {
        self.posts.lock().expect("unpoisoned").len()
    }

    /// The paths of the post of that number, sorted.
    fn paths(&self, number: usize) -> Vec<String> {
        let posts = self.posts.lock().expect("unpoisoned");
        let urls = posts[number]["urlList"].as_array().expect("a list").iter();
        let mut paths: Vec<String> =
            urls.map(|url| url.as_str().unwrap().strip_prefix(ORIGIN).expect("whole").to_owned()).collect();
        paths.sort();
        paths
    }
}

#[tokio::test]
async fn each_change_of_a_post_is_told_once_and_soon() {
    for engine in every_engine().await {
        let endpoint = Endpoint::default();
        let address = endpoint.open().await;
        let env = [("AMWAJ_INDEXNOW_KEY", KEY), ("AMWAJ_INDEXNOW_ENDPOINT", address.as_str())];
        let site = Site::open_with(engine, Clock::manual(NOW), &env).await;
        assert_eq!(site.text(&format!("/{KEY}.txt")).await, KEY);
        // Time stands still but in here: what comes is what the change before it owed.
        let told = async |number: usize| {
            // On a busy machine a change is noticed later: then the time passes once more.
            until(&format!("post {number}"), async || {
                tokio::time::sleep(Duration::from_millis(700)).await;
                site.clock.advance(GATHERED);
                tokio::time::sleep(Duration::from_millis(100)).await;
                endpoint.count() > number
            })
            .await;
            endpoint.paths(number)
        };
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let first = told(0).await;
        assert!(first.contains(&"/".to_owned()) && first.contains(&"/privacy".to_owned()), "{first:?}");
        {
            let posts = endpoint.posts.lock().unwrap();
            assert_eq!(
                (posts[0]["host"].as_str(), posts[0]["key"].as_str()),
                (Some("amwaj.example"), Some(KEY))
            );
            assert_eq!(posts[0]["keyLocation"], format!("{ORIGIN}/{KEY}.txt"));
        }
        // An import is one post; one of them is still to come.
        for number in [1, 2, 3] {
            site.save(&post(number)).await;
        }
        site.save(&with(post(4), |words| words.published_at = NOW + 3_600_000)).await;
        let published = ["/blogs", "/blogs/post-00001", "/blogs/post-00002", "/blogs/post-00003"];
        assert_eq!(told(1).await, published);
        let mut changed = post(1);
        changed.updated_at = NOW + 1;
        site.save(&changed).await;
        assert_eq!(told(2).await, ["/blogs", "/blogs/post-00001"]);
        let mut moved = with(post(2), |words| words.slug = "moved".into());
        moved.updated_at = post(2).updated_at;
        site.save(&moved).await;
        assert_eq!(told(3).await, ["/blogs/moved", "/blogs/post-00002"]);
        site.save(&with(post(3), |words| words.draft = true)).await;
        assert_eq!(told(4).await, ["/blogs/post-00003"]);
        site.clock.advance(Duration::from_secs(3600));
        assert_eq!(told(5).await, ["/blogs", "/blogs/post-00004"]);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        site.clock.advance(GATHERED * 10);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert_eq!(endpoint.count(), 6, "nothing is told twice");
        site.close().await;
    }
}

#[tokio::test]
async fn what_could_not_be_told_is_tried_again_later_and_later_and_one_server_tells_for_all() {
    for engine in every_engine().await {
        let endpoint = Endpoint::default();
        endpoint.will_answer(&[StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS]);
        let settings = IndexNowSettings { key: KEY.into(), endpoint: endpoint.open().await.parse().unwrap() };
        let db = Db::open(&engine.database).await.unwrap();
        let clock = Clock::manual(NOW);
        let server = || IndexNow::new(db.clone(), clock.clone(), settings.clone(), ORIGIN.into()).unwrap();
        let (mut one, mut other) = (server(), server());
        let listed = [("/".to_owned(), 5), ("/terms".to_owned(), 6)];
        assert_eq!(one.submit(&listed).await, Submission::NotBefore(NOW + 60_000));
        // The other one leaves it alone meanwhile.
        assert!(matches!(other.submit(&listed).await, Submission::NotBefore(_)));
        assert_eq!(endpoint.count(), 1);
        clock.advance(Duration::from_secs(60));
        assert_eq!(one.submit(&listed).await, Submission::NotBefore(NOW + 180_000), "twice as long");
        clock.advance(Duration::from_secs(120));
        let (mine, theirs) = tokio::join!(one.submit(&listed), other.submit(&listed));
        assert!(mine == Submission::All || theirs == Submission::All);
        assert_eq!((endpoint.count(), endpoint.paths(2)), (3, vec!["/".to_owned(), "/terms".to_owned()]));
        assert_eq!(
            (one.submit(&listed).await, other.submit(&listed).await),
            (Submission::All, Submission::All)
        );
        assert_eq!(endpoint.count(), 3);
        db.close().await.unwrap();
    }
}

#[tokio::test]
async fn without_a_key_nobody_is_told_and_no_key_is_shown() {
    let site = Site::open(sqlite()).await;
    assert_eq!(site.status(&format!("/{KEY}.txt")).await, 404);
    site.close().await;
}
