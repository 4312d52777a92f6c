//! `amwaj posts export`: writes posts and pictures into files from which `publish` makes the same posts again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::authoring::pictures::{PICTURES_PATH, files_of};
use crate::commands::CommandOutput;
use crate::post::{Post, PostFormat};
use crate::{dates, store};
use base::clock::utc_text;
use base::text::shown;
use storage::db::Db;
use storage::terminal::CommandError;

/// The folder of the pictures inside the export.
const PICTURES_FOLDER: &str = "pictures";
/// Posts that are read from the database at a time.
const BATCH_POSTS: u64 = 50;

/// Writes every post, whatever its state, into `folder`.
pub async fn all(db: &Db, folder: &Path, output: &mut CommandOutput<'_>) -> Result<ExitCode, CommandError> {
    let unusable =
        |error| CommandError::Other(format!("the folder {} cannot be used: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(unusable)?;
    if std::fs::read_dir(folder).map_err(unusable)?.next().is_some() {
        let sentence =
            format!("the folder {} is not empty; name one that is, or a new one", folder.display());
        return Err(CommandError::Other(sentence));
    }
    let (mut count, mut after, mut pictures) = (0, None, BTreeSet::new());
    loop {
        let posts = store::batch_after(db.reader(), after.as_deref(), BATCH_POSTS).await?;
        let Some(last) = posts.last() else { break };
        after = Some(last.id.clone());
        for post in &posts {
            let (name, text) = file(post);
            std::fs::write(folder.join(name), text).map_err(unusable)?;
            let named = post.words.pictures.values().chain(&post.words.picture);
            pictures.extend(named.flat_map(files_of).map(str::to_string));
        }
        count += posts.len();
    }
    if !pictures.is_empty() {
        std::fs::create_dir_all(folder.join(PICTURES_FOLDER)).map_err(unusable)?;
    }
    for name in &pictures {
        match store::file(db.reader(), name).await? {
            Some(file) => {
                std::fs::write(folder.join(PICTURES_FOLDER).join(name), file.bytes).map_err(unusable)?
            }
            None => writeln!(output.err, "the picture {} is missing in the database", shown(name))?,
        }
    }
    let folder = folder.display();
    writeln!(output.out, "{count} posts and {} files of pictures are in {folder}", pictures.len())?;
    Ok(ExitCode::SUCCESS)
}

/// A post's file: its name and its text.
fn file(post: &Post) -> (String, String) {
    let words = &post.words;
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (name, picture) in &words.pictures {
        let file = picture.src.strip_prefix(PICTURES_PATH).unwrap_or_default();
        files.insert(name.clone(), format!("{PICTURES_FOLDER}/{file}"));
    }
    let cover = words.picture.as_ref().map(|cover| {
        let named = words.pictures.iter().find(|(_, picture)| picture.src == cover.src);
        let name = named.map(|(name, _)| name.clone()).unwrap_or_else(|| {
            let file =
                format!("{PICTURES_FOLDER}/{}", cover.src.strip_prefix(PICTURES_PATH).unwrap_or_default());
            files.insert(file.clone(), file.clone());
            file
        });
        (name, cover.alt.clone())
    });
    let mut text = String::from("---\n");
    let mut line = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            // Every JSON string is a YAML string too, whatever it contains.
            let _ = writeln!(text, "{key}: {}", serde_json::Value::from(value));
        }
    };
    line("title", Some(&words.title));
    line("slug", Some(&words.slug));
    line("meta_title", words.meta_title.as_deref());
    line("meta_description", words.meta_description.as_deref());
    line("excerpt", words.excerpt.as_deref());
    line("image", cover.as_ref().map(|(name, _)| name.as_str()));
    line("image_alt", cover.as_ref().map(|(_, alt)| alt.as_str()).filter(|alt| !alt.is_empty()));
    line("author", words.author.as_deref());
    line("date", Some(&dates::front_matter_date(words.published_at)));
    line("checked", words.checked_at.map(dates::front_matter_date).as_deref());
    line("draft", words.draft.then_some("yes"));
    line("id", Some(&post.id));
    line("created", Some(&utc_text(post.created_at)));
    if !files.is_empty() {
        text.push_str("pictures:\n");
        for (name, file) in files {
            let _ = writeln!(text, "  {}: {}", serde_json::Value::from(name), serde_json::Value::from(file));
        }
    }
    text.push_str("---\n");
    text.push_str(&words.original);
    let extension = match words.format {
        PostFormat::Markdown => "md",
        PostFormat::Html => "html",
    };
    (format!("{}.{extension}", words.slug), text)
}
