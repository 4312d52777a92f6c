//! The person who is signed in, and their navigation.

use sea_orm::DbErr;

use crate::http::access::is_fresh;
use crate::push::phones;
use crate::service::DeskService;
use crate::staff::passkey_store;
use crate::staff::roles::{Permission, may};
use crate::staff::who::Who;
use crate::view::{Me, NavPlace};
use leads::staff::inbox::{self, InboxFilter};

/// # Errors
/// When the database cannot be read.
pub async fn of(desk: &DeskService, who: &Who) -> Result<Me, DbErr> {
    let (db, member) = (desk.db.reader(), &who.member);
    let sees_requests = may(&member.roles, Permission::SeeRequests);
    let (waiting, held) = match sees_requests {
        true => {
            (inbox::count(db, InboxFilter::Waiting).await?, inbox::count(db, InboxFilter::Quarantined).await?)
        }
        false => (0, 0),
    };
    let mut places = Vec::new();
    if sees_requests {
        places.extend([NavPlace::Requests, NavPlace::Held]);
    }
    if may(&member.roles, Permission::WritePosts) {
        places.push(NavPlace::Posts);
    }
    if may(&member.roles, Permission::ChangeSite) {
        places.push(NavPlace::Site);
    }
    if may(&member.roles, Permission::SeeNumbers) {
        places.push(NavPlace::Numbers);
    }
    places.push(NavPlace::People);
    let has_passkey = passkey_store::is_on(db, &who.session.id).await?;
    let phones = phones::all(db, desk.clock.now_ms()).await?;
    let rings = phones.iter().any(|phone| phone.session_id == who.session.id && phone.gone_at.is_none());
    let push_key = match sees_requests {
        true => Some(desk.sender.public_key().await?),
        false => None,
    };
    Ok(Me {
        id: member.id.clone(),
        name: member.name.clone(),
        roles: member.roles.clone(),
        places,
        waiting,
        held,
        has_passkey,
        push_key,
        rings,
        may_add_passkey: desk.passkeys.is_some() && is_fresh(desk, who),
    })
}
