//! Questions that people ask before they call.

use crate::model::{Anchor, Ground, content};

content! {
    /// An accordion of questions, at most one open, beside a card that offers a call.
    pub struct Questions {
        /// The name that a link to it ends in.
        pub anchor: Option<Anchor>,
        /// The colour it stands on.
        #[serde(default)]
        pub ground: Ground,
        /// Its heading.
        pub heading: String,
        /// Heading of the card beside them.
        pub help_heading: String,
        /// What the card says.
        pub help_text: String,
        /// Words on the card's chat button.
        pub help_chat: String,
        /// The questions, in order.
        pub questions: Vec<Question>,
    }
}

content! {
    /// A question and its answer.
    pub struct Question {
        /// The question, as a customer would ask it.
        pub question: String,
        /// The figure or the yes stands in the first sentence.
        pub answer: String,
    }
}
