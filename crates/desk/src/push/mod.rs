//! Web Push: a request makes the phones of the staff ring. Messages are encrypted for each phone (RFC 8291), signed with
//! the site's own key (VAPID, RFC 8292), and delivered through the outbox like mails.

pub mod delivery;
pub mod message;
pub mod phones;
pub mod reminders;
pub mod sender;
pub mod vapid;
pub mod weekly_test;
