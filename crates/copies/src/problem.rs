//! Problems with a copy, as a sentence that says what to do.

use std::fmt;
use std::io;
use std::path::Path;

use storage::terminal::CommandError;

/// Why there is no copy, or why one does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyProblem(pub String);

impl CopyProblem {
    pub fn new(text: impl Into<String>) -> Self {
        CopyProblem(text.into())
    }

    /// Of a file or folder that the system refuses.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.display().to_string();
        move |error| CopyProblem(format!("{path}: {error}"))
    }
}

impl fmt::Display for CopyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CopyProblem {}

impl From<CopyProblem> for CommandError {
    fn from(problem: CopyProblem) -> Self {
        CommandError::Other(problem.0)
    }
}
