//! Parts of pages that depend on the calendar: when one of these changes, the pages are rendered again.

use base::clock::{Clock, dubai_day};

use content::Content;
use content::model::{DatedNotice, Hours};
use content::notices;

/// The calendar of pages on a day in Dubai.
#[derive(Debug, Clone, PartialEq)]
pub struct Calendar {
    /// The year in the footer (R6).
    pub year: i32,
    /// The opening hours, with the special days that are near.
    pub hours: Hours,
    /// Notices that every page shows today.
    pub notices: Vec<DatedNotice>,
}

impl Calendar {
    pub fn now(clock: &Clock, content: &Content) -> Self {
        let today = dubai_day(clock.now_ms());
        let company = &content.company;
        Self {
            year: clock.dubai_year(),
            hours: company.hours.on(today, &content.words.special_days),
            notices: notices::on(&company.notices, today),
        }
    }
}
