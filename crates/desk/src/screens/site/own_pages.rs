//! Adds a page as a copy of another, in a draft that nobody sees until it is published, and removes one.

use blog::slug::slugify;
use content::own_pages::OwnPage;
use editing::Refused;
use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::site::pieces::broken;
use crate::screens::site::storing::{changed, not_taken, reason, short, store};
use crate::screens::site::{address, begin_draft, drafts, editor_of};
use crate::service::DeskService;
use crate::staff::audit::{self, AuditAction};
use crate::view::{NewSitePage, Screen, SitePage};

/// The longest heading, in characters: search results cut longer titles.
const MAX_HEADING_CHARS: usize = 60;

/// The form for a new page; `of` in the address is the page that it begins as a copy of.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let mut screen = screen(desk, asked).await?;
    screen.of = asked.query("of").to_owned();
    Ok(Reply::Screen(Screen::NewSitePage(screen)))
}

async fn screen(desk: &DeskService, asked: &Asked) -> Result<NewSitePage, Failure> {
    let editor = editor_of(desk, asked).await?;
    let (mut pages, mut locked) = (Vec::new(), desk.editor.locked());
    match editor.site("").await {
        Ok(site) => {
            let page =
                |page: &editing::MarkedPage| SitePage { at: page.path.clone(), title: page.title.clone() };
            pages = site.pages.iter().map(page).collect();
        }
        Err(report) => locked = Some(broken(&report)),
    }
    Ok(NewSitePage {
        pages,
        heading: asked.field("heading").to_owned(),
        address: asked.field("address").to_owned(),
        of: asked.field("of").to_owned(),
        has_menu: !asked.is_form || asked.field("menu") == "yes",
        problem: None,
        draft: drafts::open(desk, &editor).await?,
        locked,
    })
}

/// Adds the page to the draft that the form names, or to one of its own, and goes there.
pub async fn add(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    if let Some(key) = asked.key()
        && audit::has_key(desk.db.reader(), key).await?
    {
        // The same tap once more.
        return Ok(Reply::Done { to: drafts::HERE.to_owned(), notice: None, cookies: Vec::new() });
    }
    let heading = asked.field("heading").split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = Some(asked.field("address")).filter(|typed| !typed.is_empty());
    let name = slugify(typed.unwrap_or(&heading)).unwrap_or_default();
    let problem = match heading.chars().count() {
        0 => Some("Write what the page is about, such as “Ramadan offer”.".to_owned()),
        many if many > MAX_HEADING_CHARS => Some(format!(
            "A heading may have {MAX_HEADING_CHARS} characters; this one has {many}. Search results cut longer ones."
        )),
        _ if name.is_empty() => {
            Some("Write its address in letters a to z, such as “ramadan-offer”.".to_owned())
        }
        _ => None,
    };
    if let Some(problem) = problem {
        return refused(desk, asked, problem).await;
    }
    let own = OwnPage { heading: heading.clone(), has_menu: asked.field("menu") == "yes" };
    let prepared = match editor.prepare_page(&name, asked.field("of"), own).await {
        Ok(prepared) => prepared,
        Err(problem @ Refused::Problems(_)) => return refused(desk, asked, reason(&problem)).await,
        Err(other) => return not_taken(drafts::HERE.to_owned(), other, "The page isn't added"),
    };
    let at = format!("/{name}");
    if let Some(draft) = editor.draft() {
        let to = address(&at, None, Some(draft));
        let stored = store(desk, asked, &editor, prepared, AuditAction::ContentChanged).await?;
        return match stored {
            Ok(_) => Ok(Reply::Done { to, notice: None, cookies: Vec::new() }),
            Err(text) => Ok(Reply::done(drafts::HERE, Flash::SiteRefused { text: short(&text) })),
        };
    }
    begin_draft::start(desk, asked, heading, &at, Some(prepared)).await
}

async fn refused(desk: &DeskService, asked: &Asked, problem: String) -> Result<Reply, Failure> {
    let mut screen = screen(desk, asked).await?;
    screen.problem = Some(problem);
    Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, Screen::NewSitePage(screen), None))
}

/// Removes a page that somebody added.
pub async fn remove(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    let here = address(asked.field("at"), None, editor.draft());
    if let Some(key) = asked.key()
        && audit::has_key(desk.db.reader(), key).await?
    {
        let to = address("/", None, editor.draft());
        return Ok(Reply::Done { to, notice: None, cookies: Vec::new() });
    }
    match editor.prepare_page_removed(asked.field("at")).await {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            match store(desk, asked, &editor, prepared, AuditAction::ContentChanged).await? {
                Ok(id) => Ok(Reply::done(address("/", None, editor.draft()), changed(&editor, id, &name))),
                Err(text) => Ok(Reply::done(here, Flash::SiteRefused { text: short(&text) })),
            }
        }
        Err(refused) => not_taken(here, refused, "The page isn't removed"),
    }
}
