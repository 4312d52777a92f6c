//! Who may do what: one table of roles and actions. A person may have several roles, and may do what any of them may.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What a person is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum Role {
    /// Everything, and people
    Owner,
    /// Requests: sees them with their numbers, calls, answers
    Office,
    /// Posts, the site's words, and what they bring; sees no name and no number
    Marketing,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Owner, Role::Office, Role::Marketing];

    /// The word in the database, and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Office => "office",
            Role::Marketing => "marketing",
        }
    }

    /// Reads a stored word; nothing for one of a later version, which gives no rights here.
    pub fn from_stored(text: &str) -> Option<Self> {
        Role::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// What can be done at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    SeeRequests,
    AnswerRequests,
    SeeNumbers,
    /// Write posts, and change what readers see of them.
    WritePosts,
    /// Change what the site's pages say.
    ChangeSite,
    /// Oneself and one's devices.
    SeeOneself,
    ManagePeople,
    ChangeSettings,
    /// Give a person their data, or erase it.
    HandOutOrErase,
}

impl Action {
    pub const ALL: [Action; 9] = [
        Action::SeeRequests,
        Action::AnswerRequests,
        Action::SeeNumbers,
        Action::WritePosts,
        Action::ChangeSite,
        Action::SeeOneself,
        Action::ManagePeople,
        Action::ChangeSettings,
        Action::HandOutOrErase,
    ];
}

/// The table.
const fn is_allowed(role: Role, action: Action) -> bool {
    match (role, action) {
        (Role::Owner, _) | (_, Action::SeeNumbers | Action::SeeOneself) => true,
        (Role::Office, Action::SeeRequests | Action::AnswerRequests) => true,
        (Role::Marketing, Action::WritePosts | Action::ChangeSite) => true,
        (Role::Office, Action::WritePosts | Action::ChangeSite) => false,
        (Role::Marketing, Action::SeeRequests | Action::AnswerRequests) => false,
        (_, Action::ManagePeople | Action::ChangeSettings | Action::HandOutOrErase) => false,
    }
}

/// Whether one of these roles may.
pub fn may(roles: &[Role], action: Action) -> bool {
    roles.iter().any(|role| is_allowed(*role, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marketing_sees_no_request_and_only_owners_manage_people() {
        let allowed =
            |role: Role| Action::ALL.into_iter().filter(|action| may(&[role], *action)).collect::<Vec<_>>();
        assert_eq!(allowed(Role::Owner), Action::ALL);
        assert_eq!(
            allowed(Role::Office),
            [Action::SeeRequests, Action::AnswerRequests, Action::SeeNumbers, Action::SeeOneself]
        );
        assert_eq!(
            allowed(Role::Marketing),
            [Action::SeeNumbers, Action::WritePosts, Action::ChangeSite, Action::SeeOneself]
        );
        assert!(may(&[Role::Marketing, Role::Office], Action::SeeRequests), "several roles add up");
        assert!(Action::ALL.into_iter().all(|action| !may(&[], action)));
    }
}
