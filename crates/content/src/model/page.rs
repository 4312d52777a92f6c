//! `pages/*.toml`, and the data that one finished page is rendered from.

use crate::model::{
    Article, Company, Ground, Navigation, PostCard, PostList, Section, ServiceCard, Words, content,
};

content! {
    /// A page made of sections.
    pub struct PageContent {
        /// The title in search results and the browser's tab, at most 60 characters.
        pub title: String,
        /// The description in search results, at most 155 characters.
        pub description: String,
        /// The ground that the header stands on at the top of the page.
        #[serde(default)]
        pub ground: Ground,
        /// Whether the header has the menu. A page that an advert leads to keeps more visitors without one.
        #[serde(default = "with_menu")]
        pub menu: bool,
        /// The page from top to bottom.
        pub sections: Vec<Section>,
    }
}

fn with_menu() -> bool {
    true
}

content! {
    /// The surroundings of every page's own content.
    pub struct Site {
        /// The company.
        pub company: Company,
        /// The menus.
        pub navigation: Navigation,
        /// The small words.
        pub words: Words,
        /// All services, in the menu's order.
        pub services: Vec<ServiceCard>,
        /// The address of the site, without a slash at the end: the public one, or else the one that the server listens on.
        pub origin: String,
        /// Instruction to search engines on every page, if the site has no public address: `noindex`.
        pub robots: Option<String>,
        /// The current year in Dubai.
        pub year: i32,
    }
}

content! {
    /// The picture that a page is shared with, for its document's head.
    pub struct SharePicture {
        /// Its address.
        pub src: String,
        /// Its media type: `image/png`.
        pub media_type: String,
        /// Width in pixels.
        pub width: u32,
        /// Height in pixels.
        pub height: u32,
        /// Alternative text.
        pub alt: String,
    }
}

content! {
    /// The part of a page that differs from page to page: what a click inside the site loads.
    pub struct PageData {
        /// Which component draws it: a name in the route table.
        pub page: String,
        /// The page's canonical path; unset if search engines shall not keep the page.
        pub path: Option<String>,
        /// Canonical address for search engines, if it isn't `path`: `/blogs?page=2`.
        pub canonical: Option<String>,
        /// Its title.
        pub title: String,
        /// Description in a sentence or two.
        pub description: String,
        /// The colour it stands on.
        pub ground: Ground,
        /// The page from top to bottom, with shared lists filled in.
        pub sections: Vec<Section>,
        /// Topic of a chat from a service's page: "plumbing".
        pub chat_topic: Option<String>,
        /// The wish that the request form starts with: `basic`, `premium`, `elite`, `emergency` or a service's address.
        #[serde(rename = "wish")]
        pub prefill: Option<String>,
        /// A page of the blog's list; unset if the browser is to ask for it.
        pub posts: Option<PostList>,
        /// A post; unset if the browser is to ask for it.
        pub article: Option<Article>,
        /// The newest posts beside it; unset if the browser is to ask for them.
        pub latest: Option<Vec<PostCard>>,
        /// The error, for the error screen: `500 Internal Server Error`.
        pub error: Option<String>,
        /// The number of the request that went wrong, for whoever calls about it.
        pub request_id: Option<String>,
    }
}
