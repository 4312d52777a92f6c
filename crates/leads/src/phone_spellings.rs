//! Fifteen ways in which people write a number, for callers of twenty countries: 300 texts.

use super::numbers;

/// Country code and the rest of a valid number; its third field splits the rest.
const CALLERS: [(&str, &str, usize); 20] = [
    ("971", "501234567", 2),
    ("971", "43321234", 1),
    ("91", "9876543210", 5),
    ("92", "3001234567", 3),
    ("63", "9171234567", 3),
    ("880", "1712345678", 4),
    ("977", "9841234567", 3),
    ("94", "712345678", 2),
    ("20", "1001234567", 3),
    ("44", "7400123456", 4),
    ("966", "501234567", 2),
    ("968", "92123456", 4),
    ("962", "790123456", 1),
    ("961", "71123456", 2),
    ("1", "2015550123", 3),
    ("7", "9123456789", 3),
    ("86", "13123456789", 3),
    ("27", "711234567", 2),
    ("98", "9123456789", 3),
    ("254", "712123456", 3),
];

/// The same text in other digits, from the one that stands for zero.
fn in_digits(text: &str, zero: char) -> String {
    let other = |digit: u32| char::from_u32(zero as u32 + digit);
    text.chars().map(|c| c.to_digit(10).and_then(other).unwrap_or(c)).collect()
}

fn spellings(code: &str, rest: &str, split: usize) -> [String; 15] {
    let (a, b) = rest.split_at(split);
    [
        format!("+{code} {rest}"),
        format!("00{code}{rest}"),
        format!("+{code}-{a}-{b}"),
        format!("(+{code}) {a} {b}"),
        format!("+{code}.{a}.{b}"),
        format!("Tel: +{code}{rest}"),
        format!("+{code} {a} {b} (WhatsApp)"),
        format!("+{code} {rest} call after 6"),
        format!("+{code} {rest} / 055 765 4321"),
        format!("my number is +{code} {a}{b}, ask for Omar"),
        format!("\u{202d}+{code}\u{a0}{a}\u{a0}{b}\u{202c}"),
        in_digits(&format!("+{code} {rest}"), '٠'),
        in_digits(&format!("00{code} {rest}"), '۰'),
        in_digits(&format!("+{code} {rest}"), '০'),
        in_digits(&format!("＋{code} {a} {b}"), '０'),
    ]
}

#[test]
fn r47_of_300_spellings_295_or_more_are_read_and_none_as_another_number() {
    let (mut unread, mut wrong, mut count) = (Vec::new(), Vec::new(), 0);
    for (code, rest, split) in CALLERS {
        let expected = format!("+{code}{rest}");
        for typed in spellings(code, rest, split) {
            count += 1;
            match numbers(&typed).first() {
                Some(read) if *read == expected => {}
                Some(read) => wrong.push(format!("{typed} as {read}")),
                None => unread.push(typed),
            }
        }
    }
    assert_eq!((count, wrong), (300, Vec::new()));
    assert!(unread.len() <= 5, "{unread:#?}");
}
