//! Days with hours of their own: a holiday, Ramadan. They are written into `company.toml` behind the hours that are there.

use content::node::Node;
use content::splice::quoted;

/// The file that has them.
pub const FILE: &str = "company.toml";
/// The list of them in that file.
pub const LIST: &str = "hours.special";

/// Days with hours of their own, as they are typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DaysTyped {
    pub name: String,
    /// `2026-12-02`
    pub from: String,
    /// Empty where it is a single day.
    pub to: String,
    /// Both empty where the office is closed.
    pub opens: String,
    pub closes: String,
}

impl DaysTyped {
    /// Those of a file, in its order.
    pub fn of(company: &Node) -> Vec<Self> {
        let read = |node: &Node| Self {
            name: node.text_of("name"),
            from: node.text_of("from"),
            to: node.text_of("to"),
            opens: node.text_of("opens"),
            closes: node.text_of("closes"),
        };
        company.at(LIST).map(Node::items).unwrap_or_default().iter().map(read).collect()
    }

    /// As it stands in the file, with the empty line in front.
    pub(super) fn block(&self) -> String {
        let mut block = String::from("\n[[hours.special]]\n");
        let mut line = |field: &str, value: String| block.push_str(&format!("{field} = {value}\n"));
        line("name", quoted(self.name.trim()));
        line("from", quoted(self.from.trim()));
        if !self.to.trim().is_empty() && self.to.trim() != self.from.trim() {
            line("to", quoted(self.to.trim()));
        }
        if self.opens.trim().is_empty() && self.closes.trim().is_empty() {
            line("closed", "true".to_string());
        } else {
            line("opens", quoted(self.opens.trim()));
            line("closes", quoted(self.closes.trim()));
        }
        block
    }

    pub(super) fn in_words(&self) -> String {
        let days =
            if self.to.is_empty() { self.from.clone() } else { format!("{} to {}", self.from, self.to) };
        let hours = if self.opens.is_empty() {
            "closed".to_string()
        } else {
            format!("{} to {}", self.opens, self.closes)
        };
        format!("{}: {days}, {hours}", self.name)
    }
}

/// Behind the last line of the tables that begin with `hours`, and behind the examples in comments that follow.
pub(super) fn end_of_hours(text: &str) -> usize {
    let (mut end, mut at, mut inside) = (text.len(), 0, false);
    for line in text.split_inclusive('\n') {
        let header = line.trim_start().trim_start_matches('[').trim_start();
        if line.trim_start().starts_with('[') {
            inside = header.starts_with("hours");
        }
        at += line.len();
        if inside && !line.trim().is_empty() {
            end = at;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_stand_behind_the_hours_and_their_examples() {
        let text = "[hours]\nemergency = \"24/7\"\n\n[[hours.office]]\ndays = \"friday\"\n\n# [[hours.special]]\n# name = \"x\"\n\n[rating]\nvalue = 4.8\n";
        let at = end_of_hours(text);
        assert!(text[at..].starts_with("\n[rating]"), "{}", &text[at..]);
        let days =
            DaysTyped { name: "National \"Day\"".into(), from: "2026-12-02".into(), ..DaysTyped::default() };
        assert_eq!(
            days.block(),
            "\n[[hours.special]]\nname = \"National \\\"Day\\\"\"\nfrom = \"2026-12-02\"\nclosed = true\n"
        );
    }
}
