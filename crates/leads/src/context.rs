//! A visitor's way to the site, as far as the browser says.

use serde::Serialize;

use crate::blank::is_blank;

/// The browser's knowledge of how the visitor came here. It never makes a request invalid: it is cut to its bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Context {
    /// The address of the page the form was on.
    pub page: Option<String>,
    /// Where the visitor came from before this site.
    pub referrer: Option<String>,
    /// BCP 47, such as `en-GB` or `ar`.
    pub language: Option<String>,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_term: Option<String>,
    pub utm_content: Option<String>,
    /// Google's click id, and the two that it uses where phones hide the first (iOS).
    pub gclid: Option<String>,
    pub gbraid: Option<String>,
    pub wbraid: Option<String>,
    /// Meta's click id.
    pub fbclid: Option<String>,
    /// The first page of the visit, with its query; `referrer` and the campaign are of the same moment (first touch).
    pub landing: Option<String>,
    /// The page by which the visit last came back from elsewhere, and from where; `None` if it never left (last touch).
    pub last_landing: Option<String>,
    pub last_referrer: Option<String>,
}

impl Context {
    const MAX_ADDRESS_CHARS: usize = 1_000;
    const MAX_LANGUAGE_CHARS: usize = 35;
    const MAX_CAMPAIGN_CHARS: usize = 300;

    /// The page on which the visit began, as far as that is known, else the one that the form was on; without its query.
    pub fn first_page(&self) -> &str {
        path_of(self.landing.as_deref().or(self.page.as_deref()))
    }

    /// The campaign parameter of that name; `None` for any other name.
    pub fn campaign_mut(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            "utm_source" => Some(&mut self.utm_source),
            "utm_medium" => Some(&mut self.utm_medium),
            "utm_campaign" => Some(&mut self.utm_campaign),
            "utm_term" => Some(&mut self.utm_term),
            "utm_content" => Some(&mut self.utm_content),
            "gclid" => Some(&mut self.gclid),
            "gbraid" => Some(&mut self.gbraid),
            "wbraid" => Some(&mut self.wbraid),
            "fbclid" => Some(&mut self.fbclid),
            _ => None,
        }
    }

    /// Cut to its bounds, without control characters.
    pub fn bounded(self) -> Self {
        let address = |text| bounded(text, Self::MAX_ADDRESS_CHARS);
        let campaign = |text| bounded(text, Self::MAX_CAMPAIGN_CHARS);
        Context {
            page: address(self.page),
            referrer: address(self.referrer),
            language: bounded(self.language, Self::MAX_LANGUAGE_CHARS),
            utm_source: campaign(self.utm_source),
            utm_medium: campaign(self.utm_medium),
            utm_campaign: campaign(self.utm_campaign),
            utm_term: campaign(self.utm_term),
            utm_content: campaign(self.utm_content),
            gclid: campaign(self.gclid),
            gbraid: campaign(self.gbraid),
            wbraid: campaign(self.wbraid),
            fbclid: campaign(self.fbclid),
            landing: address(self.landing),
            last_landing: address(self.last_landing),
            last_referrer: address(self.last_referrer),
        }
    }
}

/// An address of the site without its query and its fragment; empty without one.
pub(crate) fn path_of(address: Option<&str>) -> &str {
    address.unwrap_or_default().split(['?', '#']).next().unwrap_or_default()
}

/// Without control characters, cut to `max_chars`; `None` if no visible text is left.
fn bounded(text: Option<String>, max_chars: usize) -> Option<String> {
    let kept: String = text?.chars().filter(|c| !c.is_control()).take(max_chars).collect();
    (!is_blank(&kept)).then_some(kept)
}
