//! Writing posts at the desk. A post has a working copy, which authors change unseen by readers until it is published:
//! `words` is what they type, `check` says what `amwaj posts publish` would say of it, `save` stores a new revision and
//! merges what two authors write at once, `publish` puts one on the site.

mod changes;
mod check;
mod copy;
mod merge;
mod new_post;
mod publish;
mod revisions;
mod row;
mod save;
mod uploads;
mod words;

pub use crate::writing::changes::{DifferentLine, LineSide, TextChange, difference};
pub use crate::writing::check::{Checked, WordProblem};
pub use crate::writing::copy::{Summary, WorkingCopy, all_summaries, open, present_number};
pub use crate::writing::merge::{Choice, ClashingPlace};
pub use crate::writing::new_post::{RenameError, check_slug, create, rename};
pub use crate::writing::publish::{PublishTime, Ready, Shown, publish, put_back, unpublish};
pub(crate) use crate::writing::revisions::delete_texts;
pub use crate::writing::revisions::{Revision, RevisionKind, find_revision, list_revisions, writers_since};
pub use crate::writing::save::{Conflict, Saved};
pub use crate::writing::uploads::{UploadError, Uploaded};
pub use crate::writing::words::{AuthorWords, WordField};

use std::pin::Pin;
use std::sync::Arc;

use crate::authoring::publish::PostPublisher;
use crate::post::Post;
use content::{Source, Tokens};
use responses::response_cache::MakeError;
use storage::db::Db;

/// Dependencies of the writing functions.
#[derive(Clone)]
pub struct Writing {
    pub db: Db,
    pub publisher: PostPublisher,
    /// Where texts may name pictures beside their own.
    pub content: Source,
    pub pages: Arc<dyn DraftPages>,
}

/// The site's pages, as far as authors need them: the facts that texts may name, and a look at a post before it is public.
pub trait DraftPages: Send + Sync {
    /// The facts as the content has them at the moment.
    fn tokens(&self) -> Tokens;

    /// The document of a post as readers would get it.
    fn page(&self, post: Post) -> Pin<Box<dyn Future<Output = Result<String, MakeError>> + Send + '_>>;
}

/// The author of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    pub staff_id: String,
    pub name: String,
}
