//! Facts that a company changes often, on one screen: prices, contracts, phones, hours and holidays.

use editing::special_days::{self, DaysTyped};
use editing::{MarkedSite, NoticeTyped, Prepared, Refused, SiteEditor};
use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};

use crate::screens::site::pieces::{broken, problem, shown};
use crate::screens::site::showing::changes;
use crate::screens::site::storing::{changed, not_taken, store};
use crate::screens::site::{drafts, editor_of};
use crate::service::DeskService;
use crate::staff::audit::AuditAction;
use crate::view::{
    FactGroup, FactKind, PiecePlace, RefusedDays, RefusedEdit, RefusedNotice, Screen, SiteFacts, SiteNotice,
    SpecialDays,
};

/// The address of the screen, of a draft or of the site itself.
pub fn address(draft: Option<&str>) -> String {
    match draft {
        Some(draft) => format!("/desk/site/facts?draft={draft}"),
        None => "/desk/site/facts".to_owned(),
    }
}

/// The address of the screen for one of the facts.
pub fn piece_address(piece: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("piece", piece).finish();
    format!("{}?{query}", address(None))
}

/// Facts by kind and file: the beginnings and the ends of their ids.
const FACTS: [(FactKind, &str, &[&str]); 6] = [
    (FactKind::Prices, "facts.toml:prices.", &[""]),
    (FactKind::Plans, "plans.toml:plans.", &[".price"]),
    (FactKind::Contact, "company.toml:", &[":phone", ":landline", ":chat", ":email"]),
    (FactKind::Hours, "company.toml:hours.office.", &[".days", ".opens", ".closes"]),
    (FactKind::Hours, "company.toml:hours.", &[":hours.emergency"]),
    (FactKind::Times, "facts.toml:times.", &[""]),
];

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let chosen = Some(asked.query("piece").to_owned()).filter(|piece| !piece.is_empty());
    Ok(Reply::Screen(Screen::SiteFacts(Box::new(screen(desk, asked, chosen, None).await?))))
}

/// Everything that the screen shows; `refused` is an edit of the fact `chosen` that was sent and refused.
pub async fn screen(
    desk: &DeskService,
    asked: &Asked,
    chosen: Option<String>,
    refused: Option<RefusedEdit>,
) -> Result<SiteFacts, Failure> {
    let editor = editor_of(desk, asked).await?;
    editor.note_other_changes().await?;
    let changes = changes(desk, asked, &editor).await?;
    let mut screen = SiteFacts {
        groups: Vec::new(),
        special_days: Vec::new(),
        notices: Vec::new(),
        refused_notice: None,
        refused_days: None,
        chosen,
        refused,
        changes,
        draft: drafts::open(desk, &editor).await?,
        drafts: drafts::count(desk).await?,
        locked: None,
    };
    match editor.site("/").await {
        Ok(site) => {
            screen.groups = groups(&site);
            screen.special_days = special_days(&site);
            screen.notices = notices(&site);
            screen.locked = desk.editor.locked();
        }
        Err(report) => screen.locked = Some(broken(&report)),
    }
    Ok(screen)
}

fn groups(site: &MarkedSite) -> Vec<FactGroup> {
    let mut groups: Vec<FactGroup> = Vec::new();
    for (kind, beginning, ends) in FACTS {
        let file = beginning.split(':').next().unwrap_or_default();
        let is_one = |id: &String| id.starts_with(beginning) && ends.iter().any(|end| id.ends_with(end));
        let facts = site.values_of(file).into_iter().filter(is_one).filter_map(|id| {
            let mut piece = site.piece(&id)?;
            if let Some((name, price)) = plan_price(site, &id) {
                (piece.name, piece.shown) = (name, price);
            }
            let on_pages = site.on_pages(&id);
            Some(shown(piece, PiecePlace::Page, on_pages))
        });
        match groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.facts.extend(facts),
            None => groups.push(FactGroup { kind, facts: facts.collect() }),
        }
    }
    groups
}

/// The name of the contract whose price this is, and the price as people read it.
fn plan_price(site: &MarkedSite, id: &str) -> Option<(String, String)> {
    let plan = id.strip_suffix(".price").filter(|plan| plan.starts_with("plans.toml:"))?;
    let [name, token] = ["name", "id"].map(|field| site.piece(&format!("{plan}.{field}")));
    let price = site.fact(&format!("plans.{}.price", token?.value))?;
    Some((name?.shown, price.to_owned()))
}

fn special_days(site: &MarkedSite) -> Vec<SpecialDays> {
    let with_item = |(at, days): (usize, DaysTyped)| {
        let DaysTyped { name, from, to, opens, closes } = days;
        let item = format!("{}:{}.{at}", special_days::FILE, special_days::LIST);
        SpecialDays { item, name, from, to, opens, closes }
    };
    site.special_days().into_iter().enumerate().map(with_item).collect()
}

fn notices(site: &MarkedSite) -> Vec<SiteNotice> {
    let with_item = |(at, notice): (usize, NoticeTyped)| {
        let NoticeTyped { text, from, until } = notice;
        SiteNotice { item: format!("{}:notices.{at}", special_days::FILE), text, from, until }
    };
    site.notices().into_iter().enumerate().map(with_item).collect()
}

/// Adds days with hours of their own.
pub async fn add_days(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let field = |name: &str| asked.field(name).to_owned();
    let days = DaysTyped {
        name: field("name"),
        from: field("from"),
        to: field("to"),
        opens: field("opens"),
        closes: field("closes"),
    };
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    match editor.prepare_special_days(days.clone()).await {
        Err(Refused::Problems(problems)) => {
            let DaysTyped { name, from, to, opens, closes } = days;
            let days = SpecialDays { item: String::new(), name, from, to, opens, closes };
            let problems = problems.into_iter().map(problem).collect();
            let mut screen = screen(desk, asked, None, None).await?;
            screen.refused_days = Some(RefusedDays { days, problems });
            Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, Screen::SiteFacts(Box::new(screen)), None))
        }
        prepared => added(desk, asked, &editor, prepared).await,
    }
}

/// Adds what every page says for some days.
pub async fn add_notice(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let [text, from, until] = ["text", "from", "until"].map(|name| asked.field(name).to_owned());
    let notice = NoticeTyped { text, from, until };
    let editor = editor_of(desk, asked).await?;
    let _turn = editor.turn().await;
    match editor.prepare_notice(notice.clone()).await {
        Err(Refused::Problems(problems)) => {
            let NoticeTyped { text, from, until } = notice;
            let notice = SiteNotice { item: String::new(), text, from, until };
            let problems = problems.into_iter().map(problem).collect();
            let mut screen = screen(desk, asked, None, None).await?;
            screen.refused_notice = Some(RefusedNotice { notice, problems });
            Ok(Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, Screen::SiteFacts(Box::new(screen)), None))
        }
        prepared => added(desk, asked, &editor, prepared).await,
    }
}

/// Stores additions, and goes back to the screen.
async fn added(
    desk: &DeskService,
    asked: &Asked,
    editor: &SiteEditor,
    prepared: Result<Prepared, Refused>,
) -> Result<Reply, Failure> {
    let to = address(editor.draft());
    match prepared {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            match store(desk, asked, editor, prepared, AuditAction::ContentChanged).await? {
                Ok(id) => Ok(Reply::done(to, changed(editor, id, &name))),
                Err(text) => Ok(Reply::done(to, Flash::SiteRefused { text })),
            }
        }
        Err(refused) => not_taken(to, refused, "It isn't changed"),
    }
}
