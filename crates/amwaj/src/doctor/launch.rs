//! What a live site still lacks that only its owner can decide.

use crate::doctor::check::Check;
use crate::settings::Settings;
use content::{Report, Source, node};

/// Whether search engines are kept away until an owner puts the site live. `words` are those that visitors have.
pub fn preview(settings: &Settings, words: &Source) -> Option<Check> {
    let text = words.read("company.toml").unwrap_or_default();
    let company = node::parse("", &String::from_utf8_lossy(&text), &mut Report::default());
    if !settings.is_preview() || company.is_some_and(|company| company.is_launched()) {
        return None;
    }
    Some(Check::warn(
        "preview",
        "samples may be shown (AMWAJ_ALLOW_SAMPLES), and search engines are kept away until an owner puts the site live",
        "an owner finds what is left to do at the desk, under Before launch",
    ))
}

/// A line for each; none on a site that isn't in production.
pub(super) fn lines(settings: &Settings) -> Vec<Check> {
    let mut lines = Vec::new();
    if settings.production && settings.retention_days.is_none() {
        lines.push(Check::warn(
            "old requests",
            "names and numbers are kept for ever, and the privacy page can't say for how long",
            "set AMWAJ_RETENTION_DAYS, such as 365",
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_site_is_told_that_it_is_a_preview_until_it_is_launched_and_keeps_names_for_ever() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let at_home = Settings::load(Some(file.path()), &[]).expect("right");
        let about =
            |settings: &Settings| lines(settings).into_iter().map(|line| line.about).collect::<Vec<_>>();
        assert!(about(&at_home).is_empty());
        let live = Settings { production: true, ..at_home };
        assert_eq!(about(&live), ["old requests"]);
        let preview_of = |settings: &Settings, words: &str| {
            let company = [("company.toml".to_owned(), words.to_owned().into())];
            preview(settings, &Source::Bundled.changed(company.into())).is_some()
        };
        assert!(!preview_of(&live, "since = 2005"));
        let preview = Settings { allow_samples: true, ..live };
        assert!(preview_of(&preview, "since = 2005") && preview_of(&preview, "launched = false"));
        assert!(!preview_of(&preview, "launched = true"), "an owner has put it live");
    }
}
