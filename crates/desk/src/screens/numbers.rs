//! What visitors did and how requests were answered, as sums of days: `amwaj stats` in the browser.

use std::collections::BTreeMap;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::service::DeskService;
use crate::view::{AnswerSums, DaySums, NamedSums, Numbers, Screen, Sums};
use base::clock::{day_text, dubai_day, latest_dubai_time_of_day};
use leads::staff::answer_times;
use site::stats::{self, Event, store};

/// The numbers of days that the screen offers; the first one where nothing was asked for.
const PERIODS: [i32; 3] = [7, 30, 90];
/// The most lines of a table; the rest is in the spreadsheet.
const MAX_LINES: usize = 20;
const DAY_MS: i64 = 24 * 3600 * 1000;

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let days = period(asked);
    let (db, now) = (desk.db.reader(), desk.clock.now_ms());
    let today = dubai_day(now);
    let (first, before_first) = (today - days + 1, today - 2 * days + 1);
    let before = total(store::between(db, before_first, first - 1).await?.iter());
    let sums = store::between(db, first, today).await?;
    let by_day = group(&sums, |sum| &sum.day);
    let from_ms = latest_dubai_time_of_day(0, now) - i64::from(days - 1) * DAY_MS;
    let answers = answer_times::between(db, from_ms, now).await?;
    Ok(Reply::Screen(Screen::Numbers(Numbers {
        days: (first..=today)
            .map(|day| DaySums {
                sums: by_day.get(&day_text(day)).copied().unwrap_or_default(),
                day: day_text(day),
            })
            .collect(),
        before,
        total: total(sums.iter()),
        pages: most_viewed(group(&sums, |sum| &sum.path)),
        campaigns: most_viewed(group(sums.iter().filter(|sum| !sum.campaign.is_empty()), |sum| {
            &sum.campaign
        })),
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

/// The same as a spreadsheet, every sum as it is kept.
pub async fn csv(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let today = dubai_day(desk.clock.now_ms());
    let first = today - period(asked) + 1;
    let body = stats::csv_between(&desk.db, first, today).await?;
    let name = format!("amwaj-{}-{}.csv", day_text(first), day_text(today));
    Ok(Reply::File { name, content_type: "text/csv; charset=utf-8", body })
}

fn period(asked: &Asked) -> i32 {
    let asked = asked.query("days").parse::<i32>().unwrap_or_default();
    PERIODS.into_iter().find(|days| *days == asked).unwrap_or(PERIODS[0])
}

fn total<'a>(sums: impl Iterator<Item = &'a store::Model>) -> Sums {
    let mut total = Sums::default();
    sums.for_each(|sum| add(&mut total, sum));
    total
}

fn group<'a>(
    sums: impl IntoIterator<Item = &'a store::Model>,
    name: impl Fn(&store::Model) -> &String,
) -> BTreeMap<String, Sums> {
    let mut groups: BTreeMap<String, Sums> = BTreeMap::new();
    for sum in sums {
        add(groups.entry(name(sum).clone()).or_default(), sum);
    }
    groups
}

fn add(total: &mut Sums, sum: &store::Model) {
    let count = u64::try_from(sum.count).unwrap_or_default();
    match Event::named(&sum.event) {
        Some(Event::View) => total.views += count,
        Some(Event::Call) => total.calls += count,
        Some(Event::Chat) => total.chats += count,
        Some(Event::Sent) => total.requests += count,
        _ => {}
    }
}

fn most_viewed(groups: BTreeMap<String, Sums>) -> Vec<NamedSums> {
    let mut lines: Vec<NamedSums> = groups.into_iter().map(|(name, sums)| NamedSums { name, sums }).collect();
    lines.sort_by_key(|line| {
        std::cmp::Reverse((line.sums.views, line.sums.calls + line.sums.chats + line.sums.requests))
    });
    lines.truncate(MAX_LINES);
    lines
}
