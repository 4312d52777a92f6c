//! This device asks for messages, and says that one reached it.

use serde_json::json;

use crate::http::asked::Asked as Request;
use crate::http::outcome::{Failure, Reply};
use crate::push::phones::{self, Asked};
use crate::push::sender::is_acceptable;
use crate::service::DeskService;

/// The most characters of an endpoint or a key.
const MAX_CHARS: usize = 2_000;

/// Asks for messages on this device.
pub async fn ask(desk: &DeskService, asked: &Request) -> Result<Reply, Failure> {
    let phone =
        Asked { endpoint: asked.field("endpoint"), p256dh: asked.field("p256dh"), auth: asked.field("auth") };
    let short =
        [phone.endpoint, phone.p256dh, phone.auth].iter().all(|text| (1..=MAX_CHARS).contains(&text.len()));
    if !short || !is_acceptable(phone.endpoint, &desk.origin) {
        return Err(Failure::invalid(
            "This browser's push service is not one that the desk can reach.".to_owned(),
        ));
    }
    let write = desk.db.begin_write().await?;
    phones::add(&write, &phone, &asked.who().session, desk.clock.now_ms()).await?;
    write.commit().await?;
    desk.channels.set_phones(true);
    Ok(Reply::Data { json: json!({ "rings": true }), cookies: Vec::new() })
}

/// A test reached this device.
pub async fn rang(desk: &DeskService, asked: &Request) -> Result<Reply, Failure> {
    let write = desk.db.begin_write().await?;
    phones::rang(&write, &asked.who().session.id, desk.clock.now_ms()).await?;
    write.commit().await?;
    Ok(Reply::Data { json: json!({ "noted": true }), cookies: Vec::new() })
}
