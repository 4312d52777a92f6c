//! Sound nesting: what an end tag closes, what a start tag ends, and how deep elements may stand in each other.

use crate::html::elements;
use crate::html::elements::Kind;
use crate::html::tidy::Writer;

/// How deep elements may stand in each other; deeper ones are left out, their text stays. Browsers stop at 512.
pub const MOST_DEPTH: usize = 100;
/// How deep quotes, lists and tables may stand in each other: each takes width from what is in it.
const MOST_INDENTS: usize = 6;
/// How many of the elements left out are remembered by their end tags.
const MOST_BEYOND: usize = 64;

impl Writer<'_> {
    pub(crate) fn is_too_deep(&self, name: &str) -> bool {
        let indents =
            |name: &str| matches!(name, "blockquote" | "ul" | "ol" | "dl" | "dd" | "table" | "figure");
        let around = || self.open.iter().filter(|open| indents(open.0)).count();
        self.open.len() >= MOST_DEPTH || (indents(name) && around() >= MOST_INDENTS)
    }

    /// Blocks do not stand in headings: before a heading's words they are left out, after them they end it.
    pub(crate) fn is_left_out_of_heading(&mut self, name: &'static str, kind: Kind) -> bool {
        let Some((_, words)) = &self.heading else { return false };
        if matches!(kind, Kind::Inline | Kind::Void | Kind::Heading) {
            return false;
        }
        if words.trim().is_empty() {
            self.beyond.push((name, self.open.len()));
            return true;
        }
        if let Some(heading) = self.open.iter().rposition(|open| open.1 == Kind::Heading) {
            self.close_to(heading);
        }
        false
    }

    pub(crate) fn end(&mut self, name: &str) {
        if let Some(raw) = &self.raw {
            if raw == name {
                self.raw = None;
            }
            return;
        }
        if let Some((drawing, depth)) = &mut self.drawing {
            *depth -= usize::from(drawing == name);
            if *depth == 0 {
                self.drawing = None;
            }
            return;
        }
        let Some((name, kind)) = elements::kept(name).filter(|(_, kind)| *kind != Kind::Void) else { return };
        let recent = self.beyond.len().saturating_sub(MOST_BEYOND);
        if let Some(at) = self.beyond[recent..].iter().rposition(|left_out| left_out.0 == name) {
            let (_, around) = self.beyond[recent + at];
            self.beyond.truncate(recent + at);
            return self.close_to(around);
        }
        // A stray end never closes what encloses it: inline text ends within its block, a block within its cell.
        let stops = |open: Kind| match kind {
            Kind::Inline => open != Kind::Inline,
            Kind::Paragraph => !matches!(open, Kind::Inline | Kind::Paragraph),
            Kind::TablePart => false,
            _ => name != "table" && open == Kind::TablePart,
        };
        for at in (0..self.open.len()).rev() {
            let same = self.open[at].0 == name || (kind == Kind::Heading && self.open[at].1 == kind);
            if same {
                return self.close_to(at);
            }
            if stops(self.open[at].1) {
                return;
            }
        }
    }

    /// Ends what the new element would end in a browser too.
    pub(crate) fn make_room(&mut self, name: &'static str, kind: Kind) {
        let ends = |open: (&str, Kind)| match kind {
            Kind::Item | Kind::Definition => open.1 == kind,
            Kind::TablePart => match name {
                "td" | "th" => matches!(open.0, "td" | "th" | "caption"),
                "tr" => matches!(open.0, "tr" | "caption"),
                _ => matches!(open.0, "thead" | "tbody" | "tfoot" | "caption"),
            },
            Kind::Heading => matches!(open.1, Kind::Heading | Kind::Paragraph),
            Kind::Inline => name == "a" && open.0 == "a",
            Kind::Void => name == "hr" && open.1 == Kind::Paragraph,
            Kind::Block | Kind::Paragraph => open.1 == Kind::Paragraph,
        };
        let passes = |open: (&str, Kind)| match kind {
            Kind::Item | Kind::Definition => {
                matches!(open.1, Kind::Inline | Kind::Paragraph) || open.0 == "div"
            }
            Kind::TablePart => open.0 != "table",
            _ => open.1 == Kind::Inline,
        };
        let mut to = None;
        for (at, open) in self.open.iter().enumerate().rev() {
            if ends(*open) {
                to = Some(at);
            } else if !passes(*open) {
                break;
            }
        }
        if let Some(at) = to {
            self.close_to(at);
        }
    }

    /// Closes open elements until only `count` are left.
    pub(crate) fn close_to(&mut self, count: usize) {
        while self.beyond.last().is_some_and(|left_out| left_out.1 > count) {
            self.beyond.pop();
        }
        while self.open.len() > count {
            let Some((name, kind)) = self.open.pop() else { return };
            self.made.html.push_str("</");
            self.made.html.push_str(name);
            self.made.html.push('>');
            if name == "table" && self.boxed.pop() == Some(true) {
                self.made.html.push_str("</div>");
            }
            if kind == Kind::Heading
                && let Some((at, text)) = self.heading.take()
            {
                self.name_heading(at, &text);
            }
        }
    }
}
