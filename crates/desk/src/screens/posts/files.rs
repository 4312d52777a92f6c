//! Parts of a post besides its words: pictures, pasted text, and the page as readers would get it.

use bytes::Bytes;
use serde_json::json;

use crate::http::asked::Asked;
use crate::http::multipart::UploadedFile;
use crate::http::outcome::{Failure, Reply};
use crate::screens::posts::{editor, not_found};
use crate::service::DeskService;
use blog::authoring::pictures::decode_data_url;
use blog::html::to_markdown;
use blog::writing::{UploadError, Uploaded};
use responses::response_cache::MakeError;

/// The most pictures that come along with one paste.
const MAX_PASTED_PICTURES: usize = 20;

/// Stores a picture for the text.
pub async fn add_picture(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let Some(UploadedFile { name, bytes }) = asked.file("picture").cloned() else {
        return Err(Failure::invalid("No picture came with the form. Choose one, then send it.".to_owned()));
    };
    let Uploaded { name, picture, was_bytes, bytes } = store(desk, &copy.post.id, &name, bytes).await?;
    let json = json!({
        "name": name,
        "src": picture.src,
        "width": picture.width,
        "height": picture.height,
        "is_photo": picture.srcset.is_some(),
        "was_bytes": was_bytes,
        "bytes": bytes,
    });
    Ok(Reply::Data { json, cookies: Vec::new() })
}

async fn store(desk: &DeskService, post_id: &str, name: &str, bytes: Bytes) -> Result<Uploaded, Failure> {
    let _turn = desk.uploads.acquire().await.expect("never closed");
    desk.writing.add_picture(post_id, name, bytes).await.map_err(|error| match error {
        UploadError::Picture(fault) => {
            Failure::invalid(format!("The {}; {}.", fault.describe(name), fault.instead()))
        }
        UploadError::NoSuchPost => not_found(),
        UploadError::Database(error) => Failure::Database(error),
    })
}

/// The Markdown of what somebody pastes.
pub async fn paste(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let html = asked.raw("html").unwrap_or_default().to_owned();
    let converting = tokio::task::spawn_blocking(move || to_markdown(&html)).await;
    let mut pasted = converting.map_err(|error| {
        tracing::error!(%error, "pasted text could not be read");
        Failure::invalid("That couldn't be read. Paste it as plain text.".to_owned())
    })?;
    let mut lost = pasted.missing_pictures;
    for (number, url) in pasted.pictures.iter().enumerate() {
        let stored = match decode_data_url(url) {
            Ok((name, bytes)) if number < MAX_PASTED_PICTURES => {
                store(desk, &copy.post.id, &name, bytes).await.ok()
            }
            _ => None,
        };
        lost += usize::from(stored.is_none());
        let name = stored.map_or_else(|| "missing.jpg".to_owned(), |stored| stored.name);
        pasted.markdown = pasted.markdown.replacen(&format!("(pasted:{number})"), &format!("({name})"), 1);
    }
    let mut dropped = pasted.left_out;
    if lost > 0 {
        dropped.push(if lost == 1 { "1 picture".to_owned() } else { format!("{lost} pictures") });
    }
    let json = json!({
        "markdown": pasted.markdown,
        "headings": pasted.headings,
        "tables": pasted.tables,
        "lists": pasted.lists,
        "links": pasted.links,
        "pictures": pasted.pictures.len(),
        "dropped": dropped,
    });
    Ok(Reply::Data { json, cookies: Vec::new() })
}

/// The page as readers would get it, without its scripts.
pub async fn page(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let checked = desk.writing.check(&copy, copy.words.clone()).await;
    let Some(mut post) = desk.writing.drawn(&copy, &checked) else {
        let sentence = checked.problems.iter().find(|problem| problem.is_mistake);
        let sentence = sentence.map_or_else(String::new, |problem| {
            format!("The page can't be drawn yet: {}; {}.", problem.what, problem.instead)
        });
        return Err(Failure::invalid(sentence));
    };
    if post.words.draft {
        post.words.published_at = desk.clock.now_ms();
    }
    let html = desk.writing.pages.page(post).await.map_err(|error| match error {
        MakeError::Away(why) => Failure::Database(sea_orm::DbErr::Custom(why)),
        MakeError::Broken(why) => {
            tracing::error!(%why, "a draft could not be rendered");
            Failure::invalid("The page can't be drawn. Take back what you changed last.".to_owned())
        }
    })?;
    Ok(Reply::SitePage(html))
}
