//! Checks what types cannot express: names that another file gives, facts that agree, texts that are too long.

use std::collections::{BTreeMap, BTreeSet};

use crate::areas;
use crate::fields::Leaf;
use crate::figures;
use crate::hours;
use crate::links;
use crate::links::ResolveLink;
use crate::node::{Node, NodeValue};
use crate::prefills;
use crate::promised_times::{self, PromisedTimes};
use crate::report::{Place, Report};
use crate::samples;
use crate::site_content::{Content, ContentFile};
use crate::structure;
use crate::tokens::Tokens;
use base::suggest::nearest;

/// The longest title and description that search results show in full, in characters.
const MAX_TITLE_CHARS: usize = 60;
const MAX_DESCRIPTION_CHARS: usize = 155;

/// Adds everything that is wrong between the files.
pub fn verify(
    content: &Content,
    files: &BTreeMap<String, ContentFile>,
    resolve_link: &ResolveLink<'_>,
    report: &mut Report,
) {
    check_names(content, files, report);
    if report.has_errors() {
        return;
    }
    let anchors = links::anchors_by_file(files, report);
    for (path, file) in files {
        for leaf in &file.leaves {
            match leaf.format.as_str() {
                "target" => links::check_target(leaf, path, content, &anchors, resolve_link, report),
                "markdown" => links::check_markdown(leaf, path, content, &anchors, resolve_link, report),
                "url" => links::check_url(leaf, report),
                "phone" => check_phone(leaf, report),
                "email" => check_email(leaf, report),
                "service" => check_service(leaf, content, report),
                _ => {}
            }
        }
        check_photos(&file.node, content, report);
        check_lengths(file, report);
    }
    structure::check(files, report);
    areas::check(content, files, report);
    check_facts(content, files, report);
    prefills::check(content, files, report);
    check_contradictions(content, files, report);
    samples::list(files, report);
}

/// Warns of every figure of the company that a text has by hand. The tokens are not filled in yet.
pub fn check_figures(node: &mut Node, tokens: &Tokens, report: &mut Report) {
    node.each_text(&mut |place, text| {
        // The fact itself, such as a phone number in company.toml.
        if tokens.iter().any(|(_, value)| value == text) {
            return;
        }
        for figure in figures::typed(text, tokens) {
            report.warn(place, figure.what, figure.instead);
        }
    });
}

fn check_phone(leaf: &Leaf, report: &mut Report) {
    let digits: String = leaf.text.chars().filter(char::is_ascii_digit).collect();
    let allowed = |c: char| c.is_ascii_digit() || " +()-".contains(c);
    if !leaf.text.starts_with('+') || !leaf.text.chars().all(allowed) || !(8..=15).contains(&digits.len()) {
        let instead = "write it in international form, such as +971 4 123 4567";
        report.error(&leaf.place, format!("`{}` is no phone number", leaf.text), instead);
    } else if digits.contains("00000") {
        let what = format!("phone number `{}` is a placeholder", leaf.text);
        report.sample(&leaf.place, what, "put the company's own number there");
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
        let what = format!("e-mail address `{}` is a placeholder", leaf.text);
        report.sample(&leaf.place, what, "put the company's own address there");
    }
}

fn check_service(leaf: &Leaf, content: &Content, report: &mut Report) {
    if !content.services.contains_key(&leaf.text) {
        let known = content.services.keys().cloned().collect::<Vec<_>>().join(", ");
        let instead = match nearest(&leaf.text, content.services.keys()) {
            Some(slug) => format!("did you mean `{slug}`?"),
            None => format!("use one of {known}"),
        };
        report.error(&leaf.place, format!("no service is called `{}`", leaf.text), instead);
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
    for (place, plan) in content.plans.iter().enumerate().filter(|(_, plan)| !plans.insert(&plan.id)) {
        let listed = files.get("plans.toml").and_then(|file| file.node.get("plans"));
        let id = match listed.map(|node| &node.value) {
            Some(NodeValue::List(plans)) => plans.get(place).and_then(|plan| plan.get("id")),
            _ => None,
        };
        let place = id.map_or_else(|| start_of(files, "plans.toml"), |id| id.place.clone());
        report.error(&place, format!("two plans are called `{}`", plan.id), "give each plan its own id");
    }
}

/// Checks what `facts.toml` says against itself, and that requests can be due by its times.
fn check_facts(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    let place = |table: &str, name: &str| {
        let found = files.get("facts.toml").and_then(|file| file.node.get(table)?.get(name));
        found.map_or_else(|| start_of(files, "facts.toml"), |node| node.place.clone())
    };
    for (name, price) in &content.facts.prices {
        if price.from == 0 {
            report.error(&place("prices", name), format!("`{name}` is from 0"), "write its lowest price");
        }
        if let Some(to) = price.to.filter(|to| *to < price.from) {
            let what = format!("`{name}` is from {} to {to}, from high to low", price.from);
            let instead = format!("write from = {to}, to = {}", price.from);
            report.error(&place("prices", name), what, instead);
        }
    }
    for plan in content.plans.iter().filter(|plan| plan.price == 0) {
        let place = place_of(files, "plans.toml", "plans");
        report.error(&place, format!("the price of `{}` is 0", plan.id), "write its price for a year");
    }
    for name in PromisedTimes::read(&content.facts.times).err().into_iter().flatten() {
        let what = match content.facts.times.get(name) {
            Some(text) => format!("`{name}`: requests are due by this time, and \"{text}\" is none"),
            None => format!("`{name}` is missing, and requests are due by it"),
        };
        report.error(&place("times", name), what, promised_times::REMEDY);
    }
    for (name, what) in figures::disagreements(&content.tokens) {
        let table = if content.facts.times.contains_key(&name) { "times" } else { "counts" };
        report.error(&place(table, &name), format!("`{name}`: {what}"), "make them agree");
    }
}

/// Reports facts that disagree. The owner keeps some of them on purpose: those are warnings marked as known.
fn check_contradictions(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    let of_villas = place_of(files, "facts.toml", "prices");
    let mut contradiction = |place: &Place, name: &str, what: String| {
        if content.company.known_contradictions.iter().any(|known| known == name) {
            report.warn(place, format!("{what} (known: `{name}`)"), "both stand until the owner decides");
        } else {
            let instead = format!("make them agree, or add \"{name}\" to known_contradictions");
            report.warn(place, what, instead);
        }
    };
    if let Some((place, what)) = files.get("company.toml").and_then(|file| hours::contradiction(&file.node)) {
        contradiction(&place, "opening-hours", what);
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
