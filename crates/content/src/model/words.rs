//! `words.toml`: the small words of the interface, and the request form's, with its prefills. Files and pages call a
//! prefill a wish, so the names in them stay.

use std::collections::BTreeMap;

use crate::model::{Action, BlogWords, Picture, content};

content! {
    /// Every word that belongs to no page in particular.
    pub struct Words {
        /// Words only screen readers say, and the link that skips the menu.
        pub labels: Labels,
        /// The banner above the header.
        pub banner: Banner,
        /// The full-screen menu.
        pub menu: Menu,
        /// The floating buttons.
        pub floating: Floating,
        /// What a chat with the company starts with.
        pub chat: ChatWords,
        /// The footer.
        pub footer: Footer,
        /// The quick service request. The section that shows it carries it; other pages need not send it.
        #[serde(skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub form: Form,
        /// What is said of special days. The server makes the sentences; pages need not have the words.
        #[serde(skip_serializing)]
        #[cfg_attr(test, ts(skip))]
        pub special_days: SpecialDayWords,
        /// The blog.
        pub blog: BlogWords,
        /// The page for an address that does not exist.
        pub not_found: NotFound,
        /// The screen for an error.
        pub error: ErrorWords,
    }
}

content! {
    /// Names for what the eye sees.
    pub struct Labels {
        /// The link that jumps over the menu.
        pub skip: String,
        /// Name of the header menu.
        pub main_menu: String,
        /// What the logo leads to; `{name}` is the company.
        pub home: String,
        /// Name of the way from the home page to this one.
        pub breadcrumb: String,
        /// The entry that opens the services.
        pub services: String,
        /// Button that opens the full-screen menu.
        pub open_menu: String,
        /// Button that closes it.
        pub close_menu: String,
        /// A telephone link without words; `{number}` is the number.
        pub call_number: String,
        /// A chat link without words.
        pub chat: String,
        /// Name of the floating buttons together.
        pub reach_us: String,
        /// The word that a dimension line between two figures stands for: "to".
        pub range_to: String,
        /// The word that the line from a call to our arrival stands for: "then".
        pub range_then: String,
        /// A row of stars; `{stars}` is how many.
        pub stars: String,
        /// Marks what is shown as an example, such as an invented review.
        pub sample: String,
        /// The average rating; `{value}` and `{count}` are the figures.
        pub ratings: String,
    }
}

content! {
    /// The emergency banner.
    pub struct Banner {
        /// Its name, for screen readers.
        pub label: String,
        /// The first words, which stay on the narrowest screen.
        pub title: String,
        /// The rest, on wide screens.
        pub text: String,
        /// Words on the call button.
        pub call: String,
        /// The booking link.
        pub book: Action,
        /// Name of the button that hides it.
        pub dismiss: String,
    }
}

content! {
    /// The full-screen menu.
    pub struct Menu {
        /// Its name, for screen readers.
        pub label: String,
        /// A line on when we are there; `{hours}` is the office hours.
        pub hours: String,
        /// Words on the call button.
        pub call: String,
        /// Words on the chat button.
        pub chat: String,
    }
}

content! {
    /// The floating buttons.
    pub struct Floating {
        /// Words on the call button.
        pub call: String,
        /// Words on the chat button.
        pub chat: String,
    }
}

content! {
    /// The message that a chat starts with; the visitor only has to send it.
    pub struct ChatWords {
        /// On most pages.
        pub greeting: String,
        /// On a service's page; `{topic}` is its `chat_topic`.
        pub about: String,
    }
}

content! {
    /// The footer.
    pub struct Footer {
        /// Head of the column of services.
        pub services: String,
        /// Head of the column of the company's pages.
        pub company: String,
        /// Head of the column with the ways to reach us.
        pub contact: String,
        /// The line on the office; `{hours}` is its hours.
        pub hours: String,
        /// The line on emergencies; `{hours}` is when they are answered.
        pub emergency: String,
    }
}

/// Sentences about special days (company.toml) below the office hours, from two weeks before. The server fills them in,
/// so this has no TypeScript twin.
#[derive(Debug, Clone, PartialEq, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialDayWords {
    /// A day on which the office is closed; `{name}` and `{days}` are the day's.
    pub closed: String,
    /// A day with other hours; `{name}`, `{days}` and `{hours}` are the day's.
    pub open: String,
    /// The line below: what becomes of emergencies.
    pub emergency: String,
}

content! {
    /// The quick service request: its labels and its sentences.
    pub struct Form {
        /// Its title.
        pub title: String,
        /// Label of the name.
        pub name: String,
        /// Label of the phone number.
        pub phone: String,
        /// An example of a number, inside the empty field.
        pub phone_placeholder: String,
        /// Label of the choice of services.
        pub service: String,
        /// Shown while nothing is chosen.
        pub service_placeholder: String,
        /// The choices, in order.
        pub services: Vec<String>,
        /// Label of the message.
        pub message: String,
        /// Said behind a label whose field may stay empty.
        pub optional: String,
        /// An example, inside the empty field.
        pub message_placeholder: String,
        /// Words on the button.
        pub submit: String,
        /// Words on the button while it is being sent.
        pub submitting: String,
        /// One line below the button.
        pub hint: String,
        /// What sending it means for the visitor's data, in small print.
        pub consent: String,
        /// The link behind it, to the privacy notice.
        pub consent_link: Action,
        /// Label of the field that only machines fill in: for whoever meets it all the same.
        pub leave_empty: String,
        /// Said when a required field is empty.
        pub missing: String,
        /// Said at each required field that is empty.
        pub missing_name: String,
        /// Said at the phone when it is empty.
        pub missing_phone: String,
        /// Asked once, before a number that looks wrong is sent; `{phone}` is the number as it was typed.
        pub doubtful_phone: String,
        /// Said behind the thanks for a request with such a number, `{phone}`.
        pub doubtful_sent: String,
        /// Said at the choice when none was made.
        pub missing_service: String,
        /// Said when the request is on disk.
        pub success: String,
        /// Said before the reference.
        pub reference: String,
        /// Said behind it: what it is good for.
        pub reference_note: String,
        /// Words on the chat link below it.
        pub reference_chat: String,
        /// The message which that chat starts with; `{reference}` is the reference.
        pub reference_message: String,
        /// Said when it did not arrive.
        pub failure: String,
        /// Said below it where no answer came: the request goes by itself once the device is online again.
        pub failure_offline: String,
        /// Links beside the failure.
        pub failure_call: String,
        /// Words on the chat link beside a failure.
        pub failure_chat: String,
        /// What the form starts with for each wish in an address: `basic`, `premium`, `elite`, `emergency`. Pages get one
        /// more for each service, named after its address.
        #[serde(rename = "wishes")]
        pub prefills: BTreeMap<String, Prefill>,
    }
}

content! {
    /// A wish that came with a link.
    #[cfg_attr(test, ts(rename = "Wish"))]
    pub struct Prefill {
        /// The service to choose, one of the form's choices; none leaves the choice to the visitor.
        pub service: Option<String>,
        /// The message to start with.
        pub message: String,
    }
}

content! {
    /// The page for an address that does not exist.
    pub struct NotFound {
        /// The title in the browser's tab.
        pub title: String,
        /// What it is, in a sentence or two.
        pub description: String,
        /// Its heading.
        pub heading: String,
        /// What it says.
        pub text: String,
        /// The way back to safe ground.
        pub back: Action,
        /// Other places that may help.
        pub links: Vec<Action>,
        /// Its picture.
        pub picture: Picture,
    }
}

content! {
    /// The screen for an error.
    pub struct ErrorWords {
        /// Its heading.
        pub heading: String,
        /// What it says.
        pub text: String,
        /// The way back to safe ground.
        pub back: Action,
        /// Words on the call button.
        pub call: String,
        /// Beside the number of the request that failed, `{number}`. Content that was exported earlier doesn't have it.
        pub number: Option<String>,
    }
}
