//! The part of the schema check that looks at single values: texts, numbers, and whether something is so.

use serde_json::Value as Json;

use crate::fields::{FieldKind, Leaf};
use crate::node::{Node, NodeValue};
use crate::schema::SchemaCheck;

impl SchemaCheck<'_> {
    pub fn text(&mut self, schema: &Json, node: &Node, name: &str) {
        let NodeValue::Text(text) = &node.value else {
            return self.wrong(node, name, "a text in quotation marks");
        };
        // `minLength = 0` says that a text may be empty; otherwise nobody leaves one empty on purpose.
        if text.trim().is_empty() && schema["minLength"].as_u64() != Some(0) {
            return self.report.error(&node.place, format!("`{name}` is empty"), "write its text");
        }
        let meaning = schema["description"].as_str().unwrap_or_default();
        if let Some((what, instead)) = self.tokens.left_over(text, &placeholders(meaning)) {
            self.unknown_tokens.error(&node.place, what, instead);
        }
        if let Some(format) = schema["format"].as_str() {
            self.found.leaves.push(Leaf {
                format: format.to_string(),
                text: text.clone(),
                place: node.place.clone(),
            });
        }
        match schema["format"].as_str() {
            None | Some("phone" | "email") => self.field(schema, node, name, FieldKind::Text),
            Some("markdown") => self.field(schema, node, name, FieldKind::Document),
            Some("target") => self.field(schema, node, name, FieldKind::Link),
            Some("url") => self.field(schema, node, name, FieldKind::Url),
            Some(_) => {}
        }
    }

    pub fn integer(&mut self, schema: &Json, node: &Node, name: &str) {
        let NodeValue::Integer(number) = node.value else {
            return self.wrong(
                node,
                name,
                "a whole number without quotation marks, commas or currency, such as 1999",
            );
        };
        let lowest = schema["minimum"].as_i64().unwrap_or(i64::MIN);
        let highest = schema["maximum"].as_i64().unwrap_or(i64::from(u32::MAX));
        if number < lowest || number > highest {
            let instead = format!("use a number from {lowest} to {highest}");
            self.report.error(&node.place, format!("`{name}` is {number}"), instead);
        }
        let is_large = schema["format"] == "uint32" && schema["maximum"].is_null();
        self.field(schema, node, name, if is_large { FieldKind::Number } else { FieldKind::SmallNumber });
    }

    pub fn number(&mut self, schema: &Json, node: &Node, name: &str) {
        let number = match node.value {
            NodeValue::Integer(number) => number as f64,
            NodeValue::Decimal(number) => number,
            _ => return self.wrong(node, name, "a number without quotation marks, such as 4.8"),
        };
        let lowest = schema["minimum"].as_f64().unwrap_or(f64::MIN);
        let highest = schema["maximum"].as_f64().unwrap_or(f64::MAX);
        if !(lowest..=highest).contains(&number) {
            let instead = format!("use a number from {lowest} to {highest}");
            self.report.error(&node.place, format!("`{name}` is {number}"), instead);
        }
        self.field(schema, node, name, FieldKind::SmallNumber);
    }

    pub fn truth(&mut self, node: &Node, name: &str) {
        if !matches!(node.value, NodeValue::Truth(_)) {
            self.wrong(node, name, "true or false, without quotation marks");
        }
    }
}

/// The words in braces that a field's own description gives a meaning: "`{name}` is the company".
fn placeholders(description: &str) -> Vec<&str> {
    let quoted = description.split('`').skip(1).step_by(2);
    quoted.filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')).collect()
}
