//! Lists that programs write as a row of equal elements, each with its level: paragraphs of Word (`mso-list: l0 level2
//! lfo1`, or no more than a marker in front), and items of Quill 2 (`data-list="bullet"`, `ql-indent-1`). They become
//! lists in lists.

use super::css;
use super::elements::INLINE;
use super::tree::{Data, TreeNode, detach};

/// Signs that Word writes before items.
const BULLETS: [char; 15] =
    ['·', '•', '▪', '§', 'o', '–', '-', '○', '●', '■', '\u{F0B7}', '\u{F0A7}', '\u{F0D8}', '\u{F076}', '►'];
/// Letters that are signs in Word's fonts of symbols.
const SYMBOLS: [char; 5] = ['Ø', 'v', 'q', 'ü', 'à'];

/// How the classes begin that Word gives to the paragraphs of lists.
const LIST_PARAGRAPH: &str = "MsoListParagraph";

/// An element that is an item.
struct Item {
    level: i64,
    is_numbered: bool,
    /// The number that its marker says.
    number: Option<u32>,
    /// Word's name of its list.
    list: String,
    /// In points.
    indent: f32,
}

/// Nests the items below each node. `by_marker` says whether a marker alone makes a paragraph an item.
pub fn nest(nodes: &mut Vec<TreeNode>, by_marker: bool) {
    for parent in 0..nodes.len() {
        let children = nodes[parent].children.clone();
        let is_list = nodes[parent].element().is_some_and(|(name, _)| matches!(name, "ul" | "ol"));
        let is_quill = is_list && children.iter().any(|child| is_quill_item(&nodes[*child]));
        if !is_list || is_quill {
            let items = children.iter().map(|child| match is_quill {
                true => quill_item(nodes, parent, *child),
                false => word_item(nodes, *child, by_marker),
            });
            let items: Vec<Option<Item>> = items.collect();
            if items.iter().any(Option::is_some) {
                let nested = nested(nodes, children.into_iter().zip(items));
                replace(nodes, parent, nested, is_quill);
            }
        }
    }
}

/// Puts the lists below their parent, or in its place if that was a list of Quill's.
fn replace(nodes: &mut [TreeNode], parent: usize, nested: Vec<usize>, is_quill: bool) {
    match nested[..] {
        [only] if is_quill => {
            nodes[parent].rename(if is_ordered(&nodes[only]) { "ol" } else { "ul" });
            nodes[parent].children = std::mem::take(&mut nodes[only].children);
        }
        _ => {
            if is_quill {
                nodes[parent].rename("div");
            }
            nodes[parent].children = nested;
        }
    }
}

fn is_ordered(node: &TreeNode) -> bool {
    node.element().is_some_and(|(name, _)| name == "ol")
}

/// An open list.
struct Open {
    level: i64,
    is_numbered: bool,
    list: String,
    /// In points.
    indent: f32,
    node: usize,
}

fn nested(nodes: &mut Vec<TreeNode>, children: impl Iterator<Item = (usize, Option<Item>)>) -> Vec<usize> {
    let (mut out, mut open): (Vec<usize>, Vec<Open>) = (Vec::new(), Vec::new());
    for (child, item) in children {
        let Some(item) = item else {
            if let Some(last_item) = continued(nodes, child, &mut open) {
                nodes[last_item].children.push(child);
            } else if open.is_empty() || !is_blank(nodes, child) {
                open.clear();
                out.push(child);
            }
            continue;
        };
        while open.len() > 1 && item.level <= open[open.len() - 2].level {
            open.pop();
        }
        if let [only] = &mut open[..] {
            only.level = only.level.min(item.level);
        }
        let is_deeper = open.last().is_none_or(|list| item.level > list.level);
        let is_same = |list: &Open| list.is_numbered == item.is_numbered && list.list == item.list;
        if is_deeper || !open.last().is_some_and(is_same) {
            if !is_deeper {
                open.pop();
            }
            let node = nodes.len();
            nodes.push(TreeNode::list(item.is_numbered, item.number));
            match open.last().and_then(|around| nodes[around.node].children.last().copied()) {
                Some(last_item) => nodes[last_item].children.push(node),
                None => out.push(node),
            }
            open.push(Open {
                level: item.level,
                is_numbered: item.is_numbered,
                list: item.list,
                indent: item.indent,
                node,
            });
        }
        let list = open.last().map_or(0, |list| list.node);
        nodes[child].rename("li");
        nodes[list].children.push(child);
    }
    out
}

/// The item that a paragraph without a marker belongs to: the last one of the list whose text stands as far in.
fn continued(nodes: &[TreeNode], node: usize, open: &mut Vec<Open>) -> Option<usize> {
    let is_styled = nodes[node].attribute("class").is_some_and(|class| class.starts_with(LIST_PARAGRAPH));
    if !is_styled || is_blank(nodes, node) {
        return None;
    }
    let indent = css::indent(nodes[node].attribute("style").unwrap_or_default());
    while open.len() > 1 && open.last().is_some_and(|list| indent + 1.0 < list.indent) {
        open.pop();
    }
    nodes[open.last()?.node].children.last().copied()
}

/// Whether a node is a blank, or an empty paragraph as between the items of Word.
fn is_blank(nodes: &[TreeNode], node: usize) -> bool {
    match &nodes[node].data {
        Data::Text(text) => text.trim().is_empty(),
        Data::Comment(_) => false,
        _ => {
            let is_text = |(name, _): (&str, _)| matches!(name, "p" | "span" | "br");
            nodes[node].element().is_some_and(is_text)
                && nodes[node].children.iter().all(|child| is_blank(nodes, *child))
        }
    }
}

/// Whether a paragraph holds nothing but a line.
fn is_line(nodes: &[TreeNode], node: usize) -> bool {
    nodes[node].children.iter().all(|child| match nodes[*child].element() {
        Some((name, _)) => (name == "span" || INLINE.contains(name)) && is_line(nodes, *child),
        None => true,
    })
}

fn is_quill_item(node: &TreeNode) -> bool {
    node.element().is_some_and(|(name, _)| name == "li")
        && (node.attribute("data-list").is_some() || quill_level(node) > 0)
}

/// The number in `ql-indent-1`.
fn quill_level(node: &TreeNode) -> i64 {
    let classes = node.attribute("class").unwrap_or_default().split_whitespace();
    classes.filter_map(|class| class.strip_prefix("ql-indent-")?.parse().ok()).next().unwrap_or(0)
}

fn quill_item(nodes: &mut [TreeNode], list: usize, node: usize) -> Option<Item> {
    nodes[node].element().filter(|(name, _)| *name == "li")?;
    let is_numbered = match nodes[node].attribute("data-list") {
        Some(kind) => kind == "ordered",
        None => is_ordered(&nodes[list]),
    };
    Some(Item {
        level: quill_level(&nodes[node]),
        is_numbered,
        number: None,
        list: String::new(),
        indent: 0.0,
    })
}

fn word_item(nodes: &mut [TreeNode], node: usize, by_marker: bool) -> Option<Item> {
    nodes[node].element().filter(|(name, _)| matches!(*name, "p" | "div"))?;
    let style = nodes[node].attribute("style").unwrap_or_default().to_owned();
    let is_styled = nodes[node].attribute("class").is_some_and(|class| class.starts_with(LIST_PARAGRAPH));
    let words = css::value(&style, "mso-list").unwrap_or_default();
    let words: Vec<&str> = words.split_whitespace().collect();
    let level = words.iter().find_map(|word| word.strip_prefix("level")?.parse::<i64>().ok());
    let list = words.iter().filter(|word| !word.starts_with("level")).copied().collect::<Vec<_>>().join(" ");
    let ignored = level.and_then(|_| marker_element(nodes, node));
    let marker = match ignored {
        Some(element) => {
            let marker = text(nodes, element);
            detach(nodes, element);
            Some(marker.trim().to_owned())
        }
        None if (level.is_some() || by_marker) && is_line(nodes, node) => {
            typed_marker(nodes, node, is_styled || level.is_some())
        }
        _ => None,
    };
    if level.is_none() && marker.is_none() {
        return None;
    }
    let number = marker.as_deref().and_then(number_of);
    let indent = css::indent(&style);
    #[expect(clippy::cast_possible_truncation, reason = "points of a page")]
    let level = level.unwrap_or_else(|| indent.round() as i64);
    Some(Item { level, is_numbered: number.is_some(), number: number.flatten(), list, indent })
}

/// The element that holds the marker and nothing else.
fn marker_element(nodes: &[TreeNode], node: usize) -> Option<usize> {
    nodes[node].children.iter().find_map(|child| {
        let style = nodes[*child].attribute("style").unwrap_or_default();
        let is_marker = css::value(style, "mso-list").is_some_and(|value| value == "ignore");
        if is_marker { Some(*child) } else { marker_element(nodes, *child) }
    })
}

fn text(nodes: &[TreeNode], node: usize) -> String {
    match &nodes[node].data {
        Data::Text(text) => text.to_string(),
        _ => nodes[node].children.iter().map(|child| text(nodes, *child)).collect(),
    }
}

/// Takes the marker that stands before the words, with the no-break spaces after it. `is_item` says that there's one.
fn typed_marker(nodes: &mut [TreeNode], node: usize, is_item: bool) -> Option<String> {
    let words = text(nodes, node);
    let start = words.trim_start_matches([' ', '\n', '\r', '\t']);
    let end = start.find(char::is_whitespace)?;
    let marker = &start[..end];
    let rest = start[end..].trim_start_matches([' ', '\n', '\r']);
    let mut signs = marker.chars();
    let is_bullet = matches!((signs.next(), signs.next()), (Some(sign), None)
        if BULLETS.contains(&sign) || (is_item && SYMBOLS.contains(&sign)));
    let is_number = number_of(marker).is_some_and(|number| is_item || number.is_some_and(|n| n < 1000))
        && (is_item || marker.starts_with(|c: char| c.is_ascii_digit()));
    if !rest.starts_with(['\u{A0}', '\t']) || !(is_bullet || is_number) {
        return None;
    }
    let marker = marker.to_owned();
    let mut left = words.len() - rest.trim_start().len();
    cut(nodes, node, &mut left);
    Some(marker)
}

/// Takes the first `left` bytes of the text below a node.
fn cut(nodes: &mut [TreeNode], node: usize, left: &mut usize) {
    if let Data::Text(text) = &mut nodes[node].data {
        let taken = (*left).min(text.len());
        *text = html5ever::tendril::StrTendril::from_slice(&text[taken..]);
        *left -= taken;
    }
    for child in nodes[node].children.clone() {
        if *left > 0 {
            cut(nodes, child, left);
        }
    }
}

/// `None` if a marker is a sign; else its number, where that can be told: `2.`, `(b)`, `iv.`, `1.3.`.
fn number_of(marker: &str) -> Option<Option<u32>> {
    let name = marker.trim_matches(['(', ')', '.']);
    let has_sign = name.len() < marker.len();
    if name.chars().all(|c| c.is_ascii_digit() || c == '.') && !name.is_empty() {
        return (has_sign || name.len() < 3)
            .then(|| name.rsplit('.').next().and_then(|last| last.parse().ok()));
    }
    let is_roman = name.chars().all(|c| "ivxlcdmIVXLCDM".contains(c));
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if has_sign && letter.is_alphabetic() => {
            let letter = letter.to_ascii_lowercase();
            let can_tell = letter.is_ascii_lowercase() && !matches!(letter, 'i' | 'v' | 'x');
            Some(can_tell.then(|| u32::from(letter) - u32::from('a') + 1))
        }
        (Some(digit), _) if has_sign && (is_roman || digit.is_numeric()) => Some(None),
        _ => None,
    }
}
