//! The inbox: who waits, the most urgent first, and who was answered today.

use crate::http::access::refuse_unless_allowed;
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::{launch, numbers, posts, rows};
use crate::service::DeskService;
use crate::settings;
use crate::staff::roles::{Permission, may};
use crate::view::{Counts, Inbox, Row, Screen, Show};
use base::clock::latest_dubai_time_of_day;
use leads::staff::inbox::{self, InboxFilter, InboxQuery};

/// The most rows of those who wait: the rest follow once these are answered.
pub(super) const MAX_WAITING: u64 = 200;
/// The rows of a page of another list.
const PAGE_ROWS: u64 = 50;
/// The most characters of a search.
const MAX_SEARCH_CHARS: usize = 100;

/// People who may not see requests get the posts here, or the numbers.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let roles = &asked.who().member.roles;
    if !may(roles, Permission::SeeRequests) && may(roles, Permission::WritePosts) {
        return posts::list::show(desk, asked).await;
    }
    if !may(roles, Permission::SeeRequests) && may(roles, Permission::SeeNumbers) {
        return numbers::show(desk, asked).await;
    }
    refuse_unless_allowed(desk, asked.who(), Permission::SeeRequests).await?;
    let show = match asked.query("show") {
        "answered" => Show::Answered,
        "all" => Show::All,
        "failed" => Show::Failed,
        _ => Show::Waiting,
    };
    let search: String = asked.query("q").trim().chars().take(MAX_SEARCH_CHARS).collect();
    // A search looks everywhere: whoever calls again may have been answered long ago.
    let show = if !search.is_empty() && show == Show::Waiting { Show::All } else { show };
    let filter = match show {
        Show::Waiting => InboxFilter::Waiting,
        Show::Answered => InboxFilter::Answered,
        Show::All => InboxFilter::All,
        Show::Failed => InboxFilter::Failed,
    };
    let max = if show == Show::Waiting { MAX_WAITING } else { PAGE_ROWS };
    let after = Some(asked.query("after")).filter(|after| !after.is_empty());
    let db = desk.db.reader();
    let listed = inbox::list(db, &InboxQuery { filter, search: &search, after, max }).await?;
    let is_full = listed.len() as u64 == max && show != Show::Waiting;
    let more = listed.last().filter(|_| is_full).map(|last| more_address(show, &search, &last.lead.id));
    let answered = answered_today(desk, asked).await?;
    let counts = counts(desk, &answered).await?;
    let answered_today = if show == Show::Waiting { answered } else { Vec::new() };
    let rows = rows::rows(db, asked.who(), &listed).await?;
    let chat = settings::read(db).await?.chat;
    let is_owner = show == Show::Waiting && may(roles, Permission::ChangeSettings);
    let before_launch = if is_owner { launch::left(desk).await? } else { 0 };
    let inbox = Inbox { show, search, rows, answered_today, counts, more, chat, before_launch };
    Ok(Reply::Screen(Screen::Inbox(inbox)))
}

fn more_address(show: Show, search: &str, after: &str) -> String {
    let show = match show {
        Show::Waiting => "waiting",
        Show::Answered => "answered",
        Show::All => "all",
        Show::Failed => "failed",
    };
    let pairs = [("show", show), ("q", search), ("after", after)];
    let query = serde_urlencoded::to_string(pairs).expect("three pairs of texts");
    format!("/desk/?{query}")
}

/// Those who were answered since midnight.
async fn answered_today(desk: &DeskService, asked: &Asked) -> Result<Vec<Row>, Failure> {
    let db = desk.db.reader();
    let midnight = latest_dubai_time_of_day(0, desk.clock.now_ms());
    let answered = inbox::answered_since(db, midnight, MAX_WAITING).await?;
    let listed: Vec<_> = answered.into_iter().map(|(listed, _)| listed).collect();
    Ok(rows::rows(db, asked.who(), &listed).await?)
}

async fn counts(desk: &DeskService, answered: &[Row]) -> Result<Counts, Failure> {
    let db = desk.db.reader();
    let is_in_time =
        |row: &&Row| row.answered_at.zip(row.due_at).is_some_and(|(answered, due)| answered <= due);
    Ok(Counts {
        waiting: inbox::count(db, InboxFilter::Waiting).await?,
        answered: inbox::count(db, InboxFilter::Answered).await?,
        held: inbox::count(db, InboxFilter::Quarantined).await?,
        failed: inbox::count(db, InboxFilter::Failed).await?,
        all: inbox::count(db, InboxFilter::All).await?,
        answered_today: answered.len() as u64,
        in_time_today: answered.iter().filter(is_in_time).count() as u64,
    })
}
