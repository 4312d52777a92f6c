//! A time or a count that sentences need in several forms: `electrician = "60–90 min"` and `electrician-words = "60 to 90
//! minutes"`. Whoever changes one changes the figures and the unit of all, since the check refuses forms that say different things.

use crate::site::RawFile;
use content::fields::FieldKind;
use content::figures::{OTHER_FORMS, numbers_in};
use content::node::{Node, NodeValue};
use content::promised_times::{TimeUnit, duration};
use content::splice;

/// The file with `typed` in the place of `was` at `path`, and its figures and unit in the other forms of the same fact;
/// `None` if it has no other forms, or other words have changed.
pub fn changed_with(file: &str, path: &str, raw: &RawFile, was: &str, typed: &str) -> Option<String> {
    let (table, name) = path.split_once('.')?;
    if file != "facts.toml" || !["times", "counts"].contains(&table) {
        return None;
    }
    let whole = OTHER_FORMS.iter().find_map(|form| name.strip_suffix(form)).unwrap_or(name);
    let (old, new) = (numbers_in(was), numbers_in(typed));
    let units = TimeUnit::in_text(was).zip(TimeUnit::in_text(typed));
    if old.len() != new.len() || (old == new && units.is_none_or(|(old, new)| old == new)) {
        return None;
    }
    let NodeValue::Table(entries) = &raw.node.get(table)?.value else { return None };
    let is_form =
        |key: &str| key == whole || key.strip_prefix(whole).is_some_and(|form| OTHER_FORMS.contains(&form));
    let mut forms: Vec<(&Node, String)> = Vec::new();
    for entry in entries.iter().filter(|entry| is_form(&entry.key)) {
        let form = entry.node.text()?;
        let text = match units {
            _ if entry.key == name => typed.to_string(),
            // "within the hour" has no figure that could be replaced.
            Some((_, unit)) if numbers_in(form).is_empty() && duration(form) == duration(was) => {
                format!("within {} {}", new.join(" to "), unit.plural())
            }
            _ => with_figures(form, &old, &new, units),
        };
        forms.push((&entry.node, text));
    }
    if forms.len() < 2 {
        return None;
    }
    // From the back, so that what is in front stays where it is.
    forms.sort_by_key(|(node, _)| std::cmp::Reverse(node.span.start));
    let write =
        |text: String, (node, new): &(&Node, String)| splice::replaced(&text, node, FieldKind::Text, new);
    Some(forms.iter().fold(raw.text.clone(), write))
}

/// `text` with each figure of `old` replaced by the one at the same place in `new`, and each word of the first unit by
/// the second's.
fn with_figures(text: &str, old: &[&str], new: &[&str], units: Option<(TimeUnit, TimeUnit)>) -> String {
    let kind = |c: char| (c.is_ascii_digit(), c.is_ascii_alphabetic());
    let parts = text.as_bytes().chunk_by(|a, b| kind(char::from(*a)) == kind(char::from(*b)));
    let mut from = 0;
    let written = parts.map(|part| {
        let part = &text[from..from + part.len()];
        from += part.len();
        let figure = old.iter().position(|old| *old == part).map(|at| new[at]);
        figure.or_else(|| units.and_then(|(old, unit)| unit.in_place_of(part, old))).unwrap_or(part)
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::node;
    use content::report::Report;

    #[test]
    fn the_figures_of_a_fact_change_in_all_its_forms() {
        let text = "[times]\na = \"60–90 min\" # call\na-words = \"60 to 90 minutes\"\na-from = \"60\"\nab = \"60 min\"\nb = \"1 h\"\n";
        let node = node::parse("facts.toml", text, &mut Report::default()).expect("TOML");
        let raw = RawFile { text: text.to_string(), node };
        let changed = changed_with("facts.toml", "times.a", &raw, "60–90 min", "45–60 min");
        let expected = "[times]\na = \"45–60 min\" # call\na-words = \"45 to 60 minutes\"\na-from = \"45\"\nab = \"60 min\"\nb = \"1 h\"\n";
        assert_eq!(changed.as_deref(), Some(expected));
        let by_form =
            changed_with("facts.toml", "times.a-words", &raw, "60 to 90 minutes", "30 to 90 minutes");
        assert!(by_form.is_some_and(|text| text.contains("a = \"30–90 min\"")));
        assert_eq!(changed_with("facts.toml", "times.b", &raw, "1 h", "2 h"), None, "it has one form");
        assert_eq!(changed_with("facts.toml", "times.a", &raw, "60–90 min", "an hour"), None);
    }

    #[test]
    fn a_time_that_gets_another_unit_gets_it_in_all_its_forms() {
        let text = "[times]\nr = \"24 h\"\nr-words = \"24 hours\"\nr-hour = \"24-hour\"\np = \"1 h\"\np-words = \"within the hour\"\n";
        let node = node::parse("facts.toml", text, &mut Report::default()).expect("TOML");
        let raw = RawFile { text: text.to_string(), node };
        for (path, was, typed, expected) in [
            (
                "times.r",
                "24 h",
                "2 days",
                ["r = \"2 days\"", "r-words = \"2 days\"", "r-hour = \"2-day\""].as_slice(),
            ),
            ("times.r", "24 h", "24 min", &["r-words = \"24 minutes\"", "r-hour = \"24-minute\""]),
            ("times.p", "1 h", "45 min", &["p = \"45 min\"", "p-words = \"within 45 minutes\""]),
        ] {
            let changed = changed_with("facts.toml", path, &raw, was, typed).expect("other forms");
            for line in expected {
                assert!(changed.contains(line), "{typed}: {changed}");
            }
        }
    }
}
