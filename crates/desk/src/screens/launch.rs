//! Before launch: the samples, the owner's questions and the server's gaps that stand between a preview and the live site.

use http::StatusCode;
use sea_orm::DbBackend;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::push::phones;
use crate::screens::site::{address, broken, changed, facts, short, store};
use crate::service::{DeskService, LaunchFacts};
use crate::settings::{self, DeskSettings};
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::view::{LaunchKind, LaunchScreen, LaunchState, LaunchStep, Screen};
use editing::{MarkedSite, Refused, Sample};

/// The address of the screen.
const HERE: &str = "/desk/launch";

/// A question of docs/owner.md that has to be settled before the site goes live.
struct Question {
    id: &'static str,
    what: &'static str,
    instead: &'static str,
    /// The path of the page that the answer belongs on.
    at: &'static str,
}

const CONTRACTS: &str = "/annual-maintenance-contracts";
const VILLA: &str = "/services/villa-renovation-company-in-dubai";

const QUESTIONS: [Question; 7] = [
    Question {
        id: "vat",
        what: "Do all prices include 5% VAT? In the UAE, prices shown to consumers have to.",
        instead: "Say it below “Prices” in the terms, and beside the lists of prices.",
        at: "/terms",
    },
    Question {
        id: "ac-unit",
        what: "Is the price of AC cleaning for one AC unit, one visit or one home?",
        instead: "Write it beside the price.",
        at: "/services/ac-repair-and-maintenance-service-dubai",
    },
    Question {
        id: "villa-price",
        what: "What is the lowest price of a villa renovation? The site names two.",
        instead: "Correct the one that is wrong.",
        at: VILLA,
    },
    Question {
        id: "payment-stages",
        what: "The payment stages of a renovation come to 80%. When is the rest paid?",
        instead: "Add the stage that is missing.",
        at: VILLA,
    },
    Question {
        id: "elite",
        what: "Does Elite include weekend service, priority scheduling, the annual property assessment and minor repairs?",
        instead: "Write yes or no in the table, where it says “Ask us”.",
        at: CONTRACTS,
    },
    Question {
        id: "licence",
        what: "What are the trade licence number and the tax registration number (TRN)?",
        instead: "Write both below “What this site is” in the terms.",
        at: "/terms",
    },
    Question {
        id: "office-days",
        what: "On which days is the office open? Search engines are told other days than visitors.",
        instead: "Correct the days among the facts.",
        at: "",
    },
];

pub async fn show(desk: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    let settings = settings::read(desk.db.reader()).await?;
    let mut screen =
        LaunchScreen { state: LaunchState::Private, steps: Vec::new(), locked: desk.editor.locked() };
    match desk.editor.site("").await {
        Ok(site) => {
            screen.state = state(desk, &site);
            screen.steps.extend(site.samples().into_iter().map(sample));
        }
        Err(report) => screen.locked = Some(broken(&report)),
    }
    screen.steps.extend(QUESTIONS.iter().map(|asked| question(asked, &settings)));
    screen.steps.extend(server(desk).await?);
    Ok(Reply::Screen(Screen::Launch(screen)))
}

/// How many things an owner should still look at; of a live site, those of its server alone.
///
/// # Errors
/// When the database cannot be read.
pub async fn left(desk: &DeskService) -> Result<u64, Failure> {
    if !desk.launch.is_production {
        return Ok(0);
    }
    let mut left = server(desk).await?.iter().filter(|step| !step.is_done).count();
    if let Ok(site) = desk.editor.site("").await
        && state(desk, &site) == LaunchState::Preview
    {
        let answered = settings::read(desk.db.reader()).await?.answered;
        left += site.samples().len();
        left += QUESTIONS.iter().filter(|question| !answered.iter().any(|id| id == question.id)).count();
        // The last step.
        left += 1;
    }
    Ok(left as u64)
}

fn state(desk: &DeskService, site: &MarkedSite) -> LaunchState {
    match desk.launch {
        LaunchFacts { is_production: false, .. } => LaunchState::Private,
        LaunchFacts { is_preview: true, .. } if !site.is_launched() => LaunchState::Preview,
        _ => LaunchState::Live,
    }
}

fn sample(Sample { what, instead, at, piece }: Sample) -> LaunchStep {
    // The company's own are on pages in many places, and among the facts once.
    let to = match &piece {
        Some(piece) if piece.starts_with("company.toml:") => facts::piece_address(piece),
        _ => address(&at, piece.as_deref(), None),
    };
    let instead = instead.to_owned();
    LaunchStep { kind: LaunchKind::Sample, id: None, what, instead, to: Some(to), is_done: false }
}

fn question(asked: &Question, settings: &DeskSettings) -> LaunchStep {
    let to = if asked.at.is_empty() { facts::address(None) } else { address(asked.at, None, None) };
    LaunchStep {
        kind: LaunchKind::Question,
        id: Some(asked.id.to_owned()),
        what: asked.what.to_owned(),
        instead: asked.instead.to_owned(),
        to: Some(to),
        is_done: settings.answered.iter().any(|id| id == asked.id),
    }
}

async fn server(desk: &DeskService) -> Result<Vec<LaunchStep>, Failure> {
    let phones = phones::of_office(desk.db.reader(), desk.clock.now_ms()).await?;
    let step = |is_done: bool, what: &str, instead: &str, to: Option<&str>| LaunchStep {
        kind: LaunchKind::Server,
        id: None,
        what: what.to_owned(),
        instead: instead.to_owned(),
        to: to.map(str::to_owned),
        is_done,
    };
    let has_copies = desk.db.backend() != DbBackend::Sqlite || desk.copies.is_some();
    Ok(vec![
        step(
            desk.launch.has_public_address,
            "Give the site its public address",
            "Whoever runs the server sets AMWAJ_SITE_URL.",
            None,
        ),
        step(
            !desk.mail_links.is_folder(),
            "Let the server send mails",
            "Now they become files on the server. Whoever runs it sets AMWAJ_SMTP_URL.",
            Some("/desk/settings"),
        ),
        step(
            !phones.is_empty(),
            "Let a phone ring when a request comes",
            "Allow messages on a phone: under Requests, it asks for them.",
            Some("/desk/"),
        ),
        step(
            has_copies,
            "Keep backups elsewhere",
            "Whoever runs the server sets AMWAJ_COPIES_TO and AMWAJ_COPIES_KEY.",
            Some("/desk/settings"),
        ),
        step(
            desk.launch.erases,
            "Have names and numbers erased after a time",
            "Decide after how many days. Whoever runs the server sets AMWAJ_RETENTION_DAYS, and the privacy notice says it.",
            Some("/desk/site?at=%2Fprivacy"),
        ),
    ])
}

/// Marks a question as answered, or not.
pub async fn answer(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let known = QUESTIONS.iter().find(|question| question.id == asked.field("id"));
    let question = known.ok_or_else(|| Failure::invalid("There is no such question.".to_owned()))?;
    let write = desk.db.begin_write().await?;
    let mut settings = settings::read(write.connection()).await?;
    settings.answered.retain(|id| id != question.id);
    if asked.field("answered") == "yes" {
        settings.answered.push(question.id.to_owned());
    }
    if settings::change(&write, &settings).await? {
        let (by, action) = (Actor::of(asked.who()), AuditAction::SettingsChanged);
        let entry = Entry { by, action, subject: question.id, lead_id: None, key: None };
        audit::append(&write, entry, desk.clock.now_ms()).await?;
    }
    write.commit().await?;
    Ok(Reply::Done { to: HERE.to_owned(), notice: None, cookies: Vec::new() })
}

/// Puts the site live: search engines may keep it from now on, and nothing invented may be on it.
pub async fn go_live(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let _turn = desk.editor.turn().await;
    let to = HERE.to_owned();
    match desk.editor.prepare_launch().await {
        Ok(prepared) => {
            let name = prepared.told.name.clone();
            match store(desk, asked, &desk.editor, prepared, AuditAction::ContentChanged).await? {
                Ok(id) => Ok(Reply::done(to, changed(&desk.editor, id, &name))),
                Err(text) => Ok(Reply::done(to, Flash::SiteRefused { text: short(&text) })),
            }
        }
        Err(Refused::Problems(problems)) => {
            let text = match &problems[..] {
                [one] => format!("The site can't go live yet: {}.", one.what),
                [first, others @ ..] => {
                    format!("The site can't go live yet: {}, and {} more.", first.what, others.len())
                }
                [] => String::new(),
            };
            Ok(Reply::done(to, Flash::SiteRefused { text: short(&text) }))
        }
        Err(Refused::Database(error)) => Err(error.into()),
        Err(Refused::Unchanged) => Ok(Reply::Done { to, notice: None, cookies: Vec::new() }),
        Err(_) => Err(Failure::Problem(StatusCode::NOT_FOUND, crate::view::Problem::NotFound)),
    }
}
