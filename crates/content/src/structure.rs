//! The sections that a page must have, whoever edits it: one that holds its `h1`, and what the site promises of home, the
//! contracts and the contact page.

use std::collections::BTreeMap;

use crate::node::NodeValue;
use crate::own_pages::TOPS;
use crate::report::Report;
use crate::site_content::ContentFile;

/// Other required sections, by the page's file (R17, R20, R33).
const REQUIRED: [(&str, &[&str]); 3] = [
    (
        "pages/home.toml",
        &[
            "hero",
            "service-cards",
            "emergency",
            "plan-cards",
            "story",
            "steps",
            "testimonials",
            "request",
            "brands",
        ],
    ),
    (
        "pages/contracts.toml",
        &["inclusions", "benefits", "story", "plan-cards", "comparison", "questions", "call-to-action"],
    ),
    ("pages/contact.toml", &["contact-cards", "map-banner", "request"]),
];

pub fn check(files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    for (path, file) in files {
        let Some(list) = file.node.get("sections") else { continue };
        let NodeValue::List(sections) = &list.value else { continue };
        let kinds: Vec<&str> = sections.iter().filter_map(|section| section.get("kind")?.text()).collect();
        let place = &list.place;
        match kinds.iter().filter(|kind| TOPS.contains(kind)).count() {
            0 => report.error(place, "the page has no banner, and so no heading", "give it a `page-banner`"),
            1 => {}
            _ => {
                report.error(place, "the page has two banners, and so two main headings", "keep one of them")
            }
        }
        let required = REQUIRED.iter().find(|(page, _)| page == path).map_or(&[][..], |(_, kinds)| kinds);
        for missing in required.iter().filter(|kind| !kinds.contains(kind)) {
            let what = format!("the page has no `{missing}` section, which it can't be without");
            report.error(place, what, "leave it there; its words can be changed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node;

    fn said(path: &str, kinds: &[&str]) -> Vec<String> {
        let text: String = kinds.iter().map(|kind| format!("[[sections]]\nkind = \"{kind}\"\n")).collect();
        let mut report = Report::default();
        let node = node::parse(path, &text, &mut report).expect("TOML");
        let file = ContentFile { node, leaves: Vec::new(), fields: Vec::new() };
        check(&BTreeMap::from([(path.to_owned(), file)]), &mut report);
        report.problems.into_iter().map(|problem| problem.what).collect()
    }

    #[test]
    fn a_page_has_one_main_heading() {
        assert_eq!(said("pages/about.toml", &["page-banner", "steps"]), [""; 0]);
        assert!(said("services/x.toml", &["steps"])[0].contains("no heading"));
        assert!(said("services/x.toml", &["page-banner", "map-banner"])[0].contains("two main headings"));
    }

    #[test]
    fn r17_r20_r33_home_contracts_and_contact_keep_their_sections() {
        for (path, kinds) in REQUIRED {
            let top: &[&str] = if path == "pages/contracts.toml" { &["page-banner"] } else { &[] };
            assert_eq!(said(path, &[kinds, top].concat()), [""; 0], "{path}");
            for missing in kinds {
                let others: Vec<&str> = kinds.iter().copied().filter(|kind| kind != missing).collect();
                let said = said(path, &[&others[..], top].concat());
                assert!(said.iter().any(|said| said.contains(missing)), "{path}, {missing}: {said:?}");
            }
        }
    }
}
