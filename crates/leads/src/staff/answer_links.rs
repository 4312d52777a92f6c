//! The links in a lead's mail by which staff say how it went: "called back", "booked", "lost". A link names the lead and
//! the stage, and proves with an HMAC that this site made it; so nothing has to be stored when a mail is written.

use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::sync::OnceCell;
use url::Url;

use crate::reference::Reference;
use crate::stored_lead::Stage;
use base::random::Random;
use sea_orm::DbErr;
use storage::db::Db;
use storage::secrets;

/// Everything below this path belongs to the links.
pub const PATH: &str = "/answered/";
/// The name of the key in the database.
const KEY_NAME: &str = "answer links";
/// Bytes of the HMAC in a link: nobody guesses 128 bits.
const PROOF_BYTES: usize = 16;

/// Answers that a link can give, in the words of its button.
pub const ANSWERS: [(Stage, &str); 3] =
    [(Stage::Contacted, "Called back"), (Stage::Booked, "Booked"), (Stage::Lost, "Lost")];

/// Makes and checks links.
#[derive(Clone)]
pub struct AnswerLinks {
    key: Vec<u8>,
    site: Url,
}

impl AnswerLinks {
    /// `site` is the address under which staff reach the site.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn load(db: &Db, random: &Random, site: Url) -> Result<Self, DbErr> {
        Ok(AnswerLinks { key: secrets::load_or_create(db, KEY_NAME, random).await?, site })
    }

    /// The address of the link that says this of a lead.
    pub fn url(&self, reference: &Reference, stage: Stage) -> String {
        let proof = hex::encode(&self.mac(reference, stage).finalize().into_bytes()[..PROOF_BYTES]);
        let path = format!("{PATH}{reference}/{}/{proof}", stage.as_str());
        self.site.join(&path).map_or(path, String::from)
    }

    /// The lead and the stage that a link's path names; `None` if this site did not make it.
    pub(crate) fn read(&self, path: &str) -> Option<(Reference, Stage)> {
        let mut parts = path.strip_prefix(PATH)?.split('/');
        let (reference, stage, proof) = (parts.next()?, parts.next()?, parts.next()?);
        let (stage, _) = ANSWERS.into_iter().find(|(known, _)| known.as_str() == stage)?;
        let reference = Reference::from_stored(reference.to_owned());
        let proof = hex::decode(proof).ok().filter(|proof| proof.len() == PROOF_BYTES)?;
        self.mac(&reference, stage).verify_truncated_left(&proof).ok()?;
        parts.next().is_none().then_some((reference, stage))
    }

    fn mac(&self, reference: &Reference, stage: Stage) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("a key of any length");
        mac.chain_update(format!("{reference}\n{}", stage.as_str()))
    }
}

/// Links whose key is read when it is first needed: the site starts without its database. Cheap to clone.
#[derive(Clone)]
pub struct LazyAnswerLinks {
    db: Db,
    random: Random,
    site: Url,
    links: Arc<OnceCell<AnswerLinks>>,
}

impl LazyAnswerLinks {
    /// See [`AnswerLinks::load`].
    pub fn new(db: Db, random: Random, site: Url) -> Self {
        LazyAnswerLinks { db, random, site, links: Arc::default() }
    }

    /// # Errors
    /// When the key was not read before, and the database cannot be used.
    pub async fn get(&self) -> Result<&AnswerLinks, DbErr> {
        self.links.get_or_try_init(|| AnswerLinks::load(&self.db, &self.random, self.site.clone())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_of_this_site_are_read_and_each_only_for_its_own_lead_and_stage() {
        let links = |key: u8| AnswerLinks {
            key: vec![key; 32],
            site: "https://amwaj.example".parse().expect("an address"),
        };
        let reference = Reference::read("AMW-7K3F9");
        let url = links(1).url(&reference, Stage::Booked);
        let path = url.strip_prefix("https://amwaj.example").expect("the site's own");
        assert_eq!(links(1).read(path), Some((reference, Stage::Booked)));
        assert_eq!(links(2).read(path), None, "another key");
        for forged in [
            path.replace("booked", "lost"),
            path.replace("7K3F9", "7K3F8"),
            path[..path.len() - 2].to_owned(),
            path[..path.rfind('/').expect("a proof") + 1].to_owned(),
            format!("{path}/x"),
            "/answered/".to_owned(),
        ] {
            assert_eq!(links(1).read(&forged), None, "{forged}");
        }
    }
}
