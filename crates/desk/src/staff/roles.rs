//! Rights: one table of roles and actions. A person may have several roles, and may do what any of them may.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A person's job at the desk.
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

    /// Reads a stored word; `None` for one of a later version, which gives no rights here.
    pub fn from_stored(text: &str) -> Option<Self> {
        Role::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// Actions at the desk that need a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    SeeRequests,
    AnswerRequests,
    SeeNumbers,
    /// Write posts, and change what readers see of them.
    WritePosts,
    /// Change the words of the site's pages.
    ChangeSite,
    /// Oneself and one's devices.
    SeeOneself,
    ManagePeople,
    ChangeSettings,
    /// Give a person their data, or erase it.
    HandOutOrErase,
}

impl Permission {
    pub const ALL: [Permission; 9] = [
        Permission::SeeRequests,
        Permission::AnswerRequests,
        Permission::SeeNumbers,
        Permission::WritePosts,
        Permission::ChangeSite,
        Permission::SeeOneself,
        Permission::ManagePeople,
        Permission::ChangeSettings,
        Permission::HandOutOrErase,
    ];
}

/// The table.
const fn is_allowed(role: Role, action: Permission) -> bool {
    match (role, action) {
        (Role::Owner, _) | (_, Permission::SeeNumbers | Permission::SeeOneself) => true,
        (Role::Office, Permission::SeeRequests | Permission::AnswerRequests) => true,
        (Role::Marketing, Permission::WritePosts | Permission::ChangeSite) => true,
        (Role::Office, Permission::WritePosts | Permission::ChangeSite) => false,
        (Role::Marketing, Permission::SeeRequests | Permission::AnswerRequests) => false,
        (_, Permission::ManagePeople | Permission::ChangeSettings | Permission::HandOutOrErase) => false,
    }
}

/// Whether one of these roles may.
pub fn may(roles: &[Role], action: Permission) -> bool {
    roles.iter().any(|role| is_allowed(*role, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marketing_sees_no_request_and_only_owners_manage_people() {
        let allowed = |role: Role| {
            Permission::ALL.into_iter().filter(|action| may(&[role], *action)).collect::<Vec<_>>()
        };
        assert_eq!(allowed(Role::Owner), Permission::ALL);
        assert_eq!(
            allowed(Role::Office),
            [
                Permission::SeeRequests,
                Permission::AnswerRequests,
                Permission::SeeNumbers,
                Permission::SeeOneself
            ]
        );
        assert_eq!(
            allowed(Role::Marketing),
            [Permission::SeeNumbers, Permission::WritePosts, Permission::ChangeSite, Permission::SeeOneself]
        );
        assert!(may(&[Role::Marketing, Role::Office], Permission::SeeRequests), "several roles add up");
        assert!(Permission::ALL.into_iter().all(|action| !may(&[], action)));
    }
}
