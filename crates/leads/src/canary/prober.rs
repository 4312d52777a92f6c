//! The prober sends a canary when one is due, follows it until its mail is accepted, and logs errors while no canary
//! arrives.

use std::time::Duration;

use reqwest::Client;
use serde_json::json;
use url::Url;

use crate::canary::health::{CanaryFailure, CanaryHealth, CanaryStage, HEADER, TIMEOUT};
use crate::canary::row;
use crate::outcome::{NOT_STORED, STORED};
use crate::reference::Reference;
use base::clock::Clock;
use base::random::Random;
use storage::db::Db;

/// Interval at which to look at the clock and at the mail.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The first one waits until the proxy knows that the server is up.
const FIRST_DELAY: Duration = Duration::from_secs(60);
/// Delay of the canary after a failed one, and interval of the log's errors while none arrives.
const RETRY_DELAY: Duration = Duration::from_secs(60);
/// The longest wait for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest part of an answer or an error that is kept.
const MAX_ANSWER_CHARS: usize = 300;

/// Options of a prober.
pub struct ProberOptions {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    /// Where visitors send their requests.
    pub target: Url,
    /// This server's name among those on the same database.
    pub node: String,
    pub every: Duration,
    pub health: CanaryHealth,
}

/// Sends the canaries of one server.
pub struct Prober {
    options: ProberOptions,
    client: Client,
    in_flight: Option<InFlight>,
    /// By the monotonic clock, like every wait here: the machine's may be set.
    next_at: Duration,
    /// When the log last said that no canary arrives; `None` while all is well.
    logged_at: Option<Duration>,
}

/// A canary that is stored and not mailed yet.
struct InFlight {
    id: String,
    lead_id: String,
    sent_at: Duration,
}

impl Prober {
    /// # Errors
    /// When no HTTP client can be made.
    pub fn new(options: ProberOptions) -> Result<Self, reqwest::Error> {
        let policy = reqwest::redirect::Policy::none();
        let client = Client::builder().redirect(policy).no_proxy().timeout(ANSWER_TIMEOUT).build()?;
        let next_at = options.clock.steady() + FIRST_DELAY;
        Ok(Prober { options, client, in_flight: None, next_at, logged_at: None })
    }

    /// Runs until it is dropped.
    pub async fn run(&mut self) {
        loop {
            self.poll_once().await;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Sends a canary if due, or follows the one in flight.
    async fn poll_once(&mut self) {
        let (now, steady) = (self.options.clock.now_ms(), self.options.clock.steady());
        match self.in_flight.take() {
            Some(canary) => self.follow(canary, now).await,
            None if steady >= self.next_at => self.send(now, steady).await,
            None => {}
        }
        self.log_trouble(steady);
    }

    async fn send(&mut self, now: i64, sent_at: Duration) {
        let secret = hex::encode(self.options.random.bytes::<32>());
        let id = match row::insert(&self.options.db, &secret, &self.options.node, now).await {
            Ok(id) => id,
            Err(error) => {
                let problem = format!("the database cannot be written ({error})");
                return self
                    .end(None, None, Err(CanaryFailure { stage: CanaryStage::Stored, problem }), now)
                    .await;
            }
        };
        match self.post(&secret).await {
            Ok(lead_id) => self.in_flight = Some(InFlight { id, lead_id, sent_at }),
            Err(failure) => self.end(Some(&id), None, Err(failure), now).await,
        }
    }

    /// Sends it as a visitor's browser would. Returns the lead that it became.
    async fn post(&self, secret: &str) -> Result<String, CanaryFailure> {
        let http = |problem: String| CanaryFailure { stage: CanaryStage::Http, problem };
        let stored = |problem: String| CanaryFailure { stage: CanaryStage::Stored, problem };
        let words = json!({
            "name": "Canary",
            "phone": "000 000 0000",
            "service": "Maintenance Contract",
            "message": "The site sent this to itself, to see that requests arrive. Nobody needs to answer.",
        });
        let request = self.client.post(self.options.target.clone()).header(HEADER, secret).json(&words);
        let answer = request.send().await.map_err(|error| http(causes(&error)))?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| http(causes(&error)))?;
        let text: String = text.chars().filter(|c| !c.is_control()).take(MAX_ANSWER_CHARS).collect();
        if status != http::StatusCode::OK {
            // The site's own sentence; a proxy's answer would be another.
            let ours = text.starts_with(NOT_STORED);
            let problem = format!("the site answered {status}");
            return Err(if ours { stored(problem) } else { http(problem) });
        }
        let reference = text.split(STORED).nth(1).and_then(|rest| rest.split('.').next());
        let Some(reference) = reference.map(Reference::read) else {
            return Err(http("something else than this site answered".to_owned()));
        };
        match row::find_lead_id(&self.options.db, &reference).await {
            Ok(Some(lead_id)) => Ok(lead_id),
            Ok(None) => Err(stored(format!(
                "it arrived as a visitor's request {reference}; see that the proxy passes on the header {HEADER}, and \
                 that it leads to a server on this database"
            ))),
            Err(error) => Err(stored(format!("the database cannot be read ({error})"))),
        }
    }

    /// Checks whether its mail was accepted.
    async fn follow(&mut self, canary: InFlight, now: i64) {
        let mail = row::find_mail(&self.options.db, &canary.lead_id).await;
        let sent = mail.as_ref().is_ok_and(|mail| mail.as_ref().is_some_and(|mail| mail.sent_at.is_some()));
        if sent {
            return self.end(Some(&canary.id), Some(&canary.lead_id), Ok(()), now).await;
        }
        if self.options.clock.steady().saturating_sub(canary.sent_at) < TIMEOUT {
            self.in_flight = Some(canary);
            return;
        }
        let last_error = match mail {
            Ok(mail) => mail.and_then(|mail| mail.last_error),
            Err(error) => Some(format!("the database cannot be read ({error})")),
        };
        let problem = last_error.unwrap_or_else(|| "no mail server took it within five minutes".to_owned());
        let failure = CanaryFailure { stage: CanaryStage::Mailed, problem };
        self.end(Some(&canary.id), Some(&canary.lead_id), Err(failure), now).await;
    }

    async fn end(
        &mut self,
        id: Option<&str>,
        lead_id: Option<&str>,
        result: Result<(), CanaryFailure>,
        now: i64,
    ) {
        if let Some(id) = id
            && let Err(error) = row::record_end(&self.options.db, id, lead_id, &result, now).await
        {
            tracing::error!(%error, "the result of a test request could not be stored");
        }
        let wait = if result.is_ok() { self.options.every } else { RETRY_DELAY };
        self.next_at = self.options.clock.steady() + wait;
        // Last, so that who has read the result may count on the next one.
        self.options.health.record(&result, now);
        if result.is_ok() && self.logged_at.take().is_some() {
            tracing::info!("test requests arrive again");
        }
    }

    /// Logs once a minute that no canary arrives.
    fn log_trouble(&mut self, now: Duration) {
        let due = self.logged_at.is_none_or(|logged| now.saturating_sub(logged) >= RETRY_DELAY);
        if due && let Some(failure) = self.options.health.report().trouble {
            tracing::error!("requests may not arrive: {failure}");
            self.logged_at = Some(now);
        }
    }
}

/// An error with its causes, on one line.
fn causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        text = format!("{text}: {deeper}");
        cause = deeper.source();
    }
    text.chars().take(MAX_ANSWER_CHARS).collect()
}
