//! Checks that links lead somewhere: to a page of this site, an anchor of one, another site, or the company's own lines.

use std::collections::{BTreeMap, BTreeSet};

use crate::document;
use crate::document::Target;
use crate::fields::Leaf;
use crate::model::Section;
use crate::report::Report;
use crate::site_content::{Content, ContentFile};

/// The target of a link to a path of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page; `content` names its file in `pages/` or `services/`, where it has one.
    Page { content: Option<String> },
    /// Not a page of content: a redirect elsewhere, a feed.
    Other,
    /// A broken link.
    Nothing,
}

/// Looks up a path in the site's route table, following redirects.
pub type ResolveLink<'a> = dyn Fn(&str) -> LinkTarget + 'a;

/// Names that links can use for the company's own lines.
const COMPANY_LINES: [&str; 5] = ["call", "landline", "chat", "email", "directions"];

/// The anchors of every file, those of its long texts included; one that is twice in a file is a mistake.
pub fn anchors_by_file(
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

pub fn check_target(
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
        return check_url(leaf, report);
    }
    if target.starts_with("//") || !target.starts_with(['/', '#']) {
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

/// The links of a long text lead where a button's may, or to a mail or a phone. Pictures are sections of their own: one in
/// the text would be loaded from wherever it says.
pub fn check_markdown(
    leaf: &Leaf,
    path: &str,
    content: &Content,
    anchors: &BTreeMap<String, BTreeSet<String>>,
    resolve_link: &ResolveLink<'_>,
    report: &mut Report,
) {
    for target in document::targets(&leaf.text) {
        match target {
            Target::Picture(address) => {
                let what = format!("the text shows a picture from `{address}`");
                report.error(&leaf.place, what, "take it out, and add a section with a picture");
            }
            Target::Link(address) if address.starts_with("mailto:") || address.starts_with("tel:") => {}
            Target::Link(text) => {
                let link = Leaf { text, ..leaf.clone() };
                check_target(&link, path, content, anchors, resolve_link, report);
            }
        }
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
    let cards = |section: &Section| matches!(section, Section::PlanCards(_));
    content.plans.iter().any(|plan| plan.id == anchor)
        && content.pages.get(name).is_some_and(|page| page.sections.iter().any(cards))
}

/// A full address of another site. Without `https://` a browser looks for a page of this site.
pub fn check_url(leaf: &Leaf, report: &mut Report) {
    let address = leaf.text.as_str();
    let bare = address.trim_start_matches("http://");
    let url = url::Url::parse(address)
        .ok()
        .filter(|url| url.scheme() == "https" && url.host_str().is_some_and(|host| host.contains('.')));
    if url.is_none() || address.contains(char::is_whitespace) {
        let what = format!("`{address}` is no full address");
        let instead = match address.strip_prefix("https://") {
            Some(_) => "write it as https://example.com/page".to_string(),
            None => format!("write it as https://{bare}"),
        };
        report.error(&leaf.place, what, instead);
    }
}
