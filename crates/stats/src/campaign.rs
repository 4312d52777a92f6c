//! Campaigns: which advertisement a visitor came from, by `utm_source` and `utm_campaign` of the address, made safe to
//! store and to print.

use base::text::may_name_person;

/// The name under which pages and campaigns are summed that are not counted on their own.
pub const OTHER: &str = "other";

/// The most characters that are kept of each of the two.
const MAX_CHARS: usize = 40;

/// A campaign's name, such as `google / ac-summer`. Letters, digits, spaces and `-_.:` only, and it starts with a
/// letter or a digit, so that no spreadsheet takes it for a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign(String);

impl Campaign {
    /// The campaign that the part of an address after its question mark names.
    pub fn in_query(query: &str) -> Option<Self> {
        // Most addresses name no campaign, and are not parsed.
        if !query.contains("utm_") {
            return None;
        }
        let (mut source, mut name) = (None, None);
        for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "utm_source" => source = source.or(Some(value)),
                "utm_campaign" => name = name.or(Some(value)),
                _ => {}
            }
        }
        Self::of(source.as_deref(), name.as_deref())
    }

    /// From `utm_source` and `utm_campaign`, each of which may be missing.
    pub fn of(source: Option<&str>, name: Option<&str>) -> Option<Self> {
        let parts: Vec<String> = [source, name].into_iter().flatten().filter_map(sanitised).collect();
        (!parts.is_empty()).then(|| Campaign(parts.join(" / ")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A value, made safe. A value that may name a person is not kept.
fn sanitised(value: &str) -> Option<String> {
    if may_name_person(value) {
        return Some(crate::OTHER.to_owned());
    }
    let kept = |c: char| if c.is_alphanumeric() || " -_.:".contains(c) { c } else { '_' };
    let value: String = value.chars().take(MAX_CHARS).map(kept).collect();
    let value = value.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(query: &str) -> Option<String> {
        Campaign::in_query(query).map(|campaign| campaign.0)
    }

    #[test]
    fn a_campaign_is_its_source_and_its_name() {
        assert_eq!(named("utm_source=google&utm_campaign=ac+summer"), Some("google / ac summer".into()));
        assert_eq!(named("plan=basic&utm_campaign=%D8%B5%D9%8A%D9%81"), Some("صيف".into()));
        assert_eq!(named("utm_source=news"), Some("news".into()));
        for none in ["", "plan=basic", "utm_term=pipes&gclid=1", "utm_source=&utm_campaign=%20"] {
            assert_eq!(named(none), None, "{none}");
        }
    }

    #[test]
    fn a_campaign_is_short_and_harmless_and_never_an_email_address() {
        assert_eq!(named("utm_source=%3DSUM(A1)"), Some("SUM_A1_".into()));
        assert_eq!(named("utm_source=a%0D%0Ab%1B%5B31m%E2%80%AEc"), Some("a__b__31m_c".into()));
        assert_eq!(named("utm_campaign=sara%40example.com"), Some("other".into()));
        let long = format!("utm_source={}&utm_campaign={}", "s".repeat(4000), "c".repeat(4000));
        assert_eq!(named(&long).expect("a name").chars().count(), 2 * MAX_CHARS + 3);
    }
}
