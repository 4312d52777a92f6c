//! The size of an SVG drawing.

use crate::content::media::PictureError;

/// Width and height in CSS pixels: those of the root element, or else of its `viewBox`.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    stated(bytes).ok_or_else(|| {
        PictureError::new(
            "does not say how wide and high it is",
            "give its `svg` element a width and a height",
        )
    })
}

fn stated(bytes: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let root = text.split_once("<svg")?.1.split_once('>')?.0;
    let quoted =
        |name: &str, quote: char| Some(root.split_once(&format!(" {name}={quote}"))?.1.split_once(quote)?.0);
    let attribute = |name: &str| quoted(name, '"').or_else(|| quoted(name, '\''));
    let pixels =
        |text: &str| text.trim_end_matches("px").parse::<f64>().ok().map(|number| number.round() as u32);
    if let (Some(width), Some(height)) =
        (attribute("width").and_then(pixels), attribute("height").and_then(pixels))
    {
        return Some((width, height));
    }
    let mut view = attribute("viewBox")?.split_ascii_whitespace().skip(2).filter_map(pixels);
    Some((view.next()?, view.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_has_its_size_in_attributes_or_in_its_view_box() {
        assert_eq!(stated(br#"<svg width="8" height="6" viewBox="0 0 1 1">"#), Some((8, 6)));
        assert_eq!(stated(br#"<svg viewBox="0 0 115 28">"#), Some((115, 28)));
        assert_eq!(stated(b"<svg width='8' height='6'/>"), Some((8, 6)));
        assert_eq!(stated(b"<svg>"), None);
    }
}
