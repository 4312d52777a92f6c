//! Optional: rasterises the pictures that chat apps and social networks show of a page, from the card that says what a
//! picture shows. The rest of the workspace knows only the card (`site::share_card`); the binary plugs this crate in.
//!
//! 1. `site::pages::share_cards` makes the card of a page: its heading, its illustration, the company's phone and domain.
//!    The card's digest is part of the picture's address (`/share/contact-us.1a2b3c4d.png`), and the address is in the head
//!    of the document. Nothing is rasterised for that.
//! 2. After all pages are recompressed, a thread of the lowest priority rasterises the pages' pictures and those of the
//!    newest posts, one at a time, and the response cache keeps them. Whoever asks for another one, or earlier, waits for a
//!    thread that is only behind the pages.
//! 3. The address changes with everything that the picture shows, so others may cache it for ever. An earlier address shows
//!    the picture as it is now, and must not be cached.

mod drawing;
mod file;
mod fonts;
mod markup;
mod palette;
mod photo;
mod rasterise;
mod template;
mod text_width;
mod title;
mod worker;

pub use crate::file::MAX_BYTES;
pub use crate::worker::start;

#[cfg(test)]
mod tests;
