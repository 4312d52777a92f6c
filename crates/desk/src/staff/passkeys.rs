//! Passkeys: the phone's own finger, face or code signs in, and no password exists. The keys are discoverable, so that
//! nobody types a name, and each use verifies the person, not only the phone (WebAuthn level 3).

use http::{HeaderMap, HeaderValue};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, sea_query::Query,
};
use serde_json::Value;
use url::Url;
use webauthn_rs::Webauthn;
use webauthn_rs::WebauthnBuilder;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid,
};
use webauthn_rs_proto::ResidentKeyRequirement;

use crate::staff::ceremony;
use crate::staff::passkey_row::{ActiveModel, Column, Entity, Model};
use crate::staff::people::Member;
use crate::staff::who::Who;
use base::random::Random;
use storage::db::{Db, WriteTransaction};

/// Makes and checks passkeys of one address.
pub struct Passkeys(Webauthn);

/// What the browser is asked, and the cookie by which it names the question when it answers.
pub struct Challenge {
    pub options: Value,
    pub cookie: HeaderValue,
}

/// A passkey that has just proved who it is.
pub struct UsedPasskey {
    credential_id: String,
    pub staff_id: String,
}

impl Passkeys {
    /// Passkeys belong to a host name: nothing for an address of numbers. `origin` is the desk's, `company` what phones
    /// call it.
    pub fn for_origin(origin: &str, company: &str) -> Option<Self> {
        let origin = Url::parse(origin).ok()?;
        let host = origin.domain()?.to_owned();
        let built = WebauthnBuilder::new(&host, &origin).and_then(|builder| builder.rp_name(company).build());
        built
            .inspect_err(|error| tracing::warn!(%error, "passkeys cannot be used at {host}"))
            .ok()
            .map(Passkeys)
    }

    /// Begins to add a passkey of a person.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn start_adding(
        &self,
        db: &Db,
        random: &Random,
        member: &Member,
        now_ms: i64,
    ) -> Result<Challenge, DbErr> {
        let known = Entity::find().filter(Column::StaffId.eq(member.id.as_str())).all(db.reader()).await?;
        // A phone that has one is told so, and makes no second.
        let known = known.iter().filter_map(|row| Some(stored(row)?.cred_id().clone())).collect();
        let started =
            self.0.start_passkey_registration(user(member)?, &member.name, &member.name, Some(known));
        let (mut options, state) = started.map_err(broken)?;
        let selection = options.public_key.authenticator_selection.get_or_insert_default();
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
        let cookie = ceremony::begin(db, random, &state, now_ms).await?;
        Ok(Challenge { options: serde_json::to_value(options).map_err(broken)?, cookie })
    }

    /// Adds the passkey that a browser made. Nothing if it does not answer what was asked.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn finish_adding(
        &self,
        write: &WriteTransaction,
        headers: &HeaderMap,
        credential: &str,
        who: &Who,
        now_ms: i64,
    ) -> Result<Option<()>, DbErr> {
        let state = ceremony::end::<PasskeyRegistration>(write, headers, now_ms).await?;
        let credential = serde_json::from_str::<RegisterPublicKeyCredential>(credential).ok();
        let (Some(state), Some(credential)) = (state, credential) else { return Ok(None) };
        let passkey = match self.0.finish_passkey_registration(&credential, &state) {
            Ok(passkey) => passkey,
            Err(error) => {
                tracing::info!(%error, "a passkey was not added");
                return Ok(None);
            }
        };
        let row = ActiveModel {
            credential_id: Set(hex::encode(passkey.cred_id())),
            staff_id: Set(who.member.id.clone()),
            passkey: Set(serde_json::to_string(&passkey).map_err(broken)?),
            session_id: Set(who.session.id.clone()),
            created_at: Set(now_ms),
            used_at: NotSet,
        };
        Entity::insert(row).exec_without_returning(write.connection()).await?;
        Ok(Some(()))
    }

    /// Begins to sign in, whoever it is.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn start(&self, db: &Db, random: &Random, now_ms: i64) -> Result<Challenge, DbErr> {
        let (mut options, state) = self.0.start_discoverable_authentication().map_err(broken)?;
        // A button was pressed: the phone asks at once.
        options.mediation = None;
        let cookie = ceremony::begin(db, random, &state, now_ms).await?;
        Ok(Challenge { options: serde_json::to_value(options).map_err(broken)?, cookie })
    }

    /// The passkey that answered. Nothing if it is nobody's, or does not answer what was asked.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn finish(
        &self,
        write: &WriteTransaction,
        headers: &HeaderMap,
        credential: &str,
        now_ms: i64,
    ) -> Result<Option<UsedPasskey>, DbErr> {
        let state = ceremony::end::<DiscoverableAuthentication>(write, headers, now_ms).await?;
        let credential = serde_json::from_str::<PublicKeyCredential>(credential).ok();
        let (Some(state), Some(credential)) = (state, credential) else { return Ok(None) };
        let Ok((_, id)) = self.0.identify_discoverable_authentication(&credential) else { return Ok(None) };
        let row = Entity::find_by_id(hex::encode(id)).one(write.connection()).await?;
        let Some((row, mut passkey)) =
            row.and_then(|row| Some((stored(&row)?, row))).map(|(key, row)| (row, key))
        else {
            return Ok(None);
        };
        let result = match self.0.finish_discoverable_authentication_v2(&credential, state, &passkey) {
            Ok(result) => result,
            Err(error) => {
                tracing::info!(%error, "a passkey did not sign in");
                return Ok(None);
            }
        };
        passkey.update_credential(&result);
        let mut update = Query::update();
        update.table(Entity).value(Column::UsedAt, now_ms);
        update.value(Column::Passkey, serde_json::to_string(&passkey).map_err(broken)?);
        update.and_where(Column::CredentialId.eq(row.credential_id.as_str()));
        write.connection().execute(&update).await?;
        Ok(Some(UsedPasskey { credential_id: row.credential_id, staff_id: row.staff_id }))
    }
}

/// Whether a person has a passkey.
///
/// # Errors
/// When the database cannot be read.
pub async fn has_any(db: &impl ConnectionTrait, staff_id: &str) -> Result<bool, DbErr> {
    Ok(Entity::find().filter(Column::StaffId.eq(staff_id)).count(db).await? > 0)
}

/// Whether a passkey was made, or last used, on this device.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_on(db: &impl ConnectionTrait, session_id: &str) -> Result<bool, DbErr> {
    Ok(Entity::find().filter(Column::SessionId.eq(session_id)).count(db).await? > 0)
}

/// Notes on which device a passkey was used.
///
/// # Errors
/// When the database cannot be written.
pub async fn used_on(write: &WriteTransaction, passkey: &UsedPasskey, session_id: &str) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::SessionId, session_id);
    update.and_where(Column::CredentialId.eq(passkey.credential_id.as_str()));
    write.connection().execute(&update).await.map(drop)
}

/// Forgets the passkeys that were last used on a device.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget_last_used_on(write: &WriteTransaction, session_id: &str) -> Result<(), DbErr> {
    let rows = Entity::delete_many().filter(Column::SessionId.eq(session_id));
    rows.exec(write.connection()).await.map(drop)
}

/// Forgets a person's passkeys.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget_all_of(write: &WriteTransaction, staff_id: &str) -> Result<(), DbErr> {
    let rows = Entity::delete_many().filter(Column::StaffId.eq(staff_id));
    rows.exec(write.connection()).await.map(drop)
}

fn stored(row: &Model) -> Option<Passkey> {
    serde_json::from_str(&row.passkey).ok()
}

/// The handle by which phones know a person.
fn user(member: &Member) -> Result<Uuid, DbErr> {
    Uuid::parse_str(&member.id).map_err(broken)
}

fn broken(error: impl std::fmt::Display) -> DbErr {
    DbErr::Custom(format!("passkeys: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_for_names_over_https_and_for_this_machine() {
        for (origin, usable) in [
            ("https://amwaj.example", true),
            ("https://www.amwaj.example:8443", true),
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080", false),
            ("https://[::1]", false),
        ] {
            assert_eq!(Passkeys::for_origin(origin, "Amwaj").is_some(), usable, "{origin}");
        }
    }
}
