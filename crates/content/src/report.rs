//! The report of what is wrong with the content: each mistake with its file, its line, and what would be right.

use std::fmt;

/// Severity of a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The content cannot be published.
    Error,
    /// It holds something that is not for the public yet, such as an invented review: `production` refuses it.
    Sample,
    /// It can, but somebody should know.
    Warning,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ContentProblem {
    pub severity: Severity,
    /// The file, as the reader of the message knows it.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// The problem.
    pub what: String,
    /// A suggestion.
    pub instead: String,
}

impl fmt::Display for ContentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Sample => "sample",
            Severity::Warning => "warning",
        };
        write!(f, "{}:{}: {severity}: {}; {}", self.file, self.line, self.what, self.instead)
    }
}

/// All mistakes found in one reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub problems: Vec<ContentProblem>,
}

impl Report {
    /// Reports a mistake that keeps the content from being published.
    pub fn error(&mut self, at: &Place, what: impl Into<String>, instead: impl Into<String>) {
        self.add(Severity::Error, at, what.into(), instead.into());
    }

    /// Reports something that somebody should know.
    pub fn warn(&mut self, at: &Place, what: impl Into<String>, instead: impl Into<String>) {
        self.add(Severity::Warning, at, what.into(), instead.into());
    }

    /// Reports something that the public should not see yet.
    pub fn sample(&mut self, at: &Place, what: impl Into<String>, instead: impl Into<String>) {
        self.add(Severity::Sample, at, what.into(), instead.into());
    }

    fn add(&mut self, severity: Severity, at: &Place, what: String, instead: String) {
        self.problems.push(ContentProblem {
            severity,
            file: at.file.to_string(),
            line: at.line,
            what,
            instead,
        });
    }

    /// What was not there before. An edit above a problem moves it to another line, and makes no new one of it.
    pub fn added_since<'a>(&'a self, before: &Report) -> Vec<&'a ContentProblem> {
        let mut known: Vec<_> = before.problems.iter().collect();
        let is_new = |problem: &&ContentProblem| {
            let at = known
                .iter()
                .position(|known| **known == ContentProblem { line: known.line, ..(*problem).clone() });
            at.map(|at| known.swap_remove(at)).is_none()
        };
        self.problems.iter().filter(is_new).collect()
    }

    /// Whether anything keeps the content from being published.
    pub fn has_errors(&self) -> bool {
        self.has(Severity::Error)
    }

    /// Whether there is anything of that severity.
    pub fn has(&self, severity: Severity) -> bool {
        self.problems.iter().any(|problem| problem.severity == severity)
    }

    /// Without what can wait until the errors are mended.
    pub fn errors_alone(mut self) -> Self {
        self.problems.retain(|problem| problem.severity == Severity::Error);
        self
    }

    /// Errors first, then by file and line. An error that shows in several places, such as a name that is gone, is one,
    /// which says so.
    pub fn sorted(mut self) -> Self {
        self.problems.sort_by(|a, b| (a.severity, &a.file, a.line).cmp(&(b.severity, &b.file, b.line)));
        let mut merged: Vec<ContentProblem> = Vec::new();
        let mut places: Vec<Vec<String>> = Vec::new();
        for problem in self.problems {
            let same = |other: &ContentProblem| {
                problem.severity == Severity::Error
                    && (&other.what, &other.instead) == (&problem.what, &problem.instead)
            };
            match merged.iter().position(same) {
                Some(first) => places[first].push(format!("{}:{}", problem.file, problem.line)),
                None => {
                    merged.push(problem);
                    places.push(Vec::new());
                }
            }
        }
        for (problem, places) in merged.iter_mut().zip(places).filter(|(_, places)| !places.is_empty()) {
            problem.instead += &format!(" (also {})", places.join(", "));
        }
        Self { problems: merged }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        Ok(())
    }
}

/// A place in a content file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub file: std::sync::Arc<str>,
    /// Line in the file, from 1.
    pub line: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_brings_only_the_problems_that_were_not_there_before_wherever_they_are_now() {
        let report = |problems: &[(usize, &str)]| {
            let mut report = Report::default();
            for (line, what) in problems {
                report.sample(&Place { file: "pages/home.toml".into(), line: *line }, *what, "replace it");
            }
            report
        };
        let before = report(&[(3, "a review"), (9, "a review"), (20, "a logo")]);
        assert!(report(&[(4, "a review"), (10, "a review"), (21, "a logo")]).added_since(&before).is_empty());
        let after = report(&[(4, "a review"), (10, "a review"), (11, "a review"), (22, "a name")]);
        let added: Vec<_> = after.added_since(&before).iter().map(|problem| problem.line).collect();
        assert_eq!(added, [11, 22]);
    }
}
