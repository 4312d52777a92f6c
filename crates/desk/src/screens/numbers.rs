//! Sums of days, of visitors' actions and of answered requests: `amwaj stats` in the browser.

use crate::counted::{Counted, lines};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::service::DeskService;
use crate::view::{AnswerSums, DaySums, Numbers, Screen};
use base::clock::{day_of, day_text, dubai_day};
use leads::staff::spreadsheet;
use sea_orm::DbErr;

/// The numbers of days that the screen offers; the first one is the default.
const PERIODS: [i32; 3] = [7, 30, 90];
const COLUMNS: [&str; 8] = ["Day", "Page", "Campaign", "Views", "Calls", "Chats", "Requests", "Booked"];

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (first, last) = period(desk, asked);
    let db = desk.db.reader();
    let before = Counted::read(db, 2 * first - last - 1, first - 1).await?;
    let counted = Counted::read(db, first, last).await?;
    let by_day = counted.by(|key| &key.day);
    let answers = counted.answers;
    Ok(Reply::Screen(Screen::Numbers(Numbers {
        days: (first..=last)
            .map(day_text)
            .map(|day| DaySums { sums: by_day.get(day.as_str()).copied().unwrap_or_default(), day })
            .collect(),
        before: before.total(),
        total: counted.total(),
        pages: lines(counted.by(|key| &key.page)),
        campaigns: lines(counted.by(|key| &key.campaign)),
        answers: AnswerSums {
            requests: answers.requests,
            in_time: answers.in_time,
            late: answers.late,
            waiting: answers.waiting,
            booked: answers.booked,
            lost: answers.lost,
        },
    })))
}

/// The same as a spreadsheet, with a line for each day, page and campaign.
pub async fn csv(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (first, last) = period(desk, asked);
    let counted = Counted::read(desk.db.reader(), first, last).await?;
    let rows = counted.sums.into_iter().map(|(key, sums)| {
        let counts = [sums.views, sums.calls, sums.chats, sums.requests, sums.booked];
        [key.day, key.page, key.campaign].into_iter().chain(counts.map(|count| count.to_string()))
    });
    let body = spreadsheet::whole(&COLUMNS, rows).map_err(|error| DbErr::Custom(error.to_string()))?;
    let name = format!("amwaj-{}-{}.csv", day_text(first), day_text(last));
    Ok(Reply::File { name, content_type: "text/csv; charset=utf-8", body })
}

/// The first and the last day that were asked for; until today, if no day is named.
fn period(desk: &DeskService, asked: &Asked) -> (i32, i32) {
    let days = asked.query("days").parse::<i32>().unwrap_or_default();
    let days = PERIODS.into_iter().find(|offered| *offered == days).unwrap_or(PERIODS[0]);
    let today = dubai_day(desk.clock.now_ms());
    let last = day_of(asked.query("until")).map_or(today, |until| until.clamp(0, today));
    (last - days + 1, last)
}
