//! `pages/*.toml`, and the data that one finished page is rendered from.

use crate::content::model::{
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
        /// The page from top to bottom.
        pub sections: Vec<Section>,
    }
}

content! {
    /// What every page shows around its own content.
    pub struct Site {
        /// Who the company is.
        pub company: Company,
        /// The menus.
        pub navigation: Navigation,
        /// The small words.
        pub words: Words,
        /// All services, in the menu's order.
        pub services: Vec<ServiceCard>,
        /// The address of the site, without a slash at the end: the public one, or else the one that the server listens on.
        pub origin: String,
        /// What search engines are asked on every page, where the site has no public address: `noindex`.
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
        /// What it shows.
        pub alt: String,
    }
}

content! {
    /// The part of a page that differs from page to page: what a click inside the site loads.
    pub struct PageData {
        /// Which component draws it: a name in the route table.
        pub page: String,
        /// The page's canonical path; none where search engines shall not keep the page.
        pub path: Option<String>,
        /// What search engines shall keep it as, where that is not `path`: `/blogs?page=2`.
        pub canonical: Option<String>,
        /// Its title.
        pub title: String,
        /// What it is, in a sentence or two.
        pub description: String,
        /// The colour it stands on.
        pub ground: Ground,
        /// The page from top to bottom, with shared lists filled in.
        pub sections: Vec<Section>,
        /// What a chat from a service's page is about: "plumbing".
        pub chat_topic: Option<String>,
        /// The wish that the request form starts with: `basic`, `premium`, `elite`, `emergency` or a service's address.
        #[serde(rename = "wish")]
        pub prefill: Option<String>,
        /// A page of the blog's list; none where the browser is to ask for it.
        pub posts: Option<PostList>,
        /// A post; none where the browser is to ask for it.
        pub article: Option<Article>,
        /// The newest posts beside it; none where the browser is to ask for them.
        pub latest: Option<Vec<PostCard>>,
        /// What went wrong, for the error screen: `500 Internal Server Error`.
        pub error: Option<String>,
        /// The number of the request that went wrong, for whoever calls about it.
        pub request_id: Option<String>,
    }
}
