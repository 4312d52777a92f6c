use super::*;
use crate::context::Context;
use crate::lead::Typed;

const TEXT: &str = "We clean water tanks in all of Dubai for the lowest price, ask us today.";

fn lead(message: &str) -> NewLead {
    let typed = Typed {
        name: "Aisha".into(),
        phone: "0501234567".into(),
        service: "Plumbing Services".into(),
        message: message.into(),
    };
    NewLead::parse(typed, Context::default()).expect("a lead")
}

fn guard() -> (Guard, Clock) {
    let clock = Clock::manual(0);
    (Guard::new(Vec::new(), clock.clone(), &Random::scripted(1)), clock)
}

fn judge(guard: &Guard, visitor: u64, message: &str, key: Option<&Key>) -> Verdict {
    let own = ["I would like the Premium annual contract at AED 4,999 a year.".to_owned()];
    guard.judge(Some(Visitor(visitor)), &lead(message), key, BotSignals::default(), &own)
}

fn many() -> Verdict {
    Verdict::Hold(MANY.to_owned())
}

#[test]
fn the_same_request_again_counts_no_second_time_and_is_decided_as_before() {
    let (guard, clock) = guard();
    let key = Key::Given("k".into());
    for _ in 0..200 {
        assert_eq!(judge(&guard, 1, "first", Some(&key)), Verdict::Pass);
    }
    for number in 0..4 {
        assert_eq!(judge(&guard, 1, &number.to_string(), None), Verdict::Pass, "{number}");
    }
    let held = Key::Given("held".into());
    assert_eq!(judge(&guard, 1, "sixth", Some(&held)), many());
    clock.advance(Duration::from_secs(7200));
    assert_eq!(judge(&guard, 1, "sixth", Some(&held)), many(), "a second try does not free it");
    assert_eq!(judge(&guard, 2, "sixth", Some(&held)), many(), "nor from another address");
    assert_eq!(
        judge(&guard, 1, "other words", Some(&held)),
        Verdict::Pass,
        "other words are another request"
    );
}

#[test]
fn the_same_words_without_a_key_are_the_same_request_for_an_hour() {
    let (guard, clock) = guard();
    for _ in 0..50 {
        assert_eq!(judge(&guard, 1, "again", Some(&Key::Content)), Verdict::Pass);
    }
    clock.advance(Duration::from_secs(3600));
    for number in 0..4 {
        judge(&guard, 1, &number.to_string(), None);
    }
    assert_eq!(judge(&guard, 1, "again", Some(&Key::Content)), Verdict::Pass, "the fifth of this hour");
    assert_eq!(judge(&guard, 1, "more", Some(&Key::Content)), many());
}

#[test]
fn a_request_that_was_refused_in_a_flood_is_looked_at_anew() {
    let (guard, clock) = guard();
    for number in 0..60 {
        judge(&guard, 1, &number.to_string(), None);
    }
    let key = Key::Given("k".into());
    assert_eq!(judge(&guard, 1, "real", Some(&key)), Verdict::Flood(Duration::from_secs(30)));
    clock.advance(Duration::from_secs(600));
    assert_eq!(judge(&guard, 1, "real", Some(&key)), Verdict::Pass);
}

#[test]
fn who_cannot_be_told_apart_is_never_too_many() {
    let (guard, _) = guard();
    for number in 0..500 {
        let lead = lead(&number.to_string());
        assert_eq!(guard.judge(None, &lead, None, BotSignals::default(), &[]), Verdict::Pass);
        assert_eq!(guard.knock(None), Ok(()));
    }
}

#[test]
fn a_long_text_from_five_addresses_within_the_hour_is_held_and_the_forms_own_is_not() {
    let (guard, clock) = guard();
    for visitor in 1..5 {
        assert_eq!(judge(&guard, visitor, TEXT, None), Verdict::Pass);
    }
    assert_eq!(judge(&guard, 1, TEXT, None), Verdict::Pass, "the same address again");
    let other_figures = TEXT.replace("today", "today: 1234").to_uppercase();
    assert_eq!(
        judge(&guard, 5, &other_figures, None),
        Verdict::Hold("the same text from several addresses".into())
    );
    clock.advance(Duration::from_secs(3600));
    assert_eq!(judge(&guard, 6, TEXT, None), Verdict::Pass, "an hour later");
    for visitor in 10..30 {
        let wish = "I would like the Premium annual contract at AED 4,999 a year.";
        assert_eq!(judge(&guard, visitor, wish, None), Verdict::Pass);
        assert_eq!(judge(&guard, visitor, "AC not cooling", None), Verdict::Pass, "short ones");
    }
}

#[test]
fn one_visitor_fills_no_queue_and_places_are_given_back() {
    let (guard, _) = guard();
    let somebody = Some(Visitor(1));
    let places: Vec<Place> = (0..AT_ONCE).map(|_| guard.enter(somebody).expect("a place")).collect();
    assert!(guard.enter(somebody).is_none());
    assert!(guard.enter(Some(Visitor(2))).is_some());
    drop(places);
    assert!(guard.enter(somebody).is_some());
    assert!(locked(&guard.0.inside).is_empty(), "nobody is remembered who is not there");
}
