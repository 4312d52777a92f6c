//! `services/*.toml`: one trade each. The file's name is the last part of the page's address.

use crate::model::{Icon, Picture, Section, content};

content! {
    /// A service: how it is named everywhere, and its own page.
    pub struct Service {
        /// Its name, as short as it can be.
        pub name: String,
        /// Three words for the menu.
        pub menu_note: String,
        /// Its icon.
        pub icon: Icon,
        /// Symptoms in the customer's words, for cards.
        pub summary: String,
        /// Its picture, for cards and banners.
        pub picture: Picture,
        /// The choice of the request form that fits it, in the form's own words. Without one, the visitor chooses, and the
        /// message starts with the service's name.
        pub request_service: Option<String>,
        /// What a chat from its page is about, in the middle of a sentence: "plumbing".
        pub chat_topic: Option<String>,
        /// The page's title in search results, at most 60 characters.
        pub title: Option<String>,
        /// The page's description in search results, at most 155 characters.
        pub description: Option<String>,
        /// The ground that the header stands on at the top of the page.
        #[serde(default)]
        pub ground: crate::model::Ground,
        /// The page, section by section. A service without sections has no page yet.
        #[serde(default)]
        pub sections: Vec<Section>,
    }
}

content! {
    /// A service in menus and on cards.
    pub struct ServiceCard {
        /// Last part of the page's address.
        pub slug: String,
        /// Address of the page.
        pub path: String,
        /// Its name.
        pub name: String,
        /// Three words for the menu.
        pub menu_note: String,
        /// Its icon.
        pub icon: Icon,
        /// Symptoms in the customer's words.
        pub summary: String,
        /// Its picture.
        pub picture: Picture,
    }
}
