//! Tokens, that is, facts inside sentences: `{prices.ac-cleaning}` in any text becomes `AED 150–300`, so that a figure is
//! written once.

use std::collections::BTreeMap;

use crate::content::node::{Node, NodeValue};
use crate::content::report::Report;

/// What follows the lowest price where there is no highest.
const OR_MORE: &str = "or more";

/// Every token and the text it stands for.
pub struct Tokens(BTreeMap<String, String>);

impl Tokens {
    /// Gathers the tokens from the fact sheets. What is missing or misshapen there is left out:
    /// the schema check reports it.
    pub fn gather(company: Option<&Node>, facts: Option<&Node>, plans: Option<&Node>) -> Self {
        let mut tokens = BTreeMap::new();
        let currency = company.and_then(|node| node.get("currency")?.text()).unwrap_or("AED").to_string();
        if let Some(company) = company {
            add_company(&mut tokens, company);
        }
        for (name, node) in facts.and_then(|node| node.get("prices")).map(entries).into_iter().flatten() {
            if let Some(from) = integer(node.get("from")) {
                tokens.insert(format!("prices.{name}"), price(&currency, from, integer(node.get("to"))));
            }
        }
        for (name, node) in facts.and_then(|node| node.get("times")).map(entries).into_iter().flatten() {
            if let Some(text) = node.text() {
                tokens.insert(format!("times.{name}"), text.to_string());
            }
        }
        if let Some(NodeValue::List(plans)) = plans.and_then(|node| node.get("plans")).map(|node| &node.value)
        {
            for plan in plans {
                if let (Some(id), Some(amount)) =
                    (plan.get("id").and_then(Node::text), integer(plan.get("price")))
                {
                    tokens.insert(format!("plans.{id}.price"), price(&currency, amount, Some(amount)));
                }
            }
        }
        Self(tokens)
    }

    /// Replaces every token below `node`; one that stands for nothing is a mistake.
    pub fn expand(&self, node: &mut Node, report: &mut Report) {
        node.each_text(&mut |place, text| {
            let Some(expanded) = self.expanded(text, &mut |token| {
                let family = token.split('.').next().unwrap_or_default();
                let known: Vec<&str> =
                    self.0.keys().filter(|key| key.starts_with(family)).map(String::as_str).collect();
                report.error(
                    place,
                    format!("nothing is called {{{token}}}"),
                    format!("use one of {}", known.join(", ")),
                );
            }) else {
                return;
            };
            *text = expanded;
        });
    }

    fn expanded(&self, text: &str, unknown: &mut dyn FnMut(&str)) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (token, tail) = after.split_once('}')?;
            out.push_str(before);
            match self.0.get(token) {
                Some(value) => out.push_str(value),
                None => {
                    if is_fact(token) {
                        unknown(token);
                    }
                    out.push_str(&format!("{{{token}}}"));
                }
            }
            rest = tail;
        }
        out.push_str(rest);
        Some(out)
    }
}

/// Whether a word in braces means a fact; the others are filled in when the page is rendered.
fn is_fact(token: &str) -> bool {
    ["company.", "prices.", "times.", "plans."].iter().any(|family| token.starts_with(family))
}

fn add_company(tokens: &mut BTreeMap<String, String>, company: &Node) {
    for field in ["name", "phone", "landline", "chat", "email"] {
        if let Some(text) = company.get(field).and_then(Node::text) {
            tokens.insert(format!("company.{field}"), text.to_string());
        }
    }
    if let Some(year) = integer(company.get("since")) {
        tokens.insert("company.since".to_string(), year.to_string());
    }
    let rating = company.get("rating");
    if let Some(NodeValue::Decimal(value)) = rating.and_then(|node| node.get("value")).map(|node| &node.value)
    {
        tokens.insert("company.rating".to_string(), value.to_string());
    }
    if let Some(count) = integer(rating.and_then(|node| node.get("count"))) {
        tokens.insert("company.ratings".to_string(), count.to_string());
    }
    for (field, token) in [("office", "company.hours"), ("emergency", "company.emergency")] {
        if let Some(text) = company.get("hours").and_then(|hours| hours.get(field)?.text()) {
            tokens.insert(token.to_string(), text.to_string());
        }
    }
}

fn entries(node: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let entries: &[crate::content::node::TableEntry] = match &node.value {
        NodeValue::Table(entries) => entries,
        _ => &[],
    };
    entries.iter().map(|entry| (entry.key.as_str(), &entry.node))
}

fn integer(node: Option<&Node>) -> Option<i64> {
    match node?.value {
        NodeValue::Integer(number) => Some(number),
        _ => None,
    }
}

/// A price as people read it: `AED 1,999`, `AED 150–300`, `AED 5,000 or more`.
fn price(currency: &str, from: i64, to: Option<i64>) -> String {
    match to {
        Some(to) if to == from => format!("{currency} {}", grouped(from)),
        Some(to) => format!("{currency} {}–{}", grouped(from), grouped(to)),
        None => format!("{currency} {} {OR_MORE}", grouped(from)),
    }
}

/// A number with commas between its thousands.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_read_as_people_write_them() {
        assert_eq!(price("AED", 1999, Some(1999)), "AED 1,999");
        assert_eq!(price("AED", 150, Some(300)), "AED 150–300");
        assert_eq!(price("AED", 300_000, None), "AED 300,000 or more");
    }
}
