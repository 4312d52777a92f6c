//! Puts the files' types together into one [`Content`], whoever reads them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::document;
use crate::document::DocumentPart;
use crate::media::MediaLibrary;
use crate::model::{AreaBands, Facts, Plans, Price, Testimonials};
use crate::node::HIDDEN;
use crate::site_content::Content;

/// Reads files as their types; paths are inside the content folder.
pub trait ReadFile {
    /// Every file that is there.
    fn paths(&self) -> Vec<String>;

    /// A file as its type; `None` if it cannot be read as one. `prices` are the prices that it may name.
    fn read<T: JsonSchema + DeserializeOwned>(
        &mut self,
        path: &str,
        prices: &BTreeMap<String, Price>,
    ) -> Option<T>;
}

/// The content, still without its tokens and pictures. Every file is read, also after one that cannot be.
pub fn assemble(reader: &mut impl ReadFile) -> Option<Content> {
    let none = BTreeMap::new();
    let company = reader.read("company.toml", &none);
    let facts: Option<Facts> = reader.read("facts.toml", &none);
    let plans: Option<Plans> = reader.read("plans.toml", &none);
    let prices = price_list(facts.as_ref(), plans.as_ref());
    let navigation = reader.read("navigation.toml", &none);
    let testimonials: Option<Testimonials> = reader.read("testimonials.toml", &none);
    let areas: Option<AreaBands> = reader.read("areas.toml", &none);
    let words = reader.read("words.toml", &none);
    let services = read_folder(reader, "services", &prices);
    let pages = read_folder(reader, "pages", &prices);
    Some(Content {
        company: company?,
        facts: facts?,
        plans: plans?.plans,
        testimonials: testimonials?.testimonials,
        areas: areas?.bands,
        navigation: navigation?,
        words: words?,
        services,
        pages,
        tokens: Default::default(),
        media: Default::default(),
    })
}

fn read_folder<T: JsonSchema + DeserializeOwned>(
    reader: &mut impl ReadFile,
    folder: &str,
    prices: &BTreeMap<String, Price>,
) -> BTreeMap<String, T> {
    let prefix = format!("{folder}/");
    let paths = reader.paths().into_iter().filter(|path| path.starts_with(&prefix));
    let read = paths.filter_map(|path| {
        let name = path.trim_start_matches(&prefix).trim_end_matches(".toml").to_string();
        Some((name, reader.read(&path, prices)?))
    });
    read.collect()
}

/// Prices by name, with `plans` for the lowest to the highest plan.
fn price_list(facts: Option<&Facts>, plans: Option<&Plans>) -> BTreeMap<String, Price> {
    let (Some(facts), Some(plans)) = (facts, plans) else { return BTreeMap::new() };
    let mut prices = facts.prices.clone();
    let amounts = || plans.plans.iter().map(|plan| plan.price);
    if let (Some(from), Some(to)) = (amounts().min(), amounts().max()) {
        prices.insert("plans".to_string(), Price { from, to: Some(to) });
    }
    prices
}

/// Adds what the author does not write: a picture's address and size, a price's amount, a document's HTML and parts. Takes out
/// the sections that are hidden.
pub fn add_derived_fields(tree: &mut Json, media: &MediaLibrary, prices: &BTreeMap<String, Price>) {
    match tree {
        Json::Array(items) => items.iter_mut().for_each(|item| add_derived_fields(item, media, prices)),
        Json::Object(fields) => {
            if let Some(Json::Array(sections)) = fields.get_mut("sections") {
                sections.retain(|section| section[HIDDEN] != true);
                sections.iter_mut().filter_map(Json::as_object_mut).for_each(|section| {
                    section.remove(HIDDEN);
                });
            }
            fields.values_mut().for_each(|field| add_derived_fields(field, media, prices));
            if let Some(found) = fields.get("file").and_then(Json::as_str).and_then(|file| media.get(file)) {
                fields.extend(found.fields());
            }
            if fields.get("kind").and_then(Json::as_str) == Some("document") {
                let text = fields.get("text").and_then(Json::as_str).unwrap_or_default();
                let part =
                    |part: DocumentPart| json!({ "label": part.heading, "to": format!("#{}", part.anchor) });
                let parts: Vec<Json> = document::parts(text).into_iter().map(part).collect();
                let html = document::html(text);
                fields.insert("html".to_string(), json!(html));
                fields.insert("parts".to_string(), json!(parts));
            }
            let price = fields.get("price").and_then(Json::as_str).and_then(|name| prices.get(name));
            if let Some(price) = price {
                fields.insert("amount".to_string(), json!(price));
            }
        }
        _ => {}
    }
}
