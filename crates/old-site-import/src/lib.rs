//! Optional: imports the posts of an existing site from its API at `/admin/front/blogs`, one after the other, each whole
//! or not at all. It may be repeated: no post comes twice. The rest of the workspace doesn't know this crate; the binary
//! plugs it in as `amwaj posts import`.

mod fetch;
mod old_post;
mod pictures;

use std::collections::HashSet;
use std::io::{IsTerminal as _, stderr};
use std::process::ExitCode;

use sea_orm::DbErr;
use serde_json::Value as Json;
use url::Url;

use crate::fetch::Fetcher;
use crate::old_post::OldPost;
use crate::pictures::PictureDownloader;
use base::text::shown;
use blog::authoring::prepare::{PreparedPost, prepare};
use blog::authoring::publish::{PostError, PostPublisher, PublishOutcome};
use blog::commands::CommandOutput;
use blog::post::Post;
use blog::store;
use site::content::{Report, Severity};
use storage::db::Db;
use storage::terminal::CommandError;

/// The most bytes of a list.
const MAX_LIST_BYTES: usize = 256 * 1024 * 1024;
/// The most posts of a list.
const MAX_POSTS: usize = 50_000;
/// The last number that is tried behind a slug which other posts have.
const MAX_SLUG_NUMBER: usize = 1_000;
/// The escape sequence that empties the terminal's line, for the line that shows the progress.
const CLEAR_LINE: &str = "\x1b[2K";

/// Reads the list at a URL or in a file, and stores its posts. `site` is what pictures without a host belong to.
///
/// # Errors
/// When the list cannot be read, or the database cannot be used.
pub async fn run(
    db: &Db,
    from: &str,
    site: Option<Url>,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let url = Url::parse(from).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let site = site.or_else(|| url.clone());
    let fetcher = Fetcher::new(site.as_ref()).map_err(CommandError::Other)?;
    let unreadable = |why: String| CommandError::Other(format!("{} cannot be read: {why}", shown(from)));
    let bytes = match &url {
        Some(url) => fetcher.get(url, MAX_LIST_BYTES).await.map_err(unreadable)?,
        None => std::fs::read(from).map_err(|error| unreadable(error.to_string()))?.into(),
    };
    let posts = parse_list(&bytes).map_err(unreadable)?;
    let mut import = Import {
        db,
        publisher: PostPublisher::system(),
        pictures: PictureDownloader::new(fetcher, site),
        seen_ids: HashSet::new(),
    };
    let show_progress = stderr().is_terminal();
    let mut totals = Totals::default();
    for (number, value) in (1..).zip(&posts) {
        if show_progress {
            let title = value["title"].as_str().map(shown).unwrap_or_default();
            eprint!("{CLEAR_LINE}{number}/{} {title:.60}\r", posts.len());
        }
        let result = import.one(value, number).await?;
        totals.count(&result);
        if show_progress {
            eprint!("{CLEAR_LINE}");
        }
        result.write(output)?;
        output.out.flush()?;
    }
    writeln!(output.out, "{totals}")?;
    Ok(if totals.skipped > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The posts of a list: a JSON array, alone or as the field `data`.
fn parse_list(bytes: &[u8]) -> Result<Vec<Json>, String> {
    if bytes.len() > MAX_LIST_BYTES {
        return Err(format!("it has more than {} MB", MAX_LIST_BYTES >> 20));
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
    if posts.len() > MAX_POSTS {
        return Err(format!("it has {} posts, the most is {MAX_POSTS}", posts.len()));
    }
    Ok(posts)
}

/// The result for one post of the list.
struct PostResult {
    number: usize,
    /// None where it was skipped.
    outcome: Option<PublishOutcome>,
    /// Its address, or why it was skipped.
    text: String,
    /// What was changed on the way.
    notes: Vec<String>,
}

impl PostResult {
    fn skipped(number: usize, why: String) -> Self {
        Self { number, outcome: None, text: why, notes: Vec::new() }
    }

    fn write(&self, output: &mut CommandOutput<'_>) -> std::io::Result<()> {
        let outcome = match self.outcome {
            Some(PublishOutcome::New) => "new      ",
            Some(PublishOutcome::Changed) => "changed  ",
            Some(PublishOutcome::Unchanged) => "unchanged",
            None => "skipped  ",
        };
        writeln!(output.out, "{outcome}  post {}: {}", self.number, shown(&self.text))?;
        for note in &self.notes {
            writeln!(output.out, "             {}", shown(note))?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Totals {
    new: usize,
    changed: usize,
    unchanged: usize,
    skipped: usize,
}

impl Totals {
    fn count(&mut self, result: &PostResult) {
        match result.outcome {
            Some(PublishOutcome::New) => self.new += 1,
            Some(PublishOutcome::Changed) => self.changed += 1,
            Some(PublishOutcome::Unchanged) => self.unchanged += 1,
            None => self.skipped += 1,
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { new, changed, unchanged, skipped } = self;
        write!(f, "{new} new, {changed} changed, {unchanged} unchanged, {skipped} skipped")
    }
}

struct Import<'a> {
    db: &'a Db,
    publisher: PostPublisher,
    pictures: PictureDownloader,
    /// The ids of the posts that were read before in this list.
    seen_ids: HashSet<String>,
}

impl Import<'_> {
    async fn one(&mut self, value: &Json, number: usize) -> Result<PostResult, DbErr> {
        let OldPost { mut parsed, mut notes } = match old_post::read(value, number) {
            Ok(post) => post,
            Err(why) => return Ok(PostResult::skipped(number, why)),
        };
        if let Some(id) = &parsed.id
            && !self.seen_ids.insert(id.clone())
        {
            return Ok(PostResult::skipped(
                number,
                format!("an earlier post of the list has the id {id} too"),
            ));
        }
        let before = self.before(&parsed.id, &parsed.slug).await?;
        let slug = self.free_slug(&parsed.slug, before.as_ref(), parsed.id.is_some()).await?;
        if slug != parsed.slug {
            notes.push(format!("`/blogs/{}` is the address of another post", parsed.slug));
            parsed.slug = slug;
        }
        let known = before.map(|before| before.words.pictures).unwrap_or_default();
        let mut pictures = self.pictures.download(&parsed, &known).await;
        let mut report = Report::default();
        let prepared = prepare(&parsed, &mut |name| pictures.take(name), &mut report);
        let problems = |severity| report.problems.iter().filter(move |problem| problem.severity == severity);
        let Some(prepared) = prepared else {
            let why =
                problems(Severity::Error).map(|problem| problem.what.clone()).collect::<Vec<_>>().join("; ");
            return Ok(PostResult::skipped(number, why));
        };
        notes.extend(
            problems(Severity::Warning).map(|problem| format!("{}; {}", problem.what, problem.instead)),
        );
        self.store(prepared, number, notes).await
    }

    async fn store(
        &self,
        prepared: PreparedPost,
        number: usize,
        notes: Vec<String>,
    ) -> Result<PostResult, DbErr> {
        let write = self.db.begin_write().await?;
        match self.publisher.publish(&write, prepared).await {
            Ok((post, outcome)) => {
                write.commit().await?;
                let text = format!("/blogs/{}", post.words.slug);
                Ok(PostResult { number, outcome: Some(outcome), text, notes })
            }
            Err(PostError::Database(error)) => Err(error),
            Err(refusal) => {
                write.rollback().await?;
                Ok(PostResult::skipped(number, refusal.to_string()))
            }
        }
    }

    /// The post as it was imported before.
    async fn before(&self, id: &Option<String>, slug: &str) -> Result<Option<Post>, DbErr> {
        match id {
            Some(id) => store::with_id(self.db.reader(), id).await,
            None => store::with_slug(self.db.reader(), slug).await,
        }
    }

    /// The slug, or the first of `slug-2`, `slug-3`, … that belongs to no other post. A post that was imported with
    /// such a slug before keeps it.
    async fn free_slug(&self, slug: &str, before: Option<&Post>, has_id: bool) -> Result<String, DbErr> {
        let db = self.db.reader();
        for number in 1..MAX_SLUG_NUMBER {
            let candidate = if number == 1 { slug.to_string() } else { format!("{slug}-{number}") };
            let other = store::with_slug(db, &candidate).await?;
            let free = match (&other, before) {
                (Some(other), Some(before)) => other.id == before.id,
                (Some(_), None) => !has_id,
                (None, _) => store::moved_from(db, &candidate)
                    .await?
                    .is_none_or(|moved| before.is_some_and(|before| before.id == moved.id)),
            };
            if free {
                return Ok(candidate);
            }
        }
        Ok(format!("{slug}-{MAX_SLUG_NUMBER}"))
    }
}
