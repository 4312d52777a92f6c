//! Sections that list things: what is done, what it holds, what goes wrong.

use crate::model::{Action, Anchor, Ground, Icon, Picture, Plan, ServiceCard, Slug, content};

content! {
    /// Our offerings, one short paragraph each, in a grid.
    pub struct Offerings {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside the heading.
        pub lead: Option<String>,
        /// What we do, one each.
        pub offerings: Vec<Offering>,
        /// Buttons below the grid; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}

content! {
    /// One thing we do.
    pub struct Offering {
        /// Its title.
        pub title: String,
        /// What it is, in a sentence or two.
        pub description: String,
    }
}

content! {
    /// Good reasons, each with an icon and a rule above it; four fit in a row.
    pub struct Benefits {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: Option<String>,
        /// The reasons.
        pub benefits: Vec<IconItem>,
    }
}

content! {
    /// Contents of an offer, each on a white card with an icon.
    pub struct Inclusions {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: Option<String>,
        /// What it holds.
        pub items: Vec<IconItem>,
    }
}

content! {
    /// A title and a sentence, with an icon.
    pub struct IconItem {
        /// Its icon.
        pub icon: Icon,
        /// Its title.
        pub title: String,
        /// What it says.
        pub text: String,
    }
}

content! {
    /// Symptoms that people notice, their usual causes, and our work on them.
    pub struct IssueList {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Heads of the three columns.
        pub notice: String,
        /// What usually causes it.
        pub cause: String,
        /// What we do about it.
        pub work: String,
        /// The symptoms, the most common first.
        pub issues: Vec<Issue>,
        /// Safe things to do while waiting.
        pub first_aid: Option<FirstAid>,
    }
}

content! {
    /// One symptom.
    pub struct Issue {
        /// What people notice.
        pub notice: String,
        /// What usually causes it.
        pub cause: String,
        /// What we do about it.
        pub work: String,
    }
}

content! {
    /// Safe checks that anybody can do, in order.
    pub struct FirstAid {
        /// Its heading.
        pub heading: String,
        /// What to do, in order.
        pub checks: Vec<String>,
    }
}

content! {
    /// Two or three panels side by side, each with its own list.
    pub struct Panels {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: Option<String>,
        /// The panels, in order.
        pub panels: Vec<Panel>,
        /// Buttons below the panels; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}

content! {
    /// One panel.
    pub struct Panel {
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A sentence below its heading.
        pub text: Option<String>,
        /// What it holds.
        #[serde(default)]
        pub items: Vec<PanelItem>,
    }
}

content! {
    /// One line of a panel.
    pub struct PanelItem {
        /// Its name.
        pub name: String,
        /// What it says.
        pub text: String,
        /// A pictogram, 120 by 88.
        pub picture: Option<Picture>,
    }
}

content! {
    /// Every line of the annual contracts side by side.
    pub struct Comparison {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// Name of the table, for screen readers.
        pub label: String,
        /// Head of the first column, for screen readers.
        pub item: String,
        /// Words for a cell that holds `yes` or `no`, for screen readers.
        pub included: String,
        /// Words for a cell that holds `no`, for screen readers.
        pub not_included: String,
        /// The lines, in order.
        pub rows: Vec<ComparisonRow>,
        /// The plans, which head the columns.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub plans: Vec<Plan>,
    }
}

content! {
    /// One line of the comparison.
    pub struct ComparisonRow {
        /// Its name.
        pub name: String,
        /// One cell for each plan in their order: `yes`, `no`, or words.
        pub cells: Vec<String>,
    }
}

content! {
    /// Cards of other services.
    pub struct OtherServices {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: Option<String>,
        /// Words of each card's link, such as `Learn more`; the service's name follows them for screen readers.
        pub link: String,
        /// Which services, by their file name in `services/`.
        pub show: Vec<Slug>,
        /// The cards of these services.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub services: Vec<ServiceCard>,
    }
}
