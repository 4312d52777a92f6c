//! From content to finished pages: what is drawn at which address, and from which data.

use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::content::Content;
use crate::content::model::{Ground, PageContent, PageData, SharePicture, Site};
use crate::pages::routes::Routes;
use crate::pages::share_cards::Shares;
use crate::render::{Drawing, Engine, RenderError};
use crate::share_card::Card;

/// Draws pages for one state of the content.
#[derive(Clone)]
pub struct Renderer {
    engine: Engine,
    /// What every page shows around its own content, as JSON.
    site: Json,
    shares: Shares,
    /// Changes with the bundle and with `site`: a browser with another one loads the page whole.
    build: String,
    /// Of the bundle and `site`, whole.
    state: [u8; 32],
}

/// What the bundle's `render` is given.
#[derive(Serialize)]
struct Brief<'a> {
    site: &'a Json,
    page: &'a PageData,
    /// What the head says of the page's share picture.
    share: Option<SharePicture>,
    /// The result of a form that was posted without scripts.
    answer: Option<&'a Json>,
    build: &'a str,
}

impl Renderer {
    /// `fingerprint` identifies the bundle; `year` is the current one in Dubai.
    pub fn new(engine: Engine, fingerprint: &str, content: &Content, origin: &str, year: i32) -> Self {
        let site = Site {
            company: content.company.clone(),
            navigation: content.navigation.clone(),
            words: content.words.clone(),
            services: content.service_cards(),
            origin: origin.to_string(),
            year,
        };
        let site = serde_json::to_value(site).expect("content is plain data");
        let shares = Shares::new(content, origin);
        let digest = Sha256::new().chain_update(fingerprint).chain_update(site.to_string()).finalize();
        let build = hex::encode(&digest[..4]);
        Self { engine, site, shares, build, state: digest.into() }
    }

    /// Begins the whole document of a page; must not be called from asynchronous code.
    pub fn begin(&self, page: &PageData) -> Drawing {
        self.engine.begin(self.input(page, None))
    }

    /// The whole document of a page; refuses at once when too many are waiting.
    pub async fn draw(&self, page: &PageData) -> Result<String, RenderError> {
        self.engine.render(self.input(page, None)).await
    }

    /// Of all that a page's document is drawn from: where it is the same, so is the document.
    pub fn digest(&self, page: &PageData) -> [u8; 32] {
        let share = self.card(page).map(|card| card.digest()).unwrap_or_default();
        let page = serde_json::to_vec(page).expect("content is plain data");
        Sha256::new().chain_update(self.state).chain_update(share).chain_update(page).finalize().into()
    }

    /// What the page's share picture is painted from; none where search engines shall not keep the page.
    pub fn card(&self, page: &PageData) -> Option<Card> {
        self.shares.card(page)
    }

    /// The whole document that answers a posted form.
    pub async fn answer(&self, page: &PageData, answer: &Json) -> Result<String, RenderError> {
        self.engine.render(self.input(page, Some(answer))).await
    }

    /// What a click inside the site loads of a page.
    pub fn data(&self, page: &PageData) -> String {
        serde_json::json!({ "build": self.build, "page": page }).to_string()
    }

    fn input(&self, page: &PageData, answer: Option<&Json>) -> String {
        let brief =
            Brief { site: &self.site, page, share: self.shares.tags(page), answer, build: &self.build };
        serde_json::to_string(&brief).expect("content is plain data")
    }
}

/// An address and what is drawn there.
pub struct Planned {
    pub path: String,
    pub data: PageData,
    /// The wishes that the page's address can carry (R14).
    pub wishes: Vec<String>,
}

/// Every page that the content fills, by the route table.
pub fn plan(content: &Content, routes: &Routes) -> Vec<Planned> {
    let mut planned = Vec::new();
    for (path, page) in routes.pages() {
        if let Some(source) = content.pages.get(Routes::content_name(page, path)) {
            let wishes = match path {
                "/" => content.words.form.wishes.keys().cloned().collect(),
                _ => Vec::new(),
            };
            planned.push(Planned {
                path: path.to_string(),
                data: page_data(content, page, path, source),
                wishes,
            });
        }
    }
    let prefix = routes.prefix_of("service").unwrap_or("/services/");
    for (slug, service) in &content.services {
        let (Some(title), Some(description)) = (&service.title, &service.description) else { continue };
        let source = PageContent {
            title: title.clone(),
            description: description.clone(),
            ground: service.ground,
            sections: service.sections.clone(),
        };
        let path = format!("{prefix}{slug}");
        planned.push(Planned {
            data: page_data(content, "service", &path, &source),
            path,
            wishes: Vec::new(),
        });
    }
    planned
}

fn page_data(content: &Content, page: &str, path: &str, source: &PageContent) -> PageData {
    PageData {
        page: page.to_string(),
        path: Some(path.to_string()),
        canonical: None,
        title: source.title.clone(),
        description: source.description.clone(),
        ground: source.ground,
        sections: content.filled(&source.sections),
        wish: None,
        posts: None,
        article: None,
        latest: None,
        error: None,
    }
}

/// The page for an address that does not exist (R35).
pub fn not_found(content: &Content) -> PageData {
    let words = &content.words.not_found;
    bare("not-found", &words.title, &words.description, Ground::Glass)
}

/// The screen for an error (R36).
pub fn error(content: &Content) -> PageData {
    let words = &content.words.error;
    let mut page = bare("error", &words.heading, &words.text, Ground::Glass);
    page.error = Some("500 Internal Server Error".to_string());
    page
}

/// The page that answers a posted form: the home page's request section, by itself (R46).
pub fn request_answer(content: &Content) -> PageData {
    use crate::content::model::Section;
    let words = &content.words.form;
    let mut page = bare("request-answer", &words.title, &words.hint, Ground::Sun);
    let sections = content.pages.get("home").map_or(&[][..], |home| &home.sections);
    let request = sections.iter().find(|section| matches!(section, Section::Request(_)));
    page.sections = content.filled(request.map_or(&[], std::slice::from_ref));
    page
}

/// A page without sections, which search engines shall not keep.
pub fn bare(page: &str, title: &str, description: &str, ground: Ground) -> PageData {
    PageData {
        page: page.to_string(),
        path: None,
        canonical: None,
        title: title.to_string(),
        description: description.to_string(),
        ground,
        sections: Vec::new(),
        wish: None,
        posts: None,
        article: None,
        latest: None,
        error: None,
    }
}
