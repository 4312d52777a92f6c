//! Any HTML that is pasted shows the same on the page: the letters, the bold ones among them, the cells and their columns,
//! the items and their depth, and no sign that wasn't there.

use proptest::prelude::*;

use super::to_markdown;
use crate::authoring::markdown;
use crate::html::content;
use crate::html::parse::parse_pasted;
use crate::html::tree::{Data, Tree, TreeNode};

/// Words that mean something to Markdown, or stick to their neighbours.
const WORDS: [&str; 34] = [
    "AC",
    "Note:",
    "call",
    "ملاحظة:",
    "اتصل",
    "*",
    "**",
    "_",
    "__init__",
    "|",
    "\\",
    "a|b",
    "\\|",
    "`",
    "``",
    "~",
    "~~",
    "[x]",
    "](",
    "(y)",
    "#",
    "1.",
    "-",
    "+",
    ">",
    "<",
    "&copy;",
    "&",
    "!",
    "://",
    "{a.b}",
    "=",
    "---",
    "“so”",
];

fn word() -> impl Strategy<Value = String> {
    (proptest::sample::select(&WORDS[..]), prop::bool::ANY)
        .prop_map(|(word, blank)| format!("{}{}", escaped(word), if blank { " " } else { "" }))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn inline() -> impl Strategy<Value = String> {
    word().prop_recursive(3, 12, 3, |inner| {
        let tags = [
            ("<b>", "</b>"),
            ("<strong>", "</strong>"),
            ("<i>", "</i>"),
            ("<s>", "</s>"),
            ("<span style='font-weight:700'>", "</span>"),
            ("<span style='font-weight:400'>", "</span>"),
            ("<sup>", "</sup>"),
            ("<code>", "</code>"),
            ("<a href='https://example.com/a_b'>", "</a>"),
            ("", "<br>"),
        ];
        (proptest::sample::select(tags.to_vec()), prop::collection::vec(inner, 1..4))
            .prop_map(|((open, close), inside)| format!("{open}{}{close}", inside.concat()))
    })
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(inline(), 1..5).prop_map(|pieces| pieces.concat())
}

fn table() -> impl Strategy<Value = String> {
    let span = proptest::sample::select(vec![1_usize, 1, 1, 2, 3]);
    let cell = (line(), span.clone(), span)
        .prop_map(|(text, columns, rows)| format!("<td colspan={columns} rowspan={rows}>{text}</td>"));
    let row = prop::collection::vec(cell, 1..4).prop_map(|cells| format!("<tr>{}</tr>", cells.concat()));
    prop::collection::vec(row, 1..5).prop_map(|rows| format!("<table>{}</table>", rows.concat()))
}

fn block() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => line().prop_map(|text| format!("<p>{text}</p>")),
        1 => line().prop_map(|text| format!("<h2>{text}</h2>")),
        1 => line(),
        1 => word().prop_map(|text| format!("<pre>{text}\n  {text}</pre>")),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            // Google Docs puts lists right into lists.
            (list, proptest::sample::select(vec!["ul", "ol"])).prop_map(|(items, name)| {
                let is_list = |item: &str| item.starts_with("<ul") || item.starts_with("<ol");
                let items = items.into_iter().enumerate().map(|(at, item)| match is_list(&item) {
                    true if at > 0 => item,
                    true => format!("<li>AC{item}</li>"),
                    false => format!("<li>{item}</li>"),
                });
                format!("<{name}>{}</{name}>", items.collect::<String>())
            }),
            prop::collection::vec(inner, 1..3)
                .prop_map(|inside| format!("<blockquote>{}</blockquote>", inside.concat())),
        ]
    })
}

/// What a reader sees: letters and digits in order, each with whether it's bold, and the depth of its list.
fn seen(nodes: &[TreeNode]) -> Vec<(char, bool, usize)> {
    let mut out = Vec::new();
    see(nodes, Tree::DOCUMENT, false, 0, &mut out);
    out
}

fn see(nodes: &[TreeNode], node: usize, bold: bool, depth: usize, out: &mut Vec<(char, bool, usize)>) {
    if let Data::Text(text) = &nodes[node].data {
        return out.extend(text.chars().filter(|c| !c.is_whitespace()).map(|c| (c, bold, depth)));
    }
    let (mut bold, mut depth) = (bold, depth);
    if let Some((name, _)) = nodes[node].element() {
        let style = nodes[node].attribute("style").unwrap_or_default();
        bold = crate::html::css::look(style).bold.unwrap_or(bold);
        match name {
            // Headings and table heads are bold as a whole.
            "h2" | "th" => bold = true,
            "ul" | "ol" => depth += 1,
            _ => {}
        }
    }
    nodes[node].children.iter().for_each(|child| see(nodes, *child, bold, depth, out));
}

fn shown(pasted: &str) -> (String, Vec<TreeNode>) {
    let written = to_markdown(pasted).markdown;
    let nodes = parse_pasted(&content(&markdown::html(&written), &|_| None).html);
    (written, nodes)
}

fn letters(seen: &[(char, bool, usize)]) -> String {
    seen.iter().map(|(letter, ..)| *letter).collect()
}

/// The grid of a table's texts, each cell where browsers put it; what spans rows is in each. `None` where cells overlap.
fn grid(nodes: &[TreeNode], with_spans: bool) -> Option<Vec<Vec<String>>> {
    let is_row = |node: &usize| nodes[*node].element().is_some_and(|(name, _)| name == "tr");
    let found: Vec<usize> = (0..nodes.len()).filter(is_row).collect();
    let mut rows: Vec<std::collections::BTreeMap<usize, String>> = vec![Default::default(); 40];
    for (number, row) in found.iter().copied().enumerate() {
        let mut column = 0;
        for cell in &nodes[row].children {
            while rows[number].contains_key(&column) {
                column += 1;
            }
            let mut text = Vec::new();
            see(nodes, *cell, false, 0, &mut text);
            let span = |name: &str| nodes[*cell].attribute(name).and_then(|n| n.parse().ok()).unwrap_or(1);
            let (columns, high) = if with_spans { (span("colspan"), span("rowspan")) } else { (1, 1) };
            for row in rows.iter_mut().take(found.len().min(number + high)).skip(number) {
                for right in 0..columns {
                    let text = if right == 0 { letters(&text) } else { String::new() };
                    if row.insert(column + right, text).is_some() {
                        return None;
                    }
                }
            }
            column += columns;
        }
    }
    let rows = rows.into_iter().map(|row| {
        let width = row.keys().max().map_or(0, |last| last + 1);
        let mut cells: Vec<String> = (0..width).map(|at| row.get(&at).cloned().unwrap_or_default()).collect();
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        cells
    });
    Some(rows.filter(|row| !row.is_empty()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 5000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_letter_is_lost_no_sign_appears_and_bold_stays_bold(html in line()) {
        let html = format!("<p>{html}</p>");
        let (written, nodes) = shown(&html);
        let before = parse_pasted(&html);
        prop_assert_eq!(seen(&nodes), seen(&before), "{} became {}", &html, &written);
    }

    #[test]
    fn every_item_keeps_its_depth_and_every_block_its_letters(blocks in prop::collection::vec(block(), 1..4)) {
        let html = blocks.concat();
        let depth = |nodes: &[TreeNode]| seen(nodes).into_iter().map(|(c, _, depth)| (c, depth)).collect::<Vec<_>>();
        let (written, nodes) = shown(&html);
        prop_assert_eq!(depth(&nodes), depth(&parse_pasted(&html)), "{} became {}", &html, &written);
    }

    #[test]
    fn every_cell_keeps_its_column(html in table()) {
        let (written, nodes) = shown(&html);
        let before = grid(&parse_pasted(&html), true);
        prop_assume!(before.is_some());
        let (mut before, after) = (before.unwrap_or_default(), grid(&nodes, false).unwrap_or_default());
        // Rows of one merged cell at the top stand before the table, and a table of one cell is no table.
        let titles = before.len() - after.len().min(before.len());
        let text: String = letters(&seen(&nodes));
        for title in before.drain(..titles) {
            prop_assert!(title.len() == 1 && text.contains(&title[0]), "{} became {}", &html, &written);
        }
        prop_assert_eq!(after, before, "{} became {}", &html, &written);
    }
}
