//! Renders pages from one state of the content: what the web bundle gets for a page, and what it answers.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::content::Content;
use crate::content::model::{Company, PageData, SharePicture, Site};
use crate::pages::calendar::Calendar;
use crate::pages::share_cards::ShareCards;
use crate::render::{Engine, PendingRender, RenderError};
use crate::share_card::Card;

/// Renders pages for one state of the content.
#[derive(Clone)]
pub struct Renderer {
    engine: Engine,
    /// Of the bundle.
    fingerprint: Arc<str>,
    /// What every page shows around its own content.
    site: Arc<Site>,
    share_cards: ShareCards,
    /// Changes with the bundle and with `site`: a browser that has another one loads the whole page.
    build: String,
    /// The full digest of the bundle and `site`.
    state: [u8; 32],
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
    build: &'a str,
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
        let json = serde_json::to_vec(&site).expect("content is plain data");
        let share_cards = ShareCards::new(content, origin);
        let digest = Sha256::new().chain_update(fingerprint).chain_update(json).finalize();
        let build = hex::encode(&digest[..4]);
        Self {
            engine,
            fingerprint: fingerprint.into(),
            site: Arc::new(site),
            share_cards,
            build,
            state: digest.into(),
        }
    }

    /// The same for another state of the content.
    pub fn of(&self, content: &Content, calendar: &Calendar) -> Self {
        let (origin, listed) = (&self.site.origin, self.site.robots.is_none());
        Self::new(self.engine.clone(), &self.fingerprint, content, origin, listed, calendar)
    }

    /// Starts rendering the whole document of a page; must not be called from asynchronous code.
    pub fn start_render(&self, page: &PageData) -> PendingRender {
        self.engine.submit(self.input(page, None))
    }

    /// The whole document of a page; refuses at once when too many are waiting.
    ///
    /// # Errors
    /// When the engine is busy, or the page cannot be rendered.
    pub async fn render(&self, page: &PageData) -> Result<String, RenderError> {
        self.engine.render(self.input(page, None)).await
    }

    /// The digest of everything that a page's document is rendered from: the same digest, the same document.
    pub fn digest(&self, page: &PageData) -> [u8; 32] {
        let share = self.card(page).map(|card| card.digest()).unwrap_or_default();
        let page = serde_json::to_vec(page).expect("content is plain data");
        Sha256::new().chain_update(self.state).chain_update(share).chain_update(page).finalize().into()
    }

    /// The content of the page's share picture; none where search engines shall not keep the page.
    pub fn card(&self, page: &PageData) -> Option<Card> {
        self.share_cards.card(page)
    }

    /// The whole document that answers a posted form.
    ///
    /// # Errors
    /// When the engine is busy, or the page cannot be rendered.
    pub async fn render_form_answer(&self, page: &PageData, answer: &Json) -> Result<String, RenderError> {
        self.engine.render(self.input(page, Some(answer))).await
    }

    /// The JSON that a click inside the site loads for a page.
    pub fn page_json(&self, page: &PageData) -> String {
        serde_json::json!({ "build": self.build, "page": page }).to_string()
    }

    fn input(&self, page: &PageData, answer: Option<&Json>) -> String {
        let input = RenderInput {
            site: &self.site,
            page,
            share: self.share_cards.tags(page),
            answer,
            build: &self.build,
        };
        serde_json::to_string(&input).expect("content is plain data")
    }
}
