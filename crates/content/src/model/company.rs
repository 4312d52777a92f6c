//! `company.toml`: who the company is and how to reach it. The only place for these facts.

use crate::model::{Email, Hours, Phone, Picture, Url, WrittenHours, content};

content! {
    /// The company's fact sheet.
    pub struct Company {
        /// The name as it stands on the van.
        pub name: String,
        /// What it is called where there is little room, such as under an icon on a phone.
        pub short_name: Option<String>,
        /// One line that says what the company does, shown in the footer.
        pub tagline: String,
        /// Year the company started.
        #[schemars(range(min = 1900, max = 2100))]
        pub since: u16,
        /// The main line, answered day and night.
        pub phone: Phone,
        /// The second line, for questions that can wait (About Us).
        pub landline: Phone,
        /// The number that answers in the chat app.
        pub chat: Phone,
        /// The inbox shown to visitors.
        pub email: Email,
        /// Where the office is.
        pub address: PostalAddress,
        /// When somebody is there.
        #[schemars(with = "WrittenHours")]
        pub hours: Hours,
        /// What customers gave.
        pub rating: Rating,
        /// Ways to pay, in the words of schema.org's `paymentAccepted`.
        pub payment: Vec<String>,
        /// ISO 4217 code of every price on the site.
        pub currency: String,
        /// Cities and emirates served, for search engines.
        pub area_served: Vec<String>,
        /// The company's logo, for each ground it stands on.
        pub logo: Logo,
        /// Social profiles; one without an address is not shown.
        #[serde(default)]
        pub socials: Vec<Social>,
        /// What every page says above its header for some days. A page has those of today.
        #[serde(default)]
        pub notices: Vec<DatedNotice>,
        /// Whether an owner has put the site live: until then, one that may show samples is a preview.
        #[serde(default, skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub launched: bool,
        /// Contradictions between facts that the owner knows and keeps: `opening-hours`, `villa-price-floor`.
        #[serde(default)]
        pub known_contradictions: Vec<String>,
    }
}

content! {
    /// Something to say on every page for some days.
    pub struct DatedNotice {
        /// What it says, in a sentence or two, at most 140 characters.
        pub text: String,
        /// The first day that it is shown, such as `2026-12-01`.
        #[schemars(extend("format" = "day"))]
        pub from: String,
        /// The last day, such as `2026-12-03`.
        #[schemars(extend("format" = "day"))]
        pub until: String,
    }
}

content! {
    /// A postal address.
    #[cfg_attr(test, ts(rename = "Address"))]
    pub struct PostalAddress {
        /// Unit, floor and building.
        pub building: String,
        /// Street.
        pub street: String,
        /// Community or district.
        pub district: String,
        /// City.
        pub city: String,
        /// ISO 3166-1 alpha-2 code of the country.
        pub country: String,
        /// Latitude in degrees north (WGS 84).
        #[schemars(range(min = -90, max = 90))]
        pub latitude: f64,
        /// Longitude in degrees east (WGS 84).
        #[schemars(range(min = -180, max = 180))]
        pub longitude: f64,
    }
}

content! {
    /// An average of customers' ratings.
    pub struct Rating {
        /// The average, out of 5.
        #[schemars(range(min = 1, max = 5))]
        pub value: f64,
        /// How many ratings it is the average of.
        #[schemars(range(min = 1))]
        pub count: u32,
    }
}

content! {
    /// The logo in its three colourings.
    pub struct Logo {
        /// On white and pale grounds.
        pub on_light: Picture,
        /// On the sun ground.
        pub on_sun: Picture,
        /// On dark grounds.
        pub on_dark: Picture,
    }
}

content! {
    /// A profile on a social network.
    pub struct Social {
        /// Which network.
        pub network: Network,
        /// Full address of the profile; leave it out until there is one.
        pub url: Option<Url>,
    }
}

content! {
    /// Networks that the icon sheet has a glyph for.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Network {
        Instagram,
        Facebook,
    }
}
