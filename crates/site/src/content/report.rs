//! The report of what is wrong with the content: each mistake with its file, its line, and what would be right.

use std::fmt;

/// How much a mistake matters.
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
pub struct Problem {
    pub severity: Severity,
    /// The file, as the reader of the message knows it.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub instead: String,
}

impl fmt::Display for Problem {
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
    pub problems: Vec<Problem>,
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
        self.problems.push(Problem { severity, file: at.file.to_string(), line: at.line, what, instead });
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
        let mut merged: Vec<Problem> = Vec::new();
        let mut places: Vec<Vec<String>> = Vec::new();
        for problem in self.problems {
            let same = |other: &Problem| {
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
