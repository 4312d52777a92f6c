//! Problems that the check finds in an edit, for the field it is about.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use content::report::{ContentProblem, Report, Severity};

/// One sentence of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditProblem {
    /// Whether it keeps the edit from going live.
    pub is_mistake: bool,
    pub what: String,
    /// A suggestion.
    pub instead: String,
    /// File and line, where it is not in the piece itself.
    pub elsewhere: Option<String>,
    /// The typed text with the likely fix.
    pub fix: Option<String>,
}

impl EditProblem {
    /// Something that keeps the edit from going live, whatever is typed.
    pub fn mistake(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { is_mistake: true, what: what.into(), instead: instead.into(), elsewhere: None, fix: None }
    }
}

static UNKNOWN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"nothing is called (\{[^}]*\})").expect("the pattern is a constant"));
static MEANT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"did you mean (\{[^}]*\})\?").expect("the pattern is a constant"));

/// The problems in `report` of a piece that is at `line` of `file`, into which `typed` was typed: the mistakes first.
/// Of the warnings, those that were not there `before`.
pub fn problems_of(
    report: &Report,
    before: &Report,
    file: &str,
    line: usize,
    typed: &str,
) -> Vec<EditProblem> {
    let known: HashSet<(&str, &str)> =
        before.problems.iter().map(|problem| (problem.file.as_str(), problem.what.as_str())).collect();
    let is_new = |problem: &&ContentProblem| {
        problem.severity == Severity::Error
            || !known.contains(&(problem.file.as_str(), problem.what.as_str()))
    };
    let of_piece = |problem: &ContentProblem| {
        let is_here = problem.file == file && problem.line == line;
        let elsewhere = (!is_here).then(|| format!("{}:{}", problem.file, problem.line));
        let fix = UNKNOWN.captures(&problem.what).zip(MEANT.captures(&problem.instead));
        let fix =
            fix.map(|(unknown, meant)| typed.replace(&unknown[1], &meant[1])).filter(|fix| fix != typed);
        EditProblem {
            is_mistake: problem.severity == Severity::Error,
            what: problem.what.clone(),
            instead: problem.instead.clone(),
            elsewhere,
            fix,
        }
    };
    report.problems.iter().filter(is_new).map(of_piece).collect()
}
