//! The staff's side of leads: the mail and the webhook about each lead, the daily mail, the quarantine, the commands.

pub mod answer_links;
pub mod answer_page;
pub mod answer_times;
mod cell_text;
pub mod cli;
pub mod daily_jobs;
pub mod digest;
pub mod email;
mod email_body;
pub mod entered;
mod escalation;
pub mod export;
pub mod handed_out;
pub mod history;
pub mod inbox;
pub mod mail_html;
pub mod mail_route;
pub mod person;
pub mod personal_data;
pub mod quarantine;
pub mod query;
mod search;
pub mod silence;
pub mod spreadsheet;
pub mod stage;
pub mod summary;
pub mod webhook;
