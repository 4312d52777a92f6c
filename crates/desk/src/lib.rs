//! The desk: the staff's side in the browser, under `/desk/`. Office people answer visitors' requests, everybody sees the
//! numbers, owners let people in and out. Each screen is data ([`view`]) that the browser draws, and every action a form.

mod bundle;
mod counted;
mod http;
pub mod push;
mod screens;
mod service;
pub mod settings;
mod slow_down;
pub mod staff;
mod view;
mod weekly_mail;

pub use crate::bundle::DeskBundle;
pub use crate::http::access::Access;
pub use crate::http::{BELOW, DeskOptions, PATH, ROUTES, RouteSpec, router};
pub use crate::screens::site::draft_timer::DraftTimer;
pub use crate::service::LaunchFacts;
pub use crate::weekly_mail::WeeklyMail;
