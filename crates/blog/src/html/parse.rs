//! Parses an author's HTML as browsers do, with html5ever's tree builder, which repairs broken HTML.
//!
//! A filter in front of the builder drops what no post has, ends elements that are too deep, and stops at a number
//! of nodes, so that hostile HTML can make the tree neither deep nor huge.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink, create_element};
use html5ever::{Attribute, QualName, local_name, ns};

use super::attributes::is_read;
use super::elements::{self, MISSED, WITHOUT_CONTENT};
use super::flat_lists::nest;
use super::noscript::without_twins;
use super::tree::{MAX_NODES, Tree, TreeNode};

/// Deepest nesting in the tree: deeper elements are ended where they start. Twice the written depth, so that end tags
/// still match where the serialiser leaves elements out.
const MAX_TREE_DEPTH: usize = 2 * super::MAX_DEPTH;

/// Elements that programs write for emphasis, and the style that says the same.
const STYLES: [(&str, &str); 8] = [
    ("b", "font-weight:bold;"),
    ("strong", "font-weight:bold;"),
    ("i", "font-style:italic;"),
    ("em", "font-style:italic;"),
    ("s", "text-decoration:line-through;"),
    ("strike", "text-decoration:line-through;"),
    ("del", "text-decoration:line-through;"),
    ("font", ""),
];

/// The nodes of the tree, the document first. The only comments are names of elements that readers will miss.
pub fn parse(html: &str) -> Vec<TreeNode> {
    parse_with(html, false)
}

/// As [`parse`], with the styles and classes in which programs note emphasis and lists. All emphasis is the style of a
/// `<span>`.
pub fn parse_pasted(html: &str) -> Vec<TreeNode> {
    parse_with(html, true)
}

fn parse_with(html: &str, is_pasted: bool) -> Vec<TreeNode> {
    let tree = Tree::new();
    let around = create_element(&tree, QualName::new(None, ns!(html), local_name!("div")), Vec::new());
    // Posts run no scripts, so what is in `<noscript>` is shown.
    let options = TreeBuilderOpts { scripting_enabled: false, ..Default::default() };
    let has_styles = is_pasted || html.contains("mso-list");
    let builder = TreeBuilder::new_for_fragment(tree, around, None, options);
    let tokenizer = Tokenizer::new(Filter { builder, is_pasted, has_styles }, Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut nodes = tokenizer.sink.builder.sink.finish();
    without_twins(&mut nodes);
    nest(&mut nodes, is_pasted);
    nodes
}

/// Passes to the tree builder only what a post may have.
struct Filter {
    builder: TreeBuilder<usize, Tree>,
    is_pasted: bool,
    /// Whether styles are read, as those in which Word notes its lists.
    has_styles: bool,
}

/// Makes a `<span>` of an element for emphasis. Its own style wins: Google Docs wraps everything in a `<b>` that is not
/// bold.
fn as_span(tag: &mut Tag) {
    let Some((_, style)) = STYLES.iter().find(|(name, _)| *name == &*tag.name) else { return };
    tag.name = local_name!("span");
    match tag.attrs.iter_mut().find(|attribute| attribute.name.local == local_name!("style")) {
        Some(own) => own.value = StrTendril::from_slice(&format!("{style}{}", own.value)),
        None => tag.attrs.push(Attribute {
            name: QualName::new(None, ns!(), local_name!("style")),
            value: StrTendril::from_slice(style),
        }),
    }
}

/// Whether a style or a class says something of an element. The builder reopens unclosed `a` and `code` in each
/// paragraph, at most three that are alike: with styles, none would be.
fn has_style(element: &str, name: &str) -> bool {
    let state = matches!((element, name), ("li", "aria-checked") | ("img", "aria-roledescription"));
    state || (matches!(name, "style" | "class") && !matches!(element, "a" | "code"))
}

impl TokenSink for Filter {
    type Handle = usize;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<usize> {
        match token {
            _ if self.builder.sink.len() > MAX_NODES => TokenSinkResult::Continue,
            Token::CommentToken(_) | Token::DoctypeToken(_) => TokenSinkResult::Continue,
            Token::TagToken(tag) => self.process_tag(tag, line),
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
        if self.is_pasted {
            as_span(&mut tag);
        }
        let name = match &*tag.name {
            "span" if self.has_styles => Some("span"),
            // Until pictures have lost their twins.
            "noscript" => Some("noscript"),
            name => elements::replacement(name).or_else(|| WITHOUT_CONTENT.get(name).copied()),
        };
        let Some(name) = name.filter(|name| starts || !elements::is_void(name)) else {
            return TokenSinkResult::Continue;
        };
        // The builder reopens unclosed formatting elements in each paragraph, at most three that are alike:
        // without attributes, all of one name are alike.
        let is_flat = |name: &str| matches!(name, "p" | "div" | "span");
        let keeps = |local: &str| match self.has_styles {
            true => is_read(name, local) || (has_style(name, local) && (self.is_pasted || is_flat(name))),
            false => is_read(name, local),
        };
        tag.attrs.retain(|attribute| keeps(&attribute.name.local));
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
