//! What readers get beside the finished pages: the blog, kept up with its posts, and what search engines are told.

use std::sync::Arc;

use crate::app::change_notices;
use crate::app::derived::{AbortOnDrop, StartError, headers, origin};
use crate::settings::Settings;
use base::clock::Clock;
use blog::change_watch;
use blog::pages::{Blog, SiteIdentity};
use site::pages::Pages;
use storage::db::Db;

/// At work until it is dropped.
pub(super) struct BlogService {
    pub blog: Blog,
    _watching: AbortOnDrop,
    _telling: AbortOnDrop,
}

impl BlogService {
    /// # Errors
    /// When search engines cannot be told as it is set.
    pub async fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        pages: &Arc<Pages>,
    ) -> Result<Self, StartError> {
        let identity = identity(settings);
        let blog = Blog::new(
            db.clone(),
            clock.clone(),
            pages.clone(),
            headers(settings),
            identity,
            share_pictures::start(),
        );
        let changed = {
            let blog = blog.clone();
            move || blog.changed()
        };
        let watching = AbortOnDrop(change_watch::start(db.clone(), clock.clone(), changed).await);
        blog.start();
        let telling = AbortOnDrop(change_notices::start(settings, db.clone(), clock.clone(), pages.clone())?);
        Ok(BlogService { blog, _watching: watching, _telling: telling })
    }
}

/// What search engines and other programs are told of the site.
fn identity(settings: &Settings) -> SiteIdentity {
    SiteIdentity {
        public: settings.public_origin().is_some(),
        origin: origin(settings),
        security_contact: settings.security_contact.clone(),
        indexnow_key: settings.indexnow.as_ref().map(|indexnow| indexnow.key.clone()),
    }
}
