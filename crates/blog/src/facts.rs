//! The facts in a post's texts: a price or a phone number is stored as its token, `{prices.ac-cleaning}`, and is filled in
//! whenever the post is read, so that articles follow when the fact changes.

use sea_orm::DbErr;

use crate::authoring::post_file::ParsedPost;
use crate::post::Post;
use site::content::report::Report;
use site::content::{Tokens, typed_figures};

/// The post as readers get it.
pub fn filled(mut post: Post, tokens: &Tokens) -> Post {
    let words = &mut post.words;
    words.title = tokens.fill(&words.title).into_owned();
    for text in [&mut words.meta_title, &mut words.meta_description, &mut words.excerpt].into_iter().flatten()
    {
        *text = tokens.fill(text).into_owned();
    }
    if let Some(picture) = &mut words.picture {
        picture.alt = tokens.fill(&picture.alt).into_owned();
    }
    words.content = tokens.fill_html(&words.content).into_owned();
    post
}

/// As [`filled`], for what a query found.
///
/// # Errors
/// The query's.
pub fn all_filled(posts: Result<Vec<Post>, DbErr>, tokens: &Tokens) -> Result<Vec<Post>, DbErr> {
    Ok(posts?.into_iter().map(|post| filled(post, tokens)).collect())
}

/// Reports tokens that stand for nothing.
pub fn check_tokens(parsed: &ParsedPost, tokens: &Tokens, report: &mut Report) {
    for (line, text) in lines(parsed) {
        if let Some((what, instead)) = tokens.unknown(text) {
            report.error(&parsed.line(line), what, instead);
        }
    }
}

/// Warns of figures of the company that are typed by hand.
pub fn check_figures(parsed: &ParsedPost, tokens: &Tokens, report: &mut Report) {
    for (line, text) in lines(parsed) {
        for figure in typed_figures(text, tokens) {
            report.warn(&parsed.line(line), figure.what, figure.instead);
        }
    }
}

/// The lines of its file with their numbers.
fn lines(parsed: &ParsedPost) -> impl Iterator<Item = (usize, &str)> {
    let front = parsed.front_matter.lines().enumerate().map(|(at, text)| (at + 1, text));
    let body = parsed.body.lines().enumerate().map(|(at, text)| (parsed.body_line + at, text));
    // A picture inside the text is no text.
    front.chain(body).filter(|(_, text)| !text.contains("data:image"))
}
