//! Optional: imports the posts of an existing site, from its API at `/admin/front/blogs` or from an export file of
//! WordPress or Ghost: first all are read and get their addresses, then each is stored, whole or not at all. It may be
//! repeated: no post comes twice. The rest of the workspace doesn't know this crate; the binary plugs it in as
//! `amwaj posts import`.

mod fetch;
mod ghost;
mod links;
mod list;
mod old_list;
mod old_post;
#[cfg(test)]
mod old_post_tests;
mod pictures;
mod result;
mod wordpress;
#[cfg(test)]
mod wordpress_tests;
mod wordpress_text;
mod wxr;

use std::collections::HashSet;
use std::io::{IsTerminal as _, stderr};
use std::process::ExitCode;

use sea_orm::DbErr;
use serde_json::Value as Json;
use url::Url;

use crate::fetch::Fetcher;
use crate::links::OldAddresses;
use crate::old_post::OldPost;
use crate::pictures::PictureDownloader;
use crate::result::{PostResult, Totals};
use base::text::shown;
use blog::authoring::post_file::ParsedPost;
use blog::authoring::prepare::{PreparedPost, prepare};
use blog::authoring::publish::{PostError, PostPublisher};
use blog::commands::CommandOutput;
use blog::post::Post;
use blog::store;
use content::{Report, Severity};
use storage::db::Db;
use storage::terminal::CommandError;

/// The last number that is tried behind a slug which other posts have.
const MAX_SLUG_NUMBER: usize = 1_000;
/// The escape sequence that empties the terminal's line, for the line that shows the progress.
const CLEAR_LINE: &str = "\x1b[2K";

/// Reads the list at a URL or in a file, and stores its posts. `site` is what pictures and links without a host belong to.
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
    let list = match &url {
        Some(url) => list::download(&fetcher, url, site.as_ref()).await,
        None => list::read_file(from, site.as_ref()),
    };
    let list = list.map_err(unreadable)?;
    let site = site.or(list.site);
    let mut import = Import {
        db,
        publisher: PostPublisher::system(),
        addresses: OldAddresses::new(site.as_ref()),
        pictures: PictureDownloader::new(fetcher, site),
        seen_ids: HashSet::new(),
        slugs: HashSet::new(),
    };
    let mut planned = Vec::new();
    for (number, value) in (1..).zip(list.posts) {
        planned.push(import.plan(&value, number).await?);
    }
    let (show_progress, count) = (stderr().is_terminal(), planned.len());
    let mut totals = Totals::default();
    for (number, post) in (1..).zip(planned) {
        if show_progress {
            let title = post.as_ref().map(|post| shown(&post.parsed.title)).unwrap_or_default();
            eprint!("{CLEAR_LINE}{number}/{count} {title:.60}\r");
        }
        let result = match post {
            Ok(post) => import.one(post, number).await?,
            Err(why) => PostResult::skipped(number, why),
        };
        totals.count(&result);
        if show_progress {
            eprint!("{CLEAR_LINE}");
        }
        result.write(output)?;
        output.out.flush()?;
    }
    write!(output.out, "{}", list.left_out)?;
    writeln!(output.out, "{totals}")?;
    Ok(if totals.skipped > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Import<'a> {
    db: &'a Db,
    publisher: PostPublisher,
    pictures: PictureDownloader,
    addresses: OldAddresses,
    /// The ids of the posts that were read before in this list.
    seen_ids: HashSet<String>,
    /// The slugs that they get here.
    slugs: HashSet<String>,
}

impl Import<'_> {
    /// Reads a post, and gives it its address here, before any is stored: others may link to it. Or why it can't come in.
    async fn plan(&mut self, value: &Json, number: usize) -> Result<Result<OldPost, String>, DbErr> {
        let mut post = match old_post::read(value, number) {
            Ok(post) => post,
            // An export's posts have numbers that nobody sees.
            Err(why) => {
                let address = value["addresses"][0].as_str().map(|address| format!(" ({address})"));
                return Ok(Err(why + &address.unwrap_or_default()));
            }
        };
        let parsed = &mut post.parsed;
        match &parsed.id {
            Some(id) if !self.seen_ids.insert(id.clone()) => {
                return Ok(Err(format!("an earlier post of the list has the id {id} too")));
            }
            None if self.slugs.contains(&parsed.slug) => {
                return Ok(Err(format!("an earlier post of the list has the slug {} too", parsed.slug)));
            }
            _ => {}
        }
        let before = self.before(parsed).await?;
        let slug = self.free_slug(&parsed.slug, before.as_ref(), parsed.id.is_some()).await?;
        if slug != parsed.slug {
            post.notes.push(format!("`/blogs/{}` is the address of another post", parsed.slug));
            parsed.slug = slug;
        }
        self.slugs.insert(parsed.slug.clone());
        self.addresses.add(&post.addresses, &parsed.slug, parsed.draft);
        Ok(Ok(post))
    }

    async fn one(&mut self, post: OldPost, number: usize) -> Result<PostResult, DbErr> {
        let OldPost { mut parsed, mut notes, former, .. } = post;
        parsed.body = self.addresses.rewrite(&parsed.body, &mut notes);
        let before = self.before(&parsed).await?;
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
        for problem in problems(Severity::Warning) {
            let note = format!("{}; {}", problem.what, problem.instead);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        self.store(prepared, former, number, notes).await
    }

    async fn store(
        &self,
        prepared: PreparedPost,
        former: Option<String>,
        number: usize,
        mut notes: Vec<String>,
    ) -> Result<PostResult, DbErr> {
        let write = self.db.begin_write().await?;
        match self.publisher.publish(&write, prepared).await {
            Ok((post, outcome)) => {
                if let Some(former) = former
                    && store::lead_from(&write, &former, &post.id).await?
                {
                    notes.push(format!("`/blogs/{former}` leads there"));
                }
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
    async fn before(&self, parsed: &ParsedPost) -> Result<Option<Post>, DbErr> {
        match &parsed.id {
            Some(id) => store::with_id(self.db.reader(), id).await,
            None => store::with_slug(self.db.reader(), &parsed.slug).await,
        }
    }

    /// The slug, or the first of `slug-2`, `slug-3`, … that belongs to no other post. A post that was imported with
    /// such a slug before keeps it.
    async fn free_slug(&self, slug: &str, before: Option<&Post>, has_id: bool) -> Result<String, DbErr> {
        let db = self.db.reader();
        for number in 1..MAX_SLUG_NUMBER {
            let candidate = if number == 1 { slug.to_string() } else { format!("{slug}-{number}") };
            let other = store::with_slug(db, &candidate).await?;
            let free = !self.slugs.contains(&candidate)
                && match (&other, before) {
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
