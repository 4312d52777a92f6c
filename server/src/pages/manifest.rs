//! The web manifest: what the site is called, and looks like, among a phone's apps. Its looks come from the bundle,
//! its names from the content.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::content::model::Company;

/// Where the bundle has it.
pub const PATH: &str = "/site.webmanifest";

/// The bundle's manifest with the company's names in it; one that cannot be read stays as it is.
pub fn named<'a>(bundled: &'a [u8], company: &Company) -> Cow<'a, [u8]> {
    let Ok(mut manifest) = serde_json::from_slice::<Map<String, Value>>(bundled) else {
        return Cow::Borrowed(bundled);
    };
    manifest.insert("name".into(), company.name.clone().into());
    if let Some(short) = &company.short_name {
        manifest.insert("short_name".into(), short.clone().into());
    }
    Cow::Owned(Value::Object(manifest).to_string().into_bytes())
}
