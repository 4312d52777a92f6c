//! Opening hours: as `company.toml` has them, and as pages say them.

use schemars::JsonSchema;

use crate::model::content;

/// `[hours]` as the owner writes it. Only the schema needs this type: `content/hours/` turns the file into [`Hours`].
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WrittenHours {
    /// When the office is open: a block for each group of days with the same hours.
    pub office: Vec<WrittenOpenDays>,
    /// When emergencies are answered, as people read it.
    pub emergency: String,
    /// What search engines read instead of the office's hours, where the two contradict each other (`opening-hours`).
    #[schemars(default)]
    pub search_engines: Vec<WrittenOpenDays>,
    /// Holidays and other days with hours of their own.
    #[schemars(default)]
    pub special: Vec<WrittenSpecialDays>,
}

/// Days of the week with the same hours.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WrittenOpenDays {
    /// The days: `sunday to thursday`, `friday`, `saturday and sunday`.
    pub days: String,
    /// The time at which the office opens, such as `08:00`.
    pub opens: String,
    /// The time at which it closes, such as `18:00`.
    pub closes: String,
}

/// A day or a range of days with hours of its own.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WrittenSpecialDays {
    /// What people call it: `National Day`.
    pub name: String,
    /// The first day, such as `2026-12-02`.
    pub from: String,
    /// The last day; leave it out where there is only one.
    pub to: Option<String>,
    /// `true` where the office is closed.
    pub closed: Option<bool>,
    /// The time at which the office opens, such as `09:00`.
    pub opens: Option<String>,
    /// The time at which it closes, such as `15:00`.
    pub closes: Option<String>,
}

content! {
    /// Opening hours, as pages say them.
    pub struct Hours {
        /// Office hours as people read them: `Sunday to Thursday, 8am to 6pm`.
        pub office: String,
        /// When emergencies are answered, as people read it.
        pub emergency: String,
        /// Opening hours for search engines, in schema.org's form, one for each group of days: `Mo-Fr 09:00-18:00`.
        pub structured: Vec<String>,
        /// Days with hours of their own, the first one first. A page has those that are not over.
        pub special: Vec<SpecialHours>,
        /// Sentences that a page shows today about special days, a line each; empty until two weeks before.
        pub notices: Vec<String>,
    }
}

content! {
    /// A day or a range of days with hours of its own.
    pub struct SpecialHours {
        /// Its name for people.
        pub name: String,
        /// The first day: `2026-12-02`.
        pub from: String,
        /// The last day.
        pub to: String,
        /// The time at which the office opens, `09:00`; unset if it is closed.
        pub opens: Option<String>,
        /// The time at which it closes.
        pub closes: Option<String>,
        /// The weekdays of the range that have these hours, by schema.org's names; empty for all.
        pub weekdays: Vec<String>,
        /// The hours as people read them; unset if the office is closed.
        pub hours: Option<String>,
    }
}
