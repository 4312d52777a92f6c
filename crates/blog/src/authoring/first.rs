//! The first posts: those that the content brings along as `posts/*.md`, put in once, when a database is new.

use std::collections::HashMap;

use sea_orm::DbErr;

use crate::authoring::library::Library;
use crate::authoring::prepare::{Prepared, prepare};
use crate::authoring::publish::{PostPublisher, Refusal};
use crate::authoring::source;
use crate::authoring::source::Draft;
use crate::store;
use base::suggest::nearest;
use site::content::report::{Place, Report};
use site::content::{LinkTarget, ResolveLink, Source};
use storage::db::Db;

/// Their folder inside the content.
const FOLDER: &str = "posts";

/// Whether the first posts are still to be put in, and how long that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    No,
    /// They have drawings only: it takes a moment.
    Quick,
    /// Photos are to be made: it takes seconds.
    Slow,
}

/// Looks whether the first posts are due.
///
/// # Errors
/// When the database cannot be read.
pub async fn due(db: &Db, content: &Source) -> Result<Due, DbErr> {
    if store::is_seeded(db.reader()).await? {
        return Ok(Due::No);
    }
    let drafts = drafts(content, &mut Report::default());
    Ok(if drafts.iter().any(may_have_photo) { Due::Slow } else { Due::Quick })
}

/// Puts them in, all in one transaction, unless somebody has done so before: one that was taken off the site
/// later never comes back. A broken one, and one whose address is taken, is left out and written down.
///
/// # Errors
/// When the database cannot be used; none is stored then.
pub async fn put_in(db: &Db, content: Source, desk: &PostPublisher) -> Result<usize, DbErr> {
    let making = tokio::task::spawn_blocking(move || {
        let mut report = Report::default();
        let prepared = prepared(&content, &mut report);
        (prepared, report)
    });
    let (prepared, report) = making.await.map_err(|error| DbErr::Custom(error.to_string()))?;
    for problem in report.problems.iter().filter(|problem| problem.severity == site::content::Severity::Error)
    {
        tracing::error!(%problem, "a first post is left out; `amwaj check` names every mistake");
    }
    let write = db.begin_write().await?;
    if !store::take_seeding(&write).await? {
        write.rollback().await?;
        return Ok(0);
    }
    let mut count = 0;
    for (_, mut post) in prepared {
        let slug = post.words.slug.clone();
        if store::with_slug(write.connection(), &slug).await?.is_some() {
            continue;
        }
        // The latest posts are told by when they were stored: these were written one after the other.
        post.created = post.created.or(post.date);
        match desk.publish(&write, post).await {
            Ok(_) => count += 1,
            Err(Refusal::Database(error)) => return Err(error),
            Err(refusal) => tracing::error!(%refusal, "a first post is left out"),
        }
    }
    write.commit().await?;
    Ok(count)
}

/// Everything that is wrong with the first posts, for `amwaj check`: what keeps one from being published, and
/// links that lead nowhere.
pub fn check(content: &Source, addresses: &ResolveLink<'_>) -> Report {
    let mut report = Report::default();
    let prepared = prepared(content, &mut report);
    let slugs: HashMap<&str, &Draft> =
        prepared.iter().map(|(draft, post)| (post.words.slug.as_str(), draft)).collect();
    for (draft, post) in &prepared {
        let slug = post.words.slug.as_str();
        if let Some(other) = slugs.get(slug).filter(|other| other.file != draft.file) {
            let what = format!("`{}` has the same address, /blogs/{slug}", other.file);
            report.error(&draft.line(1), what, "give one of the two another `slug`");
        }
        for link in &post.links {
            let (path, anchor) = link
                .address
                .split_once('#')
                .map_or((link.address.as_str(), None), |(path, at)| (path, Some(at)));
            let path = path.split('?').next().unwrap_or_default();
            let place = draft.place_of(Some(&link.written));
            match (path.strip_prefix("/blogs/"), anchor) {
                (Some(other), _) if !slugs.contains_key(other) => {
                    let instead = match nearest(other, slugs.keys()) {
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

fn prepared(content: &Source, report: &mut Report) -> Vec<(Draft, Prepared)> {
    let mut library = Library::new(content);
    let drafts = drafts(content, report).into_iter();
    let made = drafts.filter_map(|draft| {
        let post = prepare(&draft, &mut |name| library.find(name), report)?;
        Some((draft, post))
    });
    made.collect()
}

fn drafts(content: &Source, report: &mut Report) -> Vec<Draft> {
    let paths = [".md", ".html"].into_iter().flat_map(|ending| content.list(FOLDER, ending));
    let drafts = paths.filter_map(|path| {
        let shown = content.display(&path);
        let name = path.rsplit('/').next().unwrap_or_default();
        let Some(bytes) = content.read(&path) else {
            let place = Place { file: shown.as_str().into(), line: 1 };
            report.error(&place, "the file cannot be read", "restore it");
            return None;
        };
        source::read(name, &shown, &bytes, report)
    });
    drafts.collect()
}

/// Whether its text speaks of a photo's file. It is not read as HTML for that: this is on the way to the first page.
fn may_have_photo(draft: &Draft) -> bool {
    let cover = draft.image.as_ref().map_or("", |cover| &cover.file);
    let text = format!("{cover} {}", draft.body).to_ascii_lowercase();
    [".jpg", ".jpeg", ".png", ".webp", "data:image"].iter().any(|sign| text.contains(sign))
}
