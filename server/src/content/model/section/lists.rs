//! Sections that list things: what is done, what it holds, where, how much, how long.

use super::super::{Action, Anchor, Ground, Icon, Picture, Plan, ServiceCard, Slug, content};

content! {
    /// What we do, one short paragraph each, in a grid.
    pub struct Offerings {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        /// A paragraph beside the heading.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub lead: Option<String>,
        pub offerings: Vec<Offering>,
        /// Buttons below the grid; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}

content! {
    /// One thing we do.
    pub struct Offering {
        pub title: String,
        pub description: String,
    }
}

content! {
    /// Good reasons, each with an icon and a rule above it; four fit in a row.
    pub struct Benefits {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        pub lead: Option<String>,
        pub benefits: Vec<IconItem>,
    }
}

content! {
    /// What something holds, each on a white card with an icon.
    pub struct Inclusions {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        pub lead: Option<String>,
        pub items: Vec<IconItem>,
    }
}

content! {
    /// A title and a sentence, with an icon.
    pub struct IconItem {
        pub icon: Icon,
        pub title: String,
        pub text: String,
    }
}

content! {
    /// What people notice, what usually causes it, and what we do.
    pub struct IssueList {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        pub lead: String,
        /// Heads of the three columns.
        pub notice: String,
        pub cause: String,
        pub work: String,
        pub issues: Vec<Issue>,
        /// Safe things to do while waiting.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub first_aid: Option<FirstAid>,
    }
}

content! {
    /// One symptom.
    pub struct Issue {
        pub notice: String,
        pub cause: String,
        pub work: String,
    }
}

content! {
    /// Safe checks that anybody can do, in order.
    pub struct FirstAid {
        pub heading: String,
        pub checks: Vec<String>,
    }
}

content! {
    /// Two or three panels side by side, each with its own list.
    pub struct Panels {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        pub lead: Option<String>,
        pub panels: Vec<Panel>,
        /// Buttons below the panels; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
    }
}

content! {
    /// One panel.
    pub struct Panel {
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        /// A sentence below its heading.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub text: Option<String>,
        #[serde(default)]
        pub items: Vec<PanelItem>,
    }
}

content! {
    /// One line of a panel.
    pub struct PanelItem {
        pub name: String,
        pub text: String,
        /// A pictogram, 120 by 88.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub picture: Option<Picture>,
    }
}

content! {
    /// Names in columns, such as parts.
    pub struct NameList {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        pub lead: String,
        pub names: Vec<String>,
    }
}

content! {
    /// Where we work: a section through the city, from the water to the desert.
    pub struct Areas {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        pub heading: String,
        pub lead: String,
        pub bands: Vec<Band>,
    }
}

content! {
    /// One band of the city.
    pub struct Band {
        pub place: Place,
        pub name: String,
        /// A few words below the name.
        pub note: String,
        pub areas: Vec<String>,
    }
}

content! {
    /// How far inland a band lies.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Place {
        Sea,
        City,
        Communities,
        Desert,
    }
}

content! {
    /// Figures of work done, large.
    pub struct Counters {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        pub counters: Vec<Counter>,
    }
}

content! {
    /// A figure and what it counts.
    pub struct Counter {
        /// As people read it: `150+`.
        pub number: String,
        pub label: String,
    }
}

content! {
    /// How long things take, each as a dimension line.
    pub struct Durations {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        pub lead: String,
        pub durations: Vec<Duration>,
        /// A small line below them.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub note: Option<String>,
    }
}

content! {
    /// One duration.
    pub struct Duration {
        /// What is done.
        pub job: String,
        /// What it covers.
        pub note: String,
        /// The shortest time, or the start: `4`, `Start`.
        pub from: String,
        /// The longest time with its unit: `5 months`.
        pub to: String,
    }
}

content! {
    /// Every line of the annual contracts side by side.
    pub struct Comparison {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        /// Name of the table, for screen readers.
        pub label: String,
        /// Head of the first column, for screen readers.
        pub item: String,
        /// Words for a cell that holds `yes` or `no`, for screen readers.
        pub included: String,
        pub not_included: String,
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
        pub name: String,
        /// One cell for each plan in their order: `yes`, `no`, or words.
        pub cells: Vec<String>,
    }
}

content! {
    /// Cards of other services.
    pub struct OtherServices {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        #[serde(default)]
        #[ts(optional = nullable)]
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
