//! Merges what two authors wrote at once, line by line, as version control does: where both changed the same place, they
//! are asked.

use crate::writing::words::{AuthorWords, WordField};

/// A place that both have changed, and what each says there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashingPlace {
    pub field: WordField,
    pub mine: String,
    pub theirs: String,
}

/// The author's choice for such a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Mine,
    Theirs,
    /// Theirs, then mine.
    Both,
}

impl Choice {
    pub fn named(text: &str) -> Option<Self> {
        Some(match text {
            "mine" => Self::Mine,
            "theirs" => Self::Theirs,
            "both" => Self::Both,
            _ => return None,
        })
    }
}

/// The merged words, with `choices` for the places in their order; the places if there are more of them.
///
/// # Errors
/// All places that both have changed.
pub fn merge(
    before: &AuthorWords,
    mine: &AuthorWords,
    theirs: &AuthorWords,
    choices: &[Choice],
) -> Result<AuthorWords, Vec<ClashingPlace>> {
    let mut merging = Merging { choices, places: Vec::new() };
    let mut words = AuthorWords::default();
    for field in WordField::LINES {
        let (was, my, their) = (before.get(field), mine.get(field), theirs.get(field));
        let text = match (my == was || my == their, their == was) {
            (true, _) => their.to_owned(),
            (false, true) => my.to_owned(),
            (false, false) => merging.choose(field, my, their, " "),
        };
        words.set(field, &text);
    }
    words.body = merging.body(&before.body, &mine.body, &theirs.body);
    if merging.places.len() > choices.len() { Err(merging.places) } else { Ok(words) }
}

struct Merging<'a> {
    choices: &'a [Choice],
    places: Vec<ClashingPlace>,
}

impl Merging<'_> {
    /// The words that were chosen for this place; mine until a choice is made.
    fn choose(&mut self, field: WordField, mine: &str, theirs: &str, between: &str) -> String {
        let choice = self.choices.get(self.places.len());
        self.places.push(ClashingPlace { field, mine: mine.to_owned(), theirs: theirs.to_owned() });
        match choice {
            Some(Choice::Theirs) => theirs.to_owned(),
            Some(Choice::Both) => format!("{theirs}{between}{mine}"),
            Some(Choice::Mine) | None => mine.to_owned(),
        }
    }

    fn body(&mut self, before: &str, mine: &str, theirs: &str) -> String {
        content::merge::merge(before, mine, theirs, |clash| {
            // A line between them makes two paragraphs.
            let between = if clash.theirs.ends_with('\n') { "\n" } else { "\n\n" };
            self.choose(WordField::Body, &clash.ours, &clash.theirs, between)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> AuthorWords {
        AuthorWords { body: text.to_owned(), ..Default::default() }
    }

    const BEFORE: &str = "# Filters\n\nWash them.\n\n# Drains\n\nClear them.\n";

    #[test]
    fn words_of_different_paragraphs_merge() {
        let mine = body(&BEFORE.replace("Wash them.", "Wash them monthly."));
        let mut theirs = body(&BEFORE.replace("Clear them.", "Clear them in May."));
        theirs.title = "New".into();
        let merged = merge(&body(BEFORE), &mine, &theirs, &[]).expect("no conflict");
        assert_eq!(merged.body, "# Filters\n\nWash them monthly.\n\n# Drains\n\nClear them in May.\n");
        assert_eq!(merged.title, "New");
    }

    #[test]
    fn of_the_same_paragraph_both_are_shown_and_either_or_both_are_kept() {
        let mine = body(&BEFORE.replace("Wash them.", "Mine."));
        let theirs = body(&BEFORE.replace("Wash them.", "Theirs."));
        let places = merge(&body(BEFORE), &mine, &theirs, &[]).expect_err("a conflict");
        let place =
            ClashingPlace { field: WordField::Body, mine: "Mine.\n".into(), theirs: "Theirs.\n".into() };
        assert_eq!(places, [place]);
        for (choice, kept) in
            [(Choice::Mine, "Mine."), (Choice::Theirs, "Theirs."), (Choice::Both, "Theirs.\n\nMine.")]
        {
            let merged = merge(&body(BEFORE), &mine, &theirs, &[choice]).expect("settled");
            assert_eq!(merged.body, BEFORE.replace("Wash them.", kept), "{choice:?}");
        }
    }

    #[test]
    fn a_title_that_both_changed_is_a_place_of_its_own() {
        let with = |title: &str| AuthorWords { title: title.into(), ..body("x") };
        let places = merge(&with("A"), &with("B"), &with("C"), &[]).expect_err("a conflict");
        assert_eq!((places.len(), places[0].field), (1, WordField::Title));
        assert_eq!(merge(&with("A"), &with("B"), &with("B"), &[]).expect("the same").title, "B");
        assert_eq!(merge(&with("A"), &with("A"), &with("B"), &[]).expect("theirs alone").title, "B");
    }

    #[test]
    fn a_text_without_an_end_of_line_merges_too() {
        let merged = merge(&body("a\n\nb"), &body("a!\n\nb"), &body("a\n\nb\n\nc"), &[]);
        assert_eq!(merged.expect("no conflict").body, "a!\n\nb\n\nc");
        let settled = merge(&body("a"), &body("mine"), &body("theirs"), &[Choice::Both]);
        assert_eq!(settled.expect("settled").body.trim_end(), "theirs\n\nmine");
    }
}
