//! Drafts: several changes of the site that nobody sees until they go live together.

use base::clock::{dubai_field, dubai_moment};
use editing::drafts::{self, DraftStep, Model, change};
use editing::{MarkedSite, SiteEditor};
use http::StatusCode;
use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::site::draft_timer::put_live;
use crate::screens::site::pieces::broken;
use crate::screens::site::storing::{not_taken, short};
use crate::screens::site::{not_found, shared};
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::view::{DraftEntry, RefusedDraft, Screen, SiteChange, SiteDraft, SiteDrafts, SitePage};

/// The address of the screen.
pub const HERE: &str = "/desk/site/drafts";

/// Time for which a draft that was put aside can be taken up again, in milliseconds.
const ASIDE_MS: i64 = 30 * 24 * 60 * 60 * 1000;

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    Ok(Reply::Screen(Screen::SiteDrafts(screen(desk, asked, None).await?)))
}

async fn screen(
    desk: &DeskService,
    asked: &Asked,
    refused: Option<RefusedDraft>,
) -> Result<SiteDrafts, Failure> {
    let mut screen = SiteDrafts { drafts: Vec::new(), refused, locked: desk.editor.locked() };
    let site = match desk.editor.site("").await {
        Ok(site) => Some(site),
        Err(report) => {
            screen.locked = Some(broken(&report));
            None
        }
    };
    for draft in waiting(desk).await? {
        screen.drafts.push(entry(desk, asked, draft, site.as_deref()).await?);
    }
    Ok(screen)
}

/// The drafts that wait, and those that were put aside lately.
async fn waiting(desk: &DeskService) -> Result<Vec<Model>, DbErr> {
    let since = desk.clock.now_ms() - ASIDE_MS;
    let all = drafts::waiting(desk.db.reader()).await?.into_iter();
    Ok(all.filter(|draft| draft.put_aside_at.is_none_or(|at| at >= since)).collect())
}

async fn entry(
    desk: &DeskService,
    asked: &Asked,
    draft: Model,
    site: Option<&MarkedSite>,
) -> Result<DraftEntry, Failure> {
    let changes = changes(desk, asked, &draft.id).await?;
    let mut pages = Vec::new();
    if let (Some(editor), Some(site)) = (desk.editor.in_draft(&draft.id).await?, site) {
        // An error that keeps it from being read is shown when somebody goes on with it.
        let changed = editor.pages_changed().await.unwrap_or_default();
        // A page that the draft adds is in the draft alone.
        let own = editor.site("").await.ok();
        let named = |at: &str| Some(site.page(at).or_else(|| own.as_ref()?.page(at))?.title.clone());
        let page = |at: String| Some(SitePage { title: named(&at)?, at });
        pages = changed.into_iter().filter_map(page).collect();
    }
    Ok(DraftEntry {
        link: format!("{}{}{}/", desk.origin, shared::PATH, draft.link),
        by: draft.by_name.clone(),
        begun: draft.begun,
        changes,
        pages,
        put_aside_at: draft.put_aside_at,
        time: draft.goes_live_at.map(dubai_field).unwrap_or_default(),
        draft: shown(draft),
    })
}

fn shown(draft: Model) -> SiteDraft {
    let Model { id, name, goes_live_at, problem, .. } = draft;
    SiteDraft { id, name, goes_live_at, problem }
}

/// Changes of a draft, the latest first.
pub async fn changes(desk: &DeskService, asked: &Asked, draft: &str) -> Result<Vec<SiteChange>, DbErr> {
    let mine = Some(&asked.who().member.id);
    let change = |change: change::Model| SiteChange {
        id: change.id,
        when: change.at,
        mine: change.staff_id.as_ref() == mine,
        by: change.by_name,
        name: change.name,
        was: change.was,
        is: change.becomes,
        is_undone: false,
        is_undo: false,
        draft: None,
    };
    Ok(drafts::changes_of(desk.db.reader(), draft).await?.into_iter().rev().map(change).collect())
}

/// The draft that an editor changes.
pub async fn open(desk: &DeskService, editor: &SiteEditor) -> Result<Option<SiteDraft>, DbErr> {
    match editor.draft() {
        Some(id) => Ok(drafts::find(desk.db.reader(), id).await?.map(shown)),
        None => Ok(None),
    }
}

/// Number of drafts that wait.
pub async fn count(desk: &DeskService) -> Result<u64, DbErr> {
    let waiting = drafts::waiting(desk.db.reader()).await?;
    Ok(waiting.iter().filter(|draft| draft.is_open()).count() as u64)
}

pub async fn refused(desk: &DeskService, asked: &Asked, refused: RefusedDraft) -> Result<Reply, Failure> {
    let screen = Screen::SiteDrafts(screen(desk, asked, Some(refused)).await?);
    Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, screen, None))
}

/// The draft that the address names.
async fn named(desk: &DeskService, asked: &Asked) -> Result<Model, Failure> {
    let draft = drafts::find(desk.db.reader(), asked.parameter("id")).await?;
    draft.filter(|draft| draft.live_at.is_none()).ok_or_else(not_found)
}

/// Puts all of a draft live.
pub async fn live(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let draft = drafts::find(desk.db.reader(), asked.parameter("id")).await?.ok_or_else(not_found)?;
    if draft.live_at.is_some() {
        return Ok(Reply::done(HERE, Flash::DraftLive { name: draft.name }));
    }
    if draft.put_aside_at.is_some() {
        let text = format!("“{}” was put aside. Take it up again first.", draft.name);
        return Ok(Reply::done(HERE, Flash::SiteRefused { text }));
    }
    // If the server is killed in between, the timer finishes it.
    let member = &asked.who().member;
    let at = desk.clock.now_ms();
    set_time(desk, &draft.id, DraftStep::Timed { at, staff_id: &member.id, name: &member.name }).await?;
    let by = Actor::of(asked.who());
    let put = put_live(&desk.db, &desk.clock, &desk.editor, &draft, by, asked.key()).await;
    if let Ok(Ok(())) = put {
        return Ok(Reply::done(HERE, Flash::DraftLive { name: draft.name }));
    }
    let former = match (draft.goes_live_at, &draft.timed_by, &draft.timed_by_name) {
        (Some(at), Some(staff_id), Some(name)) => DraftStep::Timed { at, staff_id, name },
        _ => DraftStep::NotTimed,
    };
    set_time(desk, &draft.id, former).await?;
    match put {
        Ok(text) => Ok(Reply::done(HERE, Flash::SiteRefused { text: text.err().unwrap_or_default() })),
        Err(refused) => not_taken(HERE.to_owned(), refused, "It isn't live"),
    }
}

async fn set_time(desk: &DeskService, id: &str, step: DraftStep<'_>) -> Result<(), DbErr> {
    let write = desk.db.begin_write().await?;
    drafts::note(&write, id, step).await?;
    write.commit().await
}

/// Sets the time at which a draft goes live by itself, or removes it.
pub async fn time(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let draft = named(desk, asked).await?;
    let typed = asked.field("time");
    let (step, at) = match typed {
        "" => (DraftStep::NotTimed, None),
        typed => match dubai_moment(typed) {
            Some(at) if at > desk.clock.now_ms() => {
                let member = &asked.who().member;
                (DraftStep::Timed { at, staff_id: &member.id, name: &member.name }, Some(at))
            }
            moment => {
                let problem = match moment {
                    Some(_) => "That time is over. Choose a later one, or put it live now.",
                    None => "Choose a day and a time, such as 7 February 2027, 08:00.",
                };
                let (id, problem) = (draft.id, problem.to_owned());
                return refused(desk, asked, RefusedDraft { id, problem }).await;
            }
        },
    };
    note(desk, asked, &draft, step, AuditAction::DraftTimed).await?;
    Ok(Reply::done(HERE, Flash::DraftTimed { name: draft.name, at }))
}

/// Puts a draft aside: its link ends, and it does not go live by itself.
pub async fn put_aside(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let draft = named(desk, asked).await?;
    let step = DraftStep::PutAside { at: desk.clock.now_ms() };
    note(desk, asked, &draft, step, AuditAction::DraftPutAside).await?;
    Ok(Reply::done(HERE, Flash::DraftPutAside { id: draft.id, name: draft.name }))
}

/// Takes one up again that was put aside. Its time may be over by then, so it has none.
pub async fn take_up(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let draft = named(desk, asked).await?;
    if draft.goes_live_at.is_some_and(|at| at <= desk.clock.now_ms()) {
        note(desk, asked, &draft, DraftStep::NotTimed, AuditAction::DraftTimed).await?;
    }
    let link = shared::new_link(&desk.random);
    note(desk, asked, &draft, DraftStep::TakenUp { link: &link }, AuditAction::DraftTakenUp).await?;
    Ok(Reply::done(HERE, Flash::DraftTakenUp { name: draft.name }))
}

async fn note(
    desk: &DeskService,
    asked: &Asked,
    draft: &Model,
    step: DraftStep<'_>,
    action: AuditAction,
) -> Result<(), DbErr> {
    let write = desk.db.begin_write().await?;
    if drafts::note(&write, &draft.id, step).await? {
        log(desk, asked, &write, action, &draft.name).await?;
        write.commit().await?;
    }
    Ok(())
}

/// Takes a change out of the draft that the form names.
pub async fn take_out(desk: &DeskService, asked: &Asked, id: i64, to: String) -> Result<Reply, Failure> {
    let editor = desk.editor.in_draft(asked.field("draft")).await?.ok_or_else(not_found)?;
    let _turn = editor.turn().await;
    match editor.prepare_taking_out(id).await {
        Ok(taken) => {
            let write = desk.db.begin_write().await?;
            drafts::remove_change(&write, taken.id).await?;
            let subject = format!("{}: {}, taken out", taken.path, taken.name);
            log(desk, asked, &write, AuditAction::DraftChanged, &short(&subject)).await?;
            write.commit().await?;
            Ok(Reply::done(to, Flash::SiteUndone { name: short(&taken.name), ids: Vec::new() }))
        }
        Err(refused) => not_taken(to, refused, "It can't be taken out"),
    }
}

pub async fn log(
    desk: &DeskService,
    asked: &Asked,
    write: &storage::db::WriteTransaction,
    action: AuditAction,
    subject: &str,
) -> Result<(), DbErr> {
    let entry = Entry { by: Actor::of(asked.who()), action, subject, lead_id: None, key: asked.key() };
    audit::append(write, entry, desk.clock.now_ms()).await
}
