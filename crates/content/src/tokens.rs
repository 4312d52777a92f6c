//! Tokens, that is, facts inside sentences: `{prices.ac-cleaning}` in any text becomes `AED 150–300`, so that a figure is
//! written once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::hours;
use crate::marks::grouped;
use crate::node;
use crate::node::{Node, NodeValue};
use crate::report::Report;
use crate::source::Source;
use base::suggest::nearest;

/// Suffix of the lowest price where there is no highest.
const OR_MORE: &str = "or more";

/// The files that name facts.
pub const SHEETS: [&str; 4] = ["company.toml", "facts.toml", "plans.toml", "areas.toml"];

/// First parts of tokens. Other words in braces are filled in when a page is rendered.
const FAMILIES: [&str; 5] = ["company", "counts", "plans", "prices", "times"];

/// A word in braces, also one with spaces around it, which nobody sees.
static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u)\{ *([A-Za-z0-9_.-]+) *\}").expect("the pattern is a constant"));

/// Every token and the text it stands for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    texts: BTreeMap<String, String>,
    /// Families whose file does not give their names, so that any name may be right. The cause is reported there.
    unreadable: BTreeSet<&'static str>,
}

impl Tokens {
    /// Those of a content folder. Unreadable files are left out: `amwaj check` reports them.
    pub fn of(source: &Source) -> Self {
        let sheet = |path: &str| {
            let bytes = source.read(path)?;
            node::parse(path, std::str::from_utf8(&bytes).ok()?, &mut Report::default())
        };
        Self::gather(SHEETS.map(sheet).each_ref().map(Option::as_ref))
    }

    /// Gathers the tokens from the [`SHEETS`]. A value of the wrong type there still has its name: the mistake is reported
    /// once, where it stands, and not wherever it is used.
    pub fn gather([company, facts, plans, areas]: [Option<&Node>; SHEETS.len()]) -> Self {
        let mut tokens = Self::default();
        let currency = company.and_then(|node| node.get("currency")?.text()).unwrap_or("AED").to_string();
        match company {
            Some(company) => tokens.add_company(company),
            None => drop(tokens.unreadable.insert("company")),
        }
        tokens.add_prices(facts, &currency);
        for family in ["times", "counts"] {
            match facts.and_then(|node| node.get(family)).map(|node| (node, &node.value)) {
                Some((node, NodeValue::Table(_))) => {
                    for (name, node) in entries(node) {
                        tokens.add(format!("{family}.{name}"), scalar(node));
                    }
                }
                _ => drop(tokens.unreadable.insert(family)),
            }
        }
        tokens.add_areas(areas);
        tokens.add_plans(plans, &currency);
        tokens
    }

    fn add(&mut self, token: String, text: Option<String>) {
        self.texts.insert(token, text.unwrap_or_default());
    }

    fn add_company(&mut self, company: &Node) {
        for field in ["name", "phone", "landline", "chat", "email", "since"] {
            if let Some(node) = company.get(field) {
                self.add(format!("company.{field}"), scalar(node));
            }
        }
        for (field, token) in [("value", "rating"), ("count", "ratings")] {
            if let Some(node) = company.get("rating").and_then(|node| node.get(field)) {
                self.add(format!("company.{token}"), scalar(node));
            }
        }
        // Mistakes in the hours are reported when the file is read.
        let hours = hours::read(company, &mut Report::default());
        self.add("company.hours".to_string(), hours.as_ref().map(|hours| hours.office.clone()));
        self.add("company.emergency".to_string(), hours.map(|hours| hours.emergency));
    }

    fn add_prices(&mut self, facts: Option<&Node>, currency: &str) {
        let table = |node: &&Node| matches!(node.value, NodeValue::Table(_));
        let Some(prices) = facts.and_then(|node| node.get("prices")).filter(table) else {
            self.unreadable.insert("prices");
            return;
        };
        for (name, node) in entries(prices) {
            let (from, to) = (integer(node.get("from")), integer(node.get("to")));
            let whole = |separator: &str| from.map(|from| price(currency, from, to, separator));
            self.add(format!("prices.{name}"), whole("–"));
            self.add(format!("prices.{name}.words"), whole(" to "));
            self.add(format!("prices.{name}.from"), from.map(|from| price(currency, from, Some(from), "")));
            if node.get("to").is_some() {
                self.add(format!("prices.{name}.to"), to.map(|to| price(currency, to, Some(to), "")));
            }
        }
    }

    /// Number of communities of each list, so that a heading counts what stands below it.
    fn add_areas(&mut self, areas: Option<&Node>) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let bands = areas.and_then(|areas| areas.get("bands")).into_iter().flat_map(Node::items);
        for community in bands.filter_map(|band| band.get("areas")).flat_map(Node::items) {
            let lists: BTreeSet<&str> =
                community.get("lists").into_iter().flat_map(Node::items).filter_map(Node::text).collect();
            for list in lists {
                *counts.entry(list).or_default() += 1;
            }
        }
        for (list, count) in counts {
            self.add(format!("counts.areas-{list}"), Some(count.to_string()));
        }
    }

    fn add_plans(&mut self, plans: Option<&Node>, currency: &str) {
        let Some(NodeValue::List(plans)) = plans.and_then(|node| node.get("plans")).map(|node| &node.value)
        else {
            self.unreadable.insert("plans");
            return;
        };
        let mut ids = BTreeSet::new();
        for plan in plans {
            let Some(id) = plan.get("id").and_then(Node::text) else {
                self.unreadable.insert("plans");
                continue;
            };
            // The other one has lost its name.
            if !ids.insert(id) {
                self.unreadable.insert("plans");
            }
            let amount = integer(plan.get("price"));
            let shown = amount.map(|amount| price(currency, amount, Some(amount), ""));
            self.add(format!("plans.{id}.price"), shown);
            for (name, node) in plan.get("facts").map(entries).into_iter().flatten() {
                self.add(format!("plans.{id}.{name}"), scalar(node));
            }
        }
    }

    /// The text with every token replaced. Unknown tokens stay as they are.
    pub fn fill<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replace(text, |value| value.to_owned())
    }

    /// As [`Self::fill`], in HTML.
    pub fn fill_html<'t>(&self, html: &'t str) -> Cow<'t, str> {
        self.replace(html, |value| value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
    }

    fn replace<'t>(&self, text: &'t str, written: impl Fn(&str) -> String) -> Cow<'t, str> {
        if !text.contains('{') {
            return Cow::Borrowed(text);
        }
        TOKEN.replace_all(text, |found: &Captures<'_>| match self.texts.get(&found[1]) {
            // A space inside the braces is a mistake that the check reports, and no token.
            Some(value) if found[0].len() == found[1].len() + 2 => written(value),
            _ => found[0].to_string(),
        })
    }

    /// The tokens with each one's text as `marked` has it, where it has one.
    pub fn marked(&self, mut marked: impl FnMut(&str, &str) -> Option<String>) -> Self {
        let mark = |(token, text): (&String, &String)| {
            (token.clone(), marked(token, text).unwrap_or_else(|| text.clone()))
        };
        Self { texts: self.texts.iter().map(mark).collect(), unreadable: self.unreadable.clone() }
    }

    /// Replaces every token below `node`.
    pub fn expand(&self, node: &mut Node) {
        node.each_text(&mut |_, text| {
            if let Cow::Owned(filled) = self.fill(text) {
                *text = filled;
            }
        });
    }

    /// The first braces left in a text whose tokens are filled in, and a suggestion. `placeholders` are the words in
    /// braces that mean something in this text.
    pub fn left_over(&self, text: &str, placeholders: &[&str]) -> Option<(String, String)> {
        for found in TOKEN.captures_iter(text) {
            let (written, token) = (&found[0], &found[1]);
            let family = token.split('.').next().unwrap_or_default();
            let fits = placeholders.contains(&token) && written.len() == token.len() + 2;
            if fits || self.unreadable.contains(family) {
                continue;
            }
            return Some((format!("nothing is called {{{token}}}"), self.suggestion(token, placeholders)));
        }
        let bare = TOKEN.replace_all(text, "");
        bare.contains(['{', '}']).then(|| {
            let what = "a curly bracket without its partner".to_string();
            (what, "a fact is written as {prices.ac-cleaning}, in one pair of brackets".to_string())
        })
    }

    /// As [`Self::left_over`], for a text of which only the tokens are ours, such as an article's.
    pub fn unknown(&self, text: &str) -> Option<(String, String)> {
        TOKEN.captures_iter(text).find_map(|found| {
            let token = &found[1];
            let (family, _) = token.split_once('.')?;
            let is_known = self.texts.contains_key(token) && found[0].len() == token.len() + 2;
            let is_ours = FAMILIES.contains(&family) && !self.unreadable.contains(family);
            let what = format!("nothing is called {}", &found[0]);
            (is_ours && !is_known).then(|| (what, self.suggestion(token, &[])))
        })
    }

    fn suggestion(&self, token: &str, placeholders: &[&str]) -> String {
        let family = token.split('.').next().unwrap_or_default();
        let ending = format!(".{token}");
        let known = || self.texts.keys().map(String::as_str).chain(placeholders.iter().copied());
        let near = known()
            .find(|name| *name == token || name.ends_with(&ending))
            .or_else(|| nearest(token, known().filter(|name| name.starts_with(family))))
            .or_else(|| nearest(token, known()));
        match near {
            Some(name) => format!("did you mean {{{name}}}?"),
            None => "the names are in facts.toml, plans.toml and company.toml".to_string(),
        }
    }

    /// The text of a token: `company.phone`.
    pub fn get(&self, token: &str) -> Option<&str> {
        self.texts.get(token).map(String::as_str)
    }

    /// Every token with what it stands for.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(token, text)| (token.as_str(), text.as_str()))
    }
}

fn entries(node: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let entries: &[crate::node::TableEntry] = match &node.value {
        NodeValue::Table(entries) => entries,
        _ => &[],
    };
    entries.iter().map(|entry| (entry.key.as_str(), &entry.node))
}

fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        NodeValue::Text(text) => Some(text.clone()),
        NodeValue::Integer(number) => Some(number.to_string()),
        NodeValue::Decimal(number) => Some(number.to_string()),
        _ => None,
    }
}

fn integer(node: Option<&Node>) -> Option<i64> {
    match node?.value {
        NodeValue::Integer(number) => Some(number),
        _ => None,
    }
}

/// A price as people read it: `AED 1,999`, `AED 150–300`, `AED 5,000 or more`. The separator is between two amounts.
fn price(currency: &str, from: i64, to: Option<i64>, separator: &str) -> String {
    match to {
        Some(to) if to == from => format!("{currency} {}", grouped(from)),
        Some(to) => format!("{currency} {}{separator}{}", grouped(from), grouped(to)),
        None => format!("{currency} {} {OR_MORE}", grouped(from)),
    }
}
