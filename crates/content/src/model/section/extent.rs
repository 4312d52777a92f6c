//! Sections that say where, how much and how long.

use crate::model::{Anchor, Ground, content};

content! {
    /// Names in columns, such as parts.
    pub struct NameList {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// The names, in order.
        pub names: Vec<String>,
    }
}

content! {
    /// Where we work: a section through the city, from the water to the desert, or a short list of names.
    pub struct Areas {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Which list of `areas.toml` it shows: `core`, `ac`, `villa`.
        #[serde(skip_serializing)]
        #[schemars(extend("format" = "area-list"))]
        #[cfg_attr(test, ts(skip))]
        pub list: String,
        /// The bands, from the water to the desert; without any, all names stand in one list.
        #[serde(default)]
        pub bands: Vec<Band>,
        /// The names, where there are no bands.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub names: Vec<String>,
    }
}

content! {
    /// One band of the city.
    pub struct Band {
        /// How far inland it lies.
        pub place: Place,
        /// Its name.
        pub name: String,
        /// A few words below the name.
        pub note: String,
        /// Names of communities, from `areas.toml`.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub areas: Vec<String>,
    }
}

content! {
    /// Distance of a band from the sea.
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
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// The figures.
        pub counters: Vec<Counter>,
    }
}

content! {
    /// A figure and what it counts.
    pub struct Counter {
        /// As people read it: `150+`.
        pub number: String,
        /// What it counts.
        pub label: String,
    }
}

content! {
    /// Times that jobs take, each as a dimension line.
    pub struct Durations {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// The durations, one line each.
        pub durations: Vec<Duration>,
        /// A small line below them.
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
