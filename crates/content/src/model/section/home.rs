//! Sections that the home page is made of; other pages use some of them too.

use crate::model::{Action, Anchor, Form, Ground, Picture, Testimonial, content};

content! {
    /// The first view of the home page: what we do, and the three ways to reach us.
    pub struct Hero {
        /// The page's main heading. A page has one.
        pub heading: String,
        /// At most 30 words.
        pub lead: String,
        /// The first button.
        pub primary: Action,
        /// The second button.
        pub secondary: Action,
        /// Words on the call button of narrow screens.
        pub call: String,
        /// Words on the chat button of narrow screens.
        pub chat: String,
        /// Words before the phone number on wide screens.
        pub urgent_before: String,
        /// Words after the phone number on wide screens.
        pub urgent_after: String,
        /// The picture on wide screens.
        pub picture: Picture,
        /// The picture on narrow screens.
        pub picture_narrow: Picture,
    }
}

content! {
    /// A band of measured facts.
    pub struct KeyFacts {
        /// Name of the band, for screen readers.
        pub label: String,
        /// Two or four facts.
        pub facts: Vec<KeyFact>,
    }
}

content! {
    /// A figure and what it measures.
    pub struct KeyFact {
        /// The figure: `60–90`.
        pub figure: String,
        /// Its unit, set smaller: `min`.
        pub unit: Option<String>,
        /// What it measures.
        pub label: String,
    }
}

content! {
    /// The emergency line: the number, large, and how soon each trade arrives.
    pub struct Emergency {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Words on the call button.
        pub call: String,
        /// Words on the chat button.
        pub chat: String,
        /// The word at the start of every line: "Call".
        pub from: String,
        /// How soon, for whom.
        pub responses: Vec<Response>,
        /// The drawing along the foot.
        pub picture: Picture,
    }
}

content! {
    /// A promise of time.
    pub struct Response {
        /// Who comes, or for which contract.
        pub who: String,
        /// Within what time: `4 h`.
        pub within: String,
    }
}

content! {
    /// A picture beside a heading, a lead and a list of points, which may be empty.
    pub struct Story {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// The points, each a claim and its sentence.
        pub points: Vec<Point>,
        /// The link below the points.
        pub action: Option<Action>,
        /// Its picture.
        pub picture: Picture,
    }
}

content! {
    /// A short claim and the sentence that backs it.
    pub struct Point {
        /// The claim, in a few words.
        pub claim: String,
        /// What it says.
        pub text: String,
    }
}

content! {
    /// Numbered steps, joined by a wave.
    pub struct Steps {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: Option<String>,
        /// Buttons below the steps; the first one is filled.
        #[serde(default)]
        pub actions: Vec<Action>,
        /// The steps, in order.
        pub steps: Vec<Step>,
    }
}

content! {
    /// One step; its title starts with a verb.
    pub struct Step {
        /// Its title.
        pub title: String,
        /// What it says.
        pub text: String,
    }
}

content! {
    /// Customers' words on job slips.
    pub struct TestimonialSlips {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// Name of the row, for screen readers.
        pub label: String,
        /// The quotes.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        pub testimonials: Vec<Testimonial>,
    }
}

content! {
    /// The quick service request, beside the other ways to reach the company.
    pub struct RequestSection {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// A paragraph beside or below the heading.
        pub lead: String,
        /// Words above the phone number.
        pub call: String,
        /// Words above the chat number.
        pub chat: String,
        /// Words above the office hours.
        pub hours: String,
        /// A picture below them, where there is room.
        pub picture: Option<Picture>,
        /// The words of its form.
        #[serde(skip_deserializing)]
        #[schemars(skip)]
        #[cfg_attr(test, ts(as = "Form"))]
        pub form: Option<Box<Form>>,
    }
}

content! {
    /// A row of makes and materials.
    pub struct Brands {
        /// Its heading.
        pub heading: String,
        /// The makes, in order.
        pub brands: Vec<Brand>,
        /// Invented ones, until there are real ones. The site says so, and `production` refuses them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub sample: bool,
    }
}

content! {
    /// A make and its mark.
    pub struct Brand {
        /// Its name.
        pub name: String,
        /// Its mark in one colour, 28 pixels high.
        pub mark: Picture,
    }
}
