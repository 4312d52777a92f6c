//! Loads the whole content folder into types, or reports everything that is wrong with it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::content::document;
use crate::content::document::DocumentPart;
use crate::content::hours;
use crate::content::links::ResolveLink;
use crate::content::media;
use crate::content::media::{MediaLibrary, Photos};
use crate::content::model::{AreaBands, Facts, Plans, Price, Testimonials};
use crate::content::node;
use crate::content::photo_slots;
use crate::content::report::{Place, Report};
use crate::content::schema;
use crate::content::site_content::{Content, ContentFile};
use crate::content::source::Source;
use crate::content::tokens::Tokens;
use crate::content::verify;
use base::suggest::nearest;

/// Reads and checks the content; photos that `photos` has already are not made again.
/// On success the report holds warnings only.
///
/// # Errors
/// The report, when anything in it keeps the content from being published.
pub fn load(
    source: &Source,
    photos: &mut Photos,
    resolve_link: &ResolveLink<'_>,
) -> Result<(Content, Report), Report> {
    let (report, unknown_tokens, files, media, tokens) = Default::default();
    let mut loader = ContentLoader { source, photos, report, unknown_tokens, files, media, tokens };
    // In steps, so that a cause is reported without what follows from it: a file that cannot be read lacks the names
    // that other files use.
    loader.parse_all();
    if !loader.report.has_errors() {
        loader.expand_tokens();
        let content = loader.read_all();
        if !loader.report.has_errors() {
            loader.report.problems.append(&mut loader.unknown_tokens.problems);
        }
        if let Some(content) = content.filter(|_| !loader.report.has_errors()) {
            verify::verify(&content, &loader.files, resolve_link, &mut loader.report);
            if !loader.report.has_errors() {
                loader.photos.forget_unused();
                return Ok((content, loader.report.sorted()));
            }
        }
    }
    Err(loader.report.errors_alone().sorted())
}

struct ContentLoader<'a> {
    source: &'a Source,
    photos: &'a mut Photos,
    report: Report,
    /// Looked at only where nothing else is wrong: a fact whose own name is misspelt is missing wherever it is used.
    unknown_tokens: Report,
    /// By path inside the content folder.
    files: BTreeMap<String, ContentFile>,
    media: MediaLibrary,
    tokens: Tokens,
}

/// The files that every site has.
const REQUIRED_FILES: [&str; 7] = [
    "areas.toml",
    "company.toml",
    "facts.toml",
    "navigation.toml",
    "plans.toml",
    "testimonials.toml",
    "words.toml",
];

fn paths(source: &Source) -> Vec<String> {
    let mut paths: Vec<String> = REQUIRED_FILES.iter().map(ToString::to_string).collect();
    paths.extend(source.list("services", ".toml"));
    paths.extend(source.list("pages", ".toml"));
    paths
}

/// Warns of every figure of the company that a text has by hand. A server that starts has no time for that.
pub fn check_figures(source: &Source, report: &mut Report) {
    let tokens = Tokens::of(source);
    for path in paths(source).into_iter().filter(|path| path != "facts.toml") {
        let bytes = source.read(&path).unwrap_or_default();
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        if let Some(mut node) = node::parse(&source.display(&path), text, &mut Report::default()) {
            verify::check_figures(&mut node, &tokens, report);
        }
    }
}

impl ContentLoader<'_> {
    fn parse_all(&mut self) {
        for path in paths(self.source) {
            let shown = self.source.display(&path);
            let start = Place { file: shown.as_str().into(), line: 1 };
            let Some(bytes) = self.source.read(&path) else {
                self.report.error(&start, "the file is missing", "restore it");
                continue;
            };
            let Ok(text) = std::str::from_utf8(&bytes) else {
                self.report.error(&start, "the file is not UTF-8 text", "save it as UTF-8");
                continue;
            };
            if let Some(mut node) = node::parse(&shown, text, &mut self.report) {
                photo_slots::fill(&mut node, self.source);
                self.files.insert(path, ContentFile { node, leaves: Vec::new() });
            }
        }
    }

    fn expand_tokens(&mut self) {
        let sheet = |path: &str| self.files.get(path).map(|file| &file.node);
        self.tokens = Tokens::gather(sheet("company.toml"), sheet("facts.toml"), sheet("plans.toml"));
        for file in self.files.values_mut() {
            self.tokens.expand(&mut file.node);
        }
    }

    fn read_all(&mut self) -> Option<Content> {
        let company = self.read("company.toml");
        let facts: Option<Facts> = self.read("facts.toml");
        let plans: Option<Plans> = self.read("plans.toml");
        let prices = price_list(facts.as_ref(), plans.as_ref());
        let navigation = self.read("navigation.toml");
        let testimonials: Option<Testimonials> = self.read("testimonials.toml");
        let areas: Option<AreaBands> = self.read("areas.toml");
        let words = self.read("words.toml");
        let services = self.read_folder("services", &prices);
        let pages = self.read_folder("pages", &prices);
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
            tokens: self.tokens.clone(),
            media: std::mem::take(&mut self.media),
        })
    }

    fn read_folder<T: JsonSchema + DeserializeOwned>(
        &mut self,
        folder: &str,
        prices: &BTreeMap<String, Price>,
    ) -> BTreeMap<String, T> {
        let prefix = format!("{folder}/");
        let paths: Vec<String> =
            self.files.keys().filter(|path| path.starts_with(&prefix)).cloned().collect();
        let read = paths.into_iter().filter_map(|path| {
            let name = path.trim_start_matches(&prefix).trim_end_matches(".toml").to_string();
            Some((name, self.read_with(&path, prices)?))
        });
        read.collect()
    }

    fn read<T: JsonSchema + DeserializeOwned>(&mut self, path: &str) -> Option<T> {
        self.read_with(path, &BTreeMap::new())
    }

    fn read_with<T: JsonSchema + DeserializeOwned>(
        &mut self,
        path: &str,
        prices: &BTreeMap<String, Price>,
    ) -> Option<T> {
        let file = self.files.get_mut(path)?;
        file.leaves =
            schema::check::<T>(&file.node, &self.tokens, &mut self.report, &mut self.unknown_tokens);
        for leaf in &file.leaves {
            match leaf.format.as_str() {
                "picture" if !self.media.contains_key(&leaf.text) => {
                    match media::read(self.source, &leaf.text, self.photos) {
                        Ok(media) => drop(self.media.insert(leaf.text.clone(), media)),
                        Err(fault) => fault.report(&leaf.text, &leaf.place, &mut self.report),
                    }
                }
                // Without any there is a mistake in the files with the prices, which is reported there.
                "price" if !prices.is_empty() && !prices.contains_key(&leaf.text) => {
                    let known = prices.keys().cloned().collect::<Vec<_>>().join(", ");
                    let instead = match nearest(&leaf.text, prices.keys()) {
                        Some(name) => format!("did you mean `{name}`?"),
                        None => format!("use one of {known}"),
                    };
                    self.report.error(&leaf.place, format!("no price is called `{}`", leaf.text), instead);
                }
                _ => {}
            }
        }
        let hours = (path == "company.toml").then(|| hours::read(&file.node, &mut self.report));
        // With a mistake anywhere nothing is published; what follows from it here would only hide it.
        if self.report.has_errors() {
            return None;
        }
        let place = file.node.place.clone();
        let mut tree = file.node.to_json();
        add_derived_fields(&mut tree, &self.media, prices);
        if let Some(hours) = hours {
            tree["hours"] = json!(hours);
        }
        serde_json::from_value(tree)
            .map_err(|error| self.report.error(&place, error.to_string(), "correct the field it names"))
            .ok()
    }
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

/// Adds what the author does not write: a picture's address and size, a price's amount, a document's HTML and parts.
fn add_derived_fields(tree: &mut Json, media: &MediaLibrary, prices: &BTreeMap<String, Price>) {
    match tree {
        Json::Array(items) => items.iter_mut().for_each(|item| add_derived_fields(item, media, prices)),
        Json::Object(fields) => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{LinkTarget, Severity};

    fn everything_is_a_page(path: &str) -> LinkTarget {
        let content = (path == "/").then(|| "home".to_string());
        LinkTarget::Page { content }
    }

    #[test]
    fn the_content_in_the_binary_has_no_mistake() {
        let (content, report) = load(&Source::Bundled, &mut Photos::default(), &everything_is_a_page)
            .unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(content.services.len(), 7);
        // Everything else that could be said of it is said of something that somebody typed.
        let warnings = report.problems.iter().filter(|problem| problem.severity == Severity::Warning);
        assert_eq!((report.has_errors(), warnings.count()), (false, 2), "{report}");
        assert!(report.to_string().contains("(known: `opening-hours`)"), "{report}");
        assert!(report.to_string().contains("(known: `villa-price-floor`)"), "{report}");
        assert!(report.to_string().contains("is a placeholder"), "{report}");
    }
}
