//! Reviews and brands that are marked as samples, until staff say that they are real.

use base::clock::Clock;
use desk::staff::roles::Role;

use crate::desk::harness::{TestDesk, Visitor};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

async fn page(who: &Visitor<'_>) -> String {
    who.get("/desk/site/page?at=/").await.text
}

#[tokio::test]
async fn a_sample_is_said_to_be_real_and_the_mark_goes_from_page_and_file_until_that_is_undone() {
    let content = folder();
    let file = content.path().join("testimonials.toml");
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let samples = |page: String| page.matches("class=\"sample\"").count();
    let marks = || std::fs::read_to_string(&file).expect("a file").matches("\nsample = true\n").count();
    let (shown, marked) = (samples(page(&layla).await), marks());
    assert!(shown > 3 && marked > 3);
    let piece = "testimonials.toml:testimonials.0.quote";
    let screen = layla.get(&format!("/desk/site?at=/&piece={piece}")).await.json()["screen"].clone();
    let pieces = screen["pieces"].as_array().expect("pieces");
    let item = &pieces.iter().find(|one| one["id"] == piece).expect("the review")["item"];
    assert_eq!(item["sample"], "testimonials.toml:testimonials.0", "{screen}");
    let fields = [("at", "/"), ("item", "testimonials.toml:testimonials.0"), ("action", "real")];
    layla.post("/desk/site/item", &fields).await;
    assert_eq!((samples(page(&layla).await), marks()), (shown - 1, marked - 1));
    layla.post("/desk/site/item", &fields).await;
    assert_eq!(marks(), marked - 1, "it is real already");
    let changes = layla.get("/desk/site?at=/").await.json()["screen"]["changes"].clone();
    let id = changes[0]["id"].to_string();
    layla.post("/desk/site/undo", &[("at", "/"), ("id", id.trim_matches('"'))]).await;
    assert_eq!((samples(page(&layla).await), marks()), (shown, marked));
}
