//! Changes a piece of the site, and takes changes back. An edit that the check refuses is not stored.

use content::items::ItemAction;
use editing::{Edit, EditProblem, NewFile, NewPicture, Refused, revisions};
use http::StatusCode;
use sea_orm::DbErr;
use serde_json::json;

use crate::http::asked::Asked;
use crate::http::multipart::UploadedFile;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::site::pieces::problem;
use crate::screens::site::showing::screen;
use crate::screens::site::storing::{changed, not_taken, short, store, store_all};
use crate::screens::site::{address, drafts, editor_of, facts, not_found};
use crate::service::DeskService;
use crate::staff::audit::{self, AuditAction};
use crate::view::{RefusedEdit, Screen};

const NO_PICTURE: &str =
    "No picture came with the form, and nothing else was changed. Choose a picture, then send it.";

/// The longest words in a sentence, in characters.
const MAX_QUOTED_CHARS: usize = 100;

/// Changes that are taken back with one tap, at most.
const MAX_TAKEN_BACK: usize = 100;

/// The check's verdict on an edit, and the page as it would be.
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
            let stored = store(desk, asked, &editor, prepared, AuditAction::ContentChanged).await?;
            let id = stored.map_err(Failure::invalid)?;
            Ok(Reply::done(back(asked, Some(&piece)), changed(&editor, id, &name)))
        }
        // The same tap once more, or an unchanged value.
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

/// The screen with the typed edit, and why it is not live.
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

/// The person who has changed it in the meantime, when, and to what.
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
    change_list(desk, asked, to, Some(action)).await
}

/// Adds an item to a list, with all its words at once.
pub async fn add(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let to = back(asked, Some(asked.field("piece")).filter(|piece| !piece.is_empty()));
    change_list(desk, asked, to, None).await
}

/// Does `action` with an item, or adds one below it, once for each tap.
async fn change_list(
    desk: &DeskService,
    asked: &Asked,
    to: String,
    action: Option<ItemAction>,
) -> Result<Reply, Failure> {
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    if let Some(key) = asked.key()
        && audit::has_key(desk.db.reader(), key).await?
    {
        return Ok(Reply::Done { to, notice: None, cookies: Vec::new() });
    }
    let item = asked.field("item").to_owned();
    let prepared = match action {
        Some(action) => editor.prepare_item(item, action).await,
        None => editor.prepare_added(item, asked.fields_below("words:")).await,
    };
    match prepared {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            match store(desk, asked, &editor, prepared, AuditAction::ContentChanged).await? {
                Ok(id) => Ok(Reply::done(to, changed(&editor, id, &name))),
                Err(text) => Ok(Reply::done(to, Flash::SiteRefused { text: short(&text) })),
            }
        }
        Err(refused) if action.is_none() => not_taken(to, refused, "It isn't added"),
        Err(refused) => not_taken(to, refused, "It isn't changed"),
    }
}

/// Takes changes back, or one out of its draft.
pub async fn undo(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let ids = asked.field("id").split(',').map(str::parse).collect::<Result<Vec<i64>, _>>();
    let mut ids = ids.ok().filter(|ids| ids.len() <= MAX_TAKEN_BACK).ok_or_else(not_found)?;
    if !asked.field("draft").is_empty() {
        let [id] = ids[..] else { return Err(not_found()) };
        return drafts::take_out(desk, asked, id, back(asked, None)).await;
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids.dedup();
    let _turn = desk.editor.turn().await;
    let to = back(asked, None);
    match desk.editor.prepare_undo(&ids).await {
        Ok(prepared) => {
            let name = match &prepared[..] {
                [one] => short(&one.told.name),
                many => format!("{} changes", many.len()),
            };
            match store_all(desk, asked, &desk.editor, prepared, AuditAction::ContentPutBack).await? {
                Ok(ids) => Ok(Reply::done(to, Flash::SiteUndone { name, ids })),
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
            let stored = store(desk, asked, &editor, prepared, AuditAction::ContentChanged).await?;
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

/// The edit that the form asks for.
fn edit(asked: &Asked) -> Edit {
    let typed = asked.raw("value").unwrap_or_default().to_owned();
    Edit { at: asked.field("at").to_owned(), id: asked.field("piece").to_owned(), typed }
}
