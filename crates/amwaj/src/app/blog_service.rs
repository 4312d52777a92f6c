//! Services around the finished pages: the blog, kept in step with its posts, and what search engines are told.

use std::sync::Arc;
use std::time::Duration;

use crate::app::change_notices;
use crate::app::derived::{StartError, headers, origin};
use crate::settings::Settings;
use base::clock::Clock;
use base::supervisor::Task;
use blog::change_watch;
use blog::pages::{Blog, SiteIdentity};
use site::pages::Pages;
use storage::db::Db;

/// At work until it is dropped.
pub(super) struct BlogService {
    pub blog: Blog,
    _watching: Task,
    _telling: Task,
}

impl BlogService {
    /// # Errors
    /// When search engines cannot be told as it is set.
    pub async fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        pages: &Arc<Pages>,
        patience: Duration,
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
        let watching = change_watch::start(db.clone(), clock.clone(), patience, changed).await;
        blog.start();
        let telling = change_notices::start(settings, db.clone(), clock.clone(), pages.clone())?;
        Ok(BlogService { blog, _watching: watching, _telling: telling })
    }
}

/// The site's identity, for search engines and other programs.
fn identity(settings: &Settings) -> SiteIdentity {
    SiteIdentity {
        origin: origin(settings),
        security_contact: settings.security_contact.clone(),
        indexnow_key: settings.indexnow_key.clone(),
    }
}
