//! The fonts that share pictures are set in: Schibsted Grotesk, and Cairo for Arabic. The files are made from the
//! browser's by `web/build/share-fonts.py`; nothing of the machine's own fonts is used, so that a picture is the
//! same everywhere.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{ImageHrefResolver, Options, fontdb};
use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider as _};

/// The first is the one for titles; the other stands in where it lacks a character.
pub const FILES: [&[u8]; 2] =
    [include_bytes!("fonts/schibsted-grotesk-latin.ttf"), include_bytes!("fonts/cairo-arabic.ttf")];

/// The name that the Latin file gives itself.
pub const FAMILY: &str = "Schibsted Grotesk";

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for font in FILES {
        database.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    database.set_serif_family(FAMILY);
    Arc::new(database)
});

static CHARACTERS: LazyLock<Vec<Charmap<'static>>> =
    LazyLock::new(|| FILES.iter().filter_map(|font| Some(FontRef::new(font).ok()?.charmap())).collect());

/// Whether one of the fonts can show it.
pub fn can_show(character: char) -> bool {
    CHARACTERS.iter().any(|font| font.map(character).is_some())
}

/// How drawings are read: with these fonts, and with nothing from outside the drawing, neither a file of this
/// machine nor a picture in the drawing's own text.
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
