//! Fields that make a lead, and invalid ones (R43, R44, R47).

use proptest::prelude::*;

use super::*;

fn typed(name: &str, phone: &str, service: &str, message: &str) -> Typed {
    Typed { name: name.into(), phone: phone.into(), service: service.into(), message: message.into() }
}

fn parse(typed: Typed) -> Result<NewLead, InvalidLead> {
    NewLead::parse(typed, Context::default())
}

#[test]
fn r43_the_six_services_are_those_of_the_form() {
    assert_eq!(SERVICES.len(), 6);
    for service in SERVICES {
        assert!(parse(typed("Aisha", "050", service, "")).is_ok());
    }
}

#[test]
fn r44_blank_fields_are_missing_whatever_the_blank_is_made_of() {
    for blank in ["", " ", "\t\r\n", "\u{00A0}", "\u{3000}", "\u{200B}\u{FEFF}", "\u{202E}", "\u{2800}", "\0"]
    {
        let refusal = parse(typed(blank, blank, blank, "hello")).unwrap_err();
        let all = vec![LeadField::Name, LeadField::Phone, LeadField::Service];
        assert_eq!(refusal, InvalidLead::Missing(all), "{blank:?}");
        assert_eq!(refusal.to_string(), "Please fill in all required fields.");
    }
    assert!(parse(typed("A", "0", "x", "")).is_ok(), "the message is optional");
}

#[test]
fn r47_bounds_count_characters_not_bytes_and_the_bound_itself_is_allowed() {
    for field in LeadField::ALL {
        let mut lead = typed("Aisha", "0501234567", "Plumbing Services", "");
        *lead.get_mut(field) = "ش".repeat(field.max_chars());
        assert!(parse(lead.clone()).is_ok(), "{field:?} at its bound");
        lead.get_mut(field).push('ش');
        assert_eq!(parse(lead).unwrap_err(), InvalidLead::TooLong(field));
    }
}

#[test]
fn r47_fields_are_kept_exactly_as_typed() {
    let given = typed("  Zoë\tO'Neil ", "+٩٧١ ٥٠ ١٢٣ ٤٥٦٧", "Roof garden", "<b>\r\n=1+1\u{202E}");
    let lead = parse(given.clone()).expect("a lead");
    assert_eq!(lead.typed(), &given);
    assert_eq!(lead.phone_e164(), Some("+971501234567"));
}

#[test]
fn r47_a_nul_is_refused_with_a_sentence_of_its_own() {
    let refusal = parse(typed("Ai\0sha", "050", "x", "")).unwrap_err();
    assert_eq!(refusal.to_string(), "The name contains a NUL character, which cannot be kept.");
}

#[test]
fn the_context_is_cut_and_never_invalid() {
    let context = Context {
        page: Some("/x\0\r\n".to_owned() + &"y".repeat(5_000)),
        language: Some("\u{200B}".into()),
        gclid: Some("g".repeat(301)),
        ..Context::default()
    };
    let lead = NewLead::parse(typed("A", "0", "x", ""), context).expect("a lead");
    let kept = lead.context();
    assert_eq!(kept.page.as_ref().map(|page| page.chars().count()), Some(1_000));
    assert!(kept.page.as_ref().is_some_and(|page| page.starts_with("/xy")));
    assert_eq!((kept.language.clone(), kept.gclid.as_ref().map(String::len)), (None, Some(300)));
}

#[test]
fn the_digest_distinguishes_fields_even_if_their_texts_run_together() {
    let one = parse(typed("ab", "c", "d", "")).expect("a lead").digest();
    let other = parse(typed("a", "bc", "d", "")).expect("a lead").digest();
    assert_ne!(one, other);
    assert_eq!(one.len(), 64);
}

proptest! {
    #[test]
    fn r47_any_text_is_either_kept_as_typed_or_refused_with_one_sentence(
        name in ".{0,220}", phone in ".{0,70}", service in ".{0,130}", message in "(?s).{0,300}",
    ) {
        let given = typed(&name, &phone, &service, &message);
        match parse(given.clone()) {
            Ok(lead) => prop_assert_eq!(lead.typed(), &given),
            Err(refusal) => {
                let sentence = refusal.to_string();
                prop_assert!(sentence.ends_with('.') && !sentence.contains('\n'));
            }
        }
    }

    #[test]
    fn r47_no_phone_text_breaks_the_reader_of_numbers(phone in "[+0-9٠-٩ x()#*;,.ext/-]{0,60}") {
        if let Some(number) = phone::normalise(&phone) {
            prop_assert!(number.starts_with('+'));
            prop_assert!(number[1..].chars().all(|c| c.is_ascii_digit()));
        }
    }
}
