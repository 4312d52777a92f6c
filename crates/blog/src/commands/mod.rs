//! The commands of `amwaj posts`. They work beside a running server and without one.

mod change;
mod delete;
mod export;
mod list;
pub mod publish;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};

use crate::dates;
use crate::post::{Post, PostState};
use base::clock::{Clock, dubai_text};
use base::text::shown;
use content::Source;
use storage::db::Database;
use storage::db::Db;
use storage::terminal;
use storage::terminal::CommandError;

/// What staff can do with the blog's posts.
#[derive(Clone, Debug, Subcommand)]
pub enum PostsCommand {
    /// Put articles on the site: new ones, and new versions of those that are there
    ///
    /// An article is one file that ends in .md (Markdown) or .html. It starts with its front matter:
    ///
    ///   ---
    ///   title: "Why your AC smells in October"
    ///   excerpt: "One or two sentences for the list."
    ///   image: october.jpg
    ///   image_alt: "A wall unit with its cover open"
    ///   date: 2026-10-05
    ///   ---
    ///
    /// The file's name becomes the address: why-ac-smells.md is shown at /blogs/why-ac-smells. Put pictures beside
    /// the file. `draft: yes` keeps it hidden; with a date in the future it appears automatically on that day.
    #[command(verbatim_doc_comment)]
    Publish {
        /// Articles; each is published whole or not at all
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Preview an article in the site's design; nothing is stored
    Preview {
        /// An article; reload the page to see changes of it
        file: PathBuf,
        /// The address to open in your browser
        #[arg(long, default_value = "127.0.0.1:8090")]
        listen: std::net::SocketAddr,
    },
    /// One line per post, newest first
    List {
        /// Only posts in this state
        #[arg(long, value_enum)]
        state: Option<ListedState>,
    },
    /// Show everything about one post
    Show {
        /// The last part of its address, or its number
        slug: String,
    },
    /// Take a post off the site; it stays stored as a draft
    Unpublish {
        /// The last part of its address
        slug: String,
    },
    /// Schedule a post: it appears automatically at that time; also brings back what was unpublished
    Schedule {
        /// The last part of its address
        slug: String,
        /// Dubai's time, such as 2026-12-01T09:00, or `now`
        when: String,
    },
    /// Delete a post for good; says first what would go
    Delete {
        /// The last part of its address
        slug: String,
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Give a post another address; the old one redirects to it
    Rename {
        /// The last part of its address
        slug: String,
        /// The new one: lower-case letters, digits and hyphens
        new: String,
    },
    /// Write every post with its pictures into a folder, as files that `publish` reads back
    Export {
        /// An empty folder, or one to be made
        #[arg(default_value = "posts-export", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Import the posts of an existing site
    ///
    /// Reads the list that the site gives at /admin/front/blogs, from its address or from a file, or the export file of
    /// WordPress (.xml) or Ghost (.json). Posts that were imported before change only where the site has changed them. Pictures
    /// are downloaded and stored here. What readers of the site didn't see comes in as drafts.
    Import {
        /// Such as https://admin.example.com/admin/front/blogs, blogs.json, or export.xml
        #[arg(value_name = "URL|FILE")]
        from: String,
        /// The site that pictures and links without a host belong to, where the file doesn't name it
        #[arg(long, value_name = "URL")]
        site: Option<url::Url>,
    },
}

/// The states that `list --state` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListedState {
    Draft,
    Scheduled,
    Published,
}

/// The streams that a command writes to.
pub struct CommandOutput<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// The settings that the commands need.
pub struct PostsCommandSettings {
    pub database: Database,
    pub content_dir: Option<PathBuf>,
    /// The site's public address without a slash at the end; empty if unset.
    pub origin: String,
}

/// Runs a command; errors go to standard error.
pub async fn run(command: PostsCommand, settings: &PostsCommandSettings) -> ExitCode {
    let (mut out, mut err) = (BufWriter::new(io::stdout()), io::stderr());
    let mut output = CommandOutput { out: &mut out, err: &mut err };
    write_to(command, settings, &Clock::system(), &mut output).await
}

/// As [`run`], with another clock and other streams.
pub async fn write_to(
    command: PostsCommand,
    settings: &PostsCommandSettings,
    clock: &Clock,
    output: &mut CommandOutput<'_>,
) -> ExitCode {
    let result = execute(command, settings, clock, output).await;
    terminal::finish(result, output.out, output.err)
}

async fn execute(
    command: PostsCommand,
    settings: &PostsCommandSettings,
    clock: &Clock,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let db = Db::open_existing(&settings.database).await?;
    let context = CommandContext { db: &db, origin: settings.origin.clone(), clock: clock.clone() };
    let code = match command {
        PostsCommand::Publish { files } => {
            let content = Source::named(settings.content_dir.clone());
            publish::files(&context, &content, &files, output).await?
        }
        PostsCommand::List { state } => list::list(&context, state, output).await?,
        PostsCommand::Show { slug } => list::show(&context, &slug, output).await?,
        PostsCommand::Unpublish { slug } => change::unpublish(&context, &slug, output).await?,
        PostsCommand::Schedule { slug, when } => change::schedule(&context, &slug, &when, output).await?,
        PostsCommand::Delete { slug, yes } => delete::delete(&context, &slug, yes, output).await?,
        PostsCommand::Rename { slug, new } => change::rename(&context, &slug, &new, output).await?,
        PostsCommand::Export { folder } => export::all(&db, &folder, output).await?,
        PostsCommand::Preview { .. } | PostsCommand::Import { .. } => {
            return Err(CommandError::Other(
                "this command belongs to the binary; run it as `amwaj posts …`".into(),
            ));
        }
    };
    db.close().await?;
    Ok(code)
}

/// The surroundings of every command.
pub struct CommandContext<'a> {
    pub db: &'a Db,
    /// The site's public address without a slash at the end; empty if unset.
    pub origin: String,
    pub clock: Clock,
}

impl CommandContext<'_> {
    /// A post's address and its state at this moment, for people.
    fn describe(&self, post: &Post) -> String {
        let state = match post.words.state(self.clock.now_ms()) {
            PostState::Draft => "draft, nobody sees it".to_string(),
            PostState::Scheduled => format!("scheduled for {}", dubai_text(post.words.published_at)),
            PostState::Published => "published".to_string(),
        };
        format!("{}/blogs/{}  {state}", self.origin, post.words.slug)
    }
}

/// A date and time as staff type it, in Dubai's time, or `now`, as Unix milliseconds.
fn parse_date_time(text: &str, now_ms: i64) -> Result<i64, CommandError> {
    if text.eq_ignore_ascii_case("now") {
        return Ok(now_ms);
    }
    dates::parse(text).ok_or_else(|| {
        CommandError::Other(format!(
            "`{}` is not a date and time; write it as 2026-12-01T09:00 (Dubai's time), or as now",
            shown(text)
        ))
    })
}
