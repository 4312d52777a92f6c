//! `amwaj posts`: publish, look, change, export and import, beside a running server and without one.

mod change;
mod export;
mod look;
pub mod publish;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};

use crate::dates;
use crate::post::{Post, State};
use base::clock::{Clock, dubai_text};
use base::text::shown;
use site::content::Source;
use storage::db::Database;
use storage::db::Db;
use storage::terminal;
use storage::terminal::CommandError;

/// What staff can do with the blog's posts.
#[derive(Clone, Debug, Subcommand)]
pub enum PostsCommand {
    /// Put articles on the site: new ones, and new versions of those that are there
    ///
    /// An article is one file that ends in .md (Markdown) or .html. It starts with what is to be known about it:
    ///
    ///   ---
    ///   title: "Why your AC smells in October"
    ///   excerpt: "One or two sentences for the list."
    ///   image: october.jpg
    ///   image_alt: "A wall unit with its cover open"
    ///   date: 2026-10-05
    ///   ---
    ///
    /// The file's name becomes the address: why-ac-smells.md is shown at /blogs/why-ac-smells. Pictures stand beside
    /// the file. `draft: yes` keeps it hidden, a date to come publishes it by itself on that day.
    #[command(verbatim_doc_comment)]
    Publish {
        /// Articles; each is published whole or not at all
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// See an article in the site's look before anybody else does; nothing is stored
    Preview {
        /// An article; every change of it shows after a reload
        file: PathBuf,
        /// Where your browser finds it
        #[arg(long, default_value = "127.0.0.1:8090")]
        listen: std::net::SocketAddr,
    },
    /// One line per post, newest first
    List {
        /// Only posts that stand like this
        #[arg(long, value_enum)]
        state: Option<ListedState>,
    },
    /// All that is known of one post
    Show {
        /// The last part of its address, or its number
        slug: String,
    },
    /// Take a post off the site; it stays stored as a draft
    Unpublish {
        /// The last part of its address
        slug: String,
    },
    /// Let a post appear by itself at a moment
    Schedule {
        /// The last part of its address
        slug: String,
        /// Dubai's time, such as 2026-12-01T09:00
        when: String,
    },
    /// Give a post another address; who follows the old one is sent on
    Rename {
        /// The last part of its address
        slug: String,
        /// The new one: small letters, digits and hyphens
        new: String,
    },
    /// Write every post into a folder, pictures too, as files that `publish` takes back
    Export {
        /// An empty folder, or one to be made
        #[arg(default_value = "posts-export", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Take in the posts of an existing site
    ///
    /// Reads the list that the site gives at /admin/front/blogs, from its address or from a file. Posts that came in
    /// before are only changed where the site has changed them. Pictures are fetched and stored here.
    Import {
        /// Such as https://admin.example.com/admin/front/blogs, or blogs.json
        #[arg(value_name = "URL|FILE")]
        from: String,
        /// Where addresses of pictures without a host belong to, if the list is a file
        #[arg(long, value_name = "URL")]
        site: Option<url::Url>,
    },
}

/// Where posts can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListedState {
    Draft,
    Scheduled,
    Published,
}

/// Where the output goes.
pub struct Screen<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// What the commands need to know of the site.
pub struct AuthorAccess {
    pub database: Database,
    pub content_dir: Option<PathBuf>,
    /// The site's public address without a slash at the end; empty where none is set.
    pub origin: String,
}

/// Does it, and tells what went wrong on standard error.
pub async fn run(command: PostsCommand, site: &AuthorAccess) -> ExitCode {
    let (mut out, mut err) = (BufWriter::new(io::stdout()), io::stderr());
    write_to(command, site, &mut Screen { out: &mut out, err: &mut err }).await
}

/// As [`run`], with the output written elsewhere.
pub async fn write_to(command: PostsCommand, site: &AuthorAccess, screen: &mut Screen<'_>) -> ExitCode {
    let done = act(command, site, screen).await;
    terminal::finish(done, screen.out, screen.err)
}

async fn act(
    command: PostsCommand,
    site: &AuthorAccess,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let db = Db::open(&site.database).await?;
    let place = CommandContext { db: &db, origin: site.origin.clone(), now: Clock::system().now_ms() };
    let code = match command {
        PostsCommand::Publish { files } => {
            let content = Source::named(site.content_dir.clone());
            publish::files(&place, &content, &files, screen).await?
        }
        PostsCommand::List { state } => look::list(&place, state, screen).await?,
        PostsCommand::Show { slug } => look::show(&place, &slug, screen).await?,
        PostsCommand::Unpublish { slug } => change::unpublish(&place, &slug, screen).await?,
        PostsCommand::Schedule { slug, when } => change::schedule(&place, &slug, &when, screen).await?,
        PostsCommand::Rename { slug, new } => change::rename(&place, &slug, &new, screen).await?,
        PostsCommand::Export { folder } => export::all(&db, &folder, screen).await?,
        PostsCommand::Preview { .. } | PostsCommand::Import { .. } => {
            return Err(CommandError::Other(
                "this command belongs to the binary; run it as `amwaj posts …`".into(),
            ));
        }
    };
    db.close().await?;
    Ok(code)
}

/// What the commands work with.
pub struct CommandContext<'a> {
    pub db: &'a Db,
    /// The site's public address without a slash at the end; empty where none is set.
    pub origin: String,
    pub now: i64,
}

impl CommandContext<'_> {
    /// A post's address and where it stands, for people.
    fn told(&self, post: &Post) -> String {
        let state = match post.words.state(self.now) {
            State::Draft => "draft, nobody sees it".to_string(),
            State::Scheduled => format!("scheduled for {}", dubai_text(post.words.published_at)),
            State::Published => "published".to_string(),
        };
        format!("{}/blogs/{}  {state}", self.origin, post.words.slug)
    }
}

/// A moment as staff type it, in Dubai's time.
fn moment(text: &str) -> Result<i64, CommandError> {
    dates::read(text).ok_or_else(|| {
        CommandError::Other(format!(
            "`{}` is no moment; write it as 2026-12-01T09:00 (Dubai's time)",
            shown(text)
        ))
    })
}
