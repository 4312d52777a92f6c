//! The fonts of share pictures: Schibsted Grotesk, and Cairo for Arabic. `web/build/share-fonts.py` makes the files from
//! the browser's. Fonts that are installed on the machine are never used, so that a picture is the same everywhere.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{ImageHrefResolver, Options, fontdb};
// Of the version that resvg uses: it adds no crate to the binary.
use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider as _};

/// The first is for titles; the other one is the fallback for characters that it lacks.
pub const FILES: [&[u8]; 2] =
    [include_bytes!("fonts/schibsted-grotesk-latin.ttf"), include_bytes!("fonts/cairo-arabic.ttf")];

/// The family name in the Latin file.
pub const FAMILY: &str = "Schibsted Grotesk";

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for font in FILES {
        database.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    database.set_serif_family(FAMILY);
    Arc::new(database)
});

static CHARMAPS: LazyLock<Vec<Charmap<'static>>> =
    LazyLock::new(|| FILES.iter().filter_map(|font| Some(FontRef::new(font).ok()?.charmap())).collect());

/// Whether one of the fonts has the character.
pub fn has_character(character: char) -> bool {
    CHARMAPS.iter().any(|font| font.map(character).is_some())
}

/// Options for parsing drawings: with these fonts, and without any pictures inside a drawing, be they files of this
/// machine or `data:` URLs.
pub fn options() -> Options<'static> {
    let nothing =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options {
        fontdb: DATABASE.clone(),
        font_family: FAMILY.to_owned(),
        image_href_resolver: nothing,
        ..Options::default()
    }
}
