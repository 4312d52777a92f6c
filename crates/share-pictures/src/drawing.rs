//! Rasterises a drawing (SVG) for a share picture. Authors bring drawings from elsewhere, so one that would take very long
//! or refers to files is not rasterised.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::fonts;
use crate::template::{Area, WHOLE};

/// Parts that can take any amount of time. (The SVG parser itself limits how far a drawing may grow by copies of its own
/// parts.)
const UNBOUNDED_PARTS: [&str; 4] = ["<filter", ":filter", "<pattern", ":pattern"];

/// Parses a drawing; `None` if it is not one, or could take too long.
pub fn parse(bytes: &[u8]) -> Option<Tree> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lower = text.to_ascii_lowercase();
    if UNBOUNDED_PARTS.iter().any(|part| lower.contains(part)) {
        return None;
    }
    Tree::from_str(text, &fonts::options()).ok()
}

/// The drawing, scaled until it covers `area`.
pub fn covering(bytes: &[u8], area: Area) -> Option<Pixmap> {
    let tree = parse(bytes)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (area.width / width).max(area.height / height);
    let mut pixels = Pixmap::new(area.width as u32, area.height as u32)?;
    // A drawing that is too wide is cut on both sides, or on the left where the words are; one that is too high, above.
    let left = area.width - width * scale;
    let left = if area == WHOLE { left } else { left / 2.0 };
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, left, area.height - height * scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Some(pixels)
}
