//! The list of posts, and the first step of a new one.

use std::collections::HashMap;

use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::posts::address;
use crate::screens::posts::shown::{published_at, state};
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::view::{NewPostForm, PostCounts, PostRow, PostStatus, PostThumb, Posts, PostsShow, Screen};
use base::clock::dubai_day;
use blog::writing::{self, Summary};
use blog::{Post, StoredPicture};
use stats::{Event, store as sums};

/// The rows of a page of the list.
const PAGE_ROWS: usize = 50;
/// Days whose views are counted.
const DAYS: i32 = 28;
/// The longest title.
const MAX_TITLE_CHARS: usize = blog::authoring::post_file::MAX_TITLE_CHARS;

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let show = match asked.query("show") {
        "draft" => PostsShow::Draft,
        "scheduled" => PostsShow::Scheduled,
        "published" => PostsShow::Published,
        "taken-off" => PostsShow::TakenOff,
        _ => PostsShow::All,
    };
    let all = rows(desk).await?;
    let counts = count(&all);
    let wanted = |row: &PostRow| match show {
        PostsShow::All => true,
        PostsShow::Draft => row.state == PostStatus::Draft,
        PostsShow::Scheduled => row.state == PostStatus::Scheduled,
        PostsShow::Published => row.state == PostStatus::Published,
        PostsShow::TakenOff => row.state == PostStatus::TakenOff,
    };
    let mut rows: Vec<PostRow> = all.into_iter().filter(wanted).collect();
    let from = asked.query("from").parse::<usize>().unwrap_or_default();
    let more = (rows.len() > from.saturating_add(PAGE_ROWS))
        .then(|| format!("/desk/posts?show={}&from={}", asked.query("show"), from + PAGE_ROWS));
    rows = rows.into_iter().skip(from).take(PAGE_ROWS).collect();
    Ok(Reply::Screen(Screen::Posts(Posts { show, rows, counts, more })))
}

/// Every post: what is being written first, the newest change on top; then what appears next, what appeared last, and
/// what was taken off.
async fn rows(desk: &DeskService) -> Result<Vec<PostRow>, Failure> {
    let (db, now) = (desk.db.reader(), desk.clock.now_ms());
    let copies = writing::all_summaries(db).await?;
    let figures = figures(desk).await?;
    let posts = blog::store::overview(db).await?;
    let mut rows: Vec<PostRow> = posts.into_iter().map(|post| row(&copies, &figures, post, now)).collect();
    let group = |row: &PostRow| match row.state {
        PostStatus::Draft => 0,
        _ if row.unpublished => 0,
        PostStatus::Scheduled => 1,
        PostStatus::Published => 2,
        PostStatus::TakenOff => 3,
    };
    rows.sort_by_key(|row| {
        let group = group(row);
        let newest = if group == 0 { row.changed_at } else { row.published_at.unwrap_or(row.changed_at) };
        (group, std::cmp::Reverse(newest))
    });
    Ok(rows)
}

type Figures = HashMap<String, (u64, u64)>;

fn row(copies: &HashMap<String, Summary>, figures: &Figures, post: Post, now: i64) -> PostRow {
    let copy = copies.get(&post.id);
    let state = state(&post, copy.is_some_and(|copy| copy.taken_off), now);
    let (views, reached) = figures.get(&format!("/blogs/{}", post.words.slug)).copied().unwrap_or_default();
    PostRow {
        state,
        published_at: published_at(&post),
        changed_at: copy.map_or(post.updated_at, |copy| copy.saved_at),
        unpublished: matches!(state, PostStatus::Scheduled | PostStatus::Published)
            && copy.is_some_and(|copy| !copy.is_up_to_date),
        mistakes: copy.map_or(0, |copy| copy.mistakes.unsigned_abs()),
        views,
        reached,
        id: post.id,
        title: post.words.title,
        author: post.words.author,
        picture: post.words.picture.map(|StoredPicture { src, srcset, width, height, .. }| PostThumb {
            src,
            srcset,
            width,
            height,
        }),
    }
}

/// Views of each page, and how often somebody reached the company from it.
async fn figures(desk: &DeskService) -> Result<Figures, Failure> {
    let today = dubai_day(desk.clock.now_ms());
    let mut figures = Figures::new();
    for sum in sums::between(desk.db.reader(), today - DAYS + 1, today).await? {
        let count = u64::try_from(sum.count).unwrap_or_default();
        let (views, reached) = figures.entry(sum.path).or_default();
        match Event::named(&sum.event) {
            Some(Event::View) => *views += count,
            Some(Event::Call | Event::Chat | Event::Sent) => *reached += count,
            _ => {}
        }
    }
    Ok(figures)
}

fn count(rows: &[PostRow]) -> PostCounts {
    let of = |state: PostStatus| rows.iter().filter(|row| row.state == state).count() as u64;
    PostCounts {
        all: rows.len() as u64,
        draft: of(PostStatus::Draft),
        scheduled: of(PostStatus::Scheduled),
        published: of(PostStatus::Published),
        taken_off: of(PostStatus::TakenOff),
    }
}

pub async fn show_new(_: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    Ok(Reply::Screen(Screen::NewPost(NewPostForm { complaint: None })))
}

/// A new draft with this title.
pub async fn create(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let title = asked.field("title");
    let length = title.chars().count();
    let complaint = match length {
        0 => Some("Say what it's called; you can change that later.".to_owned()),
        1..=MAX_TITLE_CHARS => None,
        _ => Some(format!("A title may have {MAX_TITLE_CHARS} characters; this one has {length}.")),
    };
    if complaint.is_some() {
        let screen = Screen::NewPost(NewPostForm { complaint });
        return Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, screen, None));
    }
    let write = desk.db.begin_write().await?;
    // The same tap twice makes one post.
    if let Some(key) = asked.key()
        && let Some(slug) = audit::subject_of_key(write.connection(), key).await?
        && let Some(post) = blog::store::with_slug(write.connection(), &slug).await?
    {
        write.rollback().await?;
        return Ok(Reply::Done { to: address(&post.id), notice: None, cookies: Vec::new() });
    }
    let name = &asked.who().member.name;
    let post = writing::create(&desk.writing.publisher, &write, title, name).await?;
    let (subject, action) = (post.words.slug.as_str(), AuditAction::PostCreated);
    let entry = Entry { by: Actor::of(asked.who()), action, subject, lead_id: None, key: asked.key() };
    audit::append(&write, entry, desk.clock.now_ms()).await?;
    write.commit().await?;
    Ok(Reply::Done { to: address(&post.id), notice: None, cookies: Vec::new() })
}
