//! Sections that offer services, plans and prices.

use crate::model::{Action, Anchor, Ground, Picture, Plan, Price, ServiceCard, Target, content};

content! {
    /// Cards of all services and the annual contracts, the first one large.
    pub struct ServiceCards {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Name, sentence and picture of the annual contracts' card, which comes last.
        pub contracts: PromoCard,
        /// The services, in the menu's order.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub services: Vec<ServiceCard>,
    }
}

content! {
    /// A card that leads to a page which is not a service.
    pub struct PromoCard {
        /// Its name.
        pub name: String,
        /// A sentence on it.
        pub summary: String,
        /// Its picture.
        pub picture: Picture,
        /// Where it leads.
        pub to: Target,
    }
}

content! {
    /// Usual costs, each as a dimension line from the lowest to the highest price.
    pub struct Rates {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// The link below the lead.
        pub action: Action,
        /// The prices, one line each.
        pub rates: Vec<Rate>,
        /// A small line below the prices.
        pub note: String,
        /// Words for an open end: "or more".
        pub or_more: String,
    }
}

content! {
    /// One price line.
    pub struct Rate {
        /// What is done.
        pub job: String,
        /// What the price covers.
        pub note: String,
        /// Name of the price in `facts.toml`, or `plans` for the lowest to the highest plan.
        #[schemars(extend("format" = "price"))]
        pub price: String,
        /// The price itself.
        #[serde(default)]
        #[schemars(skip)]
        pub amount: Price,
    }
}

content! {
    /// The annual contracts as cards; on narrow screens one at a time, the recommended one first.
    pub struct PlanCards {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Words that name the switch between plans, for screen readers.
        pub choose: String,
        /// Words after the price: "a year".
        pub per: String,
        /// Words before something that a plan does not hold, for screen readers.
        pub not_included: String,
        /// The link below the cards.
        pub action: Action,
        /// Where each card leads, with the plan's id as anchor: `/contracts`; without it, each
        /// card's button leads where its plan says.
        pub cards_to: Option<Target>,
        /// The plans.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub plans: Vec<Plan>,
    }
}
