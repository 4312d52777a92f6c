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
    (Guard::new(Vec::new(), clock.clone()), clock)
}

fn screen(guard: &Guard, visitor: u64, message: &str, key: Option<&IdempotencyKey>) -> Screening {
    let own = ["I would like the Premium annual contract at AED 4,999 a year.".to_owned()];
    guard.screen(Some(Visitor(visitor)), &lead(message), key, BotSignals::default(), &own)
}

fn post(guard: &Guard, visitor: u64, phone: &str, message: &str) -> Screening {
    guard.screen(Some(Visitor(visitor)), &lead_of(phone, message), None, BotSignals::default(), &[])
}

/// The number of requests that are taken, and of those with a mail of their own.
fn taken_and_mailed(screened: impl Iterator<Item = Screening>) -> (usize, usize) {
    screened.fold((0, 0), |(taken, mailed), screening| match screening {
        MAILED => (taken + 1, mailed + 1),
        SUMMED_UP => (taken + 1, mailed),
        _ => (taken, mailed),
    })
}

const MAILED: Screening = Screening::Passed(StaffNotice::Mail);
const SUMMED_UP: Screening = Screening::Passed(StaffNotice::Summary);
const EMERGENCY: &str = "URGENT no power in the whole villa, baby at home";

#[test]
fn the_same_request_again_counts_no_second_time_and_gets_the_same_decision() {
    let (guard, clock) = guard();
    let key = IdempotencyKey::Given("k".into());
    for _ in 0..200 {
        assert_eq!(screen(&guard, 1, "first", Some(&key)), MAILED);
    }
    for number in 0..7 {
        assert_eq!(screen(&guard, 1, &number.to_string(), None), MAILED, "{number}");
    }
    let ninth = IdempotencyKey::Given("ninth".into());
    assert_eq!(screen(&guard, 1, "ninth", Some(&ninth)), SUMMED_UP);
    clock.advance(Duration::from_secs(7200));
    assert_eq!(screen(&guard, 1, "ninth", Some(&ninth)), SUMMED_UP, "a second try changes nothing");
    assert_eq!(screen(&guard, 2, "ninth", Some(&ninth)), SUMMED_UP, "nor from another network");
    assert_eq!(screen(&guard, 1, "other words", Some(&ninth)), MAILED, "other words are another request");
}

#[test]
fn the_same_words_without_a_key_are_the_same_request_for_an_hour() {
    let (guard, clock) = guard();
    for number in 0..8 {
        screen(&guard, 1, &number.to_string(), None);
    }
    for _ in 0..50 {
        assert_eq!(screen(&guard, 1, "again", Some(&IdempotencyKey::Content)), SUMMED_UP);
    }
    clock.advance(Duration::from_secs(3600));
    assert_eq!(screen(&guard, 1, "again", Some(&IdempotencyKey::Content)), MAILED);
}

#[test]
fn a_request_that_was_refused_in_a_flood_is_screened_anew() {
    let (guard, clock) = guard();
    for number in 0..60 {
        screen(&guard, 1, &number.to_string(), None);
    }
    let key = IdempotencyKey::Given("k".into());
    assert_eq!(screen(&guard, 1, "real", Some(&key)), Screening::RateLimited(Duration::from_secs(30)));
    clock.advance(Duration::from_secs(600));
    assert_eq!(screen(&guard, 1, "real", Some(&key)), MAILED);
}

#[test]
fn in_a_day_of_a_bot_with_one_number_each_of_its_neighbours_is_mailed_at_once() {
    let (guard, clock) = guard();
    let mut bot = Vec::new();
    for minute in 0..24 * 60 {
        clock.advance(Duration::from_secs(60));
        bot.extend((0..10).map(|number| post(&guard, 1, "0501234567", &format!("{minute} {number}"))));
        if minute % 3 == 0 {
            assert_eq!(post(&guard, 1, &format!("055 {minute:07}"), "The tap drips"), MAILED, "{minute}");
        }
    }
    let (taken, mailed) = taken_and_mailed(bot.into_iter());
    assert!(taken <= 60 + 24 * 120, "{taken}");
    assert!(mailed <= 5 + 24 * 12 + 3 + 24 * 3, "{mailed}");
}

#[test]
fn while_a_bot_has_many_numbers_whoever_comes_from_another_network_is_mailed_at_once() {
    let (guard, clock) = guard();
    let mut bot = Vec::new();
    for second in 0..3600 {
        clock.advance(Duration::from_secs(1));
        bot.push(post(&guard, 1, &format!("056 {second:07}"), "The tap drips"));
        if second % 30 == 0 {
            let network = 1_000 + second;
            assert_eq!(
                post(&guard, network, &format!("055 {second:07}"), "The tap drips"),
                MAILED,
                "{second}"
            );
        }
    }
    let (taken, mailed) = taken_and_mailed(bot.into_iter());
    assert!((590..=600).contains(&taken), "{taken} rows in an hour");
    assert!((70..=77).contains(&mailed), "{mailed} mails in an hour");
}

#[test]
fn an_emergency_is_mailed_at_once_whatever_its_neighbours_do_and_takes_no_mail_from_them() {
    let (guard, _) = guard();
    for number in 0..50 {
        assert_eq!(post(&guard, 1, &format!("050 {number:07}"), EMERGENCY), MAILED);
    }
    for number in 0..100 {
        let screened = post(&guard, 1, &format!("056 {number:07}"), "The tap drips");
        assert_eq!(screened, if number < 35 { MAILED } else { SUMMED_UP }, "{number}");
    }
    assert_eq!(post(&guard, 1, "055 765 4321", EMERGENCY), MAILED);
}

#[test]
fn a_neighbour_with_another_number_is_taken_while_a_flood_of_one_number_is_refused() {
    let (guard, _) = guard();
    for number in 0..1_000 {
        post(&guard, 1, "0501234567", &number.to_string());
    }
    assert!(matches!(post(&guard, 1, "0501234567", "more"), Screening::RateLimited(_)));
    assert_eq!(post(&guard, 1, "055 765 4321", "The tap drips"), MAILED);
}

#[test]
fn spam_and_mistakes_take_no_mail_from_anybody() {
    let (guard, _) = guard();
    let trapped = BotSignals { honeypot_filled: true, ..BotSignals::default() };
    for number in 0..50 {
        let spam = guard.screen(Some(Visitor(1)), &lead(&number.to_string()), None, trapped, &[]);
        assert!(matches!(spam, Screening::Quarantined(_)));
        assert_eq!(guard.count_request(Some(Visitor(1))), Ok(()));
    }
    let clean = (0..35).map(|number| post(&guard, 1, &format!("055 {number:07}"), "The tap drips"));
    assert_eq!(taken_and_mailed(clean), (35, 35));
}

#[test]
fn visitors_who_cannot_be_told_apart_are_not_rate_limited() {
    let (guard, _) = guard();
    for number in 0..500 {
        let lead = lead(&number.to_string());
        assert_eq!(guard.screen(None, &lead, None, BotSignals::default(), &[]), MAILED);
        assert_eq!(guard.count_request(None), Ok(()));
    }
}

#[test]
fn a_long_text_from_five_addresses_within_the_hour_is_quarantined_and_the_forms_own_is_not() {
    let (guard, clock) = guard();
    for visitor in 1..5 {
        assert_eq!(screen(&guard, visitor, TEXT, None), MAILED);
    }
    assert_eq!(screen(&guard, 1, TEXT, None), MAILED, "the same address again");
    let other_figures = TEXT.replace("today", "today: 1234").to_uppercase();
    assert_eq!(
        screen(&guard, 5, &other_figures, None),
        Screening::Quarantined("the same text from several addresses".into())
    );
    clock.advance(Duration::from_secs(3600));
    assert_eq!(screen(&guard, 6, TEXT, None), MAILED, "an hour later");
    for visitor in 10..30 {
        let prefilled = "I would like the Premium annual contract at AED 4,999 a year.";
        assert_eq!(screen(&guard, visitor, prefilled, None), MAILED);
        assert_eq!(screen(&guard, visitor, "AC not cooling", None), MAILED, "short ones");
    }
}

#[test]
fn one_visitor_cannot_fill_the_queue_and_permits_are_released() {
    let (guard, _) = guard();
    let (somebody, one) = (Some(Visitor(1)), lead("one number"));
    let acquire = |lead: &NewLead| guard.acquire_permit(somebody, lead);
    let permits: Vec<StorePermit> =
        (0..MAX_CONCURRENT_PER_NUMBER).map(|_| acquire(&one).expect("a permit")).collect();
    assert!(acquire(&one).is_none());
    let rest = MAX_CONCURRENT_PER_NUMBER..MAX_CONCURRENT_PER_VISITOR;
    let others: Vec<StorePermit> =
        rest.map(|number| acquire(&lead_of(&number.to_string(), "m")).expect("a permit")).collect();
    assert!(acquire(&lead_of("055 765 4321", "m")).is_none(), "far more than a network sends at one moment");
    assert!(guard.acquire_permit(Some(Visitor(2)), &one).is_some());
    drop((permits, others));
    assert!(acquire(&one).is_some());
    assert!(guard.0.storing.lock().is_empty(), "nobody is remembered who is not there");
}
