//! The desk: the staff's side in the browser, under `/desk/`. Office people answer visitors' requests, everybody sees the
//! numbers, owners let people in and out. Each screen is data ([`view`]) that a bundle of its own renders, here and in the
//! browser; without scripts every screen is a page, and every action a form.

mod bundle;
mod http;
pub mod push;
mod screens;
mod service;
pub mod settings;
mod slow_down;
pub mod staff;
mod view;

pub use crate::bundle::DeskBundle;
pub use crate::http::access::Access;
pub use crate::http::{BELOW, DeskOptions, PATH, ROUTES, RouteSpec, router};
pub use crate::screens::site::draft_timer::DraftTimer;
