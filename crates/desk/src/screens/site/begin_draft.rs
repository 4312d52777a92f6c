//! Begins a draft of the site: an empty one, or one with a page that is added.

use editing::Prepared;
use editing::drafts::{self as stored, Model};

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::site::{address, drafts, shared};
use crate::service::DeskService;
use crate::staff::audit::{self, AuditAction};
use crate::view::RefusedDraft;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 60;
/// The most drafts that wait at a time.
const MAX_DRAFTS: usize = 50;

/// Begins a draft, and goes to the page with it.
pub async fn begin(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let name = asked.field("name").split_whitespace().collect::<Vec<_>>().join(" ");
    let problem = match name.chars().count() {
        0 => Some("Write what the draft is for, such as “Ramadan hours”.".to_owned()),
        many if many > MAX_NAME_CHARS => {
            Some(format!("A name may have {MAX_NAME_CHARS} characters; this one has {many}."))
        }
        _ if drafts::count(desk).await? as usize >= MAX_DRAFTS => {
            Some(format!("There are {MAX_DRAFTS} drafts. Put one live or aside first."))
        }
        _ => None,
    };
    if let Some(problem) = problem {
        return drafts::refused(desk, asked, RefusedDraft { id: String::new(), problem }).await;
    }
    let at = if asked.field("at").is_empty() { "/" } else { asked.field("at") };
    if let Some(key) = asked.key()
        && audit::has_key(desk.db.reader(), key).await?
    {
        // The same tap once more.
        return Ok(Reply::Done { to: drafts::HERE.to_owned(), notice: None, cookies: Vec::new() });
    }
    start(desk, asked, name, at, None).await
}

/// Begins a draft with its first change, and goes to the page at `at`.
pub async fn start(
    desk: &DeskService,
    asked: &Asked,
    name: String,
    at: &str,
    first: Option<Prepared>,
) -> Result<Reply, Failure> {
    let draft = fresh(desk, asked, name);
    let (to, id) = (address(at, None, Some(&draft.id)), draft.id.clone());
    let write = desk.db.begin_write().await?;
    drafts::log(desk, asked, &write, AuditAction::DraftBegun, &draft.name).await?;
    stored::create(&write, draft).await?;
    if let Some(Prepared { change, mut told }) = first {
        let member = &asked.who().member;
        told.staff_id = Some(member.id.clone());
        told.by_name = Some(member.name.clone());
        stored::add_change(&write, &id, &change, told, desk.clock.now_ms()).await?;
    }
    write.commit().await?;
    Ok(Reply::Done { to, notice: None, cookies: Vec::new() })
}

/// A draft that begins now.
fn fresh(desk: &DeskService, asked: &Asked, name: String) -> Model {
    Model {
        id: hex::encode(desk.random.bytes::<8>()),
        link: shared::new_link(&desk.random),
        name,
        begun: desk.clock.now_ms(),
        by_name: asked.who().member.name.clone(),
        goes_live_at: None,
        timed_by: None,
        timed_by_name: None,
        problem: None,
        live_at: None,
        put_aside_at: None,
    }
}
