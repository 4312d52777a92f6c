//! What staff see and do: the mail and the webhook about each lead, the daily mail, the quarantine, the commands.

pub mod answer_links;
pub mod answer_page;
pub mod answer_times;
pub mod cli;
pub mod daily_jobs;
pub mod digest;
pub mod email;
mod email_body;
mod escalation;
pub mod export;
pub mod inbox;
pub mod mail_route;
pub mod personal_data;
pub mod quarantine;
pub mod query;
pub mod silence;
pub mod stage;
pub mod summary;
pub mod webhook;
