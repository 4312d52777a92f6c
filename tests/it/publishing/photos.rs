//! A photo that a marketing person drops into the content folder takes an illustration's place.

use std::path::Path;

use content::model::Picture;
use content::{Content, Photos, Report, Source};
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use site::pages::{Change, Routes, read};

use super::content::{ROUTES, copy_of_content, edit};
use super::live_edits::{Stand, eventually};

const ILLUSTRATION: &str = "\"illustrations/service-ac.svg\"\nalt = \"\"";
const PHOTO: &str = "\"images/Our Team (1).JPG\"\nalt = \"Four people beside a van\"";
const SERVICE: &str = "services/ac-repair-and-maintenance-service-dubai.toml";

/// Puts a photo of `width` × `height` pixels into the content folder.
fn drop_photo(folder: &Path, width: u32, height: u32) -> usize {
    let photo = RgbImage::from_fn(width, height, |x, y| Rgb([(x / 16) as u8, (y / 16) as u8, (x ^ y) as u8]));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 92).encode_image(&photo).unwrap();
    std::fs::create_dir_all(folder.join("images")).unwrap();
    std::fs::write(folder.join("images/Our Team (1).JPG"), &bytes).unwrap();
    bytes.len()
}

fn load(folder: &Path, photos: &mut Photos) -> Result<Content, Report> {
    let routes = Routes::parse(ROUTES).unwrap();
    read(&Source::Folder(folder.to_path_buf()), photos, &routes).map(|loaded| loaded.content)
}

fn picture(content: &Content) -> &Picture {
    &content.services["ac-repair-and-maintenance-service-dubai"].picture
}

/// Where the bytes of the photo's widest file lie in memory: they move when it is encoded again.
fn place(content: &Content) -> *const u8 {
    content.media["images/Our Team (1).JPG"].files().last().unwrap().bytes.as_ptr()
}

#[test]
fn a_photo_takes_an_illustrations_place_in_every_width_used() {
    let folder = copy_of_content();
    let before = drop_photo(folder.path(), 2400, 1800);
    edit(folder.path(), SERVICE, ILLUSTRATION, PHOTO);
    let content = load(folder.path(), &mut Photos::default()).unwrap_or_else(|report| panic!("{report}"));
    let picture = picture(&content);
    assert_eq!((picture.width, picture.height), (800, 600));
    assert!(picture.src.starts_with("/media/images/Our-Team--1--800.") && picture.src.ends_with(".jpg"));
    let srcset = picture.srcset.as_deref().unwrap();
    let widths: Vec<&str> = srcset.split(", ").map(|one| one.split_once(' ').unwrap().1).collect();
    assert_eq!(widths, ["480w", "800w", "1200w", "1600w"]);

    let media = &content.media["images/Our Team (1).JPG"];
    assert_eq!((&media.shown.address, media.shown.content_type), (&picture.src, "image/jpeg"));
    for (width, served) in &media.candidates {
        assert!(srcset.contains(&format!("{} {width}w", served.address)), "{srcset}");
        assert!(served.bytes.len() < before, "{} bytes of {before}", served.bytes.len());
        let image = image::load_from_memory(&served.bytes).unwrap();
        assert_eq!((image.width(), image.height()), (*width, width * 3 / 4));
    }
}

#[test]
fn an_illustration_has_no_other_widths() {
    let content = load(copy_of_content().path(), &mut Photos::default()).unwrap();
    let text = serde_json::to_string(picture(&content)).unwrap();
    assert!(!text.contains("srcset"), "{text}");
    assert_eq!(content.media["illustrations/service-ac.svg"].files().count(), 1);
}

#[test]
fn a_photo_slot_shows_its_drawing_until_the_photo_is_there() {
    let folder = copy_of_content();
    let story = |content: &Content| {
        let home = serde_json::to_value(&content.pages["home"]).unwrap();
        let sections = home["sections"].as_array().unwrap().clone();
        sections.into_iter().find(|section| section["kind"] == "story").unwrap()["picture"].clone()
    };
    let mut photos = Photos::default();
    let drawing = story(&load(folder.path(), &mut photos).unwrap());
    assert!(drawing["src"].as_str().unwrap().starts_with("/media/illustrations/about-team."), "{drawing}");
    assert!(drawing.get("photo").is_none(), "the page needs no slot: {drawing}");

    drop_photo(folder.path(), 900, 1200);
    std::fs::rename(folder.path().join("images/Our Team (1).JPG"), folder.path().join("images/team.jpg"))
        .unwrap();
    let photo = story(&load(folder.path(), &mut photos).unwrap_or_else(|report| panic!("{report}")));
    assert!(photo["src"].as_str().unwrap().starts_with("/media/images/team-800."), "{photo}");
    assert_eq!(photo["alt"], "Our team in front of the office");
    assert!(photo["srcset"].as_str().unwrap().contains("480w"), "{photo}");
}

#[test]
fn a_photo_without_alternative_text_is_named_with_its_line() {
    let folder = copy_of_content();
    drop_photo(folder.path(), 600, 400);
    edit(folder.path(), SERVICE, ILLUSTRATION, PHOTO);
    let line = edit(folder.path(), SERVICE, "Four people beside a van", " ");
    let report = load(folder.path(), &mut Photos::default()).expect_err("the photo was taken");
    let problem = report.problems.iter().find(|problem| problem.what.contains("has no alternative text"));
    let problem = problem.unwrap_or_else(|| panic!("{report}"));
    assert!(problem.file.ends_with(SERVICE) && problem.line == line, "{problem}");
    assert!(problem.instead.contains("what it shows"), "{problem}");
}

#[test]
fn a_broken_photo_is_named_with_its_line_and_what_would_be_right() {
    let cases: [(&str, &[u8], &str, &str); 4] = [
        ("images/crew.jpg", b"\xFF\xD8\xFF half a photo", "cannot be read", "save it again as JPEG"),
        ("images/crew.png", b"a letter", "not a JPEG, PNG or WebP photo", "export it as JPEG"),
        ("images/crew.heic", b"", "is of a kind that pages do not show", "a JPEG, PNG or WebP photo"),
        ("images/cram.jpg", b"", "is missing", "images/crew.jpg"),
    ];
    for (file, bytes, what, instead) in cases {
        let folder = copy_of_content();
        std::fs::create_dir_all(folder.path().join("images")).unwrap();
        std::fs::write(folder.path().join("images/crew.jpg"), "").unwrap();
        if what != "is missing" {
            std::fs::write(folder.path().join(file), bytes).unwrap();
        }
        let line = edit(folder.path(), SERVICE, "illustrations/service-ac.svg", file);
        let report = load(folder.path(), &mut Photos::default()).expect_err("the photo was taken");
        let found = report.problems.iter().find(|problem| problem.what.contains(what));
        let problem = found.unwrap_or_else(|| panic!("{what} is not among\n{report}"));
        assert!(problem.file.ends_with(SERVICE) && problem.line == line, "{problem}");
        assert!(problem.what.contains(file) && problem.instead.contains(instead), "{problem}");
    }
}

#[test]
fn an_edit_of_the_words_does_not_make_a_photo_again() {
    let folder = copy_of_content();
    let mut photos = Photos::default();
    drop_photo(folder.path(), 1600, 1200);
    edit(folder.path(), SERVICE, ILLUSTRATION, PHOTO);
    let first = load(folder.path(), &mut photos).unwrap_or_else(|report| panic!("{report}"));

    edit(folder.path(), "plans.toml", "price = 1999", "price = \"cheap\"");
    load(folder.path(), &mut photos).expect_err("the price was taken");
    edit(folder.path(), "plans.toml", "price = \"cheap\"", "price = 2099");
    let second = load(folder.path(), &mut photos).unwrap();
    assert_eq!(place(&first), place(&second));

    drop_photo(folder.path(), 900, 600);
    let third = load(folder.path(), &mut photos).unwrap();
    assert_ne!(picture(&second).src, picture(&third).src);
}

#[test]
fn a_photo_is_published_while_the_site_runs_and_may_be_kept_for_ever() {
    let stand = Stand::new();
    drop_photo(stand.folder(), 1000, 750);
    edit(stand.folder(), SERVICE, ILLUSTRATION, PHOTO);
    stand.changes.send(Change::Content).unwrap();
    let photo = |ending: &str| {
        let site = stand.pages.site.load();
        let is_it = |path: &&String| path.starts_with("/media/images/Our-Team") && path.ends_with(ending);
        let found = site.entries.keys().find(is_it).cloned();
        found.map(|path| site.entries[&path].for_query(None).identity.headers.clone())
    };
    eventually("the photo", || photo(".webp").is_some());
    for (ending, kind) in [(".webp", "image/webp"), (".jpg", "image/jpeg")] {
        let headers = photo(ending).unwrap();
        assert_eq!(headers["content-type"], kind);
        assert_eq!(headers["cache-control"], "max-age=31536000, immutable");
    }
}
