//! The desk at work: all that its handlers use.

use std::sync::Arc;
use std::time::Duration;

use crate::bundle::DeskBundle;
use crate::push::sender::PushSender;
use crate::slow_down::SlowDown;
use crate::staff::mail_link::MailLinks;
use crate::staff::passkeys::Passkeys;
use base::clock::Clock;
use base::random::Random;
use blog::writing::Writing;
use copies::CopiesHealth;
use leads::staff::personal_data::PersonalData;
use site::editing::SiteEditor;
use storage::db::Db;
use storage::outbox::{ChannelsInUse, OutboxNotify};
use tokio::sync::Semaphore;

/// The desk at work.
pub(crate) struct DeskService {
    pub db: Db,
    pub personal_data: PersonalData,
    pub clock: Clock,
    pub random: Random,
    pub bundle: Arc<DeskBundle>,
    pub origin: String,
    pub site_host: Option<String>,
    pub company: Arc<dyn Fn() -> String + Send + Sync>,
    pub channels: ChannelsInUse,
    pub notify: OutboxNotify,
    pub sender: PushSender,
    pub held_for: Option<Duration>,
    pub slow_down: SlowDown,
    /// Nothing where the desk's address is one that passkeys can't be for.
    pub passkeys: Option<Passkeys>,
    pub mail_links: MailLinks,
    /// The host of another system that gets requests.
    pub webhook_host: Option<String>,
    pub copies: Option<CopiesHealth>,
    pub writing: Writing,
    pub editor: SiteEditor,
    /// What the public pages' addresses begin with, without a slash at the end.
    pub site_origin: String,
    /// What the addresses of the public pages' files begin with, where they are not at the desk's own origin.
    pub site_files: Option<String>,
    /// Who may encode a picture: photos take the memory of all their points.
    pub uploads: Semaphore,
}
