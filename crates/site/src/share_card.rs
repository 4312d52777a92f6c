//! Share cards (Open Graph): the pictures that chat apps and social networks show for a page, as data. A card says what
//! its picture shows; its address changes with whatever changes the picture. [`Rasterise`] turns a card into pixels.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Of every picture, in pixels: what Facebook, WhatsApp, LinkedIn and X show large.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// Prefix of share pictures' addresses.
pub const ADDRESS: &str = "/share/";
/// The name of the home page's picture.
const HOME_NAME: &str = "index";
/// Length of the digest in an address, in bytes.
const DIGEST_BYTES: usize = 4;
/// Changes with the look; the test `the_edition_changes_with_the_look` says to what.
pub const EDITION: &str = "c5794738";

/// Content of a share picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    pub title: String,
    /// The company's name: the title where a title cannot be shown.
    pub company: String,
    /// Small lines below the title.
    pub lines: Vec<String>,
    pub layout: Layout,
    pub picture: Option<Illustration>,
    /// Address of the company's logo, which changes with its bytes.
    pub logo: String,
}

/// The page's own picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Illustration {
    /// Its address, which changes with its bytes.
    pub src: String,
    /// Alternative text; empty if it only decorates.
    #[serde(skip)]
    pub alt: String,
}

/// Where text and illustration are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Layout {
    /// The illustration fills the picture, and leaves the left to the text.
    Across,
    /// The illustration is on the right, below the edge of the ground.
    Beside,
}

/// The format of a picture's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// For drawings: every line stays sharp.
    Png,
    /// For photos, which would be many times as large as PNG.
    Jpeg,
}

impl ImageFormat {
    /// Of a file, by its first bytes.
    pub fn of(file: &[u8]) -> Self {
        if file.starts_with(b"\x89PNG") { Self::Png } else { Self::Jpeg }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }
}

impl Card {
    /// The format of its file; a drawing of thousands of colours becomes a JPEG all the same.
    pub fn kind(&self) -> ImageFormat {
        let drawing = self.picture.as_ref().is_none_or(|picture| picture.src.ends_with(".svg"));
        if drawing { ImageFormat::Png } else { ImageFormat::Jpeg }
    }

    /// The digest of all that the picture is made of.
    pub fn digest(&self) -> [u8; 32] {
        let card = serde_json::to_vec(self).expect("a card is plain data");
        Sha256::new().chain_update(EDITION).chain_update(card).finalize().into()
    }

    /// The address of the picture for the page at `path`.
    pub fn address(&self, path: &str) -> String {
        let digest = hex::encode(&self.digest()[..DIGEST_BYTES]);
        let name = if path == "/" { HOME_NAME } else { path.trim_start_matches('/') };
        format!("{ADDRESS}{name}.{digest}.{}", self.kind().ending())
    }

    /// Alternative text of the picture.
    pub fn alt(&self) -> String {
        let title = self.title.trim_end_matches('.');
        let shown = self.picture.as_ref().map_or("", |picture| &picture.alt);
        [self.company.as_str(), title, shown]
            .iter()
            .filter(|part| !part.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(". ")
    }
}

/// The path of the page whose picture has, or had, that address.
pub fn page_of(address: &str) -> Option<String> {
    let name = address.strip_prefix(ADDRESS)?;
    let (name, ending) = name.rsplit_once('.')?;
    if !matches!(ending, "png" | "jpg") {
        return None;
    }
    // Also without a digest: a name that somebody remembers.
    let digest =
        |part: &str| part.len() == 2 * DIGEST_BYTES && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = name.rsplit_once('.').filter(|(_, last)| digest(last)).map_or(name, |(name, _)| name);
    Some(if name == HOME_NAME { "/".to_owned() } else { format!("/{name}") })
}

/// The files that a picture is rasterised from.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// The illustration: a drawing, or a photo as JPEG, PNG or WebP.
    pub picture: Option<Bytes>,
    /// The company's logo: a drawing.
    pub logo: Option<Bytes>,
}

/// Whether somebody is waiting for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    Requested,
    Ahead,
}

/// Turns a card into a picture's file; `None` if that fails, which is logged.
pub type Rasterise = Arc<
    dyn Fn(Card, Material, Priority) -> Pin<Box<dyn Future<Output = Option<Bytes>> + Send>> + Send + Sync,
>;
