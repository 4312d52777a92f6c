//! The kinds of section a page can be made of. Each kind has one component in
//! `web/src/sections/`; a kind without one does not compile.

mod extent;
mod home;
mod lists;
mod offers;
mod page;
mod questions;

pub use crate::model::section::extent::*;
pub use crate::model::section::home::*;
pub use crate::model::section::lists::*;
pub use crate::model::section::offers::*;
pub use crate::model::section::page::*;
pub use crate::model::section::questions::*;

use crate::model::content;

content! {
    /// One section of a page; `kind` says which.
    #[serde(tag = "kind", rename_all = "kebab-case")]
    pub enum Section {
        Areas(Areas),
        Benefits(Benefits),
        Brands(Brands),
        CallToAction(CallToAction),
        Comparison(Comparison),
        ContactCards(ContactCards),
        Counters(Counters),
        Document(Document),
        Durations(Durations),
        Emergency(Emergency),
        Hero(Hero),
        Inclusions(Inclusions),
        IssueList(IssueList),
        KeyFacts(KeyFacts),
        MapBanner(MapBanner),
        NameList(NameList),
        Offerings(Offerings),
        OtherServices(OtherServices),
        PageBanner(PageBanner),
        Panels(Panels),
        PictureRows(PictureRows),
        PlanCards(PlanCards),
        Questions(Questions),
        Rates(Rates),
        Request(RequestSection),
        ServiceCards(ServiceCards),
        Steps(Steps),
        Story(Story),
        SubNav(SubNav),
        Testimonials(TestimonialSlips),
    }
}
