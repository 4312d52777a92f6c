//! Draws a share picture: ground, illustration, and what stands in front of it.

use bytes::Bytes;
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::Tree;

use super::sheet::{self, Area, LOGO};
use super::{Card, HEIGHT, WIDTH, drawing, fonts, photo};

/// The files that a picture is made of.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// The illustration: a drawing, or a photo as JPEG, PNG or WebP.
    pub picture: Option<Bytes>,
    /// The company's logo: a drawing.
    pub logo: Option<Bytes>,
}

/// The pixels of a card's picture. An illustration that cannot be read is left out.
pub fn paint(card: &Card, material: &Material) -> Pixmap {
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).expect("the size is not zero");
    draw(&mut canvas, &sheet::ground());
    let area = card.layout.picture();
    let picture = material.picture.as_ref().and_then(|picture| illustration(picture, area));
    if let Some(pixels) = &picture {
        let (x, y) = (area.x as i32, area.y as i32);
        canvas.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    draw(&mut canvas, &sheet::front(card, picture.is_some()));
    if let Some(logo) = material.logo.as_ref().and_then(|logo| drawing::read(logo)) {
        let scale = (LOGO.width / logo.size().width()).min(LOGO.height / logo.size().height());
        let place = Transform::from_row(scale, 0.0, 0.0, scale, LOGO.x, LOGO.y);
        resvg::render(&logo, place, &mut canvas.as_mut());
    }
    canvas
}

fn draw(canvas: &mut Pixmap, drawing: &str) {
    let tree = Tree::from_str(drawing, &fonts::options()).expect("the drawing is this module's own");
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
}

fn illustration(bytes: &[u8], area: Area) -> Option<Pixmap> {
    match image::guess_format(bytes) {
        Ok(format) => photo::covering(bytes, format, area),
        Err(_) => drawing::covering(bytes, area),
    }
}
