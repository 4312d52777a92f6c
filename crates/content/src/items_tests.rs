//! Items of lists, moved, copied, hidden, removed and made real.

use crate::items::{ItemAction, edited};
use crate::node;
use crate::report::Report;

fn after(text: &str, path: &str, action: ItemAction) -> Option<String> {
    let after = edited(text, path, action)?;
    assert!(node::parse("x.toml", &after, &mut Report::default()).is_some(), "{after}");
    Some(after)
}

/// Moves an item up and down again, copies it and removes the copy. The text once it was moved.
fn there_and_back(text: &str, path: &str) -> String {
    let (list, at) = path.rsplit_once('.').expect("a list");
    let at: usize = at.parse().expect("a number");
    let (up, copy) = (format!("{list}.{}", at - 1), format!("{list}.{}", at + 1));
    let moved = after(text, path, ItemAction::Up).expect("moved");
    assert_eq!(after(&moved, &up, ItemAction::Down).as_deref(), Some(text));
    let copied = after(text, path, ItemAction::Copy).expect("copied");
    assert_eq!(after(&copied, &copy, ItemAction::Remove).as_deref(), Some(text));
    moved
}

const LINES: &str = "a = [\n  { b = 1 }, # one\n  { b = 2 },\n]\nc = [\"x\", \"y\"]\n";

#[test]
fn items_on_lines_of_their_own_take_their_comments_along() {
    let moved = "a = [\n  { b = 2 },\n  { b = 1 }, # one\n]\nc = [\"x\", \"y\"]\n";
    assert_eq!(after(LINES, "a.1", ItemAction::Up).as_deref(), Some(moved));
    assert_eq!(after(LINES, "a.0", ItemAction::Down).as_deref(), Some(moved));
    assert_eq!(after(LINES, "a.0", ItemAction::Up), None);
    assert_eq!(after(LINES, "a.1", ItemAction::Down), None);
    let copied = LINES.replace("  { b = 2 },\n", "  { b = 2 },\n  { b = 2 },\n");
    assert_eq!(after(LINES, "a.1", ItemAction::Copy), Some(copied));
    assert_eq!(after(LINES, "a.1", ItemAction::Remove), Some(LINES.replace("  { b = 2 },\n", "")));
    let above = "a = [\n  # One:\n  # [1]\n  \"x\",\n\n  # Two.\n  \"y\" # last\n]\n";
    let moved = "a = [\n\n  # Two.\n  \"y\", # last\n  # One:\n  # [1]\n  \"x\",\n]\n";
    assert_eq!(after(above, "a.1", ItemAction::Up).as_deref(), Some(moved));
    let removed = "a = [\n  # One:\n  # [1]\n  \"x\",\n]\n";
    assert_eq!(after(above, "a.1", ItemAction::Remove).as_deref(), Some(removed));
}

#[test]
fn items_in_a_row_keep_what_is_between_them() {
    assert_eq!(after(LINES, "c.1", ItemAction::Up), Some(LINES.replace("\"x\", \"y\"", "\"y\", \"x\"")));
    assert_eq!(after(LINES, "c.1", ItemAction::Remove), Some(LINES.replace(", \"y\"", "")));
    assert_eq!(after(LINES, "c.0", ItemAction::Remove), Some(LINES.replace("\"x\", ", "")));
    assert_eq!(after(LINES, "c.0", ItemAction::Copy), Some(LINES.replace("\"x\"", "\"x\", \"x\"")));
    assert_eq!(after("c = [\"x\"]", "c.0", ItemAction::Remove).as_deref(), Some("c = []"));
    assert_eq!(after("c = [ \"x\", ]\n", "c.0", ItemAction::Remove).as_deref(), Some("c = [ ]\n"));
    // A comma after a comment, and one in front of its item.
    let odd = "c = [\"x\" # not [\"x\"],\n, \"y\"\n  , \"z\"]\n";
    assert_eq!(after(odd, "c.0", ItemAction::Remove).as_deref(), Some("c = [\"y\"\n  , \"z\"]\n"));
    assert_eq!(after(odd, "c.2", ItemAction::Remove), Some(odd.replace("\n  , \"z\"", "")));
    there_and_back(odd, "c.2");
}

#[test]
fn a_hidden_section_says_so_in_its_second_line_and_is_shown_again_to_the_byte() {
    let page = "t = 1\n\n[[sections]]\nkind = \"a\"\n\n# Two.\n[[sections]] # second\nkind = \"b\"\n";
    let hidden = after(page, "sections.1", ItemAction::Hide).expect("hidden");
    assert_eq!(hidden, page.replace("# second\n", "# second\nhidden = true\n"));
    assert_eq!(after(&hidden, "sections.1", ItemAction::Hide), None);
    assert_eq!(after(&hidden, "sections.1", ItemAction::Show).as_deref(), Some(page));
    there_and_back(&hidden, "sections.1");
    assert_eq!(after(page, "sections.0", ItemAction::Show), None);
    assert_eq!(after(BLOCKS, "s.0", ItemAction::Hide), None, "only sections");
    let shown = page.replace("# second\n", "# second\nhidden = false # so far\n");
    assert_eq!(after(&shown, "sections.1", ItemAction::Hide), Some(shown.replace("false", "true")));
    let empty = "[[sections]]";
    let hidden = after(empty, "sections.0", ItemAction::Hide).expect("hidden");
    assert_eq!(hidden, "[[sections]]\nhidden = true");
    assert_eq!(after(&hidden, "sections.0", ItemAction::Show).as_deref(), Some(empty));
}

const BLOCKS: &str =
    "t = 1\n\n[[s]]\nk = 1\nanchor = \"one\"\n\n[s.p]\nf = 2\n\n# About two.\n[[s]]\nk = 2\n\n[o]\nz = 3\n";

#[test]
fn a_block_takes_its_comment_and_its_tables_along() {
    let moved = "t = 1\n\n# About two.\n[[s]]\nk = 2\n\n[[s]]\nk = 1\nanchor = \"one\"\n\n[s.p]\nf = 2\n\n[o]\nz = 3\n";
    assert_eq!(after(BLOCKS, "s.1", ItemAction::Up).as_deref(), Some(moved));
    let removed = "t = 1\n\n# About two.\n[[s]]\nk = 2\n\n[o]\nz = 3\n";
    assert_eq!(after(BLOCKS, "s.0", ItemAction::Remove).as_deref(), Some(removed));
    let copied = after(BLOCKS, "s.0", ItemAction::Copy).expect("a copy");
    assert_eq!(copied.matches("[[s]]").count(), 3);
    assert_eq!(copied.matches("anchor").count(), 1, "a page has an anchor once");
    there_and_back(BLOCKS, "s.1");
    let end = "t = 1\n\n[[s]]\nk = 1\n";
    let removed = after(end, "s.0", ItemAction::Remove);
    assert_eq!(removed.as_deref(), Some("t = 1\n"), "as before it was added");
    let last = "[[s]]\nk = 1\n\n[[s]]\nk = 2\n";
    assert_eq!(after(last, "s.1", ItemAction::Up).as_deref(), Some("[[s]]\nk = 2\n\n[[s]]\nk = 1\n"));
}

#[test]
fn what_looks_like_a_header_in_a_text_or_a_list_is_none() {
    for value in [
        "\"\"\"\n[not a header]\nanchor = \"in the text\"\n\"\"\"",
        "'''\n[[s]]\n[o]\n'''",
        "[\n[1, 2],\n[\n3\n]\n]",
        "[\n  { a = [\n[\"x\"]\n] },\n]",
        "\"\"\"\ntext\n# no comment\"\"\"",
        "\"] # [s]\" # [o]",
        "{ x = [\n[1]\n] }",
        "[ # [o]\n# [[s]]\n[1], # [s]\n]",
    ] {
        for end in
            ["", "\n\n[o]\nz = 3\n", "\n\n# About o.\n[[o]]\nz = 3\n", "\n[s.p]\nf = [\n[1]\n]\n\n[s.p.q]\n"]
        {
            let text = format!("t = 1\n\n[[s]]\nk = 1\n\n[[s]]\nk = {value}{end}");
            let moved = there_and_back(&text, "s.1");
            assert!(moved.starts_with(&format!("t = 1\n\n[[s]]\nk = {value}\n")), "{moved}");
            let rest = end.strip_prefix("\n\n").unwrap_or_default();
            let removed = after(&text, "s.1", ItemAction::Remove).expect("removed");
            assert_eq!(removed.trim_end(), format!("t = 1\n\n[[s]]\nk = 1\n\n{rest}").trim_end(), "{text}");
        }
    }
}

#[test]
fn the_comment_of_a_block_is_never_a_piece_of_a_text_and_a_line_switched_off_stays_with_its_block() {
    let text = "[[s]]\nk = \"\"\"\n# One\n# \"\"\"\n[[s]]\nk = 2\n# p = 3\n\n# About three.\n[[s]]\nk = 3\n";
    let moved = "[[s]]\nk = 2\n# p = 3\n\n[[s]]\nk = \"\"\"\n# One\n# \"\"\"\n# About three.\n[[s]]\nk = 3\n";
    assert_eq!(after(text, "s.0", ItemAction::Down).as_deref(), Some(moved));
    let removed = "[[s]]\nk = \"\"\"\n# One\n# \"\"\"\n# About three.\n[[s]]\nk = 3\n";
    assert_eq!(after(text, "s.1", ItemAction::Remove).as_deref(), Some(removed));
}

#[test]
fn lists_in_lists_and_tables_with_dots_move_in_their_own_block() {
    let text = "[[s]]\na.b = [{ c = 1 }, { c = 2 }]\n\n[[s.r]]\nk = 1\n\n[s.r.p]\nk = 1\n\n[[s.r]]\nk.x = 2\nk.y = 3\n\n\
                [[s.r.t]]\nk = 4\n\n[[s]]\n\n[[s.r]]\nk = 5\n";
    there_and_back(text, "s.0.r.1");
    there_and_back(text, "s.0.a.b.1");
    there_and_back(text, "s.1");
    let removed = after(text, "s.0.r.1", ItemAction::Remove).expect("removed");
    assert_eq!(removed, text.replace("[[s.r]]\nk.x = 2\nk.y = 3\n\n[[s.r.t]]\nk = 4\n\n", ""));
    let moved = after(text, "s.0.a.b.0", ItemAction::Down).expect("moved");
    assert_eq!(moved, text.replace("{ c = 1 }, { c = 2 }", "{ c = 2 }, { c = 1 }"));
    // `[ "s" . r ]` and `[[ s ]]` are headers as well.
    let spaced = text.replace("[s.r.p]", "[ \"s\" . r.p ]").replace("[[s]]\n\n", "[[ s ]] # [x\n\n");
    there_and_back(&spaced, "s.0.r.1");
    there_and_back(&spaced, "s.1");
    // A table of another one between a block and a table of its own: whatever would move would be too much.
    let mixed = "[[s]]\nk = 1\n\n[o]\nz = 3\n\n[s.p]\nf = 2\n";
    assert_eq!(after(mixed, "s.0", ItemAction::Remove), None);
}

#[test]
fn line_ends_of_windows_and_a_missing_last_one_stay() {
    for text in
        [BLOCKS, LINES, "[[s]]\nk = 1\n\n# Two\n[[s]]\nk = \"\"\"\n[x]\n\"\"\"\n", "s = [\n# One\n1,\n2\n]\n"]
    {
        let list = if text.contains("a = ") { "a.1" } else { "s.1" };
        let text = if text.contains("2\n]") { text.replace("2\n", "2,\n") } else { text.to_string() };
        for text in
            [text.trim_end(), &text, &text.replace('\n', "\r\n"), text.replace('\n', "\r\n").trim_end()]
        {
            there_and_back(text, list);
            for action in [ItemAction::Up, ItemAction::Copy, ItemAction::Remove] {
                let after = after(text, list, action).expect("done");
                assert_eq!(after.matches('\n').count() == after.matches("\r\n").count(), text.contains('\r'));
            }
        }
    }
    let page = "[[sections]]\r\nkind = 1\r\n";
    let hidden = after(page, "sections.0", ItemAction::Hide);
    assert_eq!(hidden.as_deref(), Some("[[sections]]\r\nhidden = true\r\nkind = 1\r\n"));
}

#[test]
fn every_list_of_the_content_comes_back_to_the_byte() {
    let source = crate::Source::Bundled;
    let mut tried = 0;
    for file in source.every_file().expect("files").into_iter().filter(|file| file.ends_with(".toml")) {
        let text = String::from_utf8(source.read(&file).expect("a file").to_vec()).expect("a text");
        let root = node::parse(&file, &text, &mut Report::default()).expect("TOML");
        for list in lists(&root, "") {
            let count = root.at(&list).expect("a list").items().len();
            for at in [1, count - 1].into_iter().filter(|at| (1..count).contains(at)) {
                there_and_back(&text, &format!("{list}.{at}"));
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// Ways to the lists below a node.
fn lists(node: &node::Node, path: &str) -> Vec<String> {
    let below = |step: &str, node| lists(node, format!("{path}.{step}").trim_start_matches('.'));
    match &node.value {
        node::NodeValue::Table(entries) => {
            entries.iter().flat_map(|entry| below(&entry.key, &entry.node)).collect()
        }
        node::NodeValue::List(items) => {
            let inner = items.iter().enumerate().flat_map(|(at, item)| below(&at.to_string(), item));
            std::iter::once(path.to_string()).chain(inner).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn what_is_real_loses_its_mark_with_the_comment_above_it_and_nothing_else() {
    let text = "# All.\n[[a]]\nsample = true\nb = 1\n\n[[a]]\nb = 2\n# Invented: delete\n# this line.\nsample = true # so\nc = []\n";
    let first = "# All.\n[[a]]\nb = 1\n\n[[a]]\nb = 2\n# Invented: delete\n# this line.\nsample = true # so\nc = []\n";
    assert_eq!(after(text, "a.0", ItemAction::Real).as_deref(), Some(first));
    let second = "# All.\n[[a]]\nsample = true\nb = 1\n\n[[a]]\nb = 2\nc = []\n";
    assert_eq!(after(text, "a.1", ItemAction::Real).as_deref(), Some(second));
    assert_eq!(after(first, "a.0", ItemAction::Real), None, "it is real already");
    assert_eq!(after(LINES, "a.0", ItemAction::Real), None, "values have no mark");
    let windows = text.replace('\n', "\r\n");
    assert_eq!(after(&windows, "a.0", ItemAction::Real), Some(first.replace('\n', "\r\n")));
}
