//! Checks what types cannot express: links that lead somewhere, unique anchors, facts that agree.

use std::collections::{BTreeMap, BTreeSet};

use crate::content::document;
use crate::content::node::{Node, NodeValue};
use crate::content::report::{Place, Report};
use crate::content::schema::Leaf;
use crate::content::site_content::{Content, ContentFile};

/// What a link to a path of this site leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page; `content` names its file in `pages/` or `services/`, where it has one.
    Page { content: Option<String> },
    /// No page of content: a redirect elsewhere, a feed.
    Other,
    /// Nothing.
    Nothing,
}

/// Looks up a path in the site's route table, following redirects.
pub type ResolveLink<'a> = dyn Fn(&str) -> LinkTarget + 'a;

/// The longest title and description that search results show in full, in characters.
const MAX_TITLE_CHARS: usize = 60;
const MAX_DESCRIPTION_CHARS: usize = 155;

/// Names that links can use for the company's own lines.
const COMPANY_LINES: [&str; 5] = ["call", "landline", "chat", "email", "directions"];

/// Adds everything that is wrong between the files.
pub fn verify(
    content: &Content,
    files: &BTreeMap<String, ContentFile>,
    resolve_link: &ResolveLink<'_>,
    report: &mut Report,
) {
    let anchors = anchors_by_file(files, report);
    for (path, file) in files {
        for leaf in &file.leaves {
            match leaf.format.as_str() {
                "target" => check_target(leaf, path, content, &anchors, resolve_link, report),
                "phone" => check_phone(leaf, report),
                "email" => check_email(leaf, report),
                "service" => check_service(leaf, content, report),
                _ => {}
            }
        }
        check_photos(&file.node, content, report);
        check_lengths(file, report);
    }
    check_names(content, files, report);
    check_contradictions(content, files, report);
}

/// The anchors of every file, those of its long texts included; one that is twice in a file is a mistake.
fn anchors_by_file(
    files: &BTreeMap<String, ContentFile>,
    report: &mut Report,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for (path, file) in files {
        let mut here = BTreeSet::new();
        for leaf in file.leaves.iter().filter(|leaf| leaf.format == "anchor") {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if leaf.text.is_empty() || !leaf.text.chars().all(plain) {
                let what = format!("anchor `{}` would make a link that breaks", leaf.text);
                report.error(&leaf.place, what, "use small letters, digits and hyphens");
            }
            if !here.insert(leaf.text.clone()) {
                let what = format!("anchor `{}` stands twice on this page", leaf.text);
                report.error(&leaf.place, what, "give one of the two another name");
            }
        }
        let texts = file.leaves.iter().filter(|leaf| leaf.format == "markdown");
        here.extend(texts.flat_map(|leaf| document::parts(&leaf.text)).map(|part| part.anchor));
        all.insert(path.clone(), here);
    }
    all
}

fn check_target(
    leaf: &Leaf,
    path: &str,
    content: &Content,
    anchors: &BTreeMap<String, BTreeSet<String>>,
    resolve_link: &ResolveLink<'_>,
    report: &mut Report,
) {
    let target = leaf.text.as_str();
    if COMPANY_LINES.contains(&target) {
        return;
    }
    if target.starts_with("https://") {
        if url::Url::parse(target).is_err() {
            report.error(
                &leaf.place,
                format!("`{target}` is no address"),
                "write it as https://example.com/page",
            );
        }
        return;
    }
    if !target.starts_with('/') && !target.starts_with('#') {
        let instead = format!(
            "use a path such as /contact-us, an anchor such as #contact, an https:// address, or one of {}",
            COMPANY_LINES.join(", ")
        );
        return report.error(&leaf.place, format!("`{target}` leads nowhere"), instead);
    }
    let (address, anchor) =
        target.split_once('#').map_or((target, None), |(address, anchor)| (address, Some(anchor)));
    let file = if address.is_empty() {
        Some(path.to_string())
    } else {
        match resolve_link(address) {
            LinkTarget::Nothing => {
                let instead = "name a page of this site; the header's pages are a good start";
                return report.error(&leaf.place, format!("no page is at `{address}`"), instead);
            }
            LinkTarget::Other => None,
            LinkTarget::Page { content } => content.map(|name| content_file(&name)),
        }
    };
    let Some(file) = file else { return };
    match (anchors.get(&file), anchor) {
        (None, _) => {
            let what = format!("the page at `{address}` has no content yet");
            report.warn(&leaf.place, what, format!("write content/{file}"));
        }
        (Some(known), Some(anchor)) if !known.contains(anchor) && !names_a_plan(content, &file, anchor) => {
            let known = known.iter().map(|name| format!("#{name}")).collect::<Vec<_>>().join(", ");
            report.error(
                &leaf.place,
                format!("`{file}` has no anchor `{anchor}`"),
                format!("use one of {known}"),
            );
        }
        _ => {}
    }
}

/// The file with the content of a page, by the name that [`LinkTarget::Page`] gives.
fn content_file(name: &str) -> String {
    match name.strip_prefix("services/") {
        Some(_) => format!("{name}.toml"),
        None => format!("pages/{name}.toml"),
    }
}

/// Plan cards have their plan's id as anchor on every page.
fn names_a_plan(content: &Content, file: &str, anchor: &str) -> bool {
    let name = file.trim_start_matches("pages/").trim_end_matches(".toml");
    let cards = |section: &crate::content::model::Section| {
        matches!(section, crate::content::model::Section::PlanCards(_))
    };
    content.plans.iter().any(|plan| plan.id == anchor)
        && content.pages.get(name).is_some_and(|page| page.sections.iter().any(cards))
}

fn check_phone(leaf: &Leaf, report: &mut Report) {
    let digits: String = leaf.text.chars().filter(char::is_ascii_digit).collect();
    let allowed = |c: char| c.is_ascii_digit() || " +()-".contains(c);
    if !leaf.text.starts_with('+') || !leaf.text.chars().all(allowed) || !(8..=15).contains(&digits.len()) {
        let instead = "write it in international form, such as +971 4 123 4567";
        report.error(&leaf.place, format!("`{}` is no phone number", leaf.text), instead);
    } else if digits.contains("00000") {
        report.warn(
            &leaf.place,
            format!("phone number `{}` is a placeholder", leaf.text),
            "put the company's own number there",
        );
    }
}

fn check_email(leaf: &Leaf, report: &mut Report) {
    let valid = leaf.text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if !valid || leaf.text.contains(char::is_whitespace) {
        report.error(
            &leaf.place,
            format!("`{}` is no e-mail address", leaf.text),
            "write it as info@company.ae",
        );
    } else if leaf.text.ends_with("@example.com") {
        report.warn(
            &leaf.place,
            format!("e-mail address `{}` is a placeholder", leaf.text),
            "put the company's own address there",
        );
    }
}

fn check_service(leaf: &Leaf, content: &Content, report: &mut Report) {
    if !content.services.contains_key(&leaf.text) {
        let known = content.services.keys().cloned().collect::<Vec<_>>().join(", ");
        report.error(
            &leaf.place,
            format!("no service is called `{}`", leaf.text),
            format!("use one of {known}"),
        );
    }
}

/// A photo carries meaning, so it must say what it shows.
fn check_photos(node: &Node, content: &Content, report: &mut Report) {
    let photo = node.get("file").and_then(Node::text).filter(|file| {
        let media = content.media.get(*file);
        media.is_some_and(|media| media.is_photo())
    });
    if let (Some(file), Some(alt)) = (photo, node.get("alt"))
        && alt.text().is_some_and(|text| text.trim().is_empty())
    {
        let what = format!("photo `{file}` has no alternative text");
        report.error(&alt.place, what, "say in `alt` what it shows, for people who do not see it");
    }
    match &node.value {
        NodeValue::List(items) => items.iter().for_each(|item| check_photos(item, content, report)),
        NodeValue::Table(entries) => {
            entries.iter().for_each(|entry| check_photos(&entry.node, content, report))
        }
        _ => {}
    }
}

fn check_lengths(file: &ContentFile, report: &mut Report) {
    for (field, longest) in [("title", MAX_TITLE_CHARS), ("description", MAX_DESCRIPTION_CHARS)] {
        let Some(node) = file.node.get(field) else { continue };
        let length = node.text().map_or(0, |text| text.chars().count());
        if length > longest {
            let what = format!("`{field}` is {length} characters long");
            report.warn(&node.place, what, format!("search results cut it after about {longest}"));
        }
    }
}

/// Checks names that one file uses from another.
fn check_names(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    let words = start_of(files, "words.toml");
    for (name, prefill) in &content.words.form.prefills {
        if let Some(service) =
            prefill.service.as_ref().filter(|service| !content.words.form.services.contains(service))
        {
            let instead = format!("use one of {}", content.words.form.services.join(", "));
            report.error(
                &words,
                format!("wish `{name}` asks for `{service}`, which is no choice of the form"),
                instead,
            );
        }
    }
    let mut plans = BTreeSet::new();
    for plan in content.plans.iter().filter(|plan| !plans.insert(&plan.id)) {
        let place = start_of(files, "plans.toml");
        report.error(&place, format!("two plans are called `{}`", plan.id), "give each plan its own id");
    }
}

/// Reports facts that disagree. The owner keeps some of them on purpose: those are warnings marked as known.
fn check_contradictions(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    let of_hours = place_of(files, "company.toml", "hours");
    let of_villas = place_of(files, "facts.toml", "prices");
    let mut contradiction = |place: &Place, name: &str, what: String| {
        if content.company.known_contradictions.iter().any(|known| known == name) {
            report.warn(place, format!("{what} (known: `{name}`)"), "both stand until the owner decides");
        } else {
            let instead = format!("make them agree, or add \"{name}\" to known_contradictions");
            report.warn(place, what, instead);
        }
    };
    let hours = &content.company.hours;
    let friday_open = hours.structured.starts_with("Mo-Fr");
    if friday_open && hours.office.contains("Sunday to Thursday") {
        let what = format!(
            "the office is open \"{}\", but search engines read \"{}\"",
            hours.office, hours.structured
        );
        contradiction(&of_hours, "opening-hours", what);
    }
    let price = |name: &str| content.facts.prices.get(name).map(|price| price.from);
    if let (Some(small), Some(floor)) = (price("villa-small"), price("villa-renovation"))
        && small != floor
    {
        let what = format!("villa renovation starts at {floor} in one place and at {small} in another");
        contradiction(&of_villas, "villa-price-floor", what);
    }
}

fn start_of(files: &BTreeMap<String, ContentFile>, path: &str) -> Place {
    files.get(path).map_or_else(|| Place { file: path.into(), line: 1 }, |file| file.node.place.clone())
}

/// Where a field of a file is.
fn place_of(files: &BTreeMap<String, ContentFile>, path: &str, field: &str) -> Place {
    let node = files.get(path).and_then(|file| file.node.get(field));
    node.map_or_else(|| start_of(files, path), |node| node.place.clone())
}
