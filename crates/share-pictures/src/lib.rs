//! Optional: rasterises the pictures that chat apps and social networks show of a page, from the card that says what a
//! picture shows. The rest of the workspace knows only the card (`site::share_card`); the binary plugs this crate in.

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
