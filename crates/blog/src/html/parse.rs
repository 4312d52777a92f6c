//! Parses an author's HTML as browsers do, with html5ever's tree builder, which repairs broken HTML.
//!
//! A filter in front of the builder drops what no post has, ends elements that are too deep, and stops at a number
//! of nodes, so that hostile HTML can make the tree neither deep nor huge.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink, create_element};
use html5ever::{LocalName, QualName, local_name, ns};

use super::attributes::is_read;
use super::elements::{self, MISSED, WITHOUT_CONTENT};
use super::tree::{MAX_NODES, Tree, TreeNode};

/// How deep the tree may be: deeper elements are ended where they start. Twice what is written, so that end tags
/// still match where the serialiser leaves elements out.
const MAX_TREE_DEPTH: usize = 2 * super::MAX_DEPTH;

/// The nodes of the tree, the document first. The only comments are names of elements that readers will miss.
pub fn parse(html: &str) -> Vec<TreeNode> {
    parse_with(html, None)
}

/// As [`parse`], with the emphasis that programs such as Google Docs write as the style of a `<span>`.
pub fn parse_styled(html: &str) -> Vec<TreeNode> {
    parse_with(html, Some(RefCell::default()))
}

fn parse_with(html: &str, styled: Option<RefCell<Vec<Styled>>>) -> Vec<TreeNode> {
    let tree = Tree::new();
    let around = create_element(&tree, QualName::new(None, ns!(html), local_name!("div")), Vec::new());
    // Posts run no scripts, so what is in `<noscript>` is shown.
    let options = TreeBuilderOpts { scripting_enabled: false, ..Default::default() };
    let filter = Filter { builder: TreeBuilder::new_for_fragment(tree, around, None, options), styled };
    let tokenizer = Tokenizer::new(filter, Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// Passes to the tree builder only what a post may have.
struct Filter {
    builder: TreeBuilder<usize, Tree>,
    /// The open elements whose style counts, where that is asked for.
    styled: Option<RefCell<Vec<Styled>>>,
}

/// An open element, and the one that its style makes of it.
struct Styled {
    name: LocalName,
    instead: Option<LocalName>,
}

impl Filter {
    /// The tag that the style of a `<span>`, `<b>` or `<i>` makes of it; none where it says nothing.
    fn by_style(&self, mut tag: Tag) -> Option<Tag> {
        let Some(open) = &self.styled else { return Some(tag) };
        if !matches!(tag.name, local_name!("span") | local_name!("b") | local_name!("i")) {
            return Some(tag);
        }
        let instead = if tag.kind == TagKind::StartTag {
            let instead = emphasis(&tag);
            open.borrow_mut().push(Styled { name: tag.name.clone(), instead: instead.clone() });
            instead
        } else {
            let mut open = open.borrow_mut();
            let at = open.iter().rposition(|styled| styled.name == tag.name)?;
            open.remove(at).instead
        };
        tag.name = instead?;
        tag.attrs.clear();
        Some(tag)
    }
}

/// What a tag means by its name and its style.
fn emphasis(tag: &Tag) -> Option<LocalName> {
    let style = tag.attrs.iter().find(|attribute| attribute.name.local == local_name!("style"));
    let style: String =
        style.map(|style| style.value.chars().filter(|c| !c.is_whitespace()).collect()).unwrap_or_default();
    let weight = style.split_once("font-weight:").map(|(_, rest)| rest.split(';').next().unwrap_or_default());
    let is_bold = match weight {
        Some(weight) => weight == "bold" || weight.parse().is_ok_and(|weight: u32| weight >= 600),
        None => tag.name == local_name!("b"),
    };
    let is_slanted = match style.contains("font-style:") {
        true => style.contains("font-style:italic"),
        false => tag.name == local_name!("i"),
    };
    match (is_bold, is_slanted) {
        (true, _) => Some(local_name!("b")),
        (false, true) => Some(local_name!("i")),
        (false, false) => None,
    }
}

impl TokenSink for Filter {
    type Handle = usize;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<usize> {
        match token {
            _ if self.builder.sink.len() > MAX_NODES => TokenSinkResult::Continue,
            Token::CommentToken(_) | Token::DoctypeToken(_) => TokenSinkResult::Continue,
            Token::TagToken(tag) => match self.by_style(tag) {
                Some(tag) => self.process_tag(tag, line),
                None => TokenSinkResult::Continue,
            },
            other => self.builder.process_token(other, line),
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Filter {
    fn process_tag(&self, mut tag: Tag, line: u64) -> TokenSinkResult<usize> {
        let (builder, tree) = (&self.builder, &self.builder.sink);
        let starts = tag.kind == TagKind::StartTag;
        if starts && MISSED.contains(&*tag.name) {
            let _ = builder.process_token(Token::CommentToken(StrTendril::from_slice(&tag.name)), line);
        }
        let name = elements::replacement(&tag.name).or_else(|| WITHOUT_CONTENT.get(&*tag.name).copied());
        let Some(name) = name.filter(|name| starts || !elements::is_void(name)) else {
            return TokenSinkResult::Continue;
        };
        // The builder reopens unclosed formatting elements in each paragraph, at most three that are alike:
        // without attributes, all of one name are alike.
        tag.attrs.retain(|attribute| is_read(name, &attribute.name.local));
        let end = Tag { kind: TagKind::EndTag, attrs: Vec::new(), ..tag.clone() };
        tree.inserted.set(None);
        match (builder.process_token(Token::TagToken(tag), line), tree.inserted.get()) {
            (TokenSinkResult::Continue, Some(inserted)) if starts => {
                if !elements::is_void(name) && tree.depth(inserted) > MAX_TREE_DEPTH {
                    let _ = builder.process_token(Token::TagToken(end), line);
                }
                TokenSinkResult::Continue
            }
            // A `</p>` that ends no paragraph makes an empty one, which nobody meant.
            (TokenSinkResult::Continue, Some(inserted)) if name == "p" => {
                tree.remove_from_parent(&inserted);
                TokenSinkResult::Continue
            }
            (TokenSinkResult::Script(_), _) => TokenSinkResult::Continue,
            (result, _) => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(nodes: &[TreeNode]) -> usize {
        let children = |level: Vec<usize>| -> Vec<usize> {
            level.iter().flat_map(|node| nodes[*node].children.clone()).collect()
        };
        let below = |level: &Vec<usize>| Some(children(level.clone())).filter(|level| !level.is_empty());
        std::iter::successors(Some(vec![Tree::DOCUMENT]), below).count()
    }

    #[test]
    fn hostile_html_makes_the_tree_neither_deep_nor_huge() {
        for piece in ["<div>", "<b><div>x</b>", "<a href=x><p>", "<table><tr><td>", "<dd><li>", "<svg>"] {
            let deepest = depth(&parse(&piece.repeat(2000)));
            assert!(deepest <= MAX_TREE_DEPTH + 10, "{piece}: {deepest}");
        }
        let alike: String = (0..500).map(|n| format!("<b id={n}><i title={n}>")).collect();
        let copies = parse(&format!("<p>{alike}{}", "<p>x".repeat(500))).len();
        assert!(copies < 10_000, "{copies} nodes");
        assert_eq!(parse(&"<br>".repeat(MAX_NODES + 100)).len(), MAX_NODES + 1);
    }
}
