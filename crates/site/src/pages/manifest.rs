//! The web manifest: what the site is called, and looks like, among a phone's apps. Its looks come from the bundle,
//! its names from the content.

use bytes::Bytes;
use serde_json::{Map, Value};

/// Where the bundle has it.
pub const PATH: &str = "/site.webmanifest";

/// The bundle's manifest with the company's name in it, and the one for little room where there is one. A manifest
/// that cannot be read stays as it is.
pub fn named(bundled: &Bytes, name: &str, short: Option<&str>) -> Bytes {
    let Ok(mut manifest) = serde_json::from_slice::<Map<String, Value>>(bundled) else {
        return bundled.clone();
    };
    manifest.insert("name".into(), name.into());
    if let Some(short) = short {
        manifest.insert("short_name".into(), short.into());
    }
    Value::Object(manifest).to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_whatever_they_hold_and_the_looks_stay() {
        let (name, short) = ("Amwaj \"Home\" \\ صيانة", "A & B");
        let bundled = Bytes::from_static(br#"{"start_url": "/", "icons": [{"src": "/a.svg"}]}"#);
        let named = named(&bundled, name, Some(short));
        let read: Value = serde_json::from_slice(&named).expect("JSON");
        assert_eq!((&read["name"], &read["short_name"]), (&name.into(), &short.into()));
        assert_eq!((&read["start_url"], &read["icons"][0]["src"]), (&"/".into(), &"/a.svg".into()));
    }

    #[test]
    fn without_a_short_name_a_phone_shortens_the_name_itself() {
        let read: Value =
            serde_json::from_slice(&named(&Bytes::from_static(b"{}"), "Amwaj", None)).expect("JSON");
        assert!(read.get("short_name").is_none());
    }

    #[test]
    fn a_manifest_that_cannot_be_read_stays_as_it_is() {
        assert_eq!(named(&Bytes::from_static(b"[1"), "Amwaj", None), "[1");
    }
}
