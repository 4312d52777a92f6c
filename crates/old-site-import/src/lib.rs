//! Takes in the posts of an existing site from its call `/admin/front/blogs`: one after the other, each
//! whole or not at all, and again and again without doubling any.

mod entry;
mod fetch;
mod pictures;

use std::collections::HashSet;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use sea_orm::DbErr;
use serde_json::Value as Json;
use url::Url;

use crate::entry::Entry;
use crate::fetch::Fetcher;
use crate::pictures::Pictures;
use base::text::shown;
use blog::authoring::prepare::{Prepared, prepare};
use blog::authoring::publish::{Outcome, PostPublisher, Refusal};
use blog::commands::Screen;
use blog::post::Post;
use blog::store;
use site::content::{Report, Severity};
use storage::db::Db;
use storage::terminal::CommandError;

/// The most bytes that a list may have.
const MOST_LIST: usize = 256 * 1024 * 1024;
/// The most posts that a list may have.
const MOST_POSTS: usize = 50_000;
/// How many posts may want the same address.
const MOST_NUMBERS: usize = 1_000;

/// Reads the list at an address or in a file, and stores its posts.
///
/// # Errors
/// When the list cannot be read, or the database cannot be used.
pub async fn run(
    db: &Db,
    from: &str,
    site: Option<Url>,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let url = Url::parse(from).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let site = site.or_else(|| url.clone());
    let fetcher = Fetcher::new(site.as_ref()).map_err(CommandError::Other)?;
    let unreadable = |why: String| CommandError::Other(format!("{} cannot be read: {why}", shown(from)));
    let bytes = match &url {
        Some(url) => fetcher.get(url, MOST_LIST).await.map_err(unreadable)?,
        None => std::fs::read(from).map_err(|error| unreadable(error.to_string()))?.into(),
    };
    let posts = list(&bytes).map_err(unreadable)?;
    let bar = ProgressBar::new(posts.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut import = Import {
        db,
        desk: PostPublisher::system(),
        pictures: Pictures::new(fetcher, site),
        seen: HashSet::new(),
    };
    let mut sum = Sum::default();
    for (at, value) in posts.iter().enumerate() {
        bar.set_message(value["title"].as_str().map(shown).unwrap_or_default());
        let said = import.one(value, at + 1).await?;
        sum.count(&said);
        bar.suspend(|| said.write(screen))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(screen.out, "{sum}")?;
    Ok(if sum.skipped > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The posts of a list: an array, by itself or as `data`.
fn list(bytes: &[u8]) -> Result<Vec<Json>, String> {
    if bytes.len() > MOST_LIST {
        return Err(format!("it has more than {} MB", MOST_LIST >> 20));
    }
    let parsed: Json = serde_json::from_slice(bytes).map_err(|error| format!("it is no JSON: {error}"))?;
    let posts = match parsed {
        Json::Array(posts) => posts,
        Json::Object(mut fields) => match fields.remove("data") {
            Some(Json::Array(posts)) => posts,
            _ => return Err("it is no list of posts".to_string()),
        },
        _ => return Err("it is no list of posts".to_string()),
    };
    if posts.len() > MOST_POSTS {
        return Err(format!("it has {} posts, the most is {MOST_POSTS}", posts.len()));
    }
    Ok(posts)
}

/// What became of one post.
struct Said {
    number: usize,
    /// None where it was skipped.
    outcome: Option<Outcome>,
    /// Its address, or why it was skipped.
    what: String,
    /// What was changed on the way.
    notes: Vec<String>,
}

impl Said {
    fn skipped(number: usize, why: String) -> Self {
        Self { number, outcome: None, what: why, notes: Vec::new() }
    }

    fn write(&self, screen: &mut Screen<'_>) -> std::io::Result<()> {
        let outcome = match self.outcome {
            Some(Outcome::New) => "new      ",
            Some(Outcome::Changed) => "changed  ",
            Some(Outcome::Unchanged) => "unchanged",
            None => "skipped  ",
        };
        writeln!(screen.out, "{outcome}  post {}: {}", self.number, shown(&self.what))?;
        for note in &self.notes {
            writeln!(screen.out, "             {}", shown(note))?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Sum {
    new: usize,
    changed: usize,
    unchanged: usize,
    skipped: usize,
}

impl Sum {
    fn count(&mut self, said: &Said) {
        match said.outcome {
            Some(Outcome::New) => self.new += 1,
            Some(Outcome::Changed) => self.changed += 1,
            Some(Outcome::Unchanged) => self.unchanged += 1,
            None => self.skipped += 1,
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { new, changed, unchanged, skipped } = self;
        write!(f, "{new} new, {changed} changed, {unchanged} unchanged, {skipped} skipped")
    }
}

struct Import<'a> {
    db: &'a Db,
    desk: PostPublisher,
    pictures: Pictures,
    /// Ids that were in the list already.
    seen: HashSet<String>,
}

impl Import<'_> {
    async fn one(&mut self, value: &Json, number: usize) -> Result<Said, DbErr> {
        let Entry { mut draft, mut notes } = match entry::read(value, number) {
            Ok(entry) => entry,
            Err(why) => return Ok(Said::skipped(number, why)),
        };
        if let Some(id) = &draft.id
            && !self.seen.insert(id.clone())
        {
            return Ok(Said::skipped(number, format!("an earlier post of the list has the id {id} too")));
        }
        let before = self.before(&draft.id, &draft.slug).await?;
        let slug = self.free_slug(&draft.slug, before.as_ref(), draft.id.is_some()).await?;
        if slug != draft.slug {
            notes.push(format!("`/blogs/{}` is the address of another post", draft.slug));
            draft.slug = slug;
        }
        let known = before.map(|before| before.words.pictures).unwrap_or_default();
        let mut made = self.pictures.make(&draft, &known).await;
        let mut report = Report::default();
        let prepared = prepare(&draft, &mut |name| made.take(name), &mut report);
        let said = |severity| report.problems.iter().filter(move |problem| problem.severity == severity);
        let Some(prepared) = prepared else {
            let why =
                said(Severity::Error).map(|problem| problem.what.clone()).collect::<Vec<_>>().join("; ");
            return Ok(Said::skipped(number, why));
        };
        notes.extend(said(Severity::Warning).map(|problem| format!("{}; {}", problem.what, problem.instead)));
        self.store(prepared, number, notes).await
    }

    async fn store(&self, prepared: Prepared, number: usize, notes: Vec<String>) -> Result<Said, DbErr> {
        let write = self.db.begin_write().await?;
        match self.desk.publish(&write, prepared).await {
            Ok((post, outcome)) => {
                write.commit().await?;
                let what = format!("/blogs/{}", post.words.slug);
                Ok(Said { number, outcome: Some(outcome), what, notes })
            }
            Err(Refusal::Database(error)) => Err(error),
            Err(refusal) => {
                write.rollback().await?;
                Ok(Said::skipped(number, refusal.to_string()))
            }
        }
    }

    /// The post as it stands here.
    async fn before(&self, id: &Option<String>, slug: &str) -> Result<Option<Post>, DbErr> {
        match id {
            Some(id) => store::with_id(self.db.reader(), id).await,
            None => store::with_slug(self.db.reader(), slug).await,
        }
    }

    /// The slug, or the first of `slug-2`, `slug-3`, … that belongs to no other post. One that came in under
    /// such a slug before keeps it.
    async fn free_slug(&self, slug: &str, before: Option<&Post>, has_id: bool) -> Result<String, DbErr> {
        let db = self.db.reader();
        for number in 1..MOST_NUMBERS {
            let tried = if number == 1 { slug.to_string() } else { format!("{slug}-{number}") };
            let other = store::with_slug(db, &tried).await?;
            let free = match (&other, before) {
                (Some(other), Some(before)) => other.id == before.id,
                (Some(_), None) => !has_id,
                (None, _) => store::moved_from(db, &tried)
                    .await?
                    .is_none_or(|moved| before.is_some_and(|before| before.id == moved.id)),
            };
            if free {
                return Ok(tried);
            }
        }
        Ok(format!("{slug}-{MOST_NUMBERS}"))
    }
}
