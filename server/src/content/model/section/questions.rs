//! Questions that people ask before they call.

use super::super::{Anchor, Ground, content};

content! {
    /// An accordion of questions, at most one open, beside a card that offers a call.
    pub struct Questions {
        #[serde(default)]
        #[ts(optional = nullable)]
        pub anchor: Option<Anchor>,
        #[serde(default)]
        pub ground: Ground,
        pub heading: String,
        /// Heading of the card beside them.
        pub help_heading: String,
        /// What the card says.
        pub help_text: String,
        /// Words on the card's chat button.
        pub help_chat: String,
        pub questions: Vec<Question>,
    }
}

content! {
    /// A question and its answer.
    pub struct Question {
        pub question: String,
        /// The figure or the yes stands in the first sentence.
        pub answer: String,
    }
}
