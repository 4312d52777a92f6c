//! `amwaj check`: every mistake in the content, and the doctor's line about them.

use std::process::ExitCode;
use std::time::Duration;

use base::clock::{Clock, dubai_day};
use blog::authoring::seed;
use content::{Severity, Source};
use site::pages::{self, Report};

use crate::app;
use crate::doctor::{self, Check};
use crate::settings::Settings;

/// Time that the doctor waits for what staff changed: drawing the pages takes a moment too.
const WORDS_TIMEOUT: Duration = Duration::from_millis(1_500);

/// `amwaj check`
pub async fn check(settings: &Settings) -> ExitCode {
    let source = app::words_of(settings).await;
    // Rendering blocks its thread.
    let report = match tokio::task::block_in_place(|| check_content(settings, &source)) {
        Ok(report) => report,
        Err(failure) => {
            eprintln!("{failure}");
            return ExitCode::FAILURE;
        }
    };
    print!("{report}");
    if settings.site_url.is_none() {
        println!(
            "settings: warning: the site's public address is not set; set AMWAJ_SITE_URL before going live"
        );
    }
    if report.has_errors() {
        return ExitCode::FAILURE;
    }
    let count = |severity| report.problems.iter().filter(|problem| problem.severity == severity).count();
    match (count(Severity::Sample), count(Severity::Warning)) {
        (0, 0) => println!("no mistakes"),
        (0, warnings) => println!("no mistakes, {warnings} warnings"),
        (samples, warnings) => {
            println!(
                "no mistakes, {warnings} warnings; {samples} samples: a live site is a preview until they are replaced"
            )
        }
    }
    if settings.content_dir.is_some() {
        println!("note: {}", seed::reminder());
    }
    ExitCode::SUCCESS
}

/// Every problem of the content.
///
/// # Errors
/// When the pages cannot be rendered at all.
pub fn check_content(settings: &Settings, source: &Source) -> Result<Report, pages::BundleError> {
    let today = dubai_day(Clock::system().now_ms());
    pages::check_content(source, &app::bundle(settings), today, |addresses| seed::check(source, addresses))
}

/// The doctor's lines. Where the database doesn't answer in time, of the words without what staff changed.
pub async fn content_lines(settings: Settings) -> Vec<Check> {
    let settings = &settings;
    let words = tokio::time::timeout(WORDS_TIMEOUT, app::words_of(settings)).await;
    let source = words.unwrap_or_else(|_| app::source(settings));
    let content = match tokio::task::block_in_place(|| check_content(settings, &source)) {
        Ok(report) if report.has_errors() => {
            Check::fail("content", "it has mistakes", "run `amwaj check` and mend them")
        }
        Ok(report) if report.problems.is_empty() => Check::ok("content", "no mistakes"),
        Ok(_) => Check::warn("content", "there are warnings", "run `amwaj check` to read them"),
        Err(error) => Check::fail("content", error.to_string(), "build the site with `make build`"),
    };
    std::iter::once(content).chain(doctor::preview(settings, &source)).collect()
}
