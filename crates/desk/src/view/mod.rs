//! What the screens show, as data: the page's script renders it on the server and again in the browser.
//!
//! Times are Unix milliseconds. Text that visitors typed is as they typed it.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

mod drafts;
mod numbers;
mod people;
mod posts;
mod requests;
mod revisions;
mod settings;
mod sign_in;
mod site;

use crate::staff::roles::Role;
pub use crate::view::drafts::{DraftEntry, RefusedDraft, SiteDraft, SiteDrafts, SiteVersion};
pub use crate::view::numbers::{AnswerSums, DaySums, NamedSums, Numbers, Sums};
pub use crate::view::people::{Device, Invitation, People, Person, Ringing};
pub use crate::view::posts::{
    NewPost, PostCounts, PostEditor, PostField, PostFormat, PostPicture, PostProblem, PostRow, PostState,
    PostThumb, PostWords, Posts, PostsShow,
};
pub use crate::view::requests::{
    Counts, Event, Held, HeldRow, Inbox, LastWord, Other, RequestScreen, Row, Show, StageName,
};
pub use crate::view::revisions::{
    ConflictPlace, DifferentLine, FieldDifference, LineSide, PostConflict, PostRevision, RevisionChange,
    RevisionScreen,
};
pub use crate::view::settings::{CopiesView, GoesTo, SettingsScreen};
pub use crate::view::sign_in::{Join, JoinProblem, SignIn, SignInProblem};
pub use crate::view::site::{
    FactGroup, FactKind, HiddenSection, PieceItem, PieceKind, PiecePlace, RefusedDays, RefusedEdit,
    RefusedNotice, SiteChange, SiteFacts, SiteNotice, SitePage, SitePicture, SitePiece, SiteProblem,
    SiteScreen, SpecialDays,
};

/// One screen, for one person, at one moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Desk {
    /// By the server's clock.
    pub now: i64,
    /// For the hidden field `key` of this screen's forms: the same form sent twice counts once.
    pub key: String,
    /// The company's short name.
    pub company: String,
    /// Who is signed in.
    pub me: Option<Me>,
    pub screen: Screen,
    /// What the last action did.
    pub notice: Option<Notice>,
}

/// Who is signed in, on which device.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Me {
    pub id: String,
    pub name: String,
    pub roles: Vec<Role>,
    /// What the navigation shows.
    pub places: Vec<Place>,
    /// How many people wait for an answer, and how many requests are held; 0 where it is none of their business.
    pub waiting: u64,
    pub held: u64,
    /// Whether this person can sign in again on this device without an invitation.
    pub has_passkey: bool,
    /// Whether a passkey can be added on this device now.
    pub may_add_passkey: bool,
    /// With which key a browser asks its push service for messages; nothing where this person gets none.
    pub push_key: Option<String>,
    /// Whether this device gets messages.
    pub rings: bool,
}

/// A screen that the navigation leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Place {
    Requests,
    Held,
    Posts,
    Site,
    Numbers,
    People,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Screen {
    SignIn(SignIn),
    Join(Join),
    Inbox(Inbox),
    Request(Box<RequestScreen>),
    Held(Held),
    Posts(Posts),
    NewPost(NewPost),
    PostEditor(Box<PostEditor>),
    PostRevision(RevisionScreen),
    Site(Box<SiteScreen>),
    SiteFacts(Box<SiteFacts>),
    SiteDrafts(SiteDrafts),
    SiteVersion(SiteVersion),
    Numbers(Numbers),
    People(People),
    Settings(Box<SettingsScreen>),
    Problem(Problem),
}

/// A screen that cannot be shown.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Problem {
    /// This person's roles do not include it; these people can change that.
    NotAllowed {
        owners: Vec<String>,
    },
    /// Only somebody who has just used their passkey may do this; `has_passkey` says whether they have one.
    Confirm {
        has_passkey: bool,
    },
    /// No request has this reference; the one that was perhaps meant.
    NoRequest {
        reference: String,
        nearest: Option<String>,
    },
    NotFound,
    /// The draft behind a link is live, or was put aside.
    DraftGone,
    /// A form of another site, or of a page that is too old.
    Foreign,
    /// Something typed cannot be used; the text says what would be right.
    Invalid {
        text: String,
    },
    /// The database does not answer.
    Away,
}

/// What the last action did.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Notice {
    /// A request has another stage now; `was` undoes it.
    Answered {
        reference: String,
        name: String,
        stage: StageName,
        was: StageName,
    },
    /// Somebody else had answered otherwise in the meantime. Nothing was changed but for the note, which is kept.
    Conflict {
        reference: String,
        by: Option<String>,
        theirs: StageName,
        yours: StageName,
        note: String,
    },
    Noted {
        reference: String,
    },
    /// A held request was passed on, or set aside as spam.
    Decided {
        reference: String,
        name: String,
        spam: bool,
    },
    Retried {
        reference: String,
    },
    /// A visitor's data is gone.
    Erased {
        reference: String,
        /// When the last copy elsewhere that still has it is deleted; nothing where there is none.
        copies_until: Option<i64>,
    },
    SignedOut,
    /// So many devices were asked whether they ring.
    Tested {
        devices: u64,
    },
    /// A device was signed out.
    DeviceEnded {
        label: String,
    },
    PersonEnded {
        name: String,
    },
    /// A person's roles or mail address are others now.
    PersonChanged {
        name: String,
    },
    LastOwner,
    SettingsChanged,
    /// What readers see of a post has changed; `undo` puts it back.
    PostShown {
        id: String,
        title: String,
        state: PostState,
        /// Of a scheduled post.
        published_at: Option<i64>,
        undo: Box<PostUndo>,
    },
    /// A piece of the site says something else now.
    SiteChanged {
        id: i64,
        name: String,
    },
    /// The draft with this id has one change more; `id` takes it out of the draft again.
    DraftChanged {
        id: i64,
        draft: String,
        name: String,
    },
    /// What was in the draft is live.
    DraftLive {
        name: String,
    },
    /// It goes live by itself at this time; nothing where it does not any more.
    DraftTimed {
        name: String,
        at: Option<i64>,
    },
    /// It is not changed any more; `id` takes it up again.
    DraftPutAside {
        id: String,
        name: String,
    },
    DraftTakenUp {
        name: String,
    },
    /// A change of the site was taken back.
    SiteUndone {
        name: String,
    },
    /// It could not be taken back: a sentence.
    SiteRefused {
        text: String,
    },
    /// It was not published: the checker's first sentence.
    PostRefused {
        what: String,
        instead: String,
    },
    PostRestored {
        number: i64,
    },
    /// Its former address leads to it.
    PostRenamed {
        slug: String,
        former: String,
    },
}

/// The fields of the form that puts a post back to what readers saw before: `/desk/posts/{id}/put-back`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostUndo {
    /// The revision that readers saw; 0 where none was published.
    pub live: i64,
    pub draft: bool,
    pub published_at: i64,
}
