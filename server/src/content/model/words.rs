//! `words.toml`: the small words of the interface, and the request form's.

use std::collections::BTreeMap;

use super::{Action, Picture, content};

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
        /// The footer.
        pub footer: Footer,
        /// The quick service request.
        pub form: Form,
        /// The page for an address that does not exist.
        pub not_found: NotFound,
        /// The screen for an error.
        pub error: ErrorWords,
    }
}

content! {
    /// Names for what the eye sees.
    pub struct Labels {
        pub skip: String,
        pub main_menu: String,
        pub home: String,
        pub services: String,
        pub open_menu: String,
        pub close_menu: String,
        pub call_number: String,
        pub chat: String,
        pub reach_us: String,
        pub range_to: String,
        pub stars: String,
        pub ratings: String,
    }
}

content! {
    /// The emergency banner.
    pub struct Banner {
        pub label: String,
        pub title: String,
        pub text: String,
        pub call: String,
        pub book: Action,
        pub dismiss: String,
    }
}

content! {
    /// The full-screen menu.
    pub struct Menu {
        pub label: String,
        pub hours: String,
        pub call: String,
        pub chat: String,
    }
}

content! {
    /// The floating buttons.
    pub struct Floating {
        pub call: String,
        pub chat: String,
    }
}

content! {
    /// The footer.
    pub struct Footer {
        pub services: String,
        pub company: String,
        pub contact: String,
        pub hours: String,
        pub emergency: String,
    }
}

content! {
    /// The quick service request: its labels and its sentences.
    pub struct Form {
        pub title: String,
        pub name: String,
        pub phone: String,
        pub phone_placeholder: String,
        pub service: String,
        pub service_placeholder: String,
        /// The choices, in order.
        pub services: Vec<String>,
        pub message: String,
        pub optional: String,
        pub message_placeholder: String,
        pub submit: String,
        pub submitting: String,
        pub hint: String,
        /// Said when a required field is empty.
        pub missing: String,
        /// Said at each required field that is empty.
        pub missing_name: String,
        pub missing_phone: String,
        pub missing_service: String,
        /// Said when the request is on disk.
        pub success: String,
        /// Said before the reference.
        pub reference: String,
        /// Said when it did not arrive.
        pub failure: String,
        /// Links beside the failure.
        pub failure_call: String,
        pub failure_chat: String,
        /// The first words of the chat message that carries the request.
        pub chat_greeting: String,
        /// What the form starts with for each wish in an address: `basic`, `premium`, `elite`, `emergency`.
        pub wishes: BTreeMap<String, Wish>,
    }
}

content! {
    /// A wish that came with a link.
    pub struct Wish {
        /// The service to choose, one of the form's choices; none leaves the choice to the visitor.
        #[serde(default)]
        #[ts(optional = nullable)]
        pub service: Option<String>,
        /// The message to start with.
        pub message: String,
    }
}

content! {
    /// The page for an address that does not exist.
    pub struct NotFound {
        pub title: String,
        pub description: String,
        pub heading: String,
        pub text: String,
        pub back: Action,
        /// Other places that may help.
        pub links: Vec<Action>,
        pub picture: Picture,
    }
}

content! {
    /// The screen for an error.
    pub struct ErrorWords {
        pub heading: String,
        pub text: String,
        pub back: Action,
        pub call: String,
    }
}
