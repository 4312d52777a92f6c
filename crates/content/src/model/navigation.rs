//! `navigation.toml`: the header's menu and the footer's columns.

use crate::model::{Action, content};

content! {
    /// The site's menus.
    pub struct Navigation {
        /// The header's entries, in order.
        pub header: Vec<MenuEntry>,
        /// The header's button.
        pub book: Action,
        /// Services in the order of the menu, by their file name in `services/`.
        pub services: Vec<crate::model::Slug>,
        /// The entry below the services in the dropdown.
        pub contracts: MenuHighlight,
        /// Services named in the footer, by their file name in `services/`.
        pub footer_services: Vec<crate::model::Slug>,
        /// The footer's links to the company's own pages.
        pub footer_company: Vec<Action>,
        /// The small links in the footer's last line.
        pub footer_legal: Vec<Action>,
    }
}

content! {
    /// One entry of the header's menu.
    pub struct MenuEntry {
        /// Its words.
        pub label: String,
        /// Where it leads; leave it out for the entry that opens the services.
        pub to: Option<crate::model::Target>,
    }
}

content! {
    /// The highlighted entry in the services dropdown.
    pub struct MenuHighlight {
        /// Its words.
        pub label: String,
        /// One short line below them.
        pub note: String,
        /// Where it leads.
        pub to: crate::model::Target,
    }
}
