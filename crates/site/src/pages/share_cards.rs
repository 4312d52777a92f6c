//! The share card of each page: its heading and its illustration, from the same content as the page.

use crate::share_card::{Card, HEIGHT, Illustration, Layout, WIDTH};
use content::Content;
use content::model::{PageData, Picture, Section, SharePicture};

/// Makes share cards; holds what all of them have in common.
#[derive(Clone)]
pub struct ShareCards {
    company: String,
    /// Below every title: how to reach the company.
    lines: Vec<String>,
    /// The logo's address.
    logo: String,
    /// For pages without a picture of their own: the home page's.
    general: Option<Illustration>,
    /// Heading of the blog's list.
    blog: String,
}

impl ShareCards {
    /// `origin` is the site's public address, without a slash at the end.
    pub fn new(content: &Content, origin: &str) -> Self {
        let company = &content.company;
        let home = content.pages.get("home").into_iter().flat_map(|home| &home.sections);
        let general = home.clone().find_map(|section| match section {
            Section::Hero(hero) => Some(illustration(&hero.picture)),
            _ => None,
        });
        Self {
            company: company.name.clone(),
            lines: std::iter::once(company.phone.0.clone()).chain(domain(origin)).collect(),
            logo: company.logo.on_sun.src.clone(),
            general,
            blog: content.words.blog.heading.clone(),
        }
    }

    /// The card of a page that search engines may keep.
    pub fn card(&self, page: &PageData) -> Option<Card> {
        page.path.as_ref()?;
        let (title, own) = match (&page.article, &page.posts) {
            (Some(article), _) => {
                let picture = article.picture.as_ref();
                let picture = picture.map(|it| Illustration { src: it.src.clone(), alt: it.alt.clone() });
                (article.title.as_str(), picture)
            }
            (None, Some(_)) => (self.blog.as_str(), None),
            (None, None) => top(&page.sections).unwrap_or((&page.title, None)),
        };
        let across = |picture: &Illustration| self.general.as_ref() == Some(picture);
        let own = own.or_else(|| in_text(&page.sections));
        let layout = if own.as_ref().is_none_or(across) { Layout::Across } else { Layout::Beside };
        Some(Card {
            title: title.to_owned(),
            company: self.company.clone(),
            lines: self.lines.clone(),
            layout,
            picture: own.or_else(|| self.general.clone()),
            logo: self.logo.clone(),
        })
    }

    /// Its description in the document's head.
    pub fn tags(&self, page: &PageData) -> Option<SharePicture> {
        let card = self.card(page)?;
        Some(SharePicture {
            src: card.address(page.path.as_deref()?),
            media_type: card.kind().media_type().to_owned(),
            width: WIDTH,
            height: HEIGHT,
            alt: card.alt(),
        })
    }
}

/// Heading and picture at the top of a page.
fn top(sections: &[Section]) -> Option<(&str, Option<Illustration>)> {
    sections.iter().find_map(|section| match section {
        Section::Hero(hero) => Some((hero.heading.as_str(), Some(illustration(&hero.picture)))),
        Section::PageBanner(banner) => {
            Some((banner.heading.as_str(), banner.picture.as_ref().map(illustration)))
        }
        Section::MapBanner(banner) => Some((banner.heading.as_str(), Some(illustration(&banner.picture)))),
        _ => None,
    })
}

/// The first picture further down, for pages whose top has none.
fn in_text(sections: &[Section]) -> Option<Illustration> {
    sections.iter().find_map(|section| match section {
        Section::PictureRows(rows) => rows.rows.first().map(|row| illustration(&row.picture)),
        Section::Story(story) => Some(illustration(&story.picture)),
        _ => None,
    })
}

fn illustration(picture: &Picture) -> Illustration {
    Illustration { src: picture.src.clone(), alt: picture.alt.clone() }
}

/// The domain that people read; `None` until the site has an address of its own.
fn domain(origin: &str) -> Option<String> {
    let address = url::Url::parse(origin).ok()?;
    let domain = address.domain().filter(|domain| domain.contains('.'))?;
    Some(domain.trim_start_matches("www.").to_owned())
}
