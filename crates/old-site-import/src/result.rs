//! What became of each post, and of all of them, in lines.

use base::text::shown;
use blog::authoring::publish::PublishOutcome;
use blog::commands::CommandOutput;

/// The result for one post of the list.
pub struct PostResult {
    pub number: usize,
    /// `None` if it was skipped.
    pub outcome: Option<PublishOutcome>,
    /// Its address, or why it was skipped.
    pub text: String,
    /// Changes that were made on the way.
    pub notes: Vec<String>,
}

impl PostResult {
    pub fn skipped(number: usize, why: String) -> Self {
        Self { number, outcome: None, text: why, notes: Vec::new() }
    }

    pub fn write(&self, output: &mut CommandOutput<'_>) -> std::io::Result<()> {
        let outcome = match self.outcome {
            Some(PublishOutcome::New) => "new      ",
            Some(PublishOutcome::Changed) => "changed  ",
            Some(PublishOutcome::Unchanged) => "unchanged",
            None => "skipped  ",
        };
        writeln!(output.out, "{outcome}  post {}: {}", self.number, shown(&self.text))?;
        for note in &self.notes {
            writeln!(output.out, "             {}", shown(note))?;
        }
        Ok(())
    }
}

#[derive(Default)]
pub struct Totals {
    new: usize,
    changed: usize,
    unchanged: usize,
    pub skipped: usize,
}

impl Totals {
    pub fn count(&mut self, result: &PostResult) {
        match result.outcome {
            Some(PublishOutcome::New) => self.new += 1,
            Some(PublishOutcome::Changed) => self.changed += 1,
            Some(PublishOutcome::Unchanged) => self.unchanged += 1,
            None => self.skipped += 1,
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { new, changed, unchanged, skipped } = self;
        write!(f, "{new} new, {changed} changed, {unchanged} unchanged, {skipped} skipped")
    }
}
