//! Settings of owners: one form, saved as a whole, and taken back with one tap.

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::push::phones;
use crate::service::DeskService;
use crate::settings::{self, DeskSettings, PLACEHOLDERS};
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::people;
use crate::view::{CopiesView, GoesTo, Screen, SettingsScreen};
use sea_orm::{DbBackend, DbErr};
use storage::db::WriteTransaction;

/// The address of the screen.
const HERE: &str = "/desk/settings";

pub async fn show(desk: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    let db = desk.db.reader();
    let people = people::all(db).await?;
    let phones = phones::of_office(db, desk.clock.now_ms()).await?;
    Ok(Reply::Screen(Screen::Settings(Box::new(SettingsScreen {
        settings: settings::read(db).await?,
        placeholders: PLACEHOLDERS.map(str::to_owned).to_vec(),
        people: people.len() as u64,
        with_mail: people.iter().filter(|person| person.mail.is_some()).count() as u64,
        goes_to: GoesTo {
            mail: desk.mail_links.route.addresses().iter().map(ToString::to_string).collect(),
            is_folder: desk.mail_links.is_folder(),
            webhook: desk.webhook_host.clone(),
            phones: phones.len() as u64,
        },
        copies: copies(desk),
    }))))
}

fn copies(desk: &DeskService) -> Option<CopiesView> {
    if desk.db.backend() != DbBackend::Sqlite {
        return None;
    }
    let looked = desk.copies.as_ref().map(|copies| copies.look(desk.clock.now_ms()));
    let (state, problem) = looked.unwrap_or_default();
    Some(CopiesView {
        is_set: desk.copies.is_some(),
        problem,
        newest: state.newest().map(|name| name.made_at),
        restored: state.drill.map(|drill| drill.at),
    })
}

/// Sets the fields that the form has; settings without a field stay.
pub async fn change(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    let mut settings = settings::read(write.connection()).await?;
    for name in DeskSettings::NAMES {
        if let Some(typed) = asked.raw(name) {
            settings.set(name, typed).map_err(Failure::invalid)?;
        }
    }
    if settings::change(&write, &settings).await? {
        log(desk, asked, &write).await?;
    }
    write.commit().await?;
    Ok(Reply::done(HERE, Flash::SettingsChanged))
}

/// Takes the last change back.
pub async fn put_back(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    settings::put_back(&write).await?;
    log(desk, asked, &write).await?;
    write.commit().await?;
    Ok(Reply::Done { to: HERE.to_owned(), notice: None, cookies: Vec::new() })
}

async fn log(desk: &DeskService, asked: &Asked, write: &WriteTransaction) -> Result<(), DbErr> {
    let (by, action) = (Actor::of(asked.who()), AuditAction::SettingsChanged);
    let entry = Entry { by, action, subject: "settings", lead_id: None, key: None };
    audit::append(write, entry, desk.clock.now_ms()).await
}
