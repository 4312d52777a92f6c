//! What readers get beside the finished pages: the blog, kept up with its posts, and what search engines are told.

use std::sync::Arc;

use super::blog::{Blog, Told};
use super::opening::AbortOnDrop;
use super::{Failure, headers, origin, telling};
use crate::clock::Clock;
use crate::config::Settings;
use crate::db::Db;
use crate::pages::Pages;
use crate::posts;

/// At work until it is dropped.
pub(super) struct Readers {
    pub blog: Blog,
    _watching: AbortOnDrop,
    _telling: AbortOnDrop,
}

impl Readers {
    /// # Errors
    /// When search engines cannot be told as it is set.
    pub async fn start(
        settings: &Settings,
        db: &Db,
        clock: &Clock,
        pages: &Arc<Pages>,
    ) -> Result<Self, Failure> {
        let told = Told::new(settings, origin(settings));
        let blog = Blog::new(db.clone(), clock.clone(), pages.clone(), headers(settings), told);
        let changed = {
            let blog = blog.clone();
            move || blog.changed()
        };
        let watching = AbortOnDrop(posts::watch::start(db.clone(), clock.clone(), changed).await);
        blog.start();
        let telling = AbortOnDrop(telling::start(settings, db.clone(), clock.clone(), pages.clone())?);
        Ok(Readers { blog, _watching: watching, _telling: telling })
    }
}
