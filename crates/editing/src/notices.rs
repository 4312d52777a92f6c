//! Notices as they are typed: what every page says for some days.

use content::node::Node;
use content::splice::quoted;

/// A notice on every page for some days, as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeTyped {
    pub text: String,
    /// `2026-12-01`
    pub from: String,
    /// Empty where it is a single day.
    pub until: String,
}

impl NoticeTyped {
    /// Those of `company.toml`, in its order.
    pub(super) fn of(company: &Node) -> Vec<Self> {
        let read = |node: &Node| Self {
            text: node.text_of("text"),
            from: node.text_of("from"),
            until: node.text_of("until"),
        };
        company.get("notices").map(Node::items).unwrap_or_default().iter().map(read).collect()
    }

    /// As it stands in the file, with the empty line in front.
    pub(super) fn block(&self) -> String {
        let until = if self.until.trim().is_empty() { &self.from } else { &self.until };
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let [text, from, until] = [text.as_str(), self.from.trim(), until.trim()].map(quoted);
        format!("\n[[notices]]\ntext = {text}\nfrom = {from}\nuntil = {until}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_of_one_day_ends_on_that_day_and_its_text_is_one_line() {
        let notice = NoticeTyped {
            text: " Closed\n \"today\". ".into(),
            from: "2026-12-02".into(),
            until: String::new(),
        };
        assert_eq!(
            notice.block(),
            "\n[[notices]]\ntext = \"Closed \\\"today\\\".\"\nfrom = \"2026-12-02\"\nuntil = \"2026-12-02\"\n"
        );
    }
}
