//! Turns posts into the data that the blog's pages are rendered from.

use crate::dates::rfc3339;
use crate::pages::routes::{LIST, list_path, post_path};
use crate::post::{LATEST_POSTS, POSTS_PER_PAGE};
use crate::{Post, StoredPicture, summary};
use content::Content;
use content::model::{Article, Ground, PageData, PostCard, PostList, PostPicture};
use site::pages::bare;

/// Posts have no coloured banner: their pictures bring the colour.
const POST_GROUND: Ground = Ground::White;
/// As every page that is not found.
const NOT_FOUND_GROUND: Ground = Ground::Glass;

/// Number of pages in a list of that many posts.
pub fn page_count(posts: u64) -> u32 {
    u32::try_from(posts.div_ceil(u64::from(POSTS_PER_PAGE))).unwrap_or(u32::MAX).max(1)
}

/// A page of the list (R37, R38).
pub fn list(content: &Content, posts: &[Post], page: u32, pages: u32) -> PageData {
    let words = &content.words.blog;
    let title = match page {
        1 => words.title.clone(),
        _ => words.page_title.replace("{page}", &page.to_string()),
    };
    let mut data = bare("blog-list", &title, &words.description, words.ground);
    data.path = Some(LIST.to_owned());
    data.canonical = (page > 1).then(|| list_path(page));
    data.posts = Some(PostList { posts: posts.iter().map(card).collect(), page, pages });
    data
}

/// A post's own page (R39, R40, R41). `newest` may contain the post itself, which is not shown beside itself.
pub fn article(post: &Post, newest: &[Post]) -> PageData {
    let words = &post.words;
    let title = words.meta_title.as_deref().unwrap_or(&words.title);
    let description = words.meta_description.as_deref().or(words.excerpt.as_deref()).unwrap_or_default();
    let mut data = bare("blog-post", title, description, POST_GROUND);
    data.path = Some(post_path(&words.slug));
    data.latest = Some(
        newest.iter().filter(|other| other.id != post.id).take(LATEST_POSTS as usize).map(card).collect(),
    );
    data.article = Some(Article {
        slug: words.slug.clone(),
        title: words.title.clone(),
        picture: words.picture.as_ref().map(picture),
        author: words.author.clone(),
        published_date: rfc3339(words.published_at),
        updated_at: rfc3339(post.updated_at),
        checked_date: words.checked_at.map(rfc3339),
        content: words.content.clone(),
        meta_title: words.meta_title.clone(),
        meta_description: description.to_owned(),
    });
    data
}

/// The page for a post that does not exist (R39).
pub fn not_found(content: &Content, newest: &[Post]) -> PageData {
    let words = &content.words.blog;
    let mut data = bare("blog-post", &words.not_found, &words.not_found_text, NOT_FOUND_GROUND);
    data.latest = Some(newest.iter().take(LATEST_POSTS as usize).map(card).collect());
    data
}

fn card(post: &Post) -> PostCard {
    let words = &post.words;
    PostCard {
        slug: words.slug.clone(),
        title: words.title.clone(),
        summary: summary(words),
        picture: words.picture.as_ref().map(picture),
        author: words.author.clone(),
        published_date: rfc3339(words.published_at),
    }
}

fn picture(picture: &StoredPicture) -> PostPicture {
    let StoredPicture { src, srcset, width, height, alt } = picture.clone();
    PostPicture { src, srcset, width, height, alt }
}
