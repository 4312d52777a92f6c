//! Sections that frame a page: its banner, its own navigation, its end.

use crate::model::{Action, Anchor, Ground, Picture, content};

content! {
    /// The top of a page: where it is, what it is about, and the first two things to do.
    pub struct PageBanner {
        /// The way here, from the home page on.
        pub crumbs: Vec<Action>,
        /// The page's own name at the end of the way.
        pub here: String,
        /// The page's main heading. A page has one.
        pub heading: String,
        /// At most 25 words: what a worried person asks first.
        pub lead: String,
        /// The first button; none on pages that only inform.
        pub primary: Option<Action>,
        /// The second button.
        pub secondary: Option<Action>,
        /// Whether the company's average rating stands below the buttons.
        #[serde(default)]
        pub rating: bool,
        /// The picture beside the text; without one, waves stand there.
        pub picture: Option<Picture>,
    }
}

content! {
    /// The contact page's banner: a drawn map, and the live one only when the visitor asks for it.
    pub struct MapBanner {
        /// The way here, from the home page on.
        pub crumbs: Vec<Action>,
        /// The page's own name at the end of the way.
        pub here: String,
        /// The page's main heading. A page has one.
        pub heading: String,
        /// At most 25 words.
        pub lead: String,
        /// The first button.
        pub primary: Action,
        /// The second button.
        pub secondary: Action,
        /// The drawn map.
        pub picture: Picture,
        /// The map on narrow screens.
        pub picture_narrow: Picture,
        /// Words on the button that loads the live map.
        pub show: String,
        /// Words on the link that opens directions.
        pub directions: String,
        /// Name of the live map, for screen readers.
        pub map_label: String,
    }
}

content! {
    /// Links to the parts of a long page; it stays in view below the header.
    pub struct SubNav {
        /// Its name, for screen readers.
        pub label: String,
        /// In the order of the page; each leads to an anchor of it.
        pub links: Vec<Action>,
    }
}

content! {
    /// The last thing before the footer: one sentence, a call and a request.
    pub struct CallToAction {
        /// Its heading.
        pub heading: String,
        /// What it says.
        pub text: String,
        /// The first button.
        pub primary: Action,
        /// The second button.
        pub secondary: Option<Action>,
        /// Its picture.
        pub picture: Picture,
    }
}

content! {
    /// A picture and a text in turns, the picture first on phones. Two to four rows.
    pub struct PictureRows {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Left out where the rows' own headings say enough.
        pub heading: Option<String>,
        /// The lines, in order.
        pub rows: Vec<PictureRow>,
    }
}

content! {
    /// One row of a picture and a text.
    pub struct PictureRow {
        /// Its heading.
        pub heading: String,
        /// One paragraph each.
        pub text: Vec<String>,
        /// A checklist below the text.
        #[serde(default)]
        pub points: Vec<String>,
        /// Buttons below it; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
        /// Its picture.
        pub picture: Picture,
    }
}

content! {
    /// A long text, such as the privacy notice.
    pub struct Document {
        /// Says that the text is a draft, and what is open; shown above it. Empty once it is approved: `production`
        /// refuses a draft.
        #[schemars(length(min = 0))]
        pub note: String,
        /// Stands above the list of its parts, such as "On this page". Without it there is no list.
        #[serde(default)]
        #[schemars(length(min = 0))]
        pub contents: String,
        /// The text in Markdown: headings from `##` down, lists, links.
        #[schemars(extend("format" = "markdown"))]
        pub text: String,
        /// The text as HTML.
        #[serde(default)]
        #[schemars(skip)]
        pub html: String,
        /// Its headings of the second level, and where they stand.
        #[serde(default)]
        #[schemars(skip)]
        pub parts: Vec<Action>,
    }
}

content! {
    /// The three ways to reach the office: address, e-mail, telephone.
    pub struct ContactCards {
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// The office.
        pub address: ContactCard,
        /// The mailbox.
        pub email: ContactCard,
        /// The main line.
        pub phone: ContactCard,
    }
}

content! {
    /// One way to reach the office; the address, mailbox or number itself comes from the fact sheet.
    pub struct ContactCard {
        /// Its heading.
        pub heading: String,
        /// One short line below it.
        pub note: String,
    }
}
