//! Reads a phone number as people type it and normalises it to E.164.
//!
//! It never makes a lead invalid: what was typed stays beside what was read of it. The first valid number in the text is the
//! lead's number; others are shown to staff, and where there is none a person reads what was typed.

use std::sync::LazyLock;

use phonenumber::{Mode, country};
use regex::Regex;

/// The code point of digit zero of every writing that visitors of the site are likely to type in:
/// Arabic-Indic, Persian and Urdu, Devanagari, Bengali, full-width.
const ZEROES: [u32; 5] = [0x0660, 0x06F0, 0x0966, 0x09E6, 0xFF10];

/// `+971501234567`: the first valid number that the text holds, whatever stands around it. Without a country it counts
/// as Emirati. `None` where no part of the text is a valid number: then a person reads it.
pub fn normalise(typed: &str) -> Option<String> {
    numbers(typed).into_iter().next()
}

/// Every valid number in the text as E.164, each once, in the order in which they were typed: "050 123 4567 / 04 332 1234"
/// holds two.
pub fn numbers(typed: &str) -> Vec<String> {
    let latin: String = typed.chars().filter_map(to_latin).collect();
    if let Some(number) = whole(latin.trim()) {
        return vec![number];
    }
    let mut found: Vec<String> = Vec::new();
    for run in RUNS.find_iter(&latin) {
        for number in in_run(run.as_str()) {
            if !found.contains(&number) {
                found.push(number);
            }
        }
    }
    found
}

/// What could be dialled although it is no valid number: the only run of 5 to 15 digits, as it was typed. Remarks around it, and
/// a second run, are for a person to read.
pub fn doubtful(typed: &str) -> Option<String> {
    let latin: String = typed.chars().filter_map(to_latin).collect();
    let of_run = |run: &str| run.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect::<String>();
    let mut runs = RUNS.find_iter(&latin).map(|run| of_run(run.as_str())).filter(|run| run.len() >= 5);
    let only = runs.next()?;
    (runs.next().is_none() && only.len() <= 16).then_some(only)
}

/// Digits, and the signs that people put between those of one number.
static RUNS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[+(]*[0-9](?:[0-9 ().\t]*[0-9])?").expect("a valid expression"));

/// The valid numbers in such a run. A number ends where a group of digits ends: of the groups that begin at one place, the
/// longest valid number counts, and what is left over belongs to none.
fn in_run(run: &str) -> Vec<String> {
    let groups: Vec<&str> = run.split([' ', '\t']).filter(|group| !group.is_empty()).collect();
    let mut found = Vec::new();
    let mut start = 0;
    while start < groups.len() {
        let longest = (start + 1..=groups.len().min(start + MAX_GROUPS)).rev();
        match longest.filter_map(|end| Some((end, whole(&groups[start..end].join(" "))?))).next() {
            Some((end, number)) => {
                found.push(number);
                start = end;
            }
            None => start += 1,
        }
    }
    found
}

/// Groups of digits that one number is typed in, at most.
const MAX_GROUPS: usize = 15;

/// The text as one number.
fn whole(latin: &str) -> Option<String> {
    if let Some(mobile) = emirati_mobile(latin) {
        return Some(mobile);
    }
    let valid = |text: &str| {
        let number = phonenumber::parse(Some(country::AE), text).ok()?;
        phonenumber::is_valid(&number).then(|| number.format().mode(Mode::E164).to_string())
    };
    valid(latin).or_else(|| {
        // A country's code without its plus: 91 98765 43210.
        let digits = latin.chars().filter(char::is_ascii_digit).count();
        let is_bare = latin.starts_with(|c: char| ('1'..='9').contains(&c)) && (11..=15).contains(&digits);
        is_bare.then(|| valid(&format!("+{latin}"))).flatten()
    })
}

/// The number that nearly every visitor has, read without the library's tables of all countries: a 5, the network's digit and
/// seven more after the country code. The library reads everything else. Measured: [`crate::NewLead::parse`] takes 0.9 µs
/// with this, and 7 µs without.
fn emirati_mobile(latin: &str) -> Option<String> {
    let digits = latin.replace(' ', "");
    let national = ["+971", "00971", "971", "0"].iter().find_map(|country| digits.strip_prefix(country))?;
    let of_mobiles = matches!(national.as_bytes(), [b'5', b'0' | b'2'..=b'6' | b'8', ..]);
    let whole = national.len() == 9 && national.bytes().all(|digit| digit.is_ascii_digit());
    (of_mobiles && whole).then(|| format!("+971{national}"))
}

/// A number as people write it for other countries, `+971 50 123 4567`; as it is if it cannot be read.
pub fn international(e164: &str) -> String {
    let parsed = phonenumber::parse(None, e164);
    parsed.map_or_else(|_| e164.to_owned(), |number| number.format().mode(Mode::International).to_string())
}

/// Builds the tables for reading numbers ahead, tens of milliseconds of work, so that no visitor waits for them.
pub fn prepare() {
    let _ = normalise("050 123 4567");
}

/// The digits of a text, in Latin writing, to compare numbers that cannot be read.
pub fn digits(typed: &str) -> String {
    typed.chars().filter_map(to_latin).filter(char::is_ascii_digit).collect()
}

/// Whether the text holds this number (`+971501234567`), as a valid one or as digits in a row.
pub fn contains(text: &str, e164: &str) -> bool {
    let national = phonenumber::parse(None, e164).ok().map(|number| number.national().value().to_string());
    national.is_some_and(|national| digits(text).contains(&national))
}

/// The Latin digit or sign for a character; `None` for the invisible marks that address books paste along.
pub fn to_latin(c: char) -> Option<char> {
    let code = u32::from(c);
    for zero in ZEROES {
        if (zero..zero + 10).contains(&code) {
            return char::from_digit(code - zero, 10);
        }
    }
    match c {
        '\u{FF0B}' => Some('+'),
        '\u{00A0}' | '\u{2007}' | '\u{202F}' => Some(' '),
        // The library takes some numbers with a hyphen for malformed, such as +97150-1234567.
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => Some(' '),
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}'
        | '\u{061C}' => None,
        other => Some(other),
    }
}

#[cfg(test)]
#[path = "phone_spellings.rs"]
mod spellings;

#[cfg(test)]
mod tests {
    use phonenumber::{Mode, country};
    use proptest::prelude::*;

    use super::{contains, digits, doubtful, emirati_mobile, international, normalise, numbers};

    /// As the library alone reads it.
    fn by_library(typed: &str) -> Option<String> {
        let number = phonenumber::parse(Some(country::AE), typed).ok()?;
        phonenumber::is_valid(&number).then(|| number.format().mode(Mode::E164).to_string())
    }

    proptest! {
        #[test]
        fn r47_an_emirati_mobile_is_read_as_the_library_reads_it(
            typed in "[+]?[ ]{0,2}(971|00971|0|)[ ]?5[0-9][ ]?[0-9]{3}[ ]?[0-9]{3,5}",
        ) {
            if let Some(mobile) = emirati_mobile(&typed) {
                prop_assert_eq!(Some(mobile), by_library(&typed));
            }
        }
    }

    #[test]
    fn r47_emirati_mobiles_of_every_network_need_no_library_and_no_other_number_does_without() {
        for second in 0..=9 {
            let national = format!("5{second}1234567");
            let mobile = by_library(&format!("0{national}"));
            for country in ["+971 ", "00971", "971 ", "0"] {
                assert_eq!(emirati_mobile(&format!("{country}{national}")), mobile, "{country}{national}");
            }
        }
        for other in ["04 332 1234", "501234567", "+44 20 7946 0018", "050123456", "05012345678"] {
            assert_eq!(emirati_mobile(other), None, "{other}");
        }
    }

    #[test]
    fn r47_numbers_are_read_in_every_writing_visitors_use() {
        for typed in [
            "0501234567",
            "050 123 4567",
            "+971 50 123 4567",
            "00971501234567",
            "971501234567",
            "(050) 123-4567",
            "+٩٧١ ٥٠ ١٢٣ ٤٥٦٧",
            "٠٥٠١٢٣٤٥٦٧",
            "۰۵۰۱۲۳۴۵۶۷",
            "०५०१२३४५६७",
            "\u{202A}+971 50 123 4567\u{202C}",
            "+971\u{2011}50\u{2011}123\u{2011}4567",
            "+97150-1234567",
        ] {
            assert_eq!(normalise(typed).as_deref(), Some("+971501234567"), "{typed}");
        }
        for typed in ["04 332 1234", "+9714-3321234"] {
            assert_eq!(normalise(typed).as_deref(), Some("+97143321234"), "{typed}");
        }
        assert_eq!(normalise("+44 20 7946 0018").as_deref(), Some("+442079460018"));
    }

    #[test]
    fn r47_the_first_valid_number_in_a_text_is_its_number_and_others_are_kept() {
        let (mobile, other, landline) = ("+971501234567", "+971557654321", "+97143321234");
        let texts: &[(&str, &[&str])] = &[
            ("050 123 4567 (WhatsApp)", &[mobile]),
            ("050 123 4567 call after 6", &[mobile]),
            ("050 123 4567 after 18:00 please", &[mobile]),
            ("flat 1203, 050-123-4567", &[mobile]),
            ("050 123 4567 / 04 332 1234", &[mobile, landline]),
            ("050-123-4567 & 055-765-4321", &[mobile, other]),
            ("050 123 4567 055 765 4321", &[mobile, other]),
            ("0501234567,0557654321", &[mobile, other]),
            ("0501234567 / 0501234567", &[mobile]),
            ("+971501234567+971557654321", &[mobile, other]),
            ("00971 50 123 4567 or 0044 20 7946 0018", &[mobile, "+442079460018"]),
            ("mob:0501234567 off:04-3321234 ext 12", &[mobile, landline]),
            ("٠٥٠١٢٣٤٥٦٧ واتساب", &[mobile]),
            ("my wife's: 055.765.4321", &[other]),
            ("91 98765 43210", &["+919876543210"]),
            ("call me at 6", &[]),
            ("054 332 1234", &["+971543321234"]),
        ];
        for (typed, found) in texts {
            assert_eq!(numbers(typed), *found, "{typed}");
        }
    }

    #[test]
    fn a_doubtful_number_is_the_only_run_of_digits() {
        assert_eq!(doubtful("050 123 456 (mobile)").as_deref(), Some("050123456"));
        for typed in ["hello", "12", "050 123 456 / 050 123 457", "0501234567043321234"] {
            assert_eq!(doubtful(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_number_is_found_in_a_text_that_holds_more() {
        let two = "050 123 4567 or ٠٥٥ ٧٦٥ ٤٣٢١";
        assert!(contains(two, "+971501234567") && contains(two, "+971557654321"));
        assert!(!contains(two, "+971509999999") && !contains("call me", "+971501234567"));
        assert_eq!(digits("+٩٧١ (50) 12-3x"), "97150123");
    }

    #[test]
    fn a_number_is_shown_with_its_country_and_in_groups() {
        assert_eq!(international("+971501234567"), "+971 50 123 4567");
        assert_eq!(international("+442079460018"), "+44 20 7946 0018");
        assert_eq!(international("0501"), "0501");
    }

    #[test]
    fn r47_what_is_no_number_is_not_made_into_one() {
        for typed in ["+971 XX XXX XXXX", "call me", "12", "", "+", "050 123 456", "05012345670557654321"] {
            assert_eq!(normalise(typed), None, "{typed}");
        }
    }
}
