//! The template of a share picture: the SVG around its illustration, filled with a card's words.

use std::fmt::Write as _;

use crate::fonts::FAMILY;
use crate::markup::escaped;
use crate::palette::colour;
use crate::title;
use crate::title::Title;
use site::share_card::{Card, HEIGHT, Layout, WIDTH};

/// The middle row of waves, between the palette's lagoon and gulf. Only share pictures have this colour.
const LAGOON_SHADE: &str = "#147c80";

/// Distance of words and logo from the picture's edges, in pixels.
const MARGIN: f32 = 64.0;
/// Where the logo is.
pub const LOGO: Area = Area { x: MARGIN, y: 56.0, width: 240.0, height: 66.0 };
/// The words are between the logo and the sea.
const WORDS_TOP: f32 = 150.0;
const WORDS_BOTTOM: f32 = 528.0;
/// Thickness of the wall that is cut open, and its height above the roof.
const WALL: f32 = 16.0;
const PARAPET: f32 = 24.0;
/// The size of the small lines, and from one baseline to the next.
const LINE_SIZE: f32 = 26.0;
const LINE_LEADING: f32 = 36.0;
/// From the title's last baseline to the first small line's: in pixels, and in the title's ems for what hangs below.
const LINE_GAP: f32 = 36.0;
const BELOW: f32 = 0.36;
const ARABIC_BELOW: f32 = 0.62;
/// Height of a capital letter, in ems.
const CAPITAL: f32 = 0.703;

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// The whole picture.
pub const WHOLE: Area = Area { x: 0.0, y: 0.0, width: WIDTH as f32, height: HEIGHT as f32 };

/// The illustration's rectangle.
pub fn picture_area(layout: Layout) -> Area {
    match layout {
        Layout::Across => WHOLE,
        Layout::Beside => Area { x: 580.0, y: 165.0, width: 620.0, height: 465.0 },
    }
}

/// Widest text, in pixels.
pub fn max_text_width(layout: Layout) -> f32 {
    match layout {
        Layout::Across => 520.0,
        Layout::Beside => picture_area(layout).x - WALL - MARGIN - 24.0,
    }
}

/// The background.
pub fn background() -> String {
    let sun = colour("sun");
    svg(&format!("<path fill=\"{sun}\" d=\"M0 0h{WIDTH}v{HEIGHT}H0z\"/>"))
}

/// The foreground: words, and the wall and sea around an illustration, if there is one.
pub fn foreground(card: &Card, illustrated: bool) -> String {
    let around = match (card.layout, illustrated) {
        (_, false) => sea(WIDTH as f32),
        (Layout::Across, true) => String::new(),
        (Layout::Beside, true) => {
            let picture = picture_area(card.layout);
            sea(picture.x - WALL) + &wall(picture)
        }
    };
    svg(&(around + &words(card)))
}

fn svg(parts: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">{parts}</svg>")
}

/// The house that is cut open: its outer wall, which ends above the roof, and the roof.
fn wall(picture: Area) -> String {
    let Area { x, y, .. } = picture;
    let (left, roof) = (x - WALL, y - WALL);
    let (parapet, ink) = (roof - PARAPET, colour("ink"));
    format!("<path fill=\"{ink}\" d=\"M{left} {HEIGHT}V{parapet}H{x}V{roof}H{WIDTH}V{y}H{x}V{HEIGHT}Z\"/>")
}

/// Three rows of waves up to `right`, the nearest one darkest.
fn sea(right: f32) -> String {
    let (lagoon, gulf, glass) = (colour("lagoon"), colour("gulf"), colour("glass"));
    let rows = [(544.0, 26.0, 6.0, lagoon), (569.0, 32.0, 7.0, LAGOON_SHADE), (596.0, 38.0, 8.0, gulf)];
    let mut sea = format!(
        "<clipPath id=\"sea\"><path d=\"M0 0H{right}V{HEIGHT}H0Z\"/></clipPath><g clip-path=\"url(#sea)\">"
    );
    for (y, half, rise, colour) in rows {
        let _ = write!(sea, "<path fill=\"{colour}\" d=\"M{} {y}q{} -{rise} {half} 0", -half, half / 2.0);
        let mut x = 0.0;
        while x < right {
            let _ = write!(sea, "t{half} 0");
            x += half;
        }
        let _ = write!(sea, "V{HEIGHT}H{}Z\"/>", -half);
    }
    for (x, y, count, colour) in [
        (70, 562, 4, glass),
        (330, 558, 6, glass),
        (210, 590, 5, lagoon),
        (440, 588, 3, glass),
        (90, 616, 5, lagoon),
        (380, 618, 6, lagoon),
    ] {
        let _ = write!(
            sea,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linecap=\"round\" d=\"M{x} {y}q6.5 -5 13 0{}\"/>",
            "t13 0".repeat(count - 1)
        );
    }
    sea + "</g>"
}

/// Title and small lines, in the middle between logo and sea.
fn words(card: &Card) -> String {
    let max_width = max_text_width(card.layout);
    let title = if title::displayable(&card.title).is_empty() { &card.company } else { &card.title };
    let title = title::typeset(title, max_width);
    let last = (title.lines.len() - 1) as f32;
    let small = card.lines.len() as f32;
    let below = if title.rtl { ARABIC_BELOW } else { BELOW };
    let gap = LINE_GAP + below * title.size;
    let height = title.size * CAPITAL + last * title.leading() + gap + (small - 1.0) * LINE_LEADING;
    let top = WORDS_TOP + (WORDS_BOTTOM - WORDS_TOP - height).max(0.0) * 0.45;
    let (anchor, x) = if title.rtl { ("end", MARGIN + max_width) } else { ("start", MARGIN) };
    let ink = colour("ink");
    let mut words = format!("<g fill=\"{ink}\" font-family=\"{FAMILY}\" text-anchor=\"{anchor}\">");
    let mut y = top + title.size * CAPITAL;
    words.push_str(&title_lines(&title, x, y));
    y += last * title.leading() + gap;
    for line in &card.lines {
        let _ = write!(
            words,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{LINE_SIZE}\" font-weight=\"600\">{}</text>",
            escaped(line)
        );
        y += LINE_LEADING;
    }
    words + "</g>"
}

fn title_lines(title: &Title, x: f32, first: f32) -> String {
    let mut lines = format!(
        "<g font-size=\"{}\" font-weight=\"800\" letter-spacing=\"{}\">",
        title.size,
        title.tracking()
    );
    for (place, line) in title.lines.iter().enumerate() {
        let y = first + place as f32 * title.leading();
        let _ = write!(lines, "<text id=\"title-{place}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(line));
    }
    lines + "</g>"
}
