//! People and their devices: everybody sees themselves; owners see all, let people in and out.

use http::StatusCode;

use crate::http::access::{refuse_unless_allowed, refuse_unless_fresh};
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::push::phones;
use crate::push::weekly_test::test_all;
use crate::screens::sign_in;
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::invitation::{self, Way};
use crate::staff::people::{self, Member};
use crate::staff::roles::{Permission, Role, may};
use crate::staff::{passkey_store, session};
use crate::view::{Device, Invitation, People, Person, PersonPasskey, Problem, Ringing, Screen};
use storage::db::WriteTransaction;

/// The address of the screen.
pub(super) const HERE: &str = "/desk/people";

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    Ok(Reply::Screen(screen(desk, asked, None).await?))
}

async fn screen(
    desk: &DeskService,
    asked: &Asked,
    invitation: Option<Invitation>,
) -> Result<Screen, Failure> {
    let (db, now, who) = (desk.db.reader(), desk.clock.now_ms(), asked.who());
    let may_invite = may(&who.member.roles, Permission::ManagePeople);
    let everybody = people::all(db).await?;
    let (devices, open) = (session::open(db, now).await?, invitation::open(db, now).await?);
    let (phones, passkeys) = (phones::all(db, now).await?, passkey_store::all(db).await?);
    let shown = everybody.into_iter().filter(|person| may_invite || person.id == who.member.id);
    let person = |member: Member| {
        let devices = devices.iter().filter(|device| device.staff_id == member.id).map(|device| Device {
            id: device.id.clone(),
            label: device.device.clone(),
            used_at: device.used_at,
            is_this: device.id == who.session.id,
            ringing: phones
                .iter()
                .find(|phone| phone.session_id == device.id)
                .map(|phone| ringing(phone, now)),
        });
        let passkeys = passkeys.iter().filter(|passkey| passkey.staff_id == member.id);
        Person {
            devices: devices.collect(),
            passkeys: passkeys.map(passkey).collect(),
            is_me: member.id == who.member.id,
            invited_until: open.iter().find(|(id, _)| *id == member.id).map(|(_, until)| *until),
            id: member.id,
            name: member.name,
            roles: member.roles,
            mail: member.mail,
        }
    };
    Ok(Screen::People(People { people: shown.map(person).collect(), may_invite, invitation }))
}

fn passkey(row: &passkey_store::Model) -> PersonPasskey {
    PersonPasskey {
        id: passkey_store::number(row),
        label: row.label.clone(),
        created_at: row.created_at,
        used_at: row.used_at,
    }
}

fn ringing(phone: &phones::Model, now: i64) -> Ringing {
    match (phone.gone_at, phone.tested_at, phone.rang_at) {
        (Some(at), ..) => Ringing::Gone { at, reason: phone.answer.clone().unwrap_or_default() },
        (None, Some(tested), Some(rang)) if rang >= tested => Ringing::Rings { at: rang },
        (None, Some(tested), _) if now - tested > phones::TEST_MS => Ringing::Silent { at: tested },
        _ => Ringing::Untested,
    }
}

/// Asks every phone whether it rings; each answers by itself, and the screen says which did.
pub async fn test_phones(desk: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    let asked = test_all(&desk.db, &desk.clock, &desk.sender).await?;
    Ok(Reply::done(HERE, Flash::Tested { devices: asked as u64 }))
}

/// Lets somebody new in.
pub async fn invite_new(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let wrong = || {
        let most = people::MAX_NAME_CHARS;
        Failure::invalid(format!("A name has 1 to {most} letters. Please write theirs."))
    };
    let name = people::clean_name(asked.field("name")).ok_or_else(wrong)?;
    let roles = roles(asked)?;
    let write = desk.db.begin_write().await?;
    // Read in the transaction: of two who do this at once, the other has committed or waits.
    let everybody = people::all_locked(&write).await?;
    let mail = mail(&everybody, asked, None)?;
    let same_name = |person: &Member| person.name.to_lowercase() == name.to_lowercase();
    if everybody.iter().any(same_name) {
        let text = format!("{name} is here already: send them a new link, or write the name otherwise.");
        return Err(Failure::invalid(text));
    }
    let member = people::add(&write, &desk.random, &name, &roles, desk.clock.now_ms()).await?;
    people::set_mail(&write, &member.id, mail.as_deref()).await?;
    invite(desk, asked, write, &member).await
}

/// The roles of the form.
fn roles(asked: &Asked) -> Result<Vec<Role>, Failure> {
    let roles: Vec<Role> =
        Role::ALL.into_iter().filter(|role| asked.field(role.as_str()) == "true").collect();
    match roles.is_empty() {
        true => Err(Failure::invalid("Say what they may do: office, marketing or owner.".to_owned())),
        false => Ok(roles),
    }
}

/// The mail address of the form, which is nobody else's.
fn mail(everybody: &[Member], asked: &Asked, whose: Option<&Member>) -> Result<Option<String>, Failure> {
    let Some(mail) = people::clean_mail(asked.field("mail")).map_err(Failure::invalid)? else {
        return Ok(None);
    };
    match people::of_mail(everybody, &mail) {
        Some(other) if whose.is_none_or(|whose| whose.id != other.id) => {
            let text = format!("{mail} is {}'s. Each person has an address of their own.", other.name);
            Err(Failure::invalid(text))
        }
        _ => Ok(Some(mail)),
    }
}

/// Changes what somebody may do, and their mail address.
pub async fn change_person(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    let everybody = people::all_locked(&write).await?;
    let member = find(&everybody, asked)?;
    let roles = roles(asked)?;
    let mail = mail(&everybody, asked, Some(&member))?;
    if !roles.contains(&Role::Owner) && people::is_last_owner(&everybody, &member.id) {
        return Ok(Reply::done(HERE, Flash::LastOwner));
    }
    people::set_roles(&write, &member.id, &roles).await?;
    people::set_mail(&write, &member.id, mail.as_deref()).await?;
    log(&write, asked, AuditAction::PersonChanged, &member.name, desk.clock.now_ms()).await?;
    write.commit().await?;
    Ok(Reply::done(HERE, Flash::PersonChanged { name: member.name }))
}

/// Makes a new link for a known person, such as after a lost phone.
pub async fn invite_again(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    let member = find(&people::all_locked(&write).await?, asked)?;
    invite(desk, asked, write, &member).await
}

async fn invite(
    desk: &DeskService,
    asked: &Asked,
    write: WriteTransaction,
    member: &Member,
) -> Result<Reply, Failure> {
    let now = desk.clock.now_ms();
    let code = invitation::make(&write, &desk.random, &member.id, Way::Invitation, now).await?;
    log(&write, asked, AuditAction::Invited, &member.name, now).await?;
    write.commit().await?;
    let link = code.link(&desk.origin);
    let invitation = Invitation {
        person: member.id.clone(),
        name: member.name.clone(),
        qr: invitation::qr_svg(&link).unwrap_or_default(),
        link,
        code: code.as_str().to_owned(),
        until: now + Way::Invitation.valid_ms(),
    };
    // Shown once: only the answer itself holds the code.
    Ok(Reply::Screen(screen(desk, asked, Some(invitation)).await?))
}

/// Lets somebody in no more.
pub async fn end_person(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    let everybody = people::all_locked(&write).await?;
    let member = find(&everybody, asked)?;
    if people::is_last_owner(&everybody, &member.id) {
        return Ok(Reply::done(HERE, Flash::LastOwner));
    }
    let now = desk.clock.now_ms();
    people::end(&write, &member.id, now).await?;
    session::end_all_of(&write, &member.id, now).await?;
    passkey_store::forget_all_of(&write, &member.id).await?;
    invitation::forget_open(&write, &member.id, &[Way::Invitation, Way::Mail]).await?;
    log(&write, asked, AuditAction::PersonEnded, &member.name, now).await?;
    write.commit().await?;
    Ok(Reply::done(HERE, Flash::PersonEnded { name: member.name }))
}

/// Signs a device out: one's own, or, for owners, anybody's.
pub async fn end_device(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (now, who) = (desk.clock.now_ms(), asked.who());
    let open = session::open(desk.db.reader(), now).await?;
    let device = open.into_iter().find(|device| device.id == asked.parameter("id"));
    let Some(device) = device else {
        // Signed out already.
        return Ok(Reply::Done { to: HERE.to_owned(), notice: None, cookies: Vec::new() });
    };
    if device.id == who.session.id {
        return sign_in::sign_out(desk, asked).await;
    }
    if device.staff_id != who.member.id {
        refuse_unless_allowed(desk, who, Permission::ManagePeople).await?;
    }
    // It takes a way in from somebody: whoever only reads the mailbox may not, of their own devices neither.
    refuse_unless_fresh(desk, who).await?;
    let write = desk.db.begin_write().await?;
    session::end(&write, &device.id, now).await?;
    // Whoever has a lost phone could sign in again with it.
    passkey_store::forget_used_on(&write, &device.id).await?;
    log(&write, asked, AuditAction::SignedOut, &device.device, now).await?;
    write.commit().await?;
    Ok(Reply::done(HERE, Flash::DeviceEnded { label: device.device }))
}

/// The person of the address.
fn find(everybody: &[Member], asked: &Asked) -> Result<Member, Failure> {
    let found = everybody.iter().find(|person| person.id == asked.parameter("id"));
    found.cloned().ok_or(Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound))
}

pub(super) async fn log(
    write: &WriteTransaction,
    asked: &Asked,
    action: AuditAction,
    subject: &str,
    now: i64,
) -> Result<(), sea_orm::DbErr> {
    let entry = Entry { by: Actor::of(asked.who()), action, subject, lead_id: None, key: None };
    audit::append(write, entry, now).await
}
