//! Passkeys: the phone's own finger, face or code signs in, and no password exists. The keys are discoverable, so that
//! nobody types a name, and each use verifies the person, not only the phone (WebAuthn level 3).

use http::{HeaderMap, HeaderValue};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};
use serde_json::Value;
use tokio::sync::OnceCell;
use url::Url;
use webauthn_rs::Webauthn;
use webauthn_rs::WebauthnBuilder;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid,
};
use webauthn_rs_proto::ResidentKeyRequirement;

use crate::staff::ceremony;
use crate::staff::passkey_store::{ActiveModel, Column, Entity, Model, used_on};
use crate::staff::people::Member;
use crate::staff::who::Who;
use base::random::Random;
use storage::db::{Db, WriteTransaction};
use storage::secrets;

/// The name of the key in the database with which questions are signed.
const KEY_NAME: &str = "sign in";

/// Makes and checks passkeys of one address.
pub struct Passkeys {
    webauthn: Webauthn,
    /// Read when it is first needed: the site starts without its database.
    key: OnceCell<Vec<u8>>,
}

/// The question to the browser, and the cookie by which it names the question when it answers.
pub struct Challenge {
    pub options: Value,
    pub cookie: HeaderValue,
}

/// A passkey that has just proved who it is; to be noted with [`UsedPasskey::note`].
pub struct UsedPasskey {
    pub staff_id: String,
    credential_id: String,
    /// With its counter as it is now.
    passkey: String,
    question: ceremony::Asked<DiscoverableAuthentication>,
}

impl UsedPasskey {
    /// Notes that it was used on a device; whether it answered its question for the first time.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn note(&self, write: &WriteTransaction, session_id: &str, now_ms: i64) -> Result<bool, DbErr> {
        if !self.question.spend(write, now_ms).await? {
            return Ok(false);
        }
        let mut update = Query::update();
        update.table(Entity).value(Column::UsedAt, now_ms).value(Column::Passkey, self.passkey.as_str());
        update.and_where(Column::CredentialId.eq(self.credential_id.as_str()));
        // Somebody may have removed it in this very moment.
        let is_there = write.connection().execute(&update).await?.rows_affected() == 1;
        if is_there {
            used_on(write, &self.credential_id, session_id).await?;
        }
        Ok(is_there)
    }
}

impl Passkeys {
    /// Passkeys belong to a host name: `None` for an address of numbers. `origin` is the desk's, `company` its name on
    /// phones.
    pub fn for_origin(origin: &str, company: &str) -> Option<Self> {
        let origin = Url::parse(origin).ok()?;
        let host = origin.domain()?.to_owned();
        let built = WebauthnBuilder::new(&host, &origin).and_then(|builder| builder.rp_name(company).build());
        built
            .inspect_err(|error| tracing::warn!(%error, "passkeys cannot be used at {host}"))
            .ok()
            .map(|webauthn| Passkeys { webauthn, key: OnceCell::new() })
    }

    async fn key(&self, db: &Db, random: &Random) -> Result<&[u8], DbErr> {
        let key = self.key.get_or_try_init(|| secrets::load_or_create(db, KEY_NAME, random)).await?;
        Ok(key)
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
            self.webauthn.start_passkey_registration(user(member)?, &member.name, &member.name, Some(known));
        let (mut options, state) = started.map_err(broken)?;
        let selection = options.public_key.authenticator_selection.get_or_insert_default();
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
        let cookie = ceremony::begin(db, random, &state, now_ms).await?;
        Ok(Challenge { options: serde_json::to_value(options).map_err(broken)?, cookie })
    }

    /// Adds the passkey that a browser made. `None` if it does not answer what was asked.
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
        let passkey = match self.webauthn.finish_passkey_registration(&credential, &state) {
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
            created_at: Set(now_ms),
            used_at: NotSet,
            label: Set(who.session.device.clone()),
        };
        Entity::insert(row).exec_without_returning(write.connection()).await?;
        used_on(write, &hex::encode(passkey.cred_id()), &who.session.id).await?;
        Ok(Some(()))
    }

    /// Begins to sign in, whoever it is.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn start(&self, db: &Db, random: &Random, now_ms: i64) -> Result<Challenge, DbErr> {
        let (mut options, state) = self.webauthn.start_discoverable_authentication().map_err(broken)?;
        // A button was pressed: the phone asks at once.
        options.mediation = None;
        let key = self.key(db, random).await?;
        let cookie = ceremony::begin_signed(key, &state, now_ms).map_err(broken)?;
        Ok(Challenge { options: serde_json::to_value(options).map_err(broken)?, cookie })
    }

    /// The passkey that answered. `None` if it is nobody's, or does not answer what was asked. Writes nothing.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn finish(
        &self,
        db: &Db,
        random: &Random,
        headers: &HeaderMap,
        credential: &str,
        now_ms: i64,
    ) -> Result<Option<UsedPasskey>, DbErr> {
        let question =
            ceremony::signed::<DiscoverableAuthentication>(self.key(db, random).await?, headers, now_ms);
        let credential = serde_json::from_str::<PublicKeyCredential>(credential).ok();
        let (Some(question), Some(credential)) = (question, credential) else { return Ok(None) };
        let Ok((_, id)) = self.webauthn.identify_discoverable_authentication(&credential) else {
            return Ok(None);
        };
        let Some(row) = Entity::find_by_id(hex::encode(id)).one(db.reader()).await? else { return Ok(None) };
        let Some(mut passkey) = stored(&row) else { return Ok(None) };
        let asked = question.state.clone();
        match self.webauthn.finish_discoverable_authentication_v2(&credential, asked, &passkey) {
            Ok(result) => passkey.update_credential(&result),
            Err(error) => {
                tracing::info!(%error, "a passkey did not sign in");
                return Ok(None);
            }
        };
        let passkey = serde_json::to_string(&passkey).map_err(broken)?;
        let Model { credential_id, staff_id, .. } = row;
        Ok(Some(UsedPasskey { staff_id, credential_id, passkey, question }))
    }
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
