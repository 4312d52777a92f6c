//! A time or a count that sentences need in several forms: `electrician = "60–90 min"` and `electrician-words = "60 to 90
//! minutes"`. Whoever changes one changes the figures of all, since the check refuses forms that say different things.

use crate::content::fields::FieldKind;
use crate::content::figures::{OTHER_FORMS, numbers_in};
use crate::content::node::{Node, NodeValue};
use crate::content::splice;
use crate::editing::site::RawFile;

/// The file with `typed` in the place of `was` at `path`, and its figures in the other forms of the same fact; none where
/// it has no other forms, or other words than figures have changed.
pub fn changed_with(file: &str, path: &str, raw: &RawFile, was: &str, typed: &str) -> Option<String> {
    let (table, name) = path.split_once('.')?;
    if file != "facts.toml" || !["times", "counts"].contains(&table) {
        return None;
    }
    let whole = OTHER_FORMS.iter().find_map(|form| name.strip_suffix(form)).unwrap_or(name);
    let (old, new) = (numbers_in(was), numbers_in(typed));
    if old.len() != new.len() || old == new {
        return None;
    }
    let NodeValue::Table(entries) = &raw.node.get(table)?.value else { return None };
    let is_form =
        |key: &str| key == whole || key.strip_prefix(whole).is_some_and(|form| OTHER_FORMS.contains(&form));
    let mut forms: Vec<(&Node, String)> = Vec::new();
    for entry in entries.iter().filter(|entry| is_form(&entry.key)) {
        let text =
            if entry.key == name { typed.to_string() } else { with_figures(entry.node.text()?, &old, &new) };
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

/// `text` with each figure of `old` replaced by the one at the same place in `new`.
fn with_figures(text: &str, old: &[&str], new: &[&str]) -> String {
    let (mut out, mut figure) = (String::new(), String::new());
    for character in text.chars().chain(['\0']) {
        if character.is_ascii_digit() {
            figure.push(character);
            continue;
        }
        let at = old.iter().position(|old| *old == figure);
        out.push_str(at.map_or(figure.as_str(), |at| new[at]));
        figure.clear();
        out.push(character);
    }
    out.pop();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::node;
    use crate::content::report::Report;

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
}
