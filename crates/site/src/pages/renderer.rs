//! Renders pages from one state of the content: what the web bundle gets for a page, and what it answers.

use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::pages::calendar::Calendar;
use crate::pages::page_data::PlannedPage;
use crate::pages::share_cards::ShareCards;
use crate::render::{Engine, PendingRender, RenderError};
use crate::share_card::Card;
use content::Content;
use content::model::{Company, PageData, SharePicture, Site};

/// Renders pages for one state of the content.
#[derive(Clone)]
pub struct Renderer {
    engine: Engine,
    /// Of the bundle.
    fingerprint: Arc<str>,
    /// The surroundings of every page's own content.
    site: Arc<Site>,
    share_cards: ShareCards,
    /// Changes with the bundle and with `site`: a browser that has another one loads the whole page.
    build: String,
    site_file: SiteFile,
    /// The full digest of the bundle and `site`.
    state: [u8; 32],
}

/// The surroundings of every page's own content, as a file that browsers keep.
#[derive(Clone)]
pub struct SiteFile {
    /// Changes with the bytes.
    pub path: String,
    /// JSON.
    pub body: Bytes,
}

/// Where a browser finds what it hydrates a document from.
#[derive(Serialize)]
struct ScriptData<'a> {
    build: &'a str,
    site: &'a str,
    /// The address and the version of the page's data, where it has a file of its own.
    page: Option<String>,
    version: Option<String>,
}

/// The input of the bundle's `render`.
#[derive(Serialize)]
struct RenderInput<'a> {
    site: &'a Site,
    page: &'a PageData,
    /// The page's share picture, for the document's head.
    share: Option<SharePicture>,
    /// The result of a form that was posted without scripts.
    answer: Option<&'a Json>,
    data: ScriptData<'a>,
}

impl Renderer {
    /// `fingerprint` identifies the bundle; `origin` and `listed` are those of the site.
    pub fn new(
        engine: Engine,
        fingerprint: &str,
        content: &Content,
        origin: &str,
        listed: bool,
        calendar: &Calendar,
    ) -> Self {
        let site = Site {
            company: Company {
                hours: calendar.hours.clone(),
                notices: calendar.notices.clone(),
                ..content.company.clone()
            },
            navigation: content.navigation.clone(),
            words: content.words.clone(),
            services: content.service_cards(),
            origin: origin.to_string(),
            robots: (!listed).then(|| "noindex".to_string()),
            year: calendar.year,
        };
        let body = Bytes::from(serde_json::to_vec(&site).expect("content is plain data"));
        let share_cards = ShareCards::new(content, origin);
        let digest = Sha256::new().chain_update(fingerprint).chain_update(&body).finalize();
        let build = hex::encode(&digest[..4]);
        let site_file = SiteFile { path: format!("/assets/site-{build}.json"), body };
        Self {
            engine,
            fingerprint: fingerprint.into(),
            site: Arc::new(site),
            share_cards,
            build,
            site_file,
            state: digest.into(),
        }
    }

    /// Whether search engines may keep the pages.
    pub fn is_listed(&self) -> bool {
        self.site.robots.is_none()
    }

    /// The same for another state of the content.
    pub fn of(&self, content: &Content, calendar: &Calendar) -> Self {
        let (origin, listed) = (&self.site.origin, self.is_listed());
        Self::new(self.engine.clone(), &self.fingerprint, content, origin, listed, calendar)
    }

    /// Starts rendering the whole document of a page; must not be called from asynchronous code.
    pub fn start_render(&self, page: &PageData) -> PendingRender {
        self.engine.submit(self.input(page, None, None))
    }

    /// The same for a page whose data is a file of its own, and not in the document.
    pub fn start_planned(&self, planned: &PlannedPage) -> PendingRender {
        self.engine.submit(self.input(&planned.data, None, Some(planned.data_path())))
    }

    /// The whole document of a page; refuses at once when too many are waiting.
    ///
    /// # Errors
    /// When the engine is busy, or the page cannot be rendered.
    pub async fn render(&self, page: &PageData) -> Result<String, RenderError> {
        self.engine.render(self.input(page, None, None)).await
    }

    /// The digest of everything that a page's document is rendered from: the same digest, the same document.
    pub fn digest(&self, page: &PageData) -> [u8; 32] {
        let share = self.card(page).map(|card| card.digest()).unwrap_or_default();
        let page = serde_json::to_vec(page).expect("content is plain data");
        Sha256::new().chain_update(self.state).chain_update(share).chain_update(page).finalize().into()
    }

    /// The content of the page's share picture; `None` if search engines shall not keep the page.
    pub fn card(&self, page: &PageData) -> Option<Card> {
        self.share_cards.card(page)
    }

    /// The whole document that answers a posted form.
    ///
    /// # Errors
    /// When the engine is busy, or the page cannot be rendered.
    pub async fn render_form_answer(&self, page: &PageData, answer: &Json) -> Result<String, RenderError> {
        self.engine.render(self.input(page, Some(answer), None)).await
    }

    /// The JSON that a browser loads for a page: to hydrate its document, or after a click inside the site.
    pub fn page_json(&self, page: &PageData) -> String {
        serde_json::json!({ "build": self.build, "version": version_of(page), "page": page }).to_string()
    }

    pub fn site_file(&self) -> &SiteFile {
        &self.site_file
    }

    /// `data_path` is where the page's data is, unless the document shall contain it.
    fn input(&self, page: &PageData, answer: Option<&Json>, data_path: Option<String>) -> String {
        let data = ScriptData {
            build: &self.build,
            site: &self.site_file.path,
            version: data_path.is_some().then(|| version_of(page)),
            page: data_path,
        };
        let input = RenderInput { site: &self.site, page, share: self.share_cards.tags(page), answer, data };
        serde_json::to_string(&input).expect("content is plain data")
    }
}

/// Says whether a document and its data, which is fetched after it, are of the same state of the content.
fn version_of(page: &PageData) -> String {
    let json = serde_json::to_vec(page).expect("content is plain data");
    hex::encode(&Sha256::digest(json)[..4])
}
