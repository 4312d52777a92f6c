//! What is counted.

/// One kind of what visitors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A page was opened: by the server where it sends the page, by the page where a click inside the site shows it.
    View,
    /// A link with the company's telephone number was followed.
    Call,
    /// A link into a chat with the company.
    Chat,
    /// A link to write a mail to the company.
    Mail,
    /// A link to the office on a map.
    Directions,
    /// Somebody began to fill in the form.
    Start,
    /// A request was stored, and its visitor thanked.
    Sent,
    /// The same, and it looks like a machine's or a seller's: somebody has to look at it.
    Held,
    /// A whole request was not stored, and its visitor was told so.
    Failed,
}

impl Event {
    pub const ALL: [Event; 9] = [
        Event::View,
        Event::Call,
        Event::Chat,
        Event::Mail,
        Event::Directions,
        Event::Start,
        Event::Sent,
        Event::Held,
        Event::Failed,
    ];

    /// Its name in the database, in exports, and in what the page says.
    pub fn as_str(self) -> &'static str {
        match self {
            Event::View => "view",
            Event::Call => "call",
            Event::Chat => "chat",
            Event::Mail => "mail",
            Event::Directions => "directions",
            Event::Start => "start",
            Event::Sent => "sent",
            Event::Held => "held",
            Event::Failed => "failed",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Event::ALL.into_iter().find(|event| event.as_str() == name)
    }

    /// Whether only the page can know of it; what becomes of requests is the server's to say.
    pub(super) fn is_the_pages(self) -> bool {
        !matches!(self, Event::Sent | Event::Held | Event::Failed)
    }
}
