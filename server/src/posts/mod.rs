//! Posts: written by people, sanitised on the way in, served at once.

pub mod calls;
pub mod cli;
pub mod dates;
pub mod excerpt;
mod export;
mod exported;
pub mod feed;
pub mod first;
mod front_matter;
pub mod html;
pub mod http;
pub mod import;
pub mod library;
mod markdown;
pub mod pictures;
mod post;
pub mod prepare;
pub mod publish;
mod readers;
mod row;
mod slug;
pub mod source;
pub mod store;
mod walk;
pub mod watch;

pub use excerpt::summary;
pub use post::{Format, NewPost, Picture, Post, State};

/// A database that does not answer is one that is away.
impl From<sea_orm::DbErr> for crate::shelf::Failure {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Away(error.to_string())
    }
}
