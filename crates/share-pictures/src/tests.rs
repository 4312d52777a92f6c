//! The look of share pictures, read from the SVG and from the files' bytes.

use bytes::Bytes;
use resvg::usvg::{Node, Tree};

use super::*;
use crate::title::typeset;
use sha2::{Digest as _, Sha256};
use site::share_card::{Card, EDITION, HEIGHT, Illustration, Layout, Material, WIDTH, page_of};

const DRAWING: &[u8] = include_bytes!("../../../content/illustrations/service-ac.svg");
const SMALLEST_MARGIN: f32 = 24.0;

/// Titles that are hard to set.
const TITLES: [&str; 9] = [
    "Terms",
    "AC repair and maintenance in Dubai",
    "What to check before you sign an annual maintenance contract for a villa with a pool",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Our Donaudampfschifffahrtsgesellschaftskapitän paints a flat in Jumeirah Beach Residence, Dubai",
    "صيانة المكيفات في دبي: كم تكلف الزيارة، ومتى تحتاج إليها، وما الذي يشمله العقد السنوي؟",
    "AC & <b>heaters</b> \"explained\" ]]> &amp; 'so'",
    "Cool 😀 rooms 🇦🇪 with 👨‍👩‍👧 and 1️⃣ unit → 24°",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

fn card(title: &str, layout: Layout) -> Card {
    Card {
        title: title.to_owned(),
        company: "Amwaj Home Maintenance".to_owned(),
        lines: vec!["+971 4 000 0000".to_owned(), "amwaj.example".to_owned()],
        layout,
        picture: Some(Illustration { src: "/media/a.svg".to_owned(), alt: String::new() }),
        logo: "/media/logo.svg".to_owned(),
    }
}

fn photo_card() -> Card {
    let picture = Illustration { src: "/media/a.jpg".to_owned(), alt: "A clean filter".to_owned() };
    Card { picture: Some(picture), ..card("A photo", Layout::Beside) }
}

fn foreground(card: &Card) -> Tree {
    Tree::from_str(&template::foreground(card, true), &fonts::options()).expect("a drawing")
}

/// The title's lines as they are rendered.
fn lines(tree: &Tree) -> Vec<&resvg::usvg::Text> {
    let line = |place: usize| match tree.node_by_id(&format!("title-{place}")) {
        Some(Node::Text(text)) => Some(&**text),
        _ => None,
    };
    (0..).map_while(line).collect()
}

#[test]
fn no_title_is_clipped_and_none_runs_into_its_neighbours() {
    for layout in [Layout::Across, Layout::Beside] {
        let right = if layout == Layout::Beside { template::picture_area(layout).x } else { 640.0 };
        for title in TITLES {
            let tree = foreground(&card(title, layout));
            let lines = lines(&tree);
            assert!((1..=4).contains(&lines.len()), "{} lines of {title}", lines.len());
            for line in &lines {
                // The ink, and the letters' advances.
                for area in [line.abs_stroke_bounding_box(), line.abs_bounding_box()] {
                    assert!(area.left() >= SMALLEST_MARGIN && area.right() <= right, "{title}: {area:?}");
                }
                let ink = line.abs_stroke_bounding_box();
                assert!(ink.width() > 20.0 && ink.height() > 10.0, "no ink in a line of {title}: {ink:?}");
                assert!(
                    ink.top() > template::LOGO.y + template::LOGO.height && ink.bottom() < 540.0,
                    "{title}: {ink:?}"
                );
            }
        }
    }
}

#[test]
fn a_title_keeps_its_words_and_its_signs() {
    let said = |title: &str| typeset(title, 480.0).lines.join(" ");
    assert_eq!(said(TITLES[1]), TITLES[1]);
    assert_eq!(said(TITLES[2]), TITLES[2]);
    assert_eq!(said(TITLES[6]), TITLES[6]);
    assert_eq!(said(TITLES[7]), "Cool rooms with and 1 unit 24°");
    assert!(said(TITLES[3]).replace("- ", "").contains(TITLES[3]), "{}", said(TITLES[3]));
    let long = "one two three four ".repeat(20);
    assert!(said(&long).starts_with("one two three") && said(&long).ends_with('…'), "{}", said(&long));
}

#[test]
fn lines_are_as_even_as_they_can_be_and_short_titles_are_large() {
    let title = typeset("What to check before you sign an annual maintenance contract", 480.0);
    assert_eq!(title.lines, ["What to check before", "you sign an annual", "maintenance contract"]);
    assert!(title.size > 40.0, "{}", title.size);
    assert_eq!(
        typeset("Low water pressure on one floor only: where to look", 480.0).lines,
        ["Low water pressure", "on one floor only:", "where to look"]
    );
    assert_eq!(typeset("Terms", 480.0).size, 76.0);
    // A title that would be small in three lines gets a fourth.
    let long = typeset(
        "What to check before you sign an annual maintenance contract for a villa with a pool",
        480.0,
    );
    assert!(long.lines.len() == 4 && long.size > 40.0, "{long:?}");
}

#[test]
fn arabic_is_set_from_the_right_in_joined_letters() {
    let tree = foreground(&card(TITLES[5], Layout::Beside));
    let right = 64.0 + template::max_text_width(Layout::Beside);
    for line in lines(&tree) {
        assert!((line.abs_bounding_box().right() - right).abs() < 2.0, "{:?}", line.abs_bounding_box());
    }
    // Joined, the letters are narrower than one by one.
    let widths = text_width::widths(&["صيانة", "ص", "ي", "ا", "ن", "ة"], 0.0);
    assert!(widths[0] < 0.95 * widths[1..].iter().sum::<f32>(), "{widths:?}");
}

#[test]
fn a_title_in_letters_that_the_fonts_lack_gives_way_to_the_company() {
    for title in ["Ремонт кондиционеров", "空调维修", "😀", ""] {
        let tree = foreground(&card(title, Layout::Beside));
        let text = lines(&tree).iter().map(|line| line.chunks()[0].text()).collect::<Vec<_>>().join(" ");
        assert_eq!(text, "Amwaj Home Maintenance", "{title}");
    }
}

#[test]
fn every_picture_is_small_enough_for_chat_apps_and_of_the_size_that_is_said() {
    let noise: Vec<u8> = (0..800 * 600 * 3u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut photo = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut photo, 95)
        .encode(&noise, 800, 600, image::ExtendedColorType::Rgb8)
        .expect("a photo");
    let squares = (0..2000).map(|n| {
        let (x, y, colour) = (n % 50 * 16, n / 50 * 15, n * 8_111 % 0xff_ffff);
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"#{colour:06x}\" fill-opacity=\".7\"/>")
    });
    let busy = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"600\">{}</svg>",
        squares.collect::<String>()
    );
    let drawing = card("A drawing", Layout::Across);
    for (card, picture, format) in [
        (&card("AC repair", Layout::Beside), DRAWING.to_vec(), image::ImageFormat::Png),
        // Too many colours for PNG.
        (&drawing, busy.into_bytes(), image::ImageFormat::Jpeg),
        (&photo_card(), photo, image::ImageFormat::Jpeg),
    ] {
        let file = file::encode(card, &Material { picture: Some(picture.into()), logo: None });
        assert!(file.len() < MAX_BYTES, "{} bytes", file.len());
        assert_eq!(image::guess_format(&file).expect("a picture"), format);
        let picture = image::load_from_memory(&file).expect("a picture");
        assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
    }
}

#[test]
fn an_illustration_is_shown_and_one_that_cannot_be_read_is_left_out() {
    let rasterised = |picture: &[u8]| {
        let material = Material { picture: Some(Bytes::copy_from_slice(picture)), logo: None };
        let pixels = rasterise::rasterise(&card("A title", Layout::Beside), &material);
        let pixel = pixels.pixel(900, 400).expect("inside");
        (pixel.red(), pixel.green(), pixel.blue())
    };
    let red = b"<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'><path fill='red' d='M0 0h8v6H0z'/></svg>";
    let sun = (0xff, 0xb7, 0x1b);
    assert_eq!(rasterised(red), (255, 0, 0));
    for broken in [&b"<svg"[..], b"", b"\xff\xd8\xff\xe0broken", b"<svg xmlns='http://www.w3.org/2000/svg'/>"]
    {
        assert_eq!(rasterised(broken), sun, "{:?}", String::from_utf8_lossy(broken));
    }
}

#[test]
fn a_drawing_that_would_take_for_ever_is_left_out() {
    let around = |parts: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"6\">{parts}</svg>")
    };
    let levels = (1..10).map(|level| {
        let copies = format!("<use href=\"#a{}\"/>", level - 1).repeat(10);
        format!("<g id=\"a{level}\">{copies}</g>")
    });
    let copies = around(&(String::from("<path id=\"a0\" d=\"M0 0h8v6\"/>") + &levels.collect::<String>()));
    assert!(drawing::parse(copies.as_bytes()).is_none());
    let clouds =
        around("<filter id=\"a\"><feTurbulence numOctaves=\"99999999\"/></filter><path filter=\"url(#a)\"/>");
    assert!(drawing::parse(clouds.as_bytes()).is_none());
    assert!(drawing::parse(DRAWING).is_some());
}

#[test]
fn a_drawing_reads_no_file_of_the_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret.svg");
    std::fs::write(&secret, "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'><path fill='red' d='M0 0h8v6H0z'/></svg>")
        .expect("written");
    let drawing = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='8' height='6'>\
         <image xlink:href='{}' width='8' height='6'/></svg>",
        secret.display()
    );
    let material = Material { picture: Some(drawing.into()), logo: None };
    let pixels = rasterise::rasterise(&card("A title", Layout::Beside), &material);
    let pixel = pixels.pixel(900, 400).expect("inside");
    assert_eq!((pixel.red(), pixel.green()), (0xff, 0xb7), "the file was read");
}

#[test]
fn an_address_changes_with_all_that_is_shown_and_leads_back_to_its_page() {
    let one = card("Title", Layout::Beside);
    for path in
        ["/", "/contact-us", "/services/plumbing-services-in-dubai", "/blogs/a.b.c", "/blogs/12345678"]
    {
        assert_eq!(page_of(&one.address(path)).as_deref(), Some(path));
    }
    assert_eq!(page_of("/share/contact-us.png").as_deref(), Some("/contact-us"));
    assert_eq!(page_of("/share/index.0123abcd.jpg").as_deref(), Some("/"));
    for no_picture in ["/share/", "/share/index", "/share/index.gif", "/other/index.png"] {
        assert_eq!(page_of(no_picture), None, "{no_picture}");
    }
    let others = [
        Card { title: "Other".into(), ..one.clone() },
        Card { lines: vec!["+971 4 000 0001".into()], ..one.clone() },
        Card { logo: "/media/logo.2.svg".into(), ..one.clone() },
        Card { layout: Layout::Across, ..one.clone() },
        photo_card(),
    ];
    for other in &others {
        assert_ne!(other.address("/"), one.address("/"), "{other:?}");
    }
}

/// A picture's address may be cached for ever, so a change of the look must change the addresses.
#[test]
fn the_edition_changes_with_the_look() {
    let cards = TITLES.iter().flat_map(|title| [card(title, Layout::Across), card(title, Layout::Beside)]);
    let look: String = cards
        .map(|card| {
            template::foreground(&card, true)
                + &template::foreground(&card, false)
                + &format!("{:?}", template::picture_area(card.layout))
        })
        .collect();
    let look =
        fonts::FILES.iter().fold(Sha256::new().chain_update(look), |look, font| look.chain_update(font));
    let digest = hex::encode(&look.finalize()[..4]);
    assert_eq!(
        EDITION, digest,
        "the look has changed: set EDITION in site/src/share_card.rs to \"{digest}\""
    );
}
