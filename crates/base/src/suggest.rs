//! "Did you mean …?": the known name that is nearest to what somebody typed.

/// Least similarity of two names, from 0 to 1: at most half of the longer one's letters are wrong, missing, added or
/// swapped with their neighbour.
const MIN_LIKENESS: f64 = 0.5;

/// The candidate that is most like `typed`, capitals aside; `None` if no candidate is similar enough. Of two that are
/// equally like it, the first.
pub fn nearest<C: AsRef<str>>(typed: &str, candidates: impl IntoIterator<Item = C>) -> Option<C> {
    let typed = typed.to_lowercase();
    let mut best: Option<(f64, C)> = None;
    for candidate in candidates {
        let likeness = strsim::normalized_damerau_levenshtein(&typed, &candidate.as_ref().to_lowercase());
        if likeness >= best.as_ref().map_or(MIN_LIKENESS, |(highest, _)| highest.next_up()) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_mistake_finds_the_name_that_was_meant() {
        for (typed, meant) in [("titel", "title"), ("TITLE", "title"), ("lisen", "listen"), ("tow", "two")] {
            assert_eq!(nearest(typed, ["listen", "title", "two"]), Some(meant), "{typed}");
        }
        assert_eq!(nearest("bb", ["a", "b"]), Some("b"));
    }

    #[test]
    fn a_name_that_is_like_none_of_them_finds_none() {
        assert_eq!(nearest("colour", ["listen", "title", "two"]), None);
        assert_eq!(nearest("title", [] as [&str; 0]), None);
    }
}
