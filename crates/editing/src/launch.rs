//! From a preview to the live site: what is still a sample, and the change that puts the site live.

use crate::editor::SiteEditor;
use crate::outcome::{Prepared, Refused, elsewhere};
use crate::problem::EditProblem;
use crate::revisions::Told;
use crate::site::MarkedSite;
use content::node::NodeValue;
use content::report::{ContentProblem, Severity};
use content::splice::spliced;

/// The file that says that the site is live.
const FILE: &str = "company.toml";
const LAUNCHED: &str = "launched";

/// Something that the public should not see yet, and where it is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// A sentence for an owner.
    pub what: String,
    /// How it becomes real.
    pub instead: &'static str,
    /// The path of a page that shows it.
    pub at: String,
    /// The piece to begin with.
    pub piece: Option<String>,
}

impl MarkedSite {
    /// Whether an owner has put the site live.
    pub fn is_launched(&self) -> bool {
        self.raw.get(FILE).is_some_and(|raw| raw.node.is_launched())
    }

    /// Everything that is there for show only.
    pub fn samples(&self) -> Vec<Sample> {
        let samples = self.report.problems.iter().filter(|problem| problem.severity == Severity::Sample);
        samples.map(|problem| self.sample(problem)).collect()
    }

    fn sample(&self, ContentProblem { file, line, what, .. }: &ContentProblem) -> Sample {
        let file = self.raw.keys().find(|path| file.ends_with(path.as_str())).cloned().unwrap_or_default();
        let page = self.pages.iter().find(|page| page.file == file);
        let is_below = |id: &String| {
            let path = id.split_once(':').map(|(_, path)| path);
            let node = path.and_then(|path| self.raw.get(&file)?.node.at(path));
            node.is_some_and(|node| node.place.line >= *line)
        };
        let piece = self.pieces_of(&file).into_iter().find(is_below);
        let what = what.replace('`', "");
        let (what, instead) = match (&piece, page) {
            (Some(piece), _) if piece.starts_with(FILE) => (what, "Write the company's own."),
            (Some(piece), Some(page)) if piece.ends_with(".note") => {
                (format!("{}: {what}", page.title), "Have a lawyer read it, then empty this note.")
            }
            _ => (what, "Put real ones there, then press “It's real”, or remove them."),
        };
        let mut letters = what.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let what = first.chain(letters).collect();
        Sample { what, instead, at: page.map_or("/", |page| &page.path).to_owned(), piece }
    }
}

impl SiteEditor {
    /// The change that puts the site live.
    ///
    /// # Errors
    /// The samples that are left.
    pub async fn prepare_launch(&self) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let site = self.site("").await.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        if site.is_launched() {
            return Err(Refused::Unchanged);
        }
        let samples = site.samples();
        if !samples.is_empty() {
            let problem = |sample: Sample| EditProblem::mistake(sample.what, sample.instead);
            return Err(Refused::Problems(samples.into_iter().map(problem).collect()));
        }
        let raw = site.raw.get(FILE).ok_or(Refused::NoSuchPiece)?;
        // Above the first value: what follows a table's name belongs to that table.
        let NodeValue::Table(entries) = &raw.node.value else { return Err(Refused::NoSuchPiece) };
        let first = entries.iter().map(|entry| entry.place.line).min().unwrap_or(1);
        let start = raw.text.split_inclusive('\n').take(first - 1).map(str::len).sum::<usize>();
        let text = match raw.node.get(LAUNCHED) {
            Some(value) => spliced(&raw.text, value.span.clone(), "true"),
            None => spliced(&raw.text, start..start, &format!("{LAUNCHED} = true\n")),
        };
        let told = Told { name: "Site put live".to_string(), ..Told::default() };
        let prepared = Prepared { change: self.change(FILE, &raw.text, text), told };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }
}
