//! The kinds of events that are counted: views, calls, chats, requests and so on.

/// Something that visitors do, or that becomes of their request.
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
    /// The same, but quarantined as possible spam: a person has to review it.
    Held,
    /// A valid request could not be stored, and its visitor was told so.
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

    /// Its name in the database, in exports, and in pages' reports.
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

    /// Whether pages report it; the outcome of requests is only the server's to count.
    pub(super) fn is_reported_by_pages(self) -> bool {
        !matches!(self, Event::Sent | Event::Held | Event::Failed)
    }
}
