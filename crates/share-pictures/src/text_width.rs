//! Measures how wide words are in the weight of titles.

use std::fmt::Write as _;

use resvg::usvg::{Node, Tree};

use crate::fonts;
use crate::markup::escaped;

/// The font size that words are measured at, in pixels; widths are proportional to it.
const SIZE: f32 = 100.0;
/// The distance between the lines on which words are measured, one word each.
const LINE_DISTANCE: f32 = 4.0 * SIZE;

/// The widths of `words` in ems, with `tracking` ems between letters.
pub fn widths(words: &[&str], tracking: f32) -> Vec<f32> {
    let mut drawing = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">");
    let _ = write!(
        drawing,
        "<g font-weight=\"800\" font-size=\"{SIZE}\" letter-spacing=\"{}\">",
        tracking * SIZE
    );
    for (place, word) in words.iter().enumerate() {
        let y = place as f32 * LINE_DISTANCE;
        let _ = write!(drawing, "<text id=\"w{place}\" y=\"{y}\">{}</text>", escaped(word));
    }
    drawing.push_str("</g></svg>");
    let tree = Tree::from_str(&drawing, &fonts::options()).expect("the words are escaped");
    let width = |place: usize| match tree.node_by_id(&format!("w{place}")) {
        // The sum of the letters' advances, not the extent of their ink.
        Some(Node::Text(text)) => text.bounding_box().width() / SIZE,
        _ => 0.0,
    };
    (0..words.len()).map(width).collect()
}
