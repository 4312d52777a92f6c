//! Sends a canary when it is time, follows it until its mail is taken, and is loud while none arrives.

use std::time::Duration;

use reqwest::Client;
use serde_json::json;
use url::Url;

use crate::canary::row;
use crate::canary::{CanaryFailure, CanaryHealth, HEADER, PATIENCE, Stage};
use crate::queue::reference::Reference;
use base::clock::{Clock, duration_ms};
use base::random::Random;
use storage::db::Db;

/// How often the clock and the mail are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// The first one waits for the proxy to know that the server is up.
const FIRST: Duration = Duration::from_secs(60);
/// How soon the next one follows one that failed, and how often the log says that none arrives.
const AGAIN: Duration = Duration::from_secs(60);
/// Longest wait for the answer.
const ANSWER: Duration = Duration::from_secs(30);
/// Longest part of an answer that is read.
const ANSWER_CHARS: usize = 300;

/// What a keeper needs.
pub struct ProberOptions {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    /// Where visitors send their requests.
    pub target: Url,
    /// This server's name among those on the same database.
    pub node: String,
    pub every: Duration,
    pub board: CanaryHealth,
}

/// Keeps the canaries of one server.
pub struct Prober {
    options: ProberOptions,
    client: Client,
    under_way: Option<UnderWay>,
    next_at: i64,
    /// When the log last said that none arrives; nothing while all is well.
    told_at: Option<i64>,
}

/// One that is stored and not mailed yet.
struct UnderWay {
    id: String,
    lead_id: String,
    sent_at: i64,
}

impl Prober {
    /// # Errors
    /// When no HTTP client can be made.
    pub fn new(options: ProberOptions) -> Result<Self, reqwest::Error> {
        let policy = reqwest::redirect::Policy::none();
        let client = Client::builder().redirect(policy).no_proxy().timeout(ANSWER).build()?;
        let next_at = options.clock.now_ms() + duration_ms(FIRST);
        Ok(Prober { options, client, under_way: None, next_at, told_at: None })
    }

    /// Runs until it is dropped.
    pub async fn run(mut self) {
        loop {
            self.turn().await;
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Does what is due now.
    async fn turn(&mut self) {
        let now = self.options.clock.now_ms();
        match self.under_way.take() {
            Some(one) => self.follow(one, now).await,
            None if now >= self.next_at => self.send(now).await,
            None => {}
        }
        self.tell(now);
    }

    async fn send(&mut self, now: i64) {
        let secret = hex::encode(self.options.random.bytes::<32>());
        let id = match row::begin(&self.options.db, &secret, &self.options.node, now).await {
            Ok(id) => id,
            Err(error) => {
                let problem = format!("the database cannot be written ({error})");
                return self.end(None, None, Err(CanaryFailure { stage: Stage::Stored, problem }), now).await;
            }
        };
        match self.deliver(&secret).await {
            Ok(lead_id) => self.under_way = Some(UnderWay { id, lead_id, sent_at: now }),
            Err(trouble) => self.end(Some(&id), None, Err(trouble), now).await,
        }
    }

    /// Sends it as a visitor's browser would. Returns the lead that it became.
    async fn deliver(&self, secret: &str) -> Result<String, CanaryFailure> {
        let http = |problem: String| CanaryFailure { stage: Stage::Http, problem };
        let stored = |problem: String| CanaryFailure { stage: Stage::Stored, problem };
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
        let text: String = text.chars().filter(|c| !c.is_control()).take(ANSWER_CHARS).collect();
        if status != http::StatusCode::OK {
            // Our own words; a proxy's would be others.
            let ours = text.starts_with("Error submitting request");
            let problem = format!("the site answered {status}");
            return Err(if ours { stored(problem) } else { http(problem) });
        }
        let reference = text.split("Reference ").nth(1).and_then(|rest| rest.split('.').next());
        let Some(reference) = reference.map(Reference::read) else {
            return Err(http("something else than this site answered".to_owned()));
        };
        match row::lead_of(&self.options.db, &reference).await {
            Ok(Some(lead_id)) => Ok(lead_id),
            Ok(None) => Err(stored(format!(
                "it arrived as a visitor's request {reference}; see that the proxy passes on the header {HEADER}, and \
                 that it leads to a server on this database"
            ))),
            Err(error) => Err(stored(format!("the database cannot be read ({error})"))),
        }
    }

    /// Looks whether its mail was taken.
    async fn follow(&mut self, one: UnderWay, now: i64) {
        let mail = row::mail_of(&self.options.db, &one.lead_id).await;
        let sent = mail.as_ref().is_ok_and(|mail| mail.as_ref().is_some_and(|mail| mail.sent_at.is_some()));
        if sent {
            return self.end(Some(&one.id), Some(&one.lead_id), Ok(()), now).await;
        }
        if now - one.sent_at < duration_ms(PATIENCE) {
            self.under_way = Some(one);
            return;
        }
        let said = match mail {
            Ok(mail) => mail.and_then(|mail| mail.last_error),
            Err(error) => Some(format!("the database cannot be read ({error})")),
        };
        let problem = said.unwrap_or_else(|| "no mail server took it within five minutes".to_owned());
        let trouble = CanaryFailure { stage: Stage::Mailed, problem };
        self.end(Some(&one.id), Some(&one.lead_id), Err(trouble), now).await;
    }

    async fn end(
        &mut self,
        id: Option<&str>,
        lead_id: Option<&str>,
        ended: Result<(), CanaryFailure>,
        now: i64,
    ) {
        if let Some(id) = id
            && let Err(error) = row::settle(&self.options.db, id, lead_id, &ended, now).await
        {
            tracing::error!(%error, "how a test request ended could not be written down");
        }
        self.options.board.note(&ended, now);
        let wait = if ended.is_ok() { self.options.every } else { AGAIN };
        self.next_at = now + duration_ms(wait);
        if ended.is_ok() && self.told_at.take().is_some() {
            tracing::info!("test requests arrive again");
        }
    }

    /// Says once a minute that none arrives.
    fn tell(&mut self, now: i64) {
        let due = self.told_at.is_none_or(|told| now - told >= duration_ms(AGAIN));
        if due && let Some(trouble) = self.options.board.told().trouble {
            tracing::error!("requests may not arrive: {trouble}");
            self.told_at = Some(now);
        }
    }
}

/// An error of the client's with its causes, on one line.
fn causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        text = format!("{text}: {deeper}");
        cause = deeper.source();
    }
    text.chars().take(ANSWER_CHARS).collect()
}
