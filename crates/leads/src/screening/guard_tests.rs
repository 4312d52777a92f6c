use super::*;
use crate::context::Context;
use crate::lead::Typed;

const TEXT: &str = "We clean water tanks in all of Dubai for the lowest price, ask us today.";

fn lead(message: &str) -> NewLead {
    lead_of("0501234567", message)
}

fn lead_of(phone: &str, message: &str) -> NewLead {
    let typed = Typed {
        name: "Aisha".into(),
        phone: phone.into(),
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
    guard.screen(Some(address(visitor)), &lead(message), key, BotSignals::default(), &own)
}

fn address(address: u64) -> Visitor {
    Visitor { address, wider: None }
}

const PASSED: Screening = Screening::Passed(StaffNotice::Mail);
const MARKED: Screening = Screening::Passed(StaffNotice::MarkedMail);
const SUMMED_UP: Screening = Screening::Passed(StaffNotice::Summary);

#[test]
fn the_same_request_again_counts_no_second_time_and_gets_the_same_decision() {
    let (guard, clock) = guard();
    let key = IdempotencyKey::Given("k".into());
    for _ in 0..200 {
        assert_eq!(screen(&guard, 1, "first", Some(&key)), PASSED);
    }
    for number in 0..4 {
        assert_eq!(screen(&guard, 1, &number.to_string(), None), PASSED, "{number}");
    }
    let sixth = IdempotencyKey::Given("marked".into());
    assert_eq!(screen(&guard, 1, "sixth", Some(&sixth)), MARKED);
    clock.advance(Duration::from_secs(7200));
    assert_eq!(screen(&guard, 1, "sixth", Some(&sixth)), MARKED, "a second try does not unmark it");
    assert_eq!(screen(&guard, 2, "sixth", Some(&sixth)), MARKED, "nor from another address");
    assert_eq!(screen(&guard, 1, "other words", Some(&sixth)), PASSED, "other words are another request");
}

#[test]
fn the_same_words_without_a_key_are_the_same_request_for_an_hour() {
    let (guard, clock) = guard();
    for _ in 0..50 {
        assert_eq!(screen(&guard, 1, "again", Some(&IdempotencyKey::Content)), PASSED);
    }
    clock.advance(Duration::from_secs(3600));
    for number in 0..4 {
        screen(&guard, 1, &number.to_string(), None);
    }
    assert_eq!(screen(&guard, 1, "again", Some(&IdempotencyKey::Content)), PASSED, "the fifth of this hour");
    assert_eq!(screen(&guard, 1, "more", Some(&IdempotencyKey::Content)), MARKED);
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
    assert_eq!(screen(&guard, 1, "real", Some(&key)), PASSED);
}

fn post(guard: &Guard, visitor: u64, phone: &str, message: &str) -> Screening {
    guard.screen(Some(address(visitor)), &lead_of(phone, message), None, BotSignals::default(), &[])
}

#[test]
fn beyond_the_budget_of_marked_mails_a_request_is_summed_up_and_an_emergency_is_mailed_all_the_same() {
    let (guard, clock) = guard();
    let posts = |count: u64| -> Vec<Screening> {
        (0..count).map(|number| post(&guard, 1, &format!("050 {number:07}"), "The tap drips")).collect()
    };
    assert_eq!(posts(5), [PASSED; 5]);
    assert_eq!(posts(30), [MARKED; 30]);
    assert_eq!(posts(2), [SUMMED_UP; 2]);
    assert_eq!(post(&guard, 1, "050", "No power in the whole villa, baby at home"), MARKED);
    assert_eq!(post(&guard, 2, "050", "another address"), PASSED);
    clock.advance(Duration::from_secs(120));
    for number in 0..6 {
        post(&guard, 2, &number.to_string(), "m");
    }
    assert_eq!(posts(3), [PASSED, PASSED, SUMMED_UP], "the budget is one for all addresses");
}

#[test]
fn in_a_day_of_one_abusive_address_each_of_its_neighbours_is_mailed_at_once() {
    let (guard, clock) = guard();
    let mut mails_of_the_bot = 0;
    for minute in 0..24 * 60 {
        clock.advance(Duration::from_secs(60));
        for _ in 0..10 {
            let decision = post(&guard, 1, "0501234567", &minute.to_string());
            mails_of_the_bot += usize::from(matches!(decision, PASSED | MARKED));
        }
        if minute % 30 == 0 {
            let neighbour = post(&guard, 1, &format!("055 {minute:07}"), "The tap drips");
            assert!(matches!(neighbour, PASSED | MARKED), "{minute}: {neighbour:?}");
        }
    }
    assert!(mails_of_the_bot < 150, "{mails_of_the_bot}");
}

#[test]
fn a_neighbour_with_another_number_is_taken_while_a_flood_of_one_number_is_refused() {
    let (guard, _) = guard();
    for number in 0..200 {
        post(&guard, 1, "0501234567", &number.to_string());
    }
    assert!(matches!(post(&guard, 1, "0501234567", "more"), Screening::RateLimited(_)));
    assert_eq!(post(&guard, 1, "055 765 4321", "The tap drips"), MARKED);
}

#[test]
fn visitors_who_cannot_be_told_apart_are_not_rate_limited() {
    let (guard, _) = guard();
    for number in 0..500 {
        let lead = lead(&number.to_string());
        assert_eq!(guard.screen(None, &lead, None, BotSignals::default(), &[]), PASSED);
        assert_eq!(guard.count_request(None), Ok(()));
    }
}

#[test]
fn a_long_text_from_five_addresses_within_the_hour_is_quarantined_and_the_forms_own_is_not() {
    let (guard, clock) = guard();
    for visitor in 1..5 {
        assert_eq!(screen(&guard, visitor, TEXT, None), PASSED);
    }
    assert_eq!(screen(&guard, 1, TEXT, None), PASSED, "the same address again");
    let other_figures = TEXT.replace("today", "today: 1234").to_uppercase();
    assert_eq!(
        screen(&guard, 5, &other_figures, None),
        Screening::Quarantined("the same text from several addresses".into())
    );
    clock.advance(Duration::from_secs(3600));
    assert_eq!(screen(&guard, 6, TEXT, None), PASSED, "an hour later");
    for visitor in 10..30 {
        let prefilled = "I would like the Premium annual contract at AED 4,999 a year.";
        assert_eq!(screen(&guard, visitor, prefilled, None), PASSED);
        assert_eq!(screen(&guard, visitor, "AC not cooling", None), PASSED, "short ones");
    }
}

#[test]
fn one_visitor_cannot_fill_the_queue_and_permits_are_released() {
    let (guard, _) = guard();
    let (somebody, one) = (Some(address(1)), lead("one number"));
    let acquire = |lead: &NewLead| guard.acquire_permit(somebody, lead);
    let permits: Vec<StorePermit> =
        (0..MAX_CONCURRENT_PER_NUMBER).map(|_| acquire(&one).expect("a permit")).collect();
    assert!(acquire(&one).is_none());
    let rest = MAX_CONCURRENT_PER_NUMBER..MAX_CONCURRENT_PER_VISITOR;
    let others: Vec<StorePermit> =
        rest.map(|number| acquire(&lead_of(&number.to_string(), "m")).expect("a permit")).collect();
    assert!(acquire(&lead_of("055 765 4321", "m")).is_none(), "far more than a network sends at one moment");
    assert!(guard.acquire_permit(Some(address(2)), &one).is_some());
    drop((permits, others));
    assert!(acquire(&one).is_some());
    assert!(guard.0.storing.lock().is_empty(), "nobody is remembered who is not there");
}
