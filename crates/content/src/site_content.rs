//! The site's content as types, and the lists that pages show of it.

use std::collections::BTreeMap;

use crate::fields::{Field, Leaf};
use crate::media::MediaLibrary;
use crate::model::{AreaBand, Company, Facts, Navigation, PageContent, Plan, Section, Service, ServiceCard};
use crate::model::{Testimonial, Words};
use crate::node::Node;
use crate::tokens::Tokens;

/// Everything the content folder says.
#[derive(Debug, Clone)]
pub struct Content {
    pub company: Company,
    pub facts: Facts,
    pub plans: Vec<Plan>,
    pub testimonials: Vec<Testimonial>,
    /// The communities that pages list, from the sea inland.
    pub areas: Vec<AreaBand>,
    pub navigation: Navigation,
    pub words: Words,
    /// Services by the last part of their address.
    pub services: BTreeMap<String, Service>,
    /// Pages by their file's name: `home`.
    pub pages: BTreeMap<String, PageContent>,
    /// The facts by the names that texts use for them.
    pub tokens: Tokens,
    /// The pictures that all of this names.
    pub media: MediaLibrary,
}

impl Content {
    /// The services' cards for menus and lists, in the menu's order.
    pub fn service_cards(&self) -> Vec<ServiceCard> {
        let named =
            self.navigation.services.iter().filter_map(|slug| Some((slug, self.services.get(&slug.0)?)));
        named
            .map(|(slug, service)| ServiceCard {
                slug: slug.0.clone(),
                path: format!("/services/{}", slug.0),
                name: service.name.clone(),
                menu_note: service.menu_note.clone(),
                icon: service.icon,
                summary: service.summary.clone(),
                picture: service.picture.clone(),
            })
            .collect()
    }

    /// `sections` with the lists that other files hold filled in.
    pub fn filled(&self, sections: &[Section]) -> Vec<Section> {
        let mut sections = sections.to_vec();
        for section in &mut sections {
            match section {
                Section::Areas(section) => section.fill(&self.areas),
                Section::ServiceCards(cards) => cards.services = self.service_cards(),
                Section::PlanCards(cards) => cards.plans = self.plans.clone(),
                Section::Comparison(table) => table.plans = self.plans.clone(),
                Section::OtherServices(others) => {
                    others.services = self.service_cards();
                    others.services.retain(|card| others.show.iter().any(|slug| slug.0 == card.slug));
                }
                Section::Request(request) => request.form = Some(Box::new(self.form())),
                Section::Testimonials(slips) => slips.testimonials = self.testimonials.clone(),
                _ => {}
            }
        }
        sections
    }
}

/// A file that is parsed, but not turned into a type yet.
pub struct ContentFile {
    pub node: Node,
    /// Its texts that mean more than text, such as links.
    pub leaves: Vec<Leaf>,
    /// Its values that people may change.
    pub fields: Vec<Field>,
}
