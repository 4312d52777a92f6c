//! The document in which the browser draws every screen.

use base::clock::Clock;
use desk::ROUTES;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::TestDesk;
use crate::requests::harness::NOW;

#[tokio::test]
async fn who_opens_a_screen_gets_one_document_that_is_the_same_for_everybody() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    let stranger = desk.anybody();
    let document = owner.page("/desk/").await;
    assert!(document.text.starts_with("<!doctype html>"), "{}", document.text);
    for route in ROUTES.iter().filter(|route| route.is_screen) {
        for who in [&owner, &stranger] {
            let page = who.page(route.path).await;
            assert_eq!((page.status, &page.text), (StatusCode::OK, &document.text), "{}", route.path);
        }
    }
    let policy = document.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("script-src 'self' 'sha256-") && !policy.contains("unsafe"), "{policy}");
}
