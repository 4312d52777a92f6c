//! Rasterises a share picture in layers: background, illustration, foreground, logo.

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::Tree;

use crate::template;
use crate::template::{Area, LOGO};
use crate::{drawing, fonts, photo};
use site::share_card::{Card, HEIGHT, Material, WIDTH};

/// The pixels of a card's picture. An illustration that cannot be read is left out.
pub fn rasterise(card: &Card, material: &Material) -> Pixmap {
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).expect("the size is not zero");
    draw(&mut canvas, &template::background());
    let area = template::picture_area(card.layout);
    let picture = material.picture.as_ref().and_then(|picture| illustration(picture, area));
    if let Some(pixels) = &picture {
        let (x, y) = (area.x as i32, area.y as i32);
        canvas.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    draw(&mut canvas, &template::foreground(card, picture.is_some()));
    if let Some(logo) = material.logo.as_ref().and_then(|logo| drawing::parse(logo)) {
        let scale = (LOGO.width / logo.size().width()).min(LOGO.height / logo.size().height());
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, LOGO.x, LOGO.y);
        resvg::render(&logo, transform, &mut canvas.as_mut());
    }
    canvas
}

fn draw(canvas: &mut Pixmap, drawing: &str) {
    let tree = Tree::from_str(drawing, &fonts::options()).expect("the template is valid SVG");
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
}

fn illustration(bytes: &[u8], area: Area) -> Option<Pixmap> {
    match image::guess_format(bytes) {
        Ok(format) => photo::covering(bytes, format, area),
        Err(_) => drawing::covering(bytes, area),
    }
}
