//! `facts.toml`, `plans.toml`, `testimonials.toml`: numbers and quotes that several pages share.

use std::collections::BTreeMap;

use crate::model::{Target, content};

content! {
    /// Prices and times, each named once. Any text may show one: `{prices.ac-cleaning}`, `{times.electrician}`.
    pub struct Facts {
        /// Prices by name, in the company's currency.
        pub prices: BTreeMap<String, Price>,
        /// How long things take, by name, as people read it.
        pub times: BTreeMap<String, String>,
        /// Numbers that several sentences repeat, by name, as people read them: `{counts.upkeep-share}`.
        #[serde(default)]
        pub counts: BTreeMap<String, String>,
    }
}

content! {
    /// A price or a range of prices.
    #[derive(Copy, Eq, Default)]
    pub struct Price {
        /// Lowest amount, a whole number without currency or commas.
        pub from: u32,
        /// Highest amount; leave it out for "or more".
        pub to: Option<u32>,
    }
}

content! {
    /// The annual contracts.
    pub struct Plans {
        /// In the order they are shown.
        pub plans: Vec<Plan>,
    }
}

content! {
    /// One annual contract.
    pub struct Plan {
        /// Its anchor and its name in addresses: `basic`, `premium`, `elite`.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Price a year, a whole number without currency or commas.
        pub price: u32,
        /// Who it is for, one sentence.
        pub description: String,
        /// Figures of its contents that sentences repeat: `{plans.basic.discount}`.
        #[serde(default, skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub facts: BTreeMap<String, String>,
        /// What it holds and what it does not.
        pub features: Vec<Feature>,
        /// The one that most people choose.
        #[serde(default)]
        pub recommended: bool,
        /// Words on the recommended plan's tag.
        pub tag: Option<String>,
        /// Words on the button that asks for this plan.
        pub button: String,
        /// Where that button leads.
        pub link: Target,
    }
}

content! {
    /// One line of a plan.
    pub struct Feature {
        /// What it is.
        pub text: String,
        /// Whether the plan has it.
        #[serde(default = "yes")]
        pub included: bool,
    }
}

fn yes() -> bool {
    true
}

content! {
    /// Quotes from customers.
    pub struct Testimonials {
        /// In the order they are shown.
        pub testimonials: Vec<Testimonial>,
    }
}

content! {
    /// One customer's words.
    pub struct Testimonial {
        /// What the customer said.
        pub quote: String,
        /// The customer's name, as agreed with the customer.
        pub author: String,
        /// Where the customer lives.
        pub location: String,
        /// Stars given, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        pub rating: u8,
        /// The trade it was about.
        pub service: String,
        /// An invented one, until there is a real one. The site says so, and `production` refuses it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub sample: bool,
    }
}
