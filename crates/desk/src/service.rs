//! The desk at work: everything that its handlers use.

use std::sync::Arc;
use std::time::Duration;

use crate::bundle::DeskBundle;
use crate::push::sender::PushSender;
use crate::slow_down::SlowDown;
use crate::staff::mail_link::MailLinks;
use crate::staff::passkeys::Passkeys;
use base::clock::Clock;
use base::random::Random;
use base::site_names::SiteNames;
use blog::writing::Writing;
use copies::CopiesHealth;
use editing::SiteEditor;
use leads::staff::entered::StaffIntake;
use leads::staff::personal_data::PersonalData;
use storage::db::Db;
use storage::outbox::{ChannelsInUse, OutboxNotify};
use tokio::sync::Semaphore;

/// The desk at work.
pub(crate) struct DeskService {
    pub db: Db,
    pub personal_data: PersonalData,
    pub intake: StaffIntake,
    pub clock: Clock,
    pub random: Random,
    pub bundle: Arc<DeskBundle>,
    pub origin: String,
    /// Where its forms may come from, besides the address that they are sent to.
    pub site: SiteNames,
    pub company: Arc<dyn Fn() -> String + Send + Sync>,
    pub channels: ChannelsInUse,
    pub notify: OutboxNotify,
    pub sender: PushSender,
    pub held_for: Option<Duration>,
    pub slow_down: SlowDown,
    /// `None` where the desk's address is one that passkeys can't be for.
    pub passkeys: Option<Passkeys>,
    pub mail_links: MailLinks,
    /// The host of another system that gets requests.
    pub webhook_host: Option<String>,
    pub copies: Option<CopiesHealth>,
    pub writing: Writing,
    pub editor: SiteEditor,
    /// Base of the addresses of the public pages' files, where they are not at the desk's own origin.
    pub site_files: Option<String>,
    pub launch: LaunchFacts,
    /// Permits to encode a picture: photos take the memory of all their points.
    pub uploads: Semaphore,
}

/// What the server is set to, as far as going live depends on it.
#[derive(Clone, Copy, Debug)]
pub struct LaunchFacts {
    pub is_production: bool,
    /// Samples may be shown until an owner puts the site live.
    pub is_preview: bool,
    pub has_public_address: bool,
    /// Whether names and numbers are erased after a time.
    pub erases: bool,
}
