//! A drawing on a share picture. Authors bring drawings from elsewhere, so that one which would take for ever, or looks
//! for files of this machine, is not drawn.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::fonts;
use crate::template::{Area, WHOLE};

/// What takes time without end in the wrong hands. (How large a drawing may grow by copies of its own parts is the
/// reader's to bound, and it does.)
const HEAVY: [&str; 4] = ["<filter", ":filter", "<pattern", ":pattern"];

/// Reads it; none where it is no drawing, or one that would take too long.
pub fn read(bytes: &[u8]) -> Option<Tree> {
    let text = std::str::from_utf8(bytes).ok()?;
    let small = text.to_ascii_lowercase();
    if HEAVY.iter().any(|part| small.contains(part)) {
        return None;
    }
    Tree::from_str(text, &fonts::options()).ok()
}

/// The drawing, scaled until it covers `area`.
pub fn covering(bytes: &[u8], area: Area) -> Option<Pixmap> {
    let tree = read(bytes)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (area.width / width).max(area.height / height);
    let mut pixels = Pixmap::new(area.width as u32, area.height as u32)?;
    // What is too wide is cut on both sides, or on the left where words stand; what is too high, above.
    let left = area.width - width * scale;
    let left = if area == WHOLE { left } else { left / 2.0 };
    let place = Transform::from_row(scale, 0.0, 0.0, scale, left, area.height - height * scale);
    resvg::render(&tree, place, &mut pixels.as_mut());
    Some(pixels)
}
