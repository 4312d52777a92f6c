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

fn screen(guard: &Guard, visitor: u64, message: &str, key: Option<&IdempotencyKey>) -> Screening {
    let own = ["I would like the Premium annual contract at AED 4,999 a year.".to_owned()];
    guard.screen(Some(Visitor(visitor)), &lead(message), key, BotSignals::default(), &own)
}

fn many() -> Screening {
    Screening::Quarantined(MANY_REQUESTS.to_owned())
}

#[test]
fn the_same_request_again_counts_no_second_time_and_gets_the_same_decision() {
    let (guard, clock) = guard();
    let key = IdempotencyKey::Given("k".into());
    for _ in 0..200 {
        assert_eq!(screen(&guard, 1, "first", Some(&key)), Screening::Passed);
    }
    for number in 0..4 {
        assert_eq!(screen(&guard, 1, &number.to_string(), None), Screening::Passed, "{number}");
    }
    let sixth = IdempotencyKey::Given("held".into());
    assert_eq!(screen(&guard, 1, "sixth", Some(&sixth)), many());
    clock.advance(Duration::from_secs(7200));
    assert_eq!(screen(&guard, 1, "sixth", Some(&sixth)), many(), "a second try does not free it");
    assert_eq!(screen(&guard, 2, "sixth", Some(&sixth)), many(), "nor from another address");
    assert_eq!(
        screen(&guard, 1, "other words", Some(&sixth)),
        Screening::Passed,
        "other words are another request"
    );
}

#[test]
fn the_same_words_without_a_key_are_the_same_request_for_an_hour() {
    let (guard, clock) = guard();
    for _ in 0..50 {
        assert_eq!(screen(&guard, 1, "again", Some(&IdempotencyKey::Content)), Screening::Passed);
    }
    clock.advance(Duration::from_secs(3600));
    for number in 0..4 {
        screen(&guard, 1, &number.to_string(), None);
    }
    assert_eq!(
        screen(&guard, 1, "again", Some(&IdempotencyKey::Content)),
        Screening::Passed,
        "the fifth of this hour"
    );
    assert_eq!(screen(&guard, 1, "more", Some(&IdempotencyKey::Content)), many());
}

#[test]
fn a_request_that_the_rate_limit_refused_is_screened_anew() {
    let (guard, clock) = guard();
    for number in 0..60 {
        screen(&guard, 1, &number.to_string(), None);
    }
    let key = IdempotencyKey::Given("k".into());
    assert_eq!(screen(&guard, 1, "real", Some(&key)), Screening::RateLimited(Duration::from_secs(30)));
    clock.advance(Duration::from_secs(600));
    assert_eq!(screen(&guard, 1, "real", Some(&key)), Screening::Passed);
}

#[test]
fn visitors_who_cannot_be_told_apart_are_not_rate_limited() {
    let (guard, _) = guard();
    for number in 0..500 {
        let lead = lead(&number.to_string());
        assert_eq!(guard.screen(None, &lead, None, BotSignals::default(), &[]), Screening::Passed);
        assert_eq!(guard.count_request(None), Ok(()));
    }
}

#[test]
fn a_long_text_from_five_addresses_within_the_hour_is_quarantined_and_the_forms_own_is_not() {
    let (guard, clock) = guard();
    for visitor in 1..5 {
        assert_eq!(screen(&guard, visitor, TEXT, None), Screening::Passed);
    }
    assert_eq!(screen(&guard, 1, TEXT, None), Screening::Passed, "the same address again");
    let other_figures = TEXT.replace("today", "today: 1234").to_uppercase();
    assert_eq!(
        screen(&guard, 5, &other_figures, None),
        Screening::Quarantined("the same text from several addresses".into())
    );
    clock.advance(Duration::from_secs(3600));
    assert_eq!(screen(&guard, 6, TEXT, None), Screening::Passed, "an hour later");
    for visitor in 10..30 {
        let prefilled = "I would like the Premium annual contract at AED 4,999 a year.";
        assert_eq!(screen(&guard, visitor, prefilled, None), Screening::Passed);
        assert_eq!(screen(&guard, visitor, "AC not cooling", None), Screening::Passed, "short ones");
    }
}

#[test]
fn one_visitor_cannot_fill_the_queue_and_permits_are_released() {
    let (guard, _) = guard();
    let somebody = Some(Visitor(1));
    let permits: Vec<StorePermit> =
        (0..MAX_CONCURRENT_PER_VISITOR).map(|_| guard.acquire_permit(somebody).expect("a permit")).collect();
    assert!(guard.acquire_permit(somebody).is_none());
    assert!(guard.acquire_permit(Some(Visitor(2))).is_some());
    drop(permits);
    assert!(guard.acquire_permit(somebody).is_some());
    assert!(guard.0.storing.lock().is_empty(), "nobody is remembered who is not there");
}
