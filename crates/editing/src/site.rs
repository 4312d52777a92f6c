//! The site with marks, as it is or as an edit would have it: its pages with attributes, and what each piece is.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use base::clock::Clock;
use bytes::Bytes;

use crate::annotate::{Annotated, annotate};
use crate::notices::NoticeTyped;
use crate::piece::{Piece, PiecePicture, collect, focus_of, item, limit, name_and_meaning};
use crate::special_days::{self, DaysTyped};
use content::fields::{Field, FieldKind};
use content::marked::marked;
use content::marks::Marks;
use content::media::{Media, MediaLibrary};
use content::model::PageData;
use content::node::{self, Node};
use content::{Content, Loaded, Photos, Report, Source, Tokens, splice};
use site::pages::calendar::Calendar;
use site::pages::page_data::planned_pages;
use site::pages::renderer::Renderer;
use site::pages::{RenderContext, read};

/// Extension of the files with the pages' words.
pub(super) const WORDS: &str = ".toml";

/// Number of pages that have each piece, by its id.
pub(super) type PageCounts = Arc<HashMap<String, u64>>;

/// A page of the site; it is rendered once somebody looks at it.
pub struct MarkedPage {
    pub path: String,
    /// Its name for people.
    pub title: String,
    /// The file that has its own words.
    pub file: String,
    data: PageData,
    rendered: OnceLock<Option<Annotated>>,
}

/// A file as it is written.
pub(super) struct RawFile {
    pub text: String,
    pub node: Node,
}

/// The site with marks.
pub struct MarkedSite {
    pub pages: Vec<MarkedPage>,
    /// Warnings.
    pub report: Report,
    pub(super) raw: BTreeMap<String, RawFile>,
    /// By file and by where they start.
    pub(super) fields: HashMap<String, HashMap<usize, Field>>,
    tokens: Tokens,
    media: MediaLibrary,
    renderer: Renderer,
    marks: Marks,
    /// Those of this site, and until they are counted those of the one before.
    counts: OnceLock<PageCounts>,
    former_counts: Option<PageCounts>,
    /// Of the files' bytes.
    pub(super) digest: [u8; 32],
}

impl MarkedSite {
    /// Reads and checks the content. Takes some 20 ms, so never in asynchronous code.
    ///
    /// # Errors
    /// Everything that keeps the content from being published.
    pub(super) fn build(
        source: &Source,
        photos: &mut Photos,
        context: &RenderContext,
        clock: &Clock,
        former_counts: Option<PageCounts>,
    ) -> Result<Self, Report> {
        let digest = source.digest(WORDS);
        let loaded = read(source, photos, &context.routes)?;
        let Some((content, marks)) = marked(source, &loaded) else { return Err(unreadable(source)) };
        let renderer = context.renderer.of(&content, &Calendar::now(clock, &content));
        let pages = planned_pages(&content, &context.routes).into_iter().map(|page| MarkedPage {
            title: title_of(&loaded.content, &page.path, &marks.strip(&page.data.title).0),
            file: file_of(&page.path, &page.data.page),
            path: page.path,
            data: page.data,
            rendered: OnceLock::new(),
        });
        let pages = pages.collect();
        let mut raw = BTreeMap::new();
        for path in loaded.files.keys() {
            let bytes = source.read(path).unwrap_or_default();
            let text = String::from_utf8(bytes.to_vec()).map_err(|_| unreadable(source))?;
            let Some(node) = node::parse(path, &text, &mut Report::default()) else {
                return Err(unreadable(source));
            };
            raw.insert(path.clone(), RawFile { text, node });
        }
        let Loaded { content, files, report } = loaded;
        let by_start = |fields: Vec<Field>| fields.into_iter().map(|field| (field.start, field)).collect();
        let fields = files.into_iter().map(|(path, file)| (path, by_start(file.fields))).collect();
        Ok(Self {
            pages,
            report,
            raw,
            fields,
            tokens: content.tokens,
            media: content.media,
            renderer,
            marks,
            counts: OnceLock::new(),
            former_counts,
            digest,
        })
    }

    /// The page at an address.
    pub fn page(&self, path: &str) -> Option<&MarkedPage> {
        self.pages.iter().find(|page| page.path == path)
    }

    /// The page with attributes; `None` if it cannot be rendered. The first time it takes a while, so never in
    /// asynchronous code.
    pub fn annotated(&self, path: &str) -> Option<&Annotated> {
        let page = self.page(path)?;
        let render = || {
            let html = self.renderer.start_render(&page.data).wait();
            Some(annotate(
                &html.inspect_err(|error| tracing::warn!(%error, path, "a page with marks")).ok()?,
                &self.marks,
            ))
        };
        page.rendered.get_or_init(render).as_ref()
    }

    /// Counts on how many pages each piece is, which renders all of them.
    pub(super) fn count(&self) -> PageCounts {
        let count = || {
            let mut counts: HashMap<String, u64> = HashMap::new();
            for page in self.pages.iter().filter_map(|page| self.annotated(&page.path)) {
                let ids: HashSet<&String> = page.seen.iter().chain(&page.said).collect();
                ids.into_iter().for_each(|id| *counts.entry(id.clone()).or_default() += 1);
            }
            Arc::new(counts)
        };
        self.counts.get_or_init(count).clone()
    }

    /// The latest counts, for the site that follows.
    pub(super) fn known_counts(&self) -> PageCounts {
        self.counts.get().or(self.former_counts.as_ref()).cloned().unwrap_or_default()
    }

    /// On how many pages a piece is.
    pub fn on_pages(&self, id: &str) -> u64 {
        let counts = self.counts.get().or(self.former_counts.as_ref());
        counts.and_then(|counts| counts.get(id)).copied().unwrap_or_default()
    }

    /// The piece with this id; `None` if it cannot be changed.
    pub fn piece(&self, id: &str) -> Option<Piece> {
        let (file, path) = id.split_once(':')?;
        let RawFile { node, .. } = self.raw.get(file)?;
        let value = node.at(path)?;
        let field = self.fields.get(file)?.get(&value.span.start)?;
        // A picture by its file.
        let is_picture = field.kind == FieldKind::Picture;
        let written = if is_picture { value.get("file")? } else { value };
        let typed = splice::typed(written).unwrap_or_default();
        let shown = match (field.kind, self.tokens.get(path)) {
            (FieldKind::Price, Some(price)) => price.to_string(),
            _ => self.tokens.fill(&typed).into_owned(),
        };
        let (name, meaning) = name_and_meaning(field, path);
        let limit = limit(&field.meaning);
        let item = item(file, node, path);
        let picture = if is_picture { self.picture(value) } else { None };
        Some(Piece {
            id: id.to_string(),
            name,
            meaning,
            kind: field.kind,
            value: typed,
            shown,
            limit,
            item,
            picture,
        })
    }

    fn picture(&self, table: &Node) -> Option<PiecePicture> {
        let text = |table: &Node, field: &str| table.get(field).and_then(Node::text).map(str::to_string);
        // The photo that waits for its place has it once its file is there.
        let slot = table
            .get("photo")
            .filter(|slot| text(slot, "file").is_some_and(|file| self.media.contains_key(&file)));
        let shown = slot.unwrap_or(table);
        let media = self.media.get(&text(shown, "file")?)?;
        let (src, is_photo) = (media.shown.address.clone(), media.is_photo());
        let alt = text(shown, "alt").unwrap_or_default();
        let focus = focus_of(shown).to_string();
        Some(PiecePicture {
            src,
            width: media.width,
            height: media.height,
            alt: self.tokens.fill(&alt).into_owned(),
            is_photo,
            focus,
        })
    }

    /// The addresses and bytes that pages show of a picture.
    pub(super) fn files_of(&self, picture: &str) -> Vec<(String, Bytes)> {
        let files = self.media.get(picture).into_iter().flat_map(Media::files);
        files.map(|file| (file.address.clone(), file.bytes.clone())).collect()
    }

    /// The text of a fact, by the name that texts use for it: `plans.basic.price`.
    pub fn fact(&self, token: &str) -> Option<&str> {
        self.tokens.get(token)
    }

    /// Every piece of a file that people may change, in the file's order.
    pub fn pieces_of(&self, file: &str) -> Vec<String> {
        let mut ids = Vec::new();
        if let (Some(raw), Some(fields)) = (self.raw.get(file), self.fields.get(file)) {
            let keep = &content::marked::is_editable;
            collect(&raw.node, fields, keep, &mut String::new(), &mut |path| {
                ids.push(format!("{file}:{path}"))
            });
        }
        ids
    }

    /// Every value of a file that has a type, names by which others find something too.
    pub fn values_of(&self, file: &str) -> Vec<String> {
        let mut ids = Vec::new();
        if let (Some(raw), Some(fields)) = (self.raw.get(file), self.fields.get(file)) {
            collect(&raw.node, fields, &|_| true, &mut String::new(), &mut |path| {
                ids.push(format!("{file}:{path}"))
            });
        }
        ids
    }

    /// The notices, whenever they are shown.
    pub fn notices(&self) -> Vec<NoticeTyped> {
        self.raw.get(special_days::FILE).map(|file| NoticeTyped::of(&file.node)).unwrap_or_default()
    }

    /// The days with hours of their own.
    pub fn special_days(&self) -> Vec<DaysTyped> {
        self.raw.get(special_days::FILE).map(|file| DaysTyped::of(&file.node)).unwrap_or_default()
    }
}

/// A page's name for people: a service's name, its entry in the menu, or else the beginning of its title.
fn title_of(content: &Content, path: &str, title: &str) -> String {
    let service = path.strip_prefix("/services/").and_then(|slug| content.services.get(slug));
    let entry =
        content.navigation.header.iter().find(|entry| entry.to.as_ref().is_some_and(|to| to.0 == path));
    match (service, entry) {
        (Some(service), _) => service.name.clone(),
        (None, Some(entry)) => entry.label.clone(),
        _ => title.split([':', '|']).next().unwrap_or(title).trim().to_string(),
    }
}

/// The file with the words of a page: `pages/contact.toml`.
fn file_of(path: &str, page: &str) -> String {
    match path.strip_prefix("/services/") {
        Some(slug) if page == "service" => format!("services/{slug}.toml"),
        _ => format!("pages/{}.toml", site::pages::Routes::content_name(page, path)),
    }
}

fn unreadable(source: &Source) -> Report {
    let place = content::report::Place { file: source.display("").into(), line: 1 };
    let mut report = Report::default();
    report.error(&place, "the content changed while it was read", "try again");
    report
}
