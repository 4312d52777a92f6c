//! Loads the whole content folder into types, or reports everything that is wrong with it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::assemble::{ReadFile, add_derived_fields, assemble};
use crate::hours;
use crate::links::ResolveLink;
use crate::media;
use crate::media::{MediaLibrary, Photos};
use crate::model::Price;
use crate::node;
use crate::notices;
use crate::photo_slots;
use crate::report::{Place, Report};
use crate::schema;
use crate::site_content::{Content, ContentFile};
use crate::source::Source;
use crate::tokens::{SHEETS, Tokens};
use crate::verify;
use base::suggest::nearest;

/// Content that may be published, and what it was read from.
pub struct Loaded {
    pub content: Content,
    /// By path inside the content folder; tokens are filled in.
    pub files: BTreeMap<String, ContentFile>,
    /// Warnings only.
    pub report: Report,
}

/// Reads and checks the content; photos that `photos` has already are not made again.
///
/// # Errors
/// The report, when anything in it keeps the content from being published.
pub fn load(source: &Source, photos: &mut Photos, resolve_link: &ResolveLink<'_>) -> Result<Loaded, Report> {
    let (report, unknown_tokens, files, media, tokens) = Default::default();
    let mut loader = ContentLoader { source, photos, report, unknown_tokens, files, media, tokens };
    // In steps, so that a cause is reported without what follows from it: a file that cannot be read lacks the names
    // that other files use.
    loader.parse_all();
    if !loader.report.has_errors() {
        loader.expand_tokens();
        let content = assemble(&mut loader);
        if !loader.report.has_errors() {
            loader.report.problems.append(&mut loader.unknown_tokens.problems);
        }
        if let Some(mut content) = content.filter(|_| !loader.report.has_errors()) {
            content.tokens = std::mem::take(&mut loader.tokens);
            content.media = std::mem::take(&mut loader.media);
            verify::verify(&content, &loader.files, resolve_link, &mut loader.report);
            if !loader.report.has_errors() {
                loader.photos.forget_unused();
                return Ok(Loaded { content, files: loader.files, report: loader.report.sorted() });
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

pub(crate) fn paths(source: &Source) -> Vec<String> {
    let mut paths: Vec<String> = REQUIRED_FILES.iter().map(ToString::to_string).collect();
    paths.extend(source.list("services", ".toml"));
    paths.extend(pages(source));
    paths
}

/// The files of the pages. One without a word is a page that was removed.
pub fn pages(source: &Source) -> Vec<String> {
    let mut pages = source.list("pages", ".toml");
    pages.retain(|path| source.read(path).is_none_or(|bytes| !bytes.trim_ascii().is_empty()));
    pages
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
                self.files.insert(path, ContentFile { node, leaves: Vec::new(), fields: Vec::new() });
            }
        }
    }

    fn expand_tokens(&mut self) {
        self.tokens = Tokens::gather(SHEETS.map(|path| self.files.get(path).map(|file| &file.node)));
        for file in self.files.values_mut() {
            self.tokens.expand(&mut file.node);
        }
    }
}

impl ReadFile for ContentLoader<'_> {
    fn paths(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn read<T: JsonSchema + DeserializeOwned>(
        &mut self,
        path: &str,
        prices: &BTreeMap<String, Price>,
    ) -> Option<T> {
        let file = self.files.get_mut(path)?;
        let found = schema::check::<T>(&file.node, &self.tokens, &mut self.report, &mut self.unknown_tokens);
        (file.leaves, file.fields) = (found.leaves, found.fields);
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
        if path == "company.toml" {
            notices::check(&file.node, &mut self.report);
        }
        // With a mistake anywhere nothing is published; consequential errors here would only hide it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkTarget, Severity};

    fn everything_is_a_page(path: &str) -> LinkTarget {
        let content = (path == "/").then(|| "home".to_string());
        LinkTarget::Page { content }
    }

    #[test]
    fn the_content_in_the_binary_has_no_mistake() {
        let Loaded { content, report, .. } =
            load(&Source::Bundled, &mut Photos::default(), &everything_is_a_page)
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
