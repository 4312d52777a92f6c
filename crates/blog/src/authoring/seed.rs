//! Seeds a new database with the first posts: those of `posts/*.md` in the content, once.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use sea_orm::DbErr;

use crate::authoring::picture_finder::PictureFinder;
use crate::authoring::post_file;
use crate::authoring::post_file::ParsedPost;
use crate::authoring::prepare::{PreparedPost, prepare};
use crate::authoring::publish::{PostError, PostPublisher};
use crate::facts;
use crate::store;
use base::suggest::nearest;
use content::report::{Place, Report};
use content::{LinkTarget, ResolveLink, Source, Tokens};
use storage::db::Db;

/// The folder of the first posts inside the content.
const FOLDER: &str = "posts";
/// Extensions of article files.
const ENDINGS: [&str; 2] = ["md", "html"];

/// A reminder for editors of a first post: the site has its own copy of it.
pub fn reminder() -> String {
    format!(
        "the articles in {FOLDER}/ are only read at the first start; `amwaj posts publish FILE` puts a new version on the site"
    )
}

/// Whether a file of the content is a first post.
pub fn is_first_post(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    let ending = path.extension().and_then(|ending| ending.to_str());
    folder.is_some_and(|folder| folder == FOLDER) && ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether a database still needs the first posts, and how long that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    Done,
    /// The posts have drawings only: less than a second.
    Quick,
    /// Photos have to be encoded: seconds.
    Slow,
}

/// Whether the database still needs the first posts.
///
/// # Errors
/// When the database cannot be read.
pub async fn needed(db: &Db, content: &Source) -> Result<Seeding, DbErr> {
    if store::is_seeded(db.reader()).await? {
        return Ok(Seeding::Done);
    }
    let posts = posts(content, &mut Report::default());
    Ok(if posts.iter().any(may_have_photo) { Seeding::Slow } else { Seeding::Quick })
}

/// Stores the first posts in one transaction, unless that happened before: a post that staff took off the site never
/// comes back. A broken post, and one whose address belongs to another, is left out and logged. Returns how many
/// were stored.
///
/// # Errors
/// When the database cannot be used; no post is stored then.
pub async fn seed(db: &Db, content: Source, publisher: &PostPublisher) -> Result<usize, DbErr> {
    let making = tokio::task::spawn_blocking(move || {
        let mut report = Report::default();
        let prepared = prepared(&content, &mut report);
        (prepared, report)
    });
    let (prepared, report) = making.await.map_err(|error| DbErr::Custom(error.to_string()))?;
    for problem in report.problems.iter().filter(|problem| problem.severity == content::Severity::Error) {
        tracing::error!(%problem, "a first post is left out; `amwaj check` names every mistake");
    }
    let write = db.begin_write().await?;
    if !store::claim_seeding(&write).await? {
        write.rollback().await?;
        return Ok(0);
    }
    let mut count = 0;
    for (_, mut post) in prepared {
        let slug = post.words.slug.clone();
        if store::with_slug(write.connection(), &slug).await?.is_some() {
            continue;
        }
        // The latest posts are those that were stored last, and all of these are stored at once: their dates count.
        post.created = post.created.or(post.date);
        match publisher.publish(&write, post).await {
            Ok(_) => count += 1,
            Err(PostError::Database(error)) => return Err(error),
            Err(refusal) => tracing::error!(%refusal, "a first post is left out"),
        }
    }
    write.commit().await?;
    Ok(count)
}

/// Everything that is wrong with the first posts, for `amwaj check`: errors that keep one from being published, and
/// broken links.
pub fn check(content: &Source, addresses: &ResolveLink<'_>) -> Report {
    let mut report = Report::default();
    let prepared = prepared(content, &mut report);
    let slugs: HashMap<&str, &ParsedPost> =
        prepared.iter().map(|(parsed, post)| (post.words.slug.as_str(), parsed)).collect();
    // A post with a mistake of its own still has its address.
    let files = paths(content).collect::<Vec<_>>();
    let names = files.iter().filter_map(|path| path.rsplit('/').next()?.rsplit_once('.'));
    let addresses_of_posts: BTreeSet<&str> =
        names.map(|(stem, _)| stem).chain(slugs.keys().copied()).collect();
    let tokens = Tokens::of(content);
    for (parsed, post) in &prepared {
        facts::check_figures(parsed, &tokens, &mut report);
        let slug = post.words.slug.as_str();
        if let Some(other) = slugs.get(slug).filter(|other| other.file != parsed.file) {
            let what = format!("`{}` has the same address, /blogs/{slug}", other.file);
            report.error(&parsed.line(1), what, "give one of the two another `slug`");
        }
        for link in &post.links {
            let (path, anchor) = link
                .address
                .split_once('#')
                .map_or((link.address.as_str(), None), |(path, at)| (path, Some(at)));
            let path = path.split('?').next().unwrap_or_default();
            let place = parsed.line_of(Some(&link.written));
            match (path.strip_prefix("/blogs/"), anchor) {
                (Some(other), _) if !addresses_of_posts.contains(other) => {
                    let instead = match nearest(other, &addresses_of_posts) {
                        Some(slug) => format!("did you mean `/blogs/{slug}`?"),
                        None => "write the address of a post in this folder".to_owned(),
                    };
                    report.error(&place, format!("no post is at `{path}`"), instead);
                }
                (None, _) if path.starts_with('/') && addresses(path) == LinkTarget::Nothing => {
                    let instead = "name a page of this site; the header's pages are a good start";
                    report.error(&place, format!("no page is at `{path}`"), instead);
                }
                (None, Some(anchor))
                    if path.is_empty() && !post.anchors.iter().any(|known| known == anchor) =>
                {
                    let known =
                        post.anchors.iter().map(|anchor| format!("#{anchor}")).collect::<Vec<_>>().join(", ");
                    report.error(
                        &place,
                        format!("no heading here has the anchor `{anchor}`"),
                        format!("use one of {known}"),
                    );
                }
                _ => {}
            }
        }
    }
    report
}

fn prepared(content: &Source, report: &mut Report) -> Vec<(ParsedPost, PreparedPost)> {
    let (mut finder, tokens) = (PictureFinder::new(content), Tokens::of(content));
    let posts = posts(content, report).into_iter();
    let made = posts.filter_map(|parsed| {
        let mut own = Report::default();
        facts::check_tokens(&parsed, &tokens, &mut own);
        let post = prepare(&parsed, &mut |name| finder.find(name), &mut own).filter(|_| !own.has_errors());
        report.problems.append(&mut own.problems);
        Some((parsed, post?))
    });
    made.collect()
}

fn paths(content: &Source) -> impl Iterator<Item = String> {
    ENDINGS.into_iter().flat_map(|ending| content.list(FOLDER, &format!(".{ending}")))
}

fn posts(content: &Source, report: &mut Report) -> Vec<ParsedPost> {
    let posts = paths(content).filter_map(|path| {
        let shown = content.display(&path);
        let name = path.rsplit('/').next().unwrap_or_default();
        let Some(bytes) = content.read(&path) else {
            let place = Place { file: shown.as_str().into(), line: 1 };
            report.error(&place, "the file cannot be read", "restore it");
            return None;
        };
        post_file::parse(name, &shown, &bytes, report)
    });
    posts.collect()
}

/// Whether the text mentions a photo's file. The HTML is not parsed for that, since the first page waits for this.
fn may_have_photo(parsed: &ParsedPost) -> bool {
    let cover = parsed.image.as_ref().map_or("", |cover| &cover.file);
    let text = format!("{cover} {}", parsed.body).to_ascii_lowercase();
    [".jpg", ".jpeg", ".png", ".webp", "data:image"].iter().any(|photo| text.contains(photo))
}
