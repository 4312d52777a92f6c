//! One order at a certificate authority: the account, the proof that the names lead here (TLS-ALPN-01, RFC 8737), and the
//! certificate.

use std::time::Duration;

use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Error, Identifier, NewAccount, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, DistinguishedName, KeyPair};
use rustls::crypto::ring::sign::any_ecdsa_type;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::CertifiedKey;

use crate::acme::http::AcmeHttp;
use crate::acme::options::AcmeOptions;
use crate::resolver::Certificates;
use crate::store::CertificateStore;

/// Time limit for the authority to look at the names, and another to sign.
const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(90));

/// Why there is no certificate.
pub(super) struct OrderError {
    /// A sentence on what the authority, or the way to it, said.
    pub text: String,
    /// Whether the authority has heard of no order, so that it may be asked soon again.
    pub is_unheard: bool,
}

impl From<String> for OrderError {
    fn from(text: String) -> Self {
        OrderError { text, is_unheard: false }
    }
}

impl From<Error> for OrderError {
    fn from(error: Error) -> Self {
        // Of `AcmeHttp`.
        OrderError { text: error.to_string(), is_unheard: matches!(error, Error::Other(_)) }
    }
}

/// Orders a certificate; returns its key and its chain as PEM.
///
/// # Errors
/// When there is none.
pub(super) async fn order(
    options: &AcmeOptions,
    store: &CertificateStore,
    certificates: &Certificates,
) -> Result<String, OrderError> {
    let mut placed = place(options, store).await;
    if placed.as_ref().is_err_and(is_unknown_account) {
        store.forget_account(&options.directory);
        placed = place(options, store).await;
    }
    let mut order = placed?;
    let issued = prove_and_finalise(&mut order, certificates).await;
    certificates.clear_challenges();
    Ok(issued?)
}

async fn place(options: &AcmeOptions, store: &CertificateStore) -> Result<Order, Error> {
    let account = account(options, store).await?;
    let identifiers: Vec<Identifier> = options.names.iter().cloned().map(Identifier::Dns).collect();
    account.new_order(&NewOrder::new(&identifiers)).await
}

async fn prove_and_finalise(order: &mut Order, certificates: &Certificates) -> Result<String, String> {
    prove(order, certificates).await?;
    let status = order.poll_ready(&PATIENCE).await.map_err(|error| error.to_string())?;
    if !matches!(status, OrderStatus::Ready | OrderStatus::Valid) {
        return Err(refusal(order).await);
    }
    let key = order.finalize().await.map_err(|error| error.to_string())?;
    let chain = order.poll_certificate(&PATIENCE).await.map_err(|error| error.to_string())?;
    Ok(format!("{key}{chain}"))
}

async fn account(options: &AcmeOptions, store: &CertificateStore) -> Result<Account, Error> {
    let http = AcmeHttp::new(options.root.as_deref()).map_err(|error| Error::Other(error.into()))?;
    let http = Box::new(http);
    let builder = Account::builder_with_http(http);
    let known = store.account(&options.directory).and_then(|text| serde_json::from_str(&text).ok());
    if let Some(credentials) = known {
        return builder.from_credentials(credentials).await;
    }
    let contact = format!("mailto:{}", options.contact);
    let wanted =
        NewAccount { contact: &[&contact], terms_of_service_agreed: true, only_return_existing: false };
    let (account, credentials) = builder.create(&wanted, options.directory.clone(), None).await?;
    let text = serde_json::to_string(&credentials)?;
    if let Err(error) = store.save_account(&options.directory, &text) {
        // It is only needed again in two months, when another one can be made.
        tracing::warn!(%error, "the account at the certificate authority could not be stored");
    }
    Ok(account)
}

/// Shows the authority, in its own handshakes, that this server answers for each name.
async fn prove(order: &mut Order, certificates: &Certificates) -> Result<(), String> {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization.map_err(|error| error.to_string())?;
        match authorization.status {
            AuthorizationStatus::Valid => continue,
            AuthorizationStatus::Pending => {}
            other => return Err(format!("{} is {other:?} at the authority", authorization.identifier())),
        }
        let Some(mut challenge) = authorization.challenge(ChallengeType::TlsAlpn01) else {
            return Err("the authority does not offer the challenge tls-alpn-01".to_owned());
        };
        let name = challenge.identifier().to_string();
        let digest = challenge.key_authorization().digest();
        let key = challenge_certificate(&name, digest.as_ref()).map_err(|error| error.to_string())?;
        certificates.install_challenge(name, key);
        challenge.set_ready().await.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The self-signed certificate that only the authority ever sees.
fn challenge_certificate(
    name: &str,
    digest: &[u8],
) -> Result<CertifiedKey, Box<dyn std::error::Error + Send + Sync>> {
    let mut params = CertificateParams::new([name.to_owned()])?;
    params.distinguished_name = DistinguishedName::new();
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    let der = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    // Not `from_der`, which refuses the critical extension that this certificate is for.
    Ok(CertifiedKey::new(vec![certificate.der().clone()], any_ecdsa_type(&der)?))
}

/// Why the authority did not believe a name.
async fn refusal(order: &mut Order) -> String {
    let mut reasons = Vec::new();
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let name = authorization.identifier().to_string();
        let Ok(state) = authorization.refresh().await else { continue };
        let problems = state.challenges.iter().filter_map(|challenge| challenge.error.as_ref());
        reasons.extend(problems.map(|problem| format!("{name}: {problem}")));
    }
    match reasons.is_empty() {
        true => "the authority refused the order without a reason".to_owned(),
        false => reasons.join("; "),
    }
}

fn is_unknown_account(error: &Error) -> bool {
    let Error::Api(problem) = error else { return false };
    problem.r#type.as_deref().is_some_and(|kind| kind.ends_with(":accountDoesNotExist"))
}
