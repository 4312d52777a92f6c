//! Files in the content folder that nothing reads: a page in the wrong folder, a picture that no page shows.

use crate::load::paths;
use crate::report::{Place, Report};
use crate::source::Source;

/// Drawings that authors choose from, whether a page shows them now or not.
const STOCK: &str = "illustrations/";

/// Warns of every file that nothing uses. Of `posts/`, only pictures and articles are known here.
pub fn warn(source: &Source, report: &mut Report) {
    let Ok(files) = source.every_file() else { return };
    let read = paths(source);
    let is_text = |path: &str| path.ends_with(".toml") || path.ends_with(".md");
    let texts = files.iter().filter(|path| is_text(path)).filter_map(|path| source.read(path));
    let texts: Vec<String> = texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    for path in &files {
        let place = Place { file: source.display(path).as_str().into(), line: 1 };
        if path.ends_with(".toml") {
            // A page that was removed is a file without a word.
            let is_empty = source.read(path).is_some_and(|bytes| bytes.trim_ascii().is_empty());
            if !read.contains(path) && !is_empty {
                let instead = "move it to pages/ or services/ if it's a page, or delete it";
                report.warn(&place, "nothing reads this file", instead);
            }
        } else if !is_text(path) && !path.starts_with(STOCK) {
            let name = path.strip_prefix("posts/").unwrap_or(path);
            if !texts.iter().any(|text| text.contains(name)) {
                report.warn(&place, "nothing shows this file", "name it where a page shows it, or delete it");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn said(files: &[(&str, &'static str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().into()));
        let source = Source::Bundled.changed(files.collect::<BTreeMap<_, _>>());
        let mut report = Report::default();
        warn(&source, &mut report);
        report.problems.into_iter().map(|problem| problem.to_string()).collect()
    }

    #[test]
    fn a_file_that_nothing_uses_is_named() {
        assert_eq!(said(&[]), [""; 0], "all of ours are used");
        for path in ["ramadan.toml", "pages/offers/eid.toml", "images/old.jpg"] {
            let said = said(&[(path, "x")]);
            assert!(said.len() == 1 && said[0].contains(path), "{said:?}");
        }
        assert_eq!(said(&[("pages/offer.toml", "title = \"x\""), ("pages/gone.toml", "\n")]), [""; 0]);
        assert_eq!(said(&[("images/new.jpg", "x"), ("posts/a.md", "![A](images/new.jpg)")]), [""; 0]);
    }
}
