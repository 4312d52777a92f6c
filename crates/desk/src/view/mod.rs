//! The screens as data; the browser draws them.
//!
//! Times are Unix milliseconds. Text that visitors typed is as they typed it.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

mod drafts;
mod launch;
mod numbers;
mod people;
mod posts;
mod requests;
mod revisions;
mod settings;
mod sign_in;
mod site;

use crate::staff::roles::Role;
pub use crate::view::drafts::{DraftEntry, NewSitePage, RefusedDraft, SiteDrafts};
pub use crate::view::launch::{LaunchKind, LaunchScreen, LaunchState, LaunchStep};
pub use crate::view::numbers::{AnswerSums, DaySums, NamedSums, Numbers, Sums};
pub use crate::view::people::{Device, Invitation, People, Person, PersonPasskey, Ringing};
pub use crate::view::posts::{
    EditorFormat, EditorPicture, NewPostForm, PostCounts, PostEditor, PostProblem, PostRow, PostStatus,
    PostThumb, PostWords, Posts, PostsShow,
};
pub use crate::view::requests::{
    Counts, Held, HeldRow, Inbox, KeptBack, KeptRequest, Lacking, LastWord, NewRequestForm, Other,
    RequestScreen, Row, Show, StageName, TheirData, TimelineEntry,
};
pub use crate::view::revisions::{
    ChangedLine, ChangedSide, ConflictPlace, EditorField, FieldDifference, PostConflict, PostRevision,
    RevisionChange, RevisionScreen,
};
pub use crate::view::settings::{CopiesView, GoesTo, SettingsScreen};
pub use crate::view::sign_in::{Join, JoinProblem, SignIn, SignInProblem};
pub use crate::view::site::{
    FactGroup, FactKind, HiddenSection, PieceItem, PieceKind, PiecePlace, RefusedDays, RefusedEdit,
    RefusedNotice, SiteChange, SiteDraft, SiteFacts, SiteNotice, SitePage, SitePicture, SitePiece,
    SiteProblem, SiteScreen, SpecialDays,
};

/// One screen, for one person, at one moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Desk {
    /// By the server's clock.
    pub now: i64,
    /// The company's short name.
    pub company: String,
    /// The person who is signed in.
    pub me: Option<Me>,
    pub screen: Screen,
    /// Result of the last action.
    pub notice: Option<Notice>,
}

/// The person who is signed in, and their device.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Me {
    pub id: String,
    pub name: String,
    pub roles: Vec<Role>,
    /// Entries of the navigation.
    pub places: Vec<NavPlace>,
    /// Number of people who wait for an answer, and of held requests; 0 for people who may not see them.
    pub waiting: u64,
    pub held: u64,
    /// Whether this person can sign in again on this device without an invitation.
    pub has_passkey: bool,
    /// Whether a passkey can be added on this device now.
    pub may_add_passkey: bool,
    /// Key with which a browser asks its push service for messages; absent if this person gets none.
    pub push_key: Option<String>,
    /// Whether this device gets messages.
    pub rings: bool,
}

/// A screen that the navigation leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum NavPlace {
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
    NewRequest(NewRequestForm),
    Request(Box<RequestScreen>),
    TheirData(TheirData),
    Held(Held),
    Posts(Posts),
    NewPost(NewPostForm),
    PostEditor(Box<PostEditor>),
    PostRevision(RevisionScreen),
    Site(Box<SiteScreen>),
    SiteFacts(Box<SiteFacts>),
    SiteDrafts(SiteDrafts),
    NewSitePage(NewSitePage),
    Launch(LaunchScreen),
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

/// Result of the last action.
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
    /// Somebody else had answered otherwise in the meantime. Only the note, which is kept, was changed.
    Conflict {
        reference: String,
        by: Option<String>,
        theirs: StageName,
        yours: StageName,
        their_note: String,
        your_note: String,
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
    /// A visitor's data is gone, from so many requests.
    Erased {
        requests: u64,
        /// When the last copy elsewhere that still has it is deleted; absent if there is no such copy.
        copies_until: Option<i64>,
    },
    SignedOut,
    /// Devices were asked whether they ring.
    Tested {
        devices: u64,
    },
    /// A device was signed out.
    DeviceEnded {
        label: String,
    },
    /// A passkey signs nobody in any more.
    PasskeyRemoved {
        label: String,
    },
    PasskeyNamed {
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
    /// A post's status for readers has changed; `undo` puts it back.
    PostShown {
        id: String,
        title: String,
        state: PostStatus,
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
    /// The draft's changes are live.
    DraftLive {
        name: String,
    },
    /// It goes live by itself at this time; absent where it does not any more.
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
    /// Changes of the site were taken back.
    SiteUndone {
        name: String,
        /// The changes that took them back; empty where nothing can take these back.
        ids: Vec<i64>,
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
    /// The revision that readers saw; 0 if none was published.
    pub live: i64,
    pub draft: bool,
    pub published_at: i64,
}
