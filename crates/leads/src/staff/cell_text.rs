//! Texts of visitors as cells that spreadsheets show and never run.

use base::text::is_bidi_control;

use crate::phone;

/// Digits before a space: an Emirati mobile number's prefix.
const FIRST_GROUP: usize = 3;

/// A cell that a spreadsheet would take for a formula gets an apostrophe in front, also in the full-width writing that
/// some spreadsheets accept (OWASP, "CSV Injection"), and so does what follows a character at which a spreadsheet may
/// begin a new cell. A character that would control a terminal becomes a space.
pub(super) fn defuse(cell: &str) -> String {
    let is_layout = |c| matches!(c, '\n' | '\r' | '\t');
    let cell = cell.replace(|c: char| (c.is_control() && !is_layout(c)) || is_bidi_control(c), " ");
    if is_spaced_number(&cell) {
        return cell;
    }
    if is_changed_as_a_number(&cell) {
        let (first, rest) = cell.split_at(FIRST_GROUP);
        return format!("{first} {rest}");
    }
    let (mut safe, mut may_begin) = (String::with_capacity(cell.len()), true);
    if cell.starts_with(['\t', '\r', '\n']) {
        safe.push('\'');
    }
    for c in cell.chars() {
        if may_begin && matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            safe.push('\'');
        }
        // A cell in quotation marks, and one after spaces that the reader drops.
        may_begin =
            matches!(c, ',' | ';' | '|' | '\t' | '\r' | '\n') || (may_begin && matches!(c, '"' | ' '));
        safe.push(c);
    }
    safe
}

/// `+971 50 123 4567`: digits in groups. Spreadsheets show that as it is: two numbers side by side are no formula, and a
/// bare number has no spaces.
pub(super) fn spaced_number(e164: &str) -> String {
    phone::international(e164).replace(|c: char| !c.is_ascii_digit() && c != '+', " ")
}

/// Whether the text is one number that can be read, and nothing else.
pub(super) fn is_only_a_number(typed: &str) -> bool {
    let is_of_numbers = |c| phone::to_latin(c).is_none_or(|c| c.is_ascii_digit() || "+ -().".contains(c));
    typed.chars().all(is_of_numbers) && phone::numbers(typed).len() == 1
}

/// Digits that a spreadsheet would show without their zeroes, or rounded to fifteen.
fn is_changed_as_a_number(cell: &str) -> bool {
    let is_digits = cell.len() > FIRST_GROUP && cell.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && (cell.starts_with('0') || cell.len() > 15)
}

fn is_spaced_number(cell: &str) -> bool {
    let mut groups = cell.strip_prefix('+').unwrap_or_default().split(' ');
    groups.clone().count() > 1
        && groups.all(|group| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_cell_can_be_run_by_a_spreadsheet() {
        for risky in [
            "=1+1",
            "+971501234567",
            "+971 50 =1",
            "+971 50  1",
            "+1 2 -3",
            "-1",
            "@SUM(A1)",
            "\tx",
            "\rx",
            "\nx",
            "＝1",
        ] {
            assert_eq!(defuse(risky), format!("'{risky}"));
        }
        for (typed, safe) in [
            ("Sara;=1+1", "Sara;'=1+1"),
            ("Sara,@SUM(A1)", "Sara,'@SUM(A1)"),
            ("tap\n=1\t-2", "tap\n'=1\t'-2"),
            ("x; \"=1\"", "x; \"'=1\""),
            ("\t=1", "'\t'=1"),
            (" =1", " '=1"),
            ("x|=1|-2", "x|'=1|'-2"),
            ("0501234567", "050 1234567"),
            ("12345678901234567890", "123 45678901234567890"),
            ("1234", "1234"),
            ("050 1234567", "050 1234567"),
            ("a-b; c=d", "a-b; c=d"),
        ] {
            assert_eq!(defuse(typed), safe);
        }
        assert_eq!(defuse("a\u{1b}]0;x\u{7}b\u{9b}c\u{202e}d\ne"), "a ]0;x b c d\ne", "nor by a terminal");
        assert_eq!(spaced_number("+12015550123"), "+1 201 555 0123");
        for harmless in ["", "Aisha", "050 123", "'=1", "tel:+971501234567", "+971 50 123 4567", " x"] {
            assert_eq!(defuse(harmless), harmless);
        }
    }

    proptest! {
        #[test]
        fn wherever_a_spreadsheet_begins_a_cell_it_begins_no_formula(typed in "[=+@,;\"' \t\r\n1aＡ＝-]{0,24}") {
            for cell in defuse(&typed).split([',', ';', '\t', '\r', '\n']) {
                let cell = cell.trim_start_matches(['"', ' ']);
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '＝']) || is_spaced_number(cell), "{cell:?}");
            }
        }
    }
}
