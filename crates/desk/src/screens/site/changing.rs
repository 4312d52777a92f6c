//! Changes a piece of the site, and takes changes back. What the check refuses is not stored.

use base::clock::dubai_moment;
use http::StatusCode;
use sea_orm::DbErr;
use serde_json::json;
use site::content::items::ItemAction;
use site::editing::{Edit, EditProblem, NewFile, NewPicture, Refused, revisions};

use crate::http::asked::Asked;
use crate::http::multipart::UploadedFile;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::site::pieces::problem;
use crate::screens::site::showing::screen;
use crate::screens::site::storing::{changed, not_taken, short, store};
use crate::screens::site::{address, drafts, editor_of, facts, not_found};
use crate::service::DeskService;
use crate::staff::audit::{self, AuditAction};
use crate::view::{RefusedEdit, Screen};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const NO_PICTURE: &str =
    "No picture came with the form, and nothing else was changed. Choose a picture, then send it.";

/// The longest words in a sentence, in characters.
const MAX_QUOTED_CHARS: usize = 100;

/// What the check says of an edit, and the page as it would be.
pub async fn try_edit(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let tried = editor_of(desk, asked).await?.tried(edit(asked)).await;
    let problems: Vec<_> = tried.problems.into_iter().map(problem).collect();
    Ok(Reply::Data { json: json!({ "problems": problems, "html": tried.html }), cookies: Vec::new() })
}

/// Puts an edit live.
pub async fn save(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let edit = edit(asked);
    let (piece, typed) = (edit.id.clone(), edit.typed.clone());
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    let was = asked.raw("was").unwrap_or_default().to_owned();
    match editor.prepare(edit, was).await {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            let stored = store(desk, asked, &editor, vec![prepared], AuditAction::ContentChanged).await?;
            let id = stored.map_err(Failure::invalid)?;
            Ok(Reply::done(back(asked, Some(&piece)), changed(&editor, id, &name)))
        }
        // The same tap once more, or nothing was typed.
        Err(Refused::Unchanged) => {
            Ok(Reply::Done { to: back(asked, Some(&piece)), notice: None, cookies: Vec::new() })
        }
        Err(Refused::Problems(problems)) => not_live(desk, asked, piece, typed, problems).await,
        Err(Refused::Clash { now, file }) => {
            let problem = clash(desk, asked, &now, &file).await?;
            not_live(desk, asked, piece, typed, vec![problem]).await
        }
        Err(Refused::NoSuchPiece) => Err(not_found()),
        Err(Refused::Database(error)) => Err(error.into()),
    }
}

/// The screen with what was typed, and why it is not live.
async fn not_live(
    desk: &DeskService,
    asked: &Asked,
    piece: String,
    value: String,
    problems: Vec<EditProblem>,
) -> Result<Reply, Failure> {
    let refused = RefusedEdit { value, problems: problems.into_iter().map(problem).collect() };
    let screen = match asked.field("back") {
        "facts" => Screen::SiteFacts(Box::new(facts::screen(desk, asked, Some(piece), Some(refused)).await?)),
        _ => {
            Screen::Site(Box::new(screen(desk, asked, asked.field("at"), Some(piece), Some(refused)).await?))
        }
    };
    Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, screen, None))
}

/// Who has changed it in the meantime, when, and to what.
async fn clash(desk: &DeskService, asked: &Asked, now: &str, file: &str) -> Result<EditProblem, DbErr> {
    let last = revisions::latest_of(desk.db.reader(), file).await?;
    let mine = Some(&asked.who().member.id);
    let (who, when) = match &last {
        Some(last) if last.staff_id.as_ref() == mine => ("You".to_owned(), last.at),
        Some(last) => (last.by_name.clone().unwrap_or_else(|| "Somebody, in the file,".to_owned()), last.at),
        None => ("Somebody".to_owned(), desk.clock.now_ms()),
    };
    let ago = match (desk.clock.now_ms() - when) / 60_000 {
        ..1 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        minutes @ 2..60 => format!("{minutes} minutes ago"),
        _ => "in the meantime".to_owned(),
    };
    let now: String = now.chars().take(MAX_QUOTED_CHARS).collect();
    let what = format!("{who} changed this {ago}: “{now}”");
    // Whoever has seen it may put theirs live.
    let problem = EditProblem::mistake(what, "leave it, or put yours live once more");
    Ok(EditProblem { is_mistake: false, ..problem })
}

/// Moves, copies or removes an item of a list.
pub async fn item(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let action = ItemAction::from_word(asked.field("action")).ok_or_else(not_found)?;
    let piece = Some(asked.field("piece")).filter(|piece| !piece.is_empty());
    let piece = piece.map(|piece| action.follow(piece, asked.field("item")));
    let to = back(asked, piece.as_deref());
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    if let Some(key) = asked.key()
        && audit::has_key(desk.db.reader(), key).await?
    {
        return Ok(Reply::Done { to, notice: None, cookies: Vec::new() });
    }
    match editor.prepare_item(asked.field("item").to_owned(), action).await {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            match store(desk, asked, &editor, vec![prepared], AuditAction::ContentChanged).await? {
                Ok(id) => Ok(Reply::done(to, changed(&editor, id, &name))),
                Err(text) => Ok(Reply::done(to, Flash::SiteRefused { text: short(&text) })),
            }
        }
        Err(refused) => not_taken(to, refused, "It isn't changed"),
    }
}

/// Takes a change back, or out of its draft.
pub async fn undo(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let id = asked.field("id").parse().map_err(|_| not_found())?;
    if !asked.field("draft").is_empty() {
        return drafts::take_out(desk, asked, id, back(asked, None)).await;
    }
    let _turn = desk.editor.turn().await;
    take_back(desk, asked, &[id]).await
}

/// Takes back what was changed on a day in Dubai and is not taken back yet.
pub async fn undo_day(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let from = dubai_moment(&format!("{}T00:00", asked.field("day"))).ok_or_else(not_found)?;
    let _turn = desk.editor.turn().await;
    let revisions = revisions::between(desk.db.reader(), from, from + DAY_MS).await?;
    let ids: Vec<i64> = revisions.iter().map(|revision| revision.id).collect();
    take_back(desk, asked, &ids).await
}

/// Takes revisions back, the newest of which comes first.
async fn take_back(desk: &DeskService, asked: &Asked, ids: &[i64]) -> Result<Reply, Failure> {
    let to = back(asked, None);
    match desk.editor.prepare_undo(ids).await {
        Ok(prepared) => {
            let name = match &prepared[..] {
                [one] => short(&one.told.name),
                many => format!("{} changes", many.len()),
            };
            match store(desk, asked, &desk.editor, prepared, AuditAction::ContentPutBack).await? {
                Ok(_) => Ok(Reply::done(to, Flash::SiteUndone { name })),
                Err(text) => Ok(Reply::done(to, Flash::SiteRefused { text: short(&text) })),
            }
        }
        Err(refused) => not_taken(to, refused, "It can't be taken back"),
    }
}

/// Where the form was.
fn back(asked: &Asked, piece: Option<&str>) -> String {
    let draft = Some(asked.field("draft")).filter(|draft| !draft.is_empty());
    match asked.field("back") {
        "facts" => facts::address(draft),
        "drafts" => drafts::HERE.to_owned(),
        _ => address(asked.field("at"), piece, draft),
    }
}

/// Brings another picture in the place of one, or moves what stays in sight of it.
pub async fn picture(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (id, alt) = (asked.field("piece"), asked.field("alt"));
    let file = asked.file("picture").filter(|file| !file.bytes.is_empty()).cloned();
    let file = file.map(|UploadedFile { name, bytes }| NewFile { name, bytes, alt: alt.to_owned() });
    let new = NewPicture { id: id.to_owned(), file, focus: asked.field("focus").to_owned() };
    let _memory = desk.uploads.acquire().await.expect("never closed");
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    let to = back(asked, Some(id));
    match editor.prepare_picture(new).await {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            let stored = store(desk, asked, &editor, vec![prepared], AuditAction::ContentChanged).await?;
            let id = stored.map_err(Failure::invalid)?;
            Ok(Reply::done(to, changed(&editor, id, &name)))
        }
        Err(Refused::Problems(problems)) => {
            not_live(desk, asked, id.to_owned(), alt.to_owned(), problems).await
        }
        Err(Refused::Unchanged) => Err(Failure::invalid(NO_PICTURE.to_owned())),
        Err(refused) => not_taken(to, refused, "It isn't changed"),
    }
}

/// What the form would have.
fn edit(asked: &Asked) -> Edit {
    let typed = match (asked.raw("value"), asked.raw("from")) {
        (Some(value), _) => value.to_owned(),
        // A price, without scripts.
        (None, Some(from)) => match asked.field("to") {
            "" => from.to_owned(),
            to => format!("{from}-{to}"),
        },
        (None, None) => String::new(),
    };
    Edit { at: asked.field("at").to_owned(), id: asked.field("piece").to_owned(), typed }
}
