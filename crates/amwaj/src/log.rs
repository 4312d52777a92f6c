//! The log: lines for people, or JSON for programs that collect them, on standard error.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Settings};

/// What libraries say that nobody can act on: odd HTML in a post is repaired and reported by us, and a table that is there
/// already is no news. The settings' own filter comes later and wins.
const LIBRARIES: &str = "html5ever=error,sqlx=warn,";

/// Logs from now on as the settings say. `more` is added to their filter.
pub fn init(settings: &Settings, more: &str) {
    let filter = LIBRARIES.to_owned() + &every_crate(&settings.log) + more;
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match settings.log_format {
        // Colours are for people: in a file or a journal they are only noise.
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
    }
}

/// A log filter in which `amwaj=…` speaks of all our crates, as the settings promise: each logs under its own name.
fn every_crate(filter: &str) -> String {
    const CRATES: [&str; 9] =
        ["base", "blog", "certificates", "desk", "edge", "leads", "old_site_import", "site", "storage"];
    let own =
        filter.split(',').find_map(|directive| directive.trim().strip_prefix("amwaj=")).map(str::to_owned);
    let more = own.map(|level| CRATES.map(|name| format!("{name}={level},")).concat()).unwrap_or_default();
    more + filter
}

#[cfg(test)]
mod tests {
    use super::every_crate;

    #[test]
    fn a_filter_for_the_program_is_one_for_each_of_its_crates() {
        assert_eq!(every_crate("info"), "info");
        let filter = every_crate("amwaj=debug,warn");
        assert!(filter.contains("leads=debug,") && filter.ends_with(",amwaj=debug,warn"), "{filter}");
    }
}
