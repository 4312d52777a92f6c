//! Each Monday morning a mail about the week before: requests, answers and bookings, by campaign and by page, beside those
//! of the week before that. It has sums and nothing of any visitor. One server sends it for all.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use sea_orm::DbErr;

use crate::counted::{Counted, SumKey, lines};
use crate::view::Sums;
use base::clock::{Clock, day_and_month, day_text, dubai_day};
use base::supervisor::{self, Task};
use base::text::escape_html;
use leads::staff::answer_times::AnswerTimes;
use leads::staff::mail_html::{self, BUTTON, HEADING, INK, LABEL, VALUE};
use leads::staff::mail_route::MailRoute;
use storage::db::Db;
use storage::jobs::{Days, ScheduledJob};
use storage::mail::{MailMessage, Mailer};

const POLL_INTERVAL: Duration = Duration::from_secs(20);
const WEEK_DAYS: i32 = 7;
const NO_REQUEST: &str = "No request came in this week. If that surprises you, send one through the site's form, and see \
                          that it arrives.";

/// Mails the sums of each week.
pub struct WeeklyMail {
    pub db: Db,
    pub clock: Clock,
    pub mailer: Mailer,
    pub route: MailRoute,
    /// The desk's address, without a slash at the end; `None` where staff cannot reach it by a name.
    pub origin: Option<String>,
    /// When it is due on Mondays, in minutes after midnight in Dubai.
    pub minute_of_day: u32,
}

impl WeeklyMail {
    /// Polls until the task is dropped.
    pub fn start(self) -> Task {
        supervisor::spawn("weekly mail", self, |mail| {
            Box::pin(async {
                loop {
                    if let Err(error) = mail.poll_once().await {
                        tracing::error!(error, "the mail about the week was not sent; it is tried again");
                    }
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            })
        })
    }

    /// Sends the mail if it is due; a missed one as soon as a server runs again.
    ///
    /// # Errors
    /// One line on what failed.
    pub async fn poll_once(&self) -> Result<(), String> {
        let unavailable = |error: DbErr| format!("the database cannot be used: {error}");
        let now = self.clock.now_ms();
        let job =
            ScheduledJob { name: "weekly mail", days: Days::Mondays, minute_of_day: self.minute_of_day };
        let Some(lease) = job.acquire(&self.db, now).await.map_err(unavailable)? else { return Ok(()) };
        let monday = dubai_day(lease.due_at) - WEEK_DAYS;
        let weeks = Weeks::read(&self.db, monday).await.map_err(unavailable)?;
        // A site that is only just there has nothing to tell of the time before.
        if !weeks.are_empty() {
            let mail = weeks.compose(&self.route, self.origin.as_deref(), now)?;
            self.mailer.send_to_all(&mail).await.map_err(|failure| failure.error)?;
            tracing::info!("the mail about the week is sent");
        }
        job.complete(&self.db, lease).await.map_err(unavailable)
    }
}

/// A week and the one before it.
struct Weeks {
    /// The first day of the week, see [`dubai_day`].
    monday: i32,
    week: Counted,
    before: Counted,
}

/// A count of the week, and of the week before.
type Compared = (&'static str, String, String);

/// The sums of a campaign or a page in both weeks.
struct Line {
    name: String,
    week: Sums,
    before: Sums,
}

impl Weeks {
    async fn read(db: &Db, monday: i32) -> Result<Self, DbErr> {
        let week = Counted::read(db.reader(), monday, monday + WEEK_DAYS - 1).await?;
        let before = Counted::read(db.reader(), monday - WEEK_DAYS, monday - 1).await?;
        Ok(Weeks { monday, week, before })
    }

    fn are_empty(&self) -> bool {
        self.week.sums.is_empty() && self.before.sums.is_empty()
    }

    fn compose(&self, route: &MailRoute, origin: Option<&str>, now_ms: i64) -> Result<MailMessage, String> {
        let AnswerTimes { requests, booked, .. } = self.week.answers;
        let many = if requests == 1 { "request" } else { "requests" };
        let subject = format!("Week of {}: {requests} {many}, {booked} booked", day_and_month(self.monday));
        let sunday = day_text(self.monday + WEEK_DAYS - 1);
        let link = origin.map(|origin| format!("{origin}/desk/numbers?days={WEEK_DAYS}&until={sunday}"));
        let name = format!("week-{}", day_text(self.monday));
        route.html_mail(name, subject, self.text(link.as_deref()), self.html(link.as_deref()), now_ms)
    }

    fn days(&self) -> String {
        let (monday, sunday) = (day_and_month(self.monday), day_and_month(self.monday + WEEK_DAYS - 1));
        format!("Monday {monday} to Sunday {sunday}")
    }

    fn figures(&self) -> Vec<Compared> {
        let (now, then) = (&self.week.answers, &self.before.answers);
        let (seen, seen_then) = (self.week.total(), self.before.total());
        let of_both = |label, now: u64, then: u64| (label, now.to_string(), then.to_string());
        let mut figures = vec![
            of_both("Requests", now.requests, then.requests),
            ("Answered in time", in_time(now), in_time(then)),
            of_both("Booked so far", now.booked, then.booked),
            of_both("Calls and chats", seen.calls + seen.chats, seen_then.calls + seen_then.chats),
            of_both("Pages opened", seen.views, seen_then.views),
        ];
        if now.waiting + then.waiting > 0 {
            figures.insert(2, of_both("Still waiting for an answer", now.waiting, then.waiting));
        }
        figures
    }

    fn tables(&self) -> [(&'static str, Vec<Line>); 2] {
        let campaign = |name: &str| if name.is_empty() { "no campaign" } else { name }.to_owned();
        let page = |name: &str| if name == "/" { "Home" } else { name }.to_owned();
        [
            ("By campaign", self.lines(|key| &key.campaign, campaign)),
            ("By the page on which the visit began", self.lines(|key| &key.page, page)),
        ]
    }

    /// What brought a request in one of the weeks; a campaign that has ended shows by its 0.
    fn lines(&self, name: fn(&SumKey) -> &str, shown: fn(&str) -> String) -> Vec<Line> {
        let has_requests = |sums: &Sums| sums.requests > 0;
        let mut before: BTreeMap<&str, Sums> = self.before.by(name);
        before.retain(|_, sums| has_requests(sums));
        let mut week = self.week.by(name);
        week.retain(|name, sums| has_requests(sums) || before.contains_key(name));
        for name in before.keys() {
            week.entry(name).or_default();
        }
        let named: Vec<_> = lines(week);
        let (last, own) = match named.split_last() {
            Some((last, own)) if last.name == stats::OTHER => (Some(last), own),
            _ => (None, named.as_slice()),
        };
        let mut of_before = |name: &str| before.remove(name).unwrap_or_default();
        let mut lines: Vec<Line> = own
            .iter()
            .map(|line| Line { name: shown(&line.name), week: line.sums, before: of_before(&line.name) })
            .collect();
        lines.extend(last.map(|line| {
            let mut rest = Sums::default();
            before.values().for_each(|sums| rest += *sums);
            Line { name: line.name.clone(), week: line.sums, before: rest }
        }));
        lines
    }

    fn text(&self, link: Option<&str>) -> String {
        let mut text = format!("{}. In brackets: the week before.\r\n\r\n", self.days());
        if self.week.answers.requests == 0 {
            let _ = write!(text, "{NO_REQUEST}\r\n\r\n");
        }
        for (label, now, then) in self.figures() {
            let _ = write!(text, "{label}: {now} ({then})\r\n");
        }
        for (title, lines) in self.tables().into_iter().filter(|(_, lines)| !lines.is_empty()) {
            let _ = write!(text, "\r\n{title}\r\n");
            for Line { name, week, before } in lines {
                let (requests, booked) = (week.requests, week.booked);
                let (then, booked_then) = (before.requests, before.booked);
                let _ = write!(
                    text,
                    "  {name}: {requests} ({then}) requested, {booked} ({booked_then}) booked\r\n"
                );
            }
        }
        if let Some(link) = link {
            let _ = write!(text, "\r\nOpen in the desk: {link}\r\n");
        }
        text
    }

    fn html(&self, link: Option<&str>) -> String {
        let mut html = format!("<p style=\"{HEADING}\">{}</p>\r\n", self.days());
        if self.week.answers.requests == 0 {
            let _ = write!(html, "<p>{}</p>\r\n", escape_html(NO_REQUEST));
        }
        let figures = self.figures().into_iter();
        let figures = figures.map(|(label, now, then)| vec![label.to_owned(), now, then]);
        table(&mut html, &["", "This week", "Week before"], figures);
        for (title, lines) in self.tables().into_iter().filter(|(_, lines)| !lines.is_empty()) {
            let _ = write!(html, "<p style=\"{HEADING}\">{title}</p>\r\n");
            let rows = lines.into_iter().map(|Line { name, week, before }| {
                let both = |now: u64, then: u64| format!("{now} ({then})");
                vec![name, both(week.requests, before.requests), both(week.booked, before.booked)]
            });
            table(&mut html, &["", "Requests (week before)", "Booked so far (week before)"], rows);
        }
        if let Some(link) = link {
            let link = escape_html(link);
            let style = format!("{BUTTON};margin-top:20px;background:{INK}");
            let _ = write!(html, "<a href=\"{link}\" style=\"{style}\">Open in the desk</a>\r\n");
        }
        mail_html::page("The week", &html)
    }
}

fn in_time(answers: &AnswerTimes) -> String {
    match answers.in_time + answers.late {
        0 => "none answered".to_owned(),
        answered => format!("{} of {answered}", answers.in_time),
    }
}

/// Adds a table whose first column names its rows.
fn table(html: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    html.push_str("<table cellpadding=\"0\" cellspacing=\"0\">\r\n<tr>");
    for head in heads {
        let _ = write!(html, "<th style=\"{LABEL}\">{head}</th>");
    }
    html.push_str("</tr>\r\n");
    for row in rows {
        html.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let (tag, style) = if at == 0 { ("th", LABEL) } else { ("td", VALUE) };
            let _ = write!(html, "<{tag} style=\"{style}\"><bdi>{}</bdi></{tag}>", escape_html(cell));
        }
        html.push_str("</tr>\r\n");
    }
    html.push_str("</table>\r\n");
}
